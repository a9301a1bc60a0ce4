"""The hot state of a deal in the follow-suit games (miner, classic, widow).

Made for speed: masks, prepared tables, no checks, no events. Knows no scoring.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from kozel.rules.actions import CARDS_MASK
from kozel.rules.cards import Suit
from kozel.rules.game import Deal
from kozel.rules.moves import Question, pack_move
from kozel.rules.trumps import WORTH_POINTS, TrickTables

ANY_CARD = CARDS_MASK
PLAYED = tuple(pack_move(seat, 0, 1) for seat in range(4))
CHUNK = 4095


def _splits(shift: int) -> list[tuple[int, ...]]:
    """For each twelve bits the tuple of single-bit masks, ascending."""
    splits: list[tuple[int, ...]] = [()]
    for bit in range(12):
        splits += [(*split, 1 << (bit + shift)) for split in splits]
    return splits


LOW, MIDDLE, HIGH = _splits(0), _splits(12), _splits(24)


def split_mask(mask: int) -> tuple[int, ...]:
    """The single-card masks of a mask, ascending: the codes of playing its cards."""
    return LOW[mask & CHUNK] + MIDDLE[mask >> 12 & CHUNK] + HIGH[mask >> 24 & CHUNK]


class FollowDeal(Deal):
    """A deal of a follow-suit game in play.

    Attributes:
        tables: the tables of the trump suit.
        may_lead: by seat, the mask of the cards that it leads from while it holds one of them.
        rather: the mask to play from when one cannot follow; 0 where any card will do (M7, W5).
        led: the mask of the cards that follow, or that may be led.
        left: seats that have still to play to the trick; 0 before a lead.
        winner: the seat that wins the trick on the table, or took the last.
    """

    __slots__ = (
        "best",
        "last_seat",
        "led",
        "left",
        "may_lead",
        "rather",
        "tables",
        "value",
        "winner",
        "worths",
    )
    tables: TrickTables
    may_lead: tuple[int, ...]
    rather: int
    led: int
    worths: Mapping[int, int]
    best: int
    winner: int
    value: int
    left: int
    last_seat: int

    def __init__(
        self,
        *,
        hands: Sequence[int],
        team: tuple[int, ...],
        trump: Suit | None,
        tables: TrickTables,
        must_trump: bool,
        leader: int,
    ) -> None:
        self.hands = list(hands)
        self.team = team
        self.taken = [0, 0]
        self.history = []
        self.trick_start = 0
        self.trick_winners = []
        self.is_over = False
        self.last_seat = len(self.hands) - 1
        self.may_lead = (ANY_CARD,) * len(self.hands)
        self.worths = {}
        self.best = self.value = self.left = 0
        self.set_tables(trump, tables, must_trump=must_trump)
        self.set_leader(leader)

    def set_tables(self, trump: Suit | None, tables: TrickTables, *, must_trump: bool) -> None:
        """Play with this trump suit from now on."""
        self.trump = trump
        self.tables = tables
        self.rather = tables.trump_mask if must_trump else 0

    def set_leader(self, seat: int) -> None:
        """Let this seat lead the next trick."""
        self.turn = self.leader = self.winner = seat
        self.led = self.may_lead[seat]

    def legal(self) -> Sequence[int]:
        hand = self.hands[self.turn]
        mask = hand & self.led or hand & self.rather or hand
        return LOW[mask & CHUNK] + MIDDLE[mask >> 12 & CHUNK] + HIGH[mask >> 24]

    def apply(self, code: int) -> None:
        turn = self.turn
        self.hands[turn] ^= code
        self.history.append(code | PLAYED[turn])
        left = self.left
        if left:
            worth = self.worths[code]
            if worth > self.best:
                self.best = worth
                self.winner = turn
            self.value += worth & WORTH_POINTS
            if left == 1:
                self._end_trick()
                return
            self.left = left - 1
        else:
            self.led, self.worths = self.tables.leads[code]
            self.best = worth = self.worths[code]
            self.value = worth & WORTH_POINTS
            self.winner = turn
            self.left = self.last_seat
        self.turn = turn + 1 if turn < self.last_seat else 0

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads next (C0.10)."""
        winner = self.winner
        self.left = 0
        self.taken[self.team[winner]] += self.value
        self.trick_winners.append(winner)
        self.trick_start = len(self.history)
        self.turn = self.leader = winner
        self.led = self.may_lead[winner]
        if not self.hands[winner]:
            self.is_over = True

    def question(self, seat: int) -> Question:
        return Question.FOLLOW if self.left else Question.LEAD

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.hands = self.hands.copy()
        other.history = self.history.copy()
        other.taken = self.taken.copy()
        other.trick_winners = self.trick_winners.copy()
        other.team = self.team
        other.trump = self.trump
        other.tables = self.tables
        other.may_lead = self.may_lead
        other.rather = self.rather
        other.turn = self.turn
        other.leader = self.leader
        other.trick_start = self.trick_start
        other.is_over = self.is_over
        other.led = self.led
        other.worths = self.worths
        other.best = self.best
        other.winner = self.winner
        other.value = self.value
        other.left = self.left
        other.last_seat = self.last_seat
        return other
