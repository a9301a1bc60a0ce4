"""Miner (M1-M11): two teams, 36 cards, twelve trumps, the trump suit goes with the seat."""

from dataclasses import replace

from kozel.rules.cards import CARDS, Card, Suit, parse_card, parse_cards, points_of
from kozel.rules.chance import Chance
from kozel.rules.events import DealStarted
from kozel.rules.follow import FollowDeal
from kozel.rules.follow_rules import POOREST_HAND, FollowRules, seat_holding
from kozel.rules.game import Deal, Dealt, Settled, Standing
from kozel.rules.options import choice, switch
from kozel.rules.ruleset import Ruleset
from kozel.rules.scoring import (
    SPAS,
    add,
    cycle_loser,
    ended_at_limit,
    paid_by,
    took_no_trick,
)
from kozel.rules.trumps import suit_cards

CLOCKWISE = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)
"""Suits of the seats from the marker holder's on (M4)."""

JACKS = parse_cards("JC JS JH JD")


class MinerRules(FollowRules):
    """The rules of Miner."""

    def make_deck(self) -> tuple[Card, ...]:
        return CARDS

    def trumps(self, suit: Suit | None) -> list[Card]:
        """M5: the mat, the jacks, then the rest of the suit."""
        return [
            *suit_cards(CARDS, suit, "6"),
            *JACKS,
            *suit_cards(CARDS, suit, "ATKQ987"),
        ]

    def is_void(self, hand: int) -> bool:
        """M2."""
        return points_of(hand) < POOREST_HAND

    def start_deal(self, standing: Standing, number: int, chance: Chance) -> Dealt:
        """M3, M4, M6: the marker holder owns the cycle and leads; its seat's suit is trump."""
        hands, _, voided = self.deal_cards(number, chance, hand_size=9)
        marker = parse_card(str(self.options["marker"]))
        owner = seat_holding(hands, marker)
        assert owner is not None, "all 36 cards are dealt"
        pairing = standing.pairing or self._pair(owner)
        trump = pairing[owner]
        deal = FollowDeal(
            hands=hands,
            team=(0, 1, 0, 1),
            trump=trump,
            tables=self.tables[trump],
            must_trump=self.is_on("must_trump"),
            leader=owner,
        )
        started = DealStarted(number, hands, trump=trump, owner=owner, leader=owner, marker=marker)
        return Dealt(voided, started, deal, replace(standing, owner=owner, pairing=pairing))

    def _pair(self, holder: int) -> tuple[Suit, ...]:
        first = 0 if self.options["pairing"] == "fixed_seats" else holder
        return tuple(CLOCKWISE[(seat - first) % 4] for seat in range(4))

    def settle(self, standing: Standing, deal: Deal, number: int) -> Settled:
        """M8-M11."""
        points = deal.side_points()
        loser = cycle_loser(points)
        limit = 6 if self.is_on("short") else 12
        penalty = 0
        if loser is not None and took_no_trick(loser, deal.trick_winners):
            penalty = limit
        elif loser is not None and standing.owner is not None:
            penalty = (1 if points[loser] >= SPAS else 2) + (standing.owner & 1 == loser)
        change = paid_by(loser, penalty)
        score = add(standing.score, change)
        return Settled(points, change, replace(standing, score=score), ended_at_limit(score, limit))


RULESET = Ruleset(
    "miner",
    MinerRules,
    (
        choice("marker", "JC", "AC", about="the card that decides who owns the cycle (M3)"),
        switch("short", about="the match is lost at 6 instead of 12 (M11)"),
        choice("pairing", "first_holder", "fixed_seats", about="how seats get their suits (M4)"),
        switch("must_trump", about="who cannot follow must trump (M7)"),
    ),
)
