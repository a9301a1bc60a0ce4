"""Readers of one JSON value: each takes the key, for its error, and the raw value.

Every error is a `RecordError` without a place: the caller knows where the value stands.
"""

from collections.abc import Callable, Mapping
from math import inf
from typing import Final, TypeVar

from kozel.records.errors import Damage, RecordError
from kozel.rules.cards import CARDS, SUIT_LETTERS, Card, Suit
from kozel.rules.errors import shortened
from kozel.rules.view import OptionValue

Fields = dict[str, object]
"""A JSON object as it was parsed."""

Value = TypeVar("Value")

_BITS: Final = {str(card): card.mask for card in CARDS}
_CARDS: Final = {str(card): card for card in CARDS}
_SUITS: Final = {str(suit): suit for suit in Suit}


def required(raw: Fields, key: str, read: Callable[[str, object], Value]) -> Value:
    """The value of a key that must be there."""
    if key not in raw:
        raise RecordError(f"the key {key!r} is missing", damage=Damage.MISSING_KEY)
    return read(key, raw[key])


def optional(raw: Fields, key: str, read: Callable[[str, object], Value]) -> Value | None:
    """The value of a key, or None when it is not there."""
    return read(key, raw[key]) if key in raw else None


def wrong_type(key: str, expected: str) -> RecordError:
    """The error for a value that is not what the key holds."""
    return RecordError(f"{key!r} must be {expected}", damage=Damage.WRONG_TYPE)


def text_of(key: str, raw: object) -> str:
    """A text."""
    if not isinstance(raw, str):
        raise wrong_type(key, "a text")
    return raw


def texts_of(key: str, raw: object) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(text_of(key, item) for item in list_of(key, raw))


def one_of(words: tuple[str, ...], key: str, raw: object) -> str:
    """One word of a closed set."""
    if not isinstance(raw, str) or raw not in words:
        raise wrong_type(key, f"one of {', '.join(words)}")
    return raw


def list_of(key: str, raw: object) -> list[object]:
    """A list of anything."""
    if type(raw) is not list:
        raise wrong_type(key, "a list")
    return raw


def object_of(key: str, raw: object) -> Fields:
    """A JSON object."""
    if type(raw) is not dict:
        raise wrong_type(key, "an object")
    return raw


def number_of(key: str, raw: object) -> int:
    """A whole number."""
    if type(raw) is not int:
        raise wrong_type(key, "a whole number")
    return raw


def number_or_none(key: str, raw: object) -> int | None:
    """A whole number or null."""
    return None if raw is None else number_of(key, raw)


def numbers_of(key: str, raw: object) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(number_of(key, item) for item in list_of(key, raw))


def amount_of(key: str, raw: object) -> float:
    """A number, whole or not, that is not negative."""
    if not isinstance(raw, int | float) or isinstance(raw, bool) or not 0 <= raw < inf:
        raise wrong_type(key, "a number that is not negative")
    return raw


def amounts_of(key: str, raw: object) -> Mapping[str, float]:
    """An object of such numbers."""
    items = object_of(key, raw).items()
    return {name: amount_of(f"{key}.{name}", value) for name, value in items}


def options_of(key: str, raw: object) -> Mapping[str, OptionValue]:
    """Table options: an object of flags, whole numbers and texts."""
    options: dict[str, OptionValue] = {}
    for name, value in object_of(key, raw).items():
        if not isinstance(value, bool | int | str):
            raise wrong_type(f"{key}.{name}", "true, false, a whole number or a text")
        options[name] = value
    return options


def suit_of(key: str, raw: object) -> Suit:
    """A suit letter."""
    suit = _SUITS.get(raw) if isinstance(raw, str) else None
    if suit is None:
        raise wrong_type(key, f"a suit, one of {' '.join(SUIT_LETTERS)}")
    return suit


def suit_or_none(key: str, raw: object) -> Suit | None:
    """A suit letter or null."""
    return None if raw is None else suit_of(key, raw)


def set_of_cards(key: str, raw: object) -> int:
    """A list of cards in any order, as a mask."""
    mask = 0
    for name in list_of(key, raw):
        bit = _BITS.get(name) if isinstance(name, str) else None
        if bit is None:
            advice = "write rank (6 7 8 9 T J Q K A) then suit (C S H D), such as TS"
            problem = f"{shortened(name)} in {key!r} is no card: {advice}"
            raise RecordError(problem, damage=Damage.WRONG_TYPE)
        if mask & bit:
            problem = f"the card {name} stands twice in {key!r}"
            raise RecordError(problem, damage=Damage.CARDS)
        mask |= bit
    return mask


def cards_in_order(key: str, raw: object) -> tuple[Card, ...]:
    """A list of cards whose order matters."""
    set_of_cards(key, raw)
    return tuple(_CARDS[text_of(key, name)] for name in list_of(key, raw))


def hands_of(key: str, raw: object) -> tuple[int, ...]:
    """A list of hands, each as a mask."""
    return tuple(set_of_cards(key, hand) for hand in list_of(key, raw))


def void_deals_of(key: str, raw: object) -> tuple[tuple[int, ...], ...]:
    """A list of void deals, each a list of hands."""
    return tuple(hands_of(key, hands) for hands in list_of(key, raw))
