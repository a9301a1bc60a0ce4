"""Pot (P1-P5): the play of Shokha for chips: every side antes, most card points take the pot."""

from collections.abc import Mapping
from dataclasses import replace

from kozel.rules.bura_rules import bura_options, clockwise_after
from kozel.rules.errors import InvalidOption
from kozel.rules.events import MatchEnded
from kozel.rules.game import Deal, Settled, Standing
from kozel.rules.options import OptionValue, choice, number
from kozel.rules.ruleset import Ruleset
from kozel.rules.scoring import add, lost_by, pot_winners
from kozel.rules.variants.shokha import ShokhaRules


class PotRules(ShokhaRules):
    """The rules of Pot; with `scoring: penalty` those of Shokha (P5)."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, OptionValue],
        given: Mapping[str, OptionValue],
    ) -> None:
        super().__init__(ruleset, options, given)
        self.is_for_chips = options["scoring"] == "pot"
        if self.is_for_chips:
            self._check_chips()

    def _check_chips(self) -> None:
        """P2: shares must stay whole.

        Raises:
            InvalidOption: the stack is no multiple of the ante, or three players have an odd one.
        """
        stack, ante = self.number("stack"), self.number("ante")
        if stack % ante:
            advice = f"give a multiple of the ante, {ante}, so that no chip is left over"
            raise InvalidOption(self.ruleset, "stack", advice)
        if self.players == 3 and ante % 2:
            advice = "give an even number, so that two of three players can share the pot"
            raise InvalidOption(self.ruleset, "ante", advice)

    @property
    def first_score(self) -> int:
        return self.number("stack") if self.is_for_chips else 0

    def stakes(self, standing: Standing) -> int:
        """P2: one ante a side."""
        if not self.is_for_chips:
            return 0
        return self.number("ante") * len(self.active_sides(standing))

    def settle(self, standing: Standing, deal: Deal, number: int) -> Settled:
        """P2-P4; P5."""
        if not self.is_for_chips:
            return super().settle(standing, deal, number)
        points = deal.side_points()
        ante = self.number("ante")
        playing = self.active_sides(standing)
        winners = pot_winners(points, playing)
        share = self.stakes(standing) // len(winners)
        change = tuple(
            (share if side in winners else 0) - (ante if side in playing else 0)
            for side in range(self.sides)
        )
        score = add(standing.score, change)
        active = self.seats_mask([side for side in playing if score[side] >= ante])
        assert standing.dealer is not None
        dealer = clockwise_after(standing.dealer, self.seats_mask(winners))[0]
        after = replace(standing, score=score, active=active, dealer=dealer)
        return Settled(points, change, after, self._chips_ended(after, number))

    def _chips_ended(self, standing: Standing, number: int) -> MatchEnded | None:
        """P3."""
        score = standing.score
        sides = range(self.sides)
        if len(self.active_sides(standing)) > 1 and number != self.number("max_deals"):
            return None
        return lost_by(score, [side for side in sides if score[side] < max(score)])


RULESET = Ruleset(
    "pot",
    PotRules,
    (
        *bura_options(combo_auto_win=False, max_deals=60),
        choice("scoring", "pot", "penalty", about="chips, or penalties as in shokha (P5)"),
        number("stack", 12, minimum=1, about="chips at the start, a multiple of the ante (P2)"),
        number("ante", 2, minimum=1, about="chips that each side pays for a deal (P2)"),
    ),
)
