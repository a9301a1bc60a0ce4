"""The hot state of a deal in the follow-suit games (miner, classic, widow).

Made for speed: masks, prepared tables, no checks, no events. Knows no scoring.
"""

from collections.abc import Sequence
from itertools import combinations, repeat
from typing import Self

from kozel.rules.actions import CARDS_MASK
from kozel.rules.cards import CARD_MASKS, Suit
from kozel.rules.game import Deal
from kozel.rules.moves import Question
from kozel.rules.trumps import BOTH_MET, POINTS_MASK, SEAT_MASK, Leads, Plays, TrickTables

ANY_CARD = CARDS_MASK
ANYTHING = (ANY_CARD,) * 4
AFTER = tuple(tuple((seat + 1) % players for seat in range(players)) for players in range(5))
"""By number of players: the seat after each seat."""


def splits(shift: int, bits: int, *, kind: int = 0) -> list[tuple[int, ...]]:
    """For each value of some bits of a mask: its single-card masks | `kind`, ascending."""
    found: list[tuple[int, ...]] = [()]
    for code in [CARD_MASKS[bit] | kind for bit in range(shift, shift + bits)]:
        found += [(*split, code) for split in found]
    return found


LOW, MIDDLE, HIGH = splits(0, 12), splits(12, 12), splits(24, 12)


def split_mask(mask: int) -> tuple[int, ...]:
    """The single-card masks of a mask, ascending: the codes of playing its cards."""
    return LOW[mask & 4095] + MIDDLE[mask >> 12 & 4095] + HIGH[mask >> 24 & 4095]


def choices_of(hand: int, count: int, *, kind: int = 0) -> list[int]:
    """All ways to take `count` cards (at least one) of a hand, ascending: masks | `kind`."""
    cards = split_mask(hand)
    if count == len(cards):
        return [kind | hand]
    # Combinations of the cards from the highest down come in descending order of their masks.
    choices = list(map(sum, combinations(cards[::-1], count), repeat(kind)))
    choices.reverse()
    return choices


class FollowDeal(Deal):
    """A deal of a follow-suit game in play.

    A trick is on the table while `turn` is not `leader`.

    Attributes:
        tables: the tables of the trump suit.
        leads: those of its leads, at hand.
        after: by seat, the seat that plays after it.
        may_lead: by seat, the mask of the cards that it leads from while it holds one of them.
        rather: the mask to play from when one cannot follow; 0 where any card will do (M7, W5).
        led: the mask of the cards that follow, or that may be led.
        plays: what each card is worth in the trick that was led last.
        best: the highest worth in that trick, which names the seat that wins it.
        total: the points in it so far.
        asked: what the leader is asked before the tricks, None once they have begun.
    """

    __slots__ = (
        "after",
        "asked",
        "best",
        "leads",
        "led",
        "may_lead",
        "plays",
        "rather",
        "tables",
        "total",
    )
    tables: TrickTables
    after: tuple[int, ...]
    may_lead: tuple[int, ...]
    rather: int
    leads: Leads
    led: int
    plays: Plays
    best: int
    total: int
    asked: Question | None

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
        self.after = AFTER[len(self.hands)]
        self.may_lead = ANYTHING
        self.plays = ()
        self.best = self.total = 0
        self.asked = None
        self.set_tables(trump, tables, must_trump=must_trump)
        self.set_leader(leader)

    def set_tables(self, trump: Suit | None, tables: TrickTables, *, must_trump: bool) -> None:
        """Play with this trump suit from now on."""
        self.trump = trump
        self.tables = tables
        self.leads = tables.leads
        self.rather = tables.trump_mask if must_trump else 0

    def set_leader(self, seat: int) -> None:
        """Let this seat lead the next trick."""
        self.turn = self.leader = seat
        self.led = self.may_lead[seat]

    @property
    def winner(self) -> int:
        """The seat that wins the trick on the table; before a lead, who took the last or leads."""
        return self.leader if self.turn == self.leader else self.best & SEAT_MASK

    def legal(self) -> Sequence[int]:
        if self.asked is not None:
            return self._answers()
        hand = self.hands[self.turn]
        mask = hand & self.led or hand & self.rather or hand
        # One way for all hands: a branch for those that split faster costs more than it saves.
        return LOW[mask & 4095] + MIDDLE[mask >> 12 & 4095] + HIGH[mask >> 24]

    def apply(self, code: int) -> None:
        turn = self.turn
        leader = self.leader
        hands = self.hands
        if turn == leader:
            if self.asked is not None:
                self._answer(code)
                return
            hands[turn] -= code
            self.led, self.plays, move, self.best, self.total = self.leads[turn][code]
            self.history.append(move)
            self.turn = self.after[turn]
            return
        hands[turn] -= code
        move, worth, points = self.plays[turn][code]
        self.history.append(move)
        if worth > self.best:
            self.best = worth
        turn = self.after[turn]
        if turn != leader:
            self.total += points
            self.turn = turn
            return
        # The trick goes to its winner, who leads next (C0.10). Not a method: this is hot.
        self.turn = self.leader = winner = self.best & SEAT_MASK
        points += self.total
        if points >= BOTH_MET:
            self._meet()
        self.taken[self.team[winner]] += points & POINTS_MASK
        self.trick_winners.append(winner)
        self.led = self.may_lead[winner]
        self.trick_start = len(self.history)
        if not hands[winner]:
            self.is_over = True

    def _answers(self) -> Sequence[int]:
        """What may be answered before the tricks."""
        return ()

    def _answer(self, code: int) -> None:
        """Let the leader answer before the tricks."""

    def _meet(self) -> None:
        """The two meeting cards lie in the trick that `leader` takes, which is not closed yet."""

    def question(self, seat: int) -> Question:
        if self.asked is not None:
            return self.asked
        return Question.LEAD if self.turn == self.leader else Question.FOLLOW

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.hands = self.hands.copy()
        other.history = self.history.copy()
        other.taken = self.taken.copy()
        other.trick_winners = self.trick_winners.copy()
        other.team = self.team
        other.trump = self.trump
        other.tables = self.tables
        other.leads = self.leads
        other.may_lead = self.may_lead
        other.rather = self.rather
        other.turn = self.turn
        other.leader = self.leader
        other.trick_start = self.trick_start
        other.is_over = self.is_over
        other.led = self.led
        other.plays = self.plays
        other.best = self.best
        other.total = self.total
        other.after = self.after
        other.asked = self.asked
        return other
