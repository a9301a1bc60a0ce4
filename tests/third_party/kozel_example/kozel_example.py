"""Evening Miner: Miner without the mat that ends after a few cycles. Knows only `kozel.rules`."""

from dataclasses import replace

from kozel.rules import Card, Ruleset, Suit, find_ruleset
from kozel.rules.cards import CARDS
from kozel.rules.game import Deal, Settled, Standing
from kozel.rules.options import number
from kozel.rules.scoring import lost_by
from kozel.rules.trumps import suit_cards
from kozel.rules.variants.miner import JACKS, MinerRules


class EveningRules(MinerRules):
    """The rules of Evening Miner: only what differs from Miner."""

    def trumps(self, suit: Suit | None) -> list[Card]:
        """E1: the four jacks, then the trump suit from the ace down to the six."""
        return [*JACKS, *suit_cards(CARDS, suit, "ATKQ9876")]

    def settle(self, standing: Standing, deal: Deal, cycle: int) -> Settled:
        """E2: after `cycles` cycles the side with more penalties has lost; level, both have won."""
        settled = super().settle(standing, deal, cycle)
        if settled.ended or cycle < self.number("cycles"):
            return settled
        score = settled.standing.score
        losers = [side for side in range(self.sides) if score[side] > min(score)]
        return replace(settled, ended=lost_by(score, losers))


RULESET = Ruleset(
    "evening",
    EveningRules,
    (*find_ruleset("miner").options, number("cycles", 4, minimum=1)),
)
