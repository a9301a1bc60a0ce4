"""Widow (W1-W7): three players, 24 cards, a soloist with three hidden cards against two."""

from dataclasses import replace

from kozel.rules.cards import Card, Suit, parse_cards
from kozel.rules.chance import Chance
from kozel.rules.events import DealStarted
from kozel.rules.follow_rules import FollowRules, deck_without, seat_holding
from kozel.rules.game import Deal, Dealt, Settled, Standing
from kozel.rules.moves import Question
from kozel.rules.options import choice, number, switch
from kozel.rules.ruleset import Ruleset
from kozel.rules.scoring import add, goats_at_limit, widow_mark
from kozel.rules.widow_deal import BURY, REFUSE, WidowDeal

TRUMPS = parse_cards("6C QC QS QH QD JC JS JH JD AC TC KC")
DECIDING_JACKS = parse_cards("JC JS JH JD")


class WidowRules(FollowRules):
    """The rules of Widow."""

    players_fixed = 3

    def make_deck(self) -> tuple[Card, ...]:
        """W1."""
        return deck_without("789")

    def trumps(self, suit: Suit | None) -> list[Card]:
        """W1: one trump suit for ever."""
        return list(TRUMPS)

    def start_deal(self, standing: Standing, number: int, chance: Chance) -> Dealt:
        """W2: the first jack that is in a hand makes its holder the soloist."""
        hands, widow, voided = self.deal_cards(number, chance, hand_size=7)
        jack, soloist = next(
            (jack, seat)
            for jack in DECIDING_JACKS
            if (seat := seat_holding(hands, jack)) is not None
        )
        deal = WidowDeal(
            hands=hands,
            soloist=soloist,
            widow=widow,
            trump=Suit.CLUBS,
            tables=self.tables[Suit.CLUBS],
            may_peek=self.is_on("widow_peek"),
            is_forced=self.is_on("first_lead_forced"),
        )
        started = DealStarted(
            number, hands, widow=widow, trump=Suit.CLUBS, owner=soloist, marker=jack
        )
        return Dealt(voided, started, deal, standing)

    def default(self, deal: Deal, seat: int, number: int, chance: Chance) -> int:
        """Silence refuses; if the widow is taken already it buries the same three."""
        assert isinstance(deal, WidowDeal)
        if deal.asked is Question.TAKE_WIDOW:
            return REFUSE
        if deal.asked is Question.BURY:
            return BURY | deal.widow
        return super().default(deal, seat, number, chance)

    def settle(self, standing: Standing, deal: Deal, number: int) -> Settled:
        """W6, W7: both defenders are marked on their common total."""
        assert isinstance(deal, WidowDeal)
        totals = deal.totals()
        points = tuple(totals[deal.team[seat]] for seat in range(self.players))
        sixty_costs = self.number("sixty_costs")
        change = tuple(widow_mark(total, sixty_costs=sixty_costs) for total in points)
        score = add(standing.score, change)
        return Settled(
            points,
            change,
            replace(standing, score=score),
            goats_at_limit(score, self.number("limit")),
        )


RULESET = Ruleset(
    "widow",
    WidowRules,
    (
        choice("sixty_costs", 2, 0, about="what a side pays with exactly 60 (W6)"),
        switch("first_lead_forced", about="the highest plain diamond must be led first (W4)"),
        switch("widow_peek", True, about="the soloist looks before taking (W3)"),
        number("limit", 12, minimum=1, about="marks that end the match (W7)"),
    ),
)
