"""What one seat knows when it acts: an allow-list of public facts plus that seat's own.

A view is a frozen value. Nothing gets into it but by a field written here (C0.9).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS, Action, ActionKind, action_of
from kozel.rules.cards import Card, Suit, cards_of

SEAT_SHIFT: Final = 44
COUNT_SHIFT: Final = 48

OptionValue = bool | int | str


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


def move_of(packed: int) -> Move:
    """The move packed in an int; the reverse of `pack_move`."""
    kind = KINDS[packed >> KIND_SHIFT & 15]
    seat = packed >> SEAT_SHIFT & 3
    if kind is ActionKind.NAME:
        return Move(seat, kind, (), 0, Suit((packed & 15).bit_length() - 1))
    return Move(seat, kind, cards_of(packed & CARDS_MASK), packed >> COUNT_SHIFT)


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What stays the same for one seat during a match.

    `options` holds every option of the ruleset with its value, given or default.
    """

    ruleset: str
    options: Mapping[str, OptionValue]
    players: int
    seat: int


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows at a decision. Masks and packed moves are the wire's own numbers.

    The properties give the same facts as cards, actions and moves.
    """

    match: MatchInfo
    question: Question
    deal: int
    """Number of the deal in the match, from 1; void deals do not count."""
    hand_mask: int
    hand_sizes: tuple[int, ...]
    """Cards in hand by seat."""
    legal_codes: tuple[int, ...]
    """Codes of the legal actions; the answer is an index into them."""
    history_codes: tuple[int, ...]
    """Packed moves of this deal in order (see `pack_move`)."""
    trick_start: int
    """Index into the history of the first move of the trick on the table."""
    trick_winners: tuple[int, ...]
    """Seat that took each completed trick of this deal."""
    score: tuple[int, ...]
    """Per side: penalties (pot: stacks) before this deal."""
    points: tuple[int, ...]
    """Per side: card points taken so far this deal; empty where they are hidden (shokha, pot)."""
    leader: int
    """Seat that leads, or led, the trick on the table."""
    active_seats: int
    """Mask of the seats still in the match."""
    trump: Suit | None = None
    owner: int | None = None
    """Owner of the cycle (miner, classic), soloist (widow); None in shokha and pot."""
    dealer: int | None = None
    """Shokha, pot: who deals."""
    marker: Card | None = None
    """The card that decided the owner (miner M3, classic K4 in cycle 1, widow W2)."""
    pairing: tuple[Suit, ...] = ()
    """Miner: the suit paired with each seat (M4)."""
    turn_up: Card | None = None
    """Shokha, pot: the turned-up card."""
    stock_size: int = 0
    """Shokha, pot: cards left in the stock, the turn-up included."""
    pot: int = 0
    """Pot: chips in the pot."""
    widow_mask: int = 0
    """Widow: its cards, while this seat may know them (W3)."""
    void_deals: int = 0
    """How many void deals came right before this deal (M2, K2)."""
    limit_ns: int = 0
    """Nanoseconds for this decision before the bank is touched, from when it was sent."""
    bank_ns: int = 0
    """Nanoseconds in this seat's time bank."""

    @property
    def seat(self) -> int:
        """This seat, 0..players-1."""
        return self.match.seat

    @property
    def side(self) -> int:
        """This seat's side: its parity with four seats, else the seat itself (C0.2)."""
        return self.side_of(self.match.seat)

    @property
    def partner(self) -> int | None:
        """The seat opposite with four seats, else None (C0.2)."""
        return (self.match.seat + 2) % 4 if self.match.players == 4 else None

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's cards in ascending card number."""
        return cards_of(self.hand_mask)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of their index."""
        return tuple(map(action_of, self.legal_codes))

    @property
    def history(self) -> tuple[Move, ...]:
        """Every move of this deal in order."""
        return tuple(map(move_of, self.history_codes))

    @property
    def trick(self) -> tuple[Move, ...]:
        """The moves of the trick on the table, the lead first; empty before a lead."""
        return tuple(map(move_of, self.history_codes[self.trick_start :]))

    @property
    def widow(self) -> tuple[Card, ...]:
        """The widow's cards where this seat may know them, else empty."""
        return cards_of(self.widow_mask)

    @property
    def seen_mask(self) -> int:
        """Mask of every card that this seat has seen this deal, its own hand included."""
        mask = self.hand_mask | self.widow_mask
        for code in self.history_codes:
            if code >> KIND_SHIFT & 15 != ActionKind.NAME:
                mask |= code & CARDS_MASK
        if self.turn_up is not None:
            mask |= self.turn_up.mask
        return mask

    def side_of(self, seat: int) -> int:
        """The side of a seat (C0.2)."""
        return seat & 1 if self.match.players == 4 else seat

    def card_points(self, action: Action) -> int:
        """Card points of an action's cards: the key of a bot that plays cheaply."""
        return action.points

    def option(self, name: str) -> OptionValue:
        """The value of a table option, such as `view.option("short")`; KeyError if there is none."""
        return self.match.options[name]

