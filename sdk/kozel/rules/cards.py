"""Cards as small integers and sets of cards as bit masks; knows nothing of any ruleset.

Card number = 9 * suit + rank (suits C S H D, ranks 6 7 8 9 T J Q K A), as in rules.md C0.5 and
proto/README.md; a mask has bit n set when card n is in the set.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from kozel.rules.errors import InvalidNotation


class Suit(IntEnum):
    """The four suits in the fixed order C S H D; `str(suit)` is the letter."""

    CLUBS = 0
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3

    def __str__(self) -> str:
        return SUIT_LETTERS[self]


class Rank(IntEnum):
    """The nine ranks in printed order; `str(rank)` is the letter. Strength is for rulesets."""

    SIX = 0
    SEVEN = 1
    EIGHT = 2
    NINE = 3
    TEN = 4
    JACK = 5
    QUEEN = 6
    KING = 7
    ACE = 8

    def __str__(self) -> str:
        return RANK_LETTERS[self]


SUIT_LETTERS: Final = "CSHD"
RANK_LETTERS: Final = "6789TJQKA"
RANK_POINTS: Final = (0, 0, 0, 0, 10, 2, 3, 4, 11)
"""Card points by rank (C0.3)."""

CARD_POINTS: Final = RANK_POINTS * 4
"""Card points by card number."""

_CARD_SUITS: Final = tuple(suit for suit in Suit for _ in Rank)
_CARD_RANKS: Final = tuple(Rank) * 4

FULL_DECK: Final = (1 << 36) - 1
"""Mask of all 36 cards."""

SUIT_MASKS: Final = tuple(0x1FF << (9 * suit) for suit in range(4))
"""Mask of each suit's nine cards."""


class Card(int):
    """One card: an int 0..35, so it indexes tables, sorts and hashes at the speed of an int."""

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        return _CARD_SUITS[self]

    @property
    def rank(self) -> Rank:
        return _CARD_RANKS[self]

    @property
    def points(self) -> int:
        """Card points, 0..11 (C0.3)."""
        return CARD_POINTS[self]

    @property
    def mask(self) -> int:
        return CARD_MASKS[self]

    def __str__(self) -> str:
        return RANK_LETTERS[self % 9] + SUIT_LETTERS[self // 9]

    def __repr__(self) -> str:
        return f"Card({self!s})"


CARD_MASKS: Final = tuple(1 << number for number in range(36))
"""The mask of each card by number. Tables use these very ints: the same int is found faster."""

CARDS: Final = tuple(Card(number) for number in range(36))
"""Every card by number."""

_BY_NAME: Final = {str(card): card for card in CARDS}

_SPLIT: Final = tuple(
    tuple(
        tuple(CARDS[9 * suit + bit] for bit in range(9) if bits >> bit & 1) for bits in range(512)
    )
    for suit in range(4)
)

_SUIT_BITS_POINTS: Final = tuple(
    sum(RANK_POINTS[bit] for bit in range(9) if bits >> bit & 1) for bits in range(512)
)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask in ascending card number."""
    return (
        _SPLIT[0][mask & 511]
        + _SPLIT[1][mask >> 9 & 511]
        + _SPLIT[2][mask >> 18 & 511]
        + _SPLIT[3][mask >> 27 & 511]
    )


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards; a card given twice is an error.

    Raises:
        InvalidNotation: a card stands in the list twice.
    """
    mask = 0
    for card in cards:
        bit = 1 << card
        if mask & bit:
            raise InvalidNotation(
                str(CARDS[card]), "the card stands in the list twice; name it once"
            )
        mask |= bit
    return mask


def points_of(mask: int) -> int:
    """Card points of all cards of a mask, 0..120 (C0.3)."""
    return (
        _SUIT_BITS_POINTS[mask & 511]
        + _SUIT_BITS_POINTS[mask >> 9 & 511]
        + _SUIT_BITS_POINTS[mask >> 18 & 511]
        + _SUIT_BITS_POINTS[mask >> 27 & 511]
    )


def parse_card(text: str) -> Card:
    """Read a card such as `TS`, the ten of spades (C0.5).

    Raises:
        InvalidNotation: the text is not one of the 36 cards.
    """
    try:
        return _BY_NAME[text]
    except (KeyError, TypeError):
        raise InvalidNotation(
            str(text), "write a card as rank (6 7 8 9 T J Q K A) then suit (C S H D), such as TS"
        ) from None


def format_card(card: int) -> str:
    """Write a card; the reverse of `parse_card`."""
    return str(CARDS[card])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks, such as `TS 6C`."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[int]) -> str:
    """Write cards separated by blanks; the reverse of `parse_cards`."""
    return " ".join(format_card(card) for card in cards)


def parse_suit(text: str) -> Suit:
    """Read a suit letter, one of C S H D.

    Raises:
        InvalidNotation: the text is not a suit letter.
    """
    if isinstance(text, str) and len(text) == 1 and text in SUIT_LETTERS:
        return Suit(SUIT_LETTERS.index(text))
    raise InvalidNotation(str(text), "write a suit as one of C S H D")


def format_suit(suit: int) -> str:
    """Write a suit's letter; the reverse of `parse_suit`."""
    return SUIT_LETTERS[suit]
