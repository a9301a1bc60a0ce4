"""What the follow-suit games share (C0.10): dealing, void deals, trick reading, strengths.

A ruleset says its deck, its trumps, what voids a deal, and how a deal starts and is scored.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT
from kozel.rules.cards import CARDS, Card, Suit, mask_of
from kozel.rules.chance import Chance
from kozel.rules.events import DealVoided
from kozel.rules.game import Rules, Standing
from kozel.rules.moves import SEAT_SHIFT
from kozel.rules.options import OptionValue
from kozel.rules.trumps import SEAT_MASK, STRENGTH_SHIFT, Plays, TrickTables, make_tables

POOREST_HAND = 14
"""Where a poor hand voids the deal, a hand worth less than this is poor (M2, K2)."""


class DealtCards(NamedTuple):
    """Cards in their places: hands (masks by seat), the rest of the deck, the void deals before."""

    hands: tuple[int, ...]
    rest: int
    voided: tuple[DealVoided, ...]


class FollowRules(Rules):
    """A follow-suit game; the tables of every trump suit are made when it is bound."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, OptionValue],
        given: Mapping[str, OptionValue],
    ) -> None:
        super().__init__(ruleset, options, given)
        suits: tuple[Suit | None, ...] = (None, *Suit)
        self.tables: Mapping[Suit | None, TrickTables] = {
            suit: make_tables(self.deck, self.trumps(suit), self.meeting) for suit in suits
        }

    @abstractmethod
    def trumps(self, suit: Suit | None) -> list[Card]:
        """All trumps, strongest first; for None, those that always are."""

    @property
    def meeting(self) -> tuple[Card, ...]:
        """Two cards that the deal must notice when they meet in a trick (K8), or none."""
        return ()

    def is_void(self, hand: int) -> bool:
        """Whether this hand, by itself, makes the deal void."""
        return False

    def opening(self, chance: Chance) -> Standing:
        return Standing(score=(0,) * self.sides, active=(1 << self.players) - 1)

    def deal_cards(self, number: int, chance: Chance, *, hand_size: int) -> DealtCards:
        """Deal until a deal stands: seat s gets the s-th block of cards, the rest stays."""
        voided: list[DealVoided] = []
        while True:
            deck = chance.deck(self.deck, number, len(voided))
            blocks = range(0, hand_size * self.players, hand_size)
            hands = tuple([mask_of(deck[at : at + hand_size]) for at in blocks])
            if not any(map(self.is_void, hands)):
                return DealtCards(hands, mask_of(deck[hand_size * self.players :]), tuple(voided))
            voided.append(DealVoided(number, hands))

    def strength(self, trump: Suit | None, card: int) -> int:
        return self.tables[trump].strengths[card]

    def is_trump(self, trump: Suit | None, card: int) -> bool:
        return bool(self.tables[trump].trump_mask >> card & 1)

    def winning_seat(self, trump: Suit | None, trick: Sequence[int]) -> int | None:
        if not trick:
            return None
        return _best(self._plays(trump, trick[0]), trick) & SEAT_MASK

    def wins(self, trump: Suit | None, trick: Sequence[int], code: int) -> bool:
        if code >> KIND_SHIFT:
            return False
        if not trick:
            return True
        plays = self._plays(trump, trick[0])
        best = _best(plays, trick)
        return plays[0][code][1] >> STRENGTH_SHIFT > best >> STRENGTH_SHIFT

    def _plays(self, trump: Suit | None, lead: int) -> Plays:
        return self.tables[trump].leads[0][lead & CARDS_MASK][1]


def _best(plays: Plays, trick: Sequence[int]) -> int:
    """The highest worth in a trick."""
    return max([plays[move >> SEAT_SHIFT & 3][move & CARDS_MASK][1] for move in trick])


def seat_holding(hands: Sequence[int], card: Card) -> int | None:
    """The seat that was dealt a card, or None when nobody was."""
    return next((seat for seat, hand in enumerate(hands) if hand & card.mask), None)


def deck_without(ranks: str) -> tuple[Card, ...]:
    """The 36 cards less some ranks, given as letters."""
    return tuple(card for card in CARDS if str(card)[0] not in ranks)
