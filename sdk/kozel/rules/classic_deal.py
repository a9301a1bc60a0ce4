"""The hot state of a deal of Classic: naming the trump, the kozyryatnik and the caught queen."""

from collections.abc import Mapping, Sequence
from typing import Final, Self

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.cards import CARDS, Suit, parse_card
from kozel.rules.follow import ANY_CARD, FollowDeal
from kozel.rules.moves import Question, pack_move
from kozel.rules.trumps import TrickTables

NAMES: Final = tuple(ActionKind.NAME << KIND_SHIFT | 1 << suit for suit in Suit)
"""Codes of naming each suit (K3)."""

QUEEN: Final = parse_card("QC").mask


class ClassicDeal(FollowDeal):
    """A deal of Classic in play.

    Attributes:
        owner: the seat whose side has the kozyryatnik (K6).
        shamok: mask of the shamok.
        caught: the team whose queen of clubs was caught, None while none is (K8).
        by_suit: the tables of every trump suit, for naming.
    """

    __slots__ = ("by_suit", "caught", "must_trump", "owner", "shamok")

    def __init__(
        self,
        *,
        hands: Sequence[int],
        owner: int,
        trump: Suit | None,
        by_suit: Mapping[Suit | None, TrickTables],
        shamok: int,
        must_trump: bool,
    ) -> None:
        super().__init__(
            hands=hands,
            team=(0, 1, 0, 1),
            trump=trump,
            tables=by_suit[trump],
            must_trump=must_trump,
            leader=owner,
        )
        self.owner = owner
        self.by_suit = by_suit
        self.shamok = shamok
        self.must_trump = must_trump
        self.caught: int | None = None
        self.asked = Question.NAME_TRUMP if trump is None else None
        self._give_kozyryatnik()

    def _give_kozyryatnik(self) -> None:
        """K6: the owner's side leads anything, the other side plain cards while it has any."""
        plain = ANY_CARD & ~self.tables.trump_mask
        self.may_lead = tuple(
            [plain if (seat ^ self.owner) & 1 else ANY_CARD for seat in range(len(self.hands))]
        )
        self.led = self.may_lead[self.turn]

    def _answers(self) -> Sequence[int]:
        return NAMES

    def _answer(self, code: int) -> None:
        """K3."""
        suit = Suit((code & CARDS_MASK).bit_length() - 1)
        self.history.append(pack_move(self.turn, code, 0))
        self.trick_start = 1
        self.asked = None
        self.set_tables(suit, self.by_suit[suit], must_trump=self.must_trump)
        self._give_kozyryatnik()

    def _meet(self) -> None:
        """K8: the shamok and the queen lie in one trick; she is caught unless by her partner."""
        cards = [move & CARDS_MASK for move in self.history[self.trick_start :]]
        if (cards.index(self.shamok) ^ cards.index(QUEEN)) & 1:
            self.caught = 1 - (self.leader & 1)
            self.is_over = True

    def copy(self) -> Self:
        other = super().copy()
        other.owner = self.owner
        other.by_suit = self.by_suit
        other.shamok = self.shamok
        other.must_trump = self.must_trump
        other.caught = self.caught
        return other


def longest_suit(hand: int, always_trumps: int) -> Suit:
    """The suit of which a hand has most plain cards, ties C S H D (K3)."""
    plain = [CARDS[card].suit for card in range(36) if (hand & ~always_trumps) >> card & 1]
    return max(Suit, key=lambda suit: (plain.count(suit), -suit))
