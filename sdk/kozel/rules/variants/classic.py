"""Classic (K1-K9): two teams, 24 or 32 cards, queens and jacks always trumps, a caught queen."""

from dataclasses import replace

from kozel.rules.cards import Card, Suit, parse_card, parse_cards, parse_suit, points_of
from kozel.rules.chance import Chance
from kozel.rules.classic_deal import NAMES, ClassicDeal, longest_suit
from kozel.rules.events import DealStarted
from kozel.rules.follow_rules import POOREST_HAND, FollowRules, deck_without, seat_holding
from kozel.rules.game import Deal, Dealt, Settled, Standing
from kozel.rules.options import choice, switch
from kozel.rules.ruleset import Ruleset
from kozel.rules.scoring import SPAS, add, cycle_loser, ended_at_limit, paid_by, took_no_trick
from kozel.rules.trumps import suit_cards

QUEENS = parse_cards("QC QS QH QD")
JACKS = parse_cards("JC JS JH JD")
QUEENS_MASK = sum(card.mask for card in QUEENS)


class ClassicRules(FollowRules):
    """The rules of Classic."""

    def make_deck(self) -> tuple[Card, ...]:
        """K1."""
        return deck_without("789" if self.options["deck"] == 24 else "6")

    @property
    def shamok(self) -> Card:
        """The strongest trump whatever the trump suit (K5)."""
        return parse_card("6C" if self.options["deck"] == 24 else "7C")

    @property
    def meeting(self) -> tuple[Card, ...]:
        """K8: the shamok and the queen of clubs."""
        return (self.shamok, QUEENS[0])

    def trumps(self, suit: Suit | None) -> list[Card]:
        """K5: the shamok, the queens, the jacks, then the rest of the suit."""
        rest = [card for card in suit_cards(self.deck, suit, "ATK9876") if card != self.shamok]
        return [self.shamok, *QUEENS, *JACKS, *rest]

    def is_void(self, hand: int) -> bool:
        """K2."""
        return points_of(hand) < POOREST_HAND or hand & QUEENS_MASK == QUEENS_MASK

    def start_deal(self, standing: Standing, number: int, chance: Chance) -> Dealt:
        """K3, K4: the trump first, where it is drawn; then the cards; then who owns the cycle."""
        is_named = self.options["trump_mode"] == "named"
        drawn = Suit(chance.suit("drawn_trump", number)) if is_named and number > 1 else None
        trump = drawn if is_named else parse_suit(str(self.options["fixed_trump"]))
        hands, _, voided = self.deal_cards(number, chance, hand_size=len(self.deck) // 4)
        marker = parse_card(str(self.options["marker"])) if standing.owner is None else None
        owner = standing.owner if marker is None else seat_holding(hands, marker)
        assert owner is not None, "every card is dealt"
        deal = ClassicDeal(
            hands=hands,
            owner=owner,
            trump=trump,
            by_suit=self.tables,
            shamok=self.shamok.mask,
            must_trump=self.is_on("must_trump"),
        )
        started = DealStarted(
            number,
            hands,
            trump=trump,
            drawn_trump=drawn,
            owner=owner,
            leader=owner,
            marker=marker,
        )
        return Dealt(voided, started, deal, standing)

    def default(self, deal: Deal, seat: int, number: int, chance: Chance) -> int:
        """K3: silence at naming draws a suit, or names the longest."""
        if deal.trump is not None:
            return super().default(deal, seat, number, chance)
        if self.options["silent_name"] == "random":
            return NAMES[chance.suit("silent_name", number)]
        return NAMES[longest_suit(deal.hands[seat], self.tables[None].trump_mask)]

    def settle(self, standing: Standing, deal: Deal, number: int) -> Settled:
        """K7-K9; the last trick's winner owns the next cycle (K4)."""
        assert isinstance(deal, ClassicDeal)
        points = deal.side_points()
        limit = 6 if self.is_on("short") else 12
        loser = cycle_loser(points) if deal.caught is None else deal.caught
        penalty = 4
        if deal.caught is None and loser is not None:
            lusya = took_no_trick(loser, deal.trick_winners)
            penalty = limit if lusya else 2 if points[loser] >= SPAS else 4
        change = paid_by(loser, penalty)
        score = add(standing.score, change)
        after = replace(standing, score=score, owner=deal.trick_winners[-1])
        return Settled(points, change, after, ended_at_limit(score, limit))


RULESET = Ruleset(
    "classic",
    ClassicRules,
    (
        choice("deck", 24, 32, about="cards in the deck (K1)"),
        choice("trump_mode", "fixed", "named", about="where the trump suit comes from (K3)"),
        choice("fixed_trump", "C", "S", "H", "D", about="the trump suit, where it is fixed (K3)"),
        choice("marker", "JC", "AD", about="the card that decides who owns the first cycle (K4)"),
        switch("short", about="the match is lost at 6 instead of 12 (K9)"),
        switch("must_trump", about="who cannot follow must trump (K7)"),
        choice("silent_name", "random", "longest", about="the suit that silence names (K3)"),
    ),
)
