"""Moves of a deal's history, packed in one int each as on the wire, and the questions asked.

Knows nothing of any ruleset and nothing of who may see what.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS, ActionKind
from kozel.rules.cards import Card, Suit, cards_of

SEAT_SHIFT: Final = 44
COUNT_SHIFT: Final = 48


class Question(IntEnum):
    """What a seat is asked."""

    LEAD = 1
    FOLLOW = 2
    """Follow suit, or in shokha and pot respond: beat or throw."""
    NAME_TRUMP = 3
    CLAIM = 4
    TAKE_WIDOW = 5
    BURY = 6


@dataclass(frozen=True, slots=True)
class Move:
    """One action of the deal's history as a seat may know it.

    `cards` is empty where the cards are hidden from this seat; `count` always tells how many.
    """

    seat: int
    kind: ActionKind
    cards: tuple[Card, ...]
    count: int
    suit: Suit | None = None


def pack_move(seat: int, code: int, count: int) -> int:
    """A move as one int: the action's code (cards 0 where hidden) | seat << 44 | count << 48."""
    return code | seat << SEAT_SHIFT | count << COUNT_SHIFT


@lru_cache(maxsize=8192)
def move_of(packed: int) -> Move:
    """The move packed in an int; the reverse of `pack_move`. The usual ones are made once."""
    kind = KINDS[packed >> KIND_SHIFT & 15]
    seat = packed >> SEAT_SHIFT & 3
    if kind is ActionKind.NAME:
        return Move(seat, kind, (), 0, Suit((packed & 15).bit_length() - 1))
    return Move(seat, kind, cards_of(packed & CARDS_MASK), packed >> COUNT_SHIFT)


def seat_of(packed: int) -> int:
    """The seat of a packed move."""
    return packed >> SEAT_SHIFT & 3


def kind_of(packed: int) -> int:
    """The kind of a packed move, as the number of an `ActionKind`."""
    return packed >> KIND_SHIFT & 15


def card_count(code: int) -> int:
    """How many cards an action's code carries; 0 for a named suit."""
    if code >> KIND_SHIFT == ActionKind.NAME:
        return 0
    return (code & CARDS_MASK).bit_count()


def hide_cards(packed: int) -> int:
    """A packed move with its cards taken out; who, what and how many stay."""
    return packed >> KIND_SHIFT << KIND_SHIFT


def thrown_in(history: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """(seat, mask of cards) of every throw among some packed moves, in order."""
    return tuple(
        (seat_of(move), move & CARDS_MASK) for move in history if kind_of(move) == ActionKind.THROW
    )
