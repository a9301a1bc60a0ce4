"""Actions: what a seat chooses. Inside the engine an action is one int, its code; outside a value.

Code = kind << 40 | cards mask (bits 0..35); a NAME action carries 1 << suit in place of the cards.
So the code of playing one card is that card's mask. The wire uses the same numbers.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final

from kozel.rules.cards import (
    CARD_POINTS,
    Card,
    Suit,
    cards_of,
    format_cards,
    format_suit,
    parse_cards,
    parse_suit,
)
from kozel.rules.cards import mask_of as _mask_of
from kozel.rules.errors import InvalidNotation

KIND_SHIFT: Final = 40
CARDS_MASK: Final = (1 << 36) - 1


class ActionKind(IntEnum):
    """What kind of choice an action is; `str(kind)` is its word in records and notation."""

    PLAY = 0
    """A lead or a follow, face up."""
    BEAT = 1
    """Shokha, pot: beat the winning cards, face up (B6)."""
    THROW = 2
    """Shokha, pot: throw cards face down (B6)."""
    CLAIM = 3
    """Shokha, pot: claim a special lead (B9)."""
    PASS = 4
    """Shokha, pot: do not claim (B9)."""
    NAME = 5
    """Classic: name the trump suit (K3)."""
    TAKE = 6
    """Widow: take the widow (W3)."""
    REFUSE = 7
    """Widow: leave the widow (W3)."""
    BURY = 8
    """Widow: bury three cards face down (W3)."""

    def __str__(self) -> str:
        return self.name.lower()


KINDS: Final = tuple(ActionKind)
"""Every kind by number: indexing it is cheaper than calling the enum."""

WORDS: Final = {str(kind): kind for kind in ActionKind}
BARE: Final = (ActionKind.PASS, ActionKind.TAKE, ActionKind.REFUSE)
"""Kinds that say everything with their word."""


@dataclass(frozen=True)
class Action:
    """One choice: its kind and, for kinds that have them, its cards (ascending) or its suit.

    No slots: an action of `action_of` is there for many decisions, so what it works out it keeps.
    """

    kind: ActionKind
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None

    @cached_property
    def code(self) -> int:
        """The engine's and the wire's number of this action."""
        payload = _mask_of(self.cards) if self.suit is None else 1 << self.suit
        return self.kind << KIND_SHIFT | payload

    @cached_property
    def points(self) -> int:
        """Card points of the action's cards."""
        return sum(CARD_POINTS[card] for card in self.cards)

    def __str__(self) -> str:
        return format_action(self)


@lru_cache(maxsize=8192)
def action_of(code: int) -> Action:
    """The action with this code; the reverse of `Action.code`. The usual ones are made once."""
    kind = KINDS[code >> KIND_SHIFT]
    if kind is ActionKind.NAME:
        return Action(kind, suit=Suit((code & 15).bit_length() - 1))
    return Action(kind, cards_of(code & CARDS_MASK))


def format_action(action: Action) -> str:
    """Write an action as its word and its cards or suit; the reverse of `parse_action`."""
    if action.suit is not None:
        return f"{action.kind} {format_suit(action.suit)}"
    return f"{action.kind} {format_cards(action.cards)}".rstrip()


def parse_action(text: str) -> Action:
    """Read an action such as `play TS`, `bury 6C KD AH`, `name H` or `pass`, cards in any order.

    Whether it is legal, and how many cards it needs, is for the rules to say.

    Raises:
        InvalidNotation: no such word, or cards or suit are missing, too many or not readable.
    """
    word, _, rest = text.partition(" ")
    if word not in WORDS:
        raise InvalidNotation(text, f"begin an action with one of {', '.join(WORDS)}")
    kind = WORDS[word]
    if kind is ActionKind.NAME:
        return Action(kind, suit=parse_suit(rest))
    action = Action(kind, cards_of(_mask_of(parse_cards(rest))))
    if bool(action.cards) is (kind in BARE):
        advice = "goes without cards" if kind in BARE else f"needs cards, such as `{word} TS`"
        raise InvalidNotation(text, f"{word} {advice}")
    return action
