"""The hot state of a deal of Widow: taking or refusing the widow, burying, then the tricks."""

from collections.abc import Sequence
from typing import Final, Self

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.cards import Suit, parse_cards, points_of
from kozel.rules.follow import FollowDeal, choices_of
from kozel.rules.moves import Question, hide_cards, kind_of, pack_move, seat_of
from kozel.rules.trumps import TrickTables

TAKE: Final = ActionKind.TAKE << KIND_SHIFT
REFUSE: Final = ActionKind.REFUSE << KIND_SHIFT
BURY: Final = ActionKind.BURY << KIND_SHIFT
HIDDEN_CARDS: Final = 3
DIAMONDS: Final = tuple(card.mask for card in parse_cards("AD TD KD 6D"))
"""Plain diamonds from the highest: who holds the first of them leads first (W4)."""


class WidowDeal(FollowDeal):
    """A deal of Widow in play. Team 0 is the soloist, team 1 the two defenders.

    While the soloist is asked about the widow it counts as the leader: who leads first would
    say who holds the highest diamond.

    Attributes:
        soloist: the seat that plays against the two others.
        widow: mask of the three cards dealt face down.
        hidden: mask of the cards that lie face down now: the widow, or what was buried.
        may_peek: whether it sees the widow before it decides (W3).
        is_forced: whether the first lead must be the highest diamond (W4).
    """

    __slots__ = ("hidden", "is_forced", "may_peek", "soloist", "widow")

    def __init__(
        self,
        *,
        hands: Sequence[int],
        soloist: int,
        widow: int,
        trump: Suit,
        tables: TrickTables,
        may_peek: bool,
        is_forced: bool,
    ) -> None:
        super().__init__(
            hands=hands,
            team=tuple(int(seat != soloist) for seat in range(len(hands))),
            trump=trump,
            tables=tables,
            must_trump=True,
            leader=soloist,
        )
        self.soloist = soloist
        self.widow = self.hidden = widow
        self.asked = Question.TAKE_WIDOW
        self.may_peek = may_peek
        self.is_forced = is_forced

    def _answers(self) -> Sequence[int]:
        if self.asked is Question.TAKE_WIDOW:
            return (TAKE, REFUSE)
        return choices_of(self.hands[self.soloist], HIDDEN_CARDS, kind=BURY)

    def _answer(self, code: int) -> None:
        """W3."""
        count = HIDDEN_CARDS if self.asked is Question.BURY else 0
        self.history.append(pack_move(self.soloist, code, count))
        self.trick_start = len(self.history)
        if code == TAKE:
            self.hands[self.soloist] |= self.widow
            self.hidden = 0
            self.asked = Question.BURY
            return
        if count:
            self.hidden = code & CARDS_MASK
            self.hands[self.soloist] ^= self.hidden
        self._begin_tricks()

    def _begin_tricks(self) -> None:
        """W4."""
        self.asked = None
        diamond, leader = next(
            (diamond, seat)
            for diamond in DIAMONDS
            for seat, hand in enumerate(self.hands)
            if hand & diamond
        )
        self.set_leader(leader)
        if self.is_forced:
            self.led = diamond

    def history_for(self, seat: int) -> tuple[tuple[int, ...], int]:
        moves = [
            hide_cards(move) if kind_of(move) == ActionKind.BURY and seat_of(move) != seat else move
            for move in self.history[:2]
        ]
        return (*moves, *self.history[2:]), self.trick_start

    def widow_for(self, seat: int) -> int:
        """W3: the soloist alone knows it, from the first with `may_peek`, else once it took it."""
        has_taken = bool(self.history) and kind_of(self.history[0]) == ActionKind.TAKE
        return self.widow if seat == self.soloist and (self.may_peek or has_taken) else 0

    def totals(self) -> tuple[int, int]:
        """Points of the soloist, hidden cards included, and of the defenders together (W6)."""
        return self.taken[0] + points_of(self.hidden), self.taken[1]

    def copy(self) -> Self:
        other = super().copy()
        other.soloist = self.soloist
        other.widow = self.widow
        other.hidden = self.hidden
        other.may_peek = self.may_peek
        other.is_forced = self.is_forced
        return other
