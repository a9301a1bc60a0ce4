"""What one seat knows when it acts: an allow-list of public facts plus that seat's own.

A view is a frozen value. Nothing gets into it but by a field written here (C0.9).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, Action, ActionKind, action_of
from kozel.rules.cards import Card, Suit, cards_of
from kozel.rules.moves import COUNT_SHIFT, SEAT_SHIFT, Move, Question, move_of, pack_move
from kozel.rules.options import OptionValue
from kozel.rules.ruleset import Rules, bound

__all__ = [
    "COUNT_SHIFT",
    "SEAT_SHIFT",
    "MatchInfo",
    "Move",
    "OptionValue",
    "Question",
    "View",
    "move_of",
    "pack_move",
]


@dataclass(frozen=True)
class MatchInfo:
    """What stays the same for one seat during a match.

    `options` holds every option of the ruleset with its value, given or default. No slots: every
    view of the match asks for its rules, so they are looked up once.
    """

    ruleset: str
    options: Mapping[str, OptionValue]
    players: int
    seat: int

    @cached_property
    def rules(self) -> Rules:
        """The rules of this match, bound to its options."""
        return bound(self.ruleset, self.options)

    def __getstate__(self) -> dict[str, object]:
        """What a copy or a pickle keeps: the fields, without the rules, which it looks up again."""
        return {name: value for name, value in self.__dict__.items() if name != "rules"}


class View(NamedTuple):
    """What a seat knows at a decision. Masks and packed moves are the wire's own numbers.

    The properties give the same facts as cards, actions and moves. One is made
    for every decision at both ends of a stream, and a NamedTuple costs a fifth of a dataclass.
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

    @property
    def rules(self) -> Rules:
        """The rules of this match, bound to its options."""
        return self.match.rules

    @property
    def winning_seat(self) -> int | None:
        """The seat that wins the trick on the table as it lies; None before a lead."""
        return self.match.rules.winning_seat(self.trump, self.history_codes[self.trick_start :])

    def wins(self, action: Action) -> bool:
        """Whether playing this action would make this seat the winner of the trick as it lies.

        A lead always does, a throw never, and so does no action that plays no card.
        """
        trick = self.history_codes[self.trick_start :]
        return self.match.rules.wins(self.trump, trick, action.code)

    def strength(self, card: int) -> int:
        """How strong a card is, 0 the weakest; every trump is stronger than every plain card."""
        return self.match.rules.strength(self.trump, card)

    def is_trump(self, card: int) -> bool:
        """Whether a card is a trump now; before a trump is named, only those that always are."""
        return self.match.rules.is_trump(self.trump, card)

    def card_points(self, action: Action) -> int:
        """Card points of an action's cards: the key of a bot that plays cheaply."""
        return action.points

    def option(self, name: str) -> OptionValue:
        """The value of a table option, as in `view.option("short")`; KeyError if there is none."""
        return self.match.options[name]
