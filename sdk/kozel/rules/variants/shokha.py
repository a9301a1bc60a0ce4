"""Shokha (B1-B13): the Bura family for penalties; two or three players singly, four in teams."""

from dataclasses import replace

from kozel.rules.bura_rules import BuraRules, bura_options, clockwise_after
from kozel.rules.events import MatchEnded
from kozel.rules.game import Deal, Settled, Standing
from kozel.rules.ruleset import Ruleset
from kozel.rules.scoring import add, lost_by, singles_change, teams_change


class ShokhaRules(BuraRules):
    """The rules of Shokha."""

    def settle(self, standing: Standing, deal: Deal, number: int) -> Settled:
        """B12, B13: the penalties of a deal; a side that has its fill is out."""
        points = deal.side_points()
        change = self._change(points, standing)
        score = add(standing.score, change)
        limit = self.number("limit")
        active = self.seats_mask([side for side in range(self.sides) if score[side] < limit])
        assert standing.dealer is not None
        dealer = clockwise_after(standing.dealer, active)[0]
        after = replace(standing, score=score, active=active, dealer=dealer)
        return Settled(points, change, after, self._ended(after, number))

    def _change(self, points: tuple[int, ...], standing: Standing) -> tuple[int, ...]:
        """B12."""
        if self.players == 4:
            return teams_change(points, spas_at=self.number("spas_at"))
        return singles_change(points, self.active_sides(standing))

    def _ended(self, standing: Standing, number: int) -> MatchEnded | None:
        """B13: the last side in wins; when the deals run out, the fewest penalties."""
        score = standing.score
        sides = range(self.sides)
        if len(self.active_sides(standing)) == 1:
            winners = self.active_sides(standing)
        elif number == self.number("max_deals"):
            winners = tuple(side for side in sides if score[side] == min(score))
        else:
            return None
        return lost_by(score, [side for side in sides if side not in winners])


RULESET = Ruleset("shokha", ShokhaRules, bura_options(combo_auto_win=True, max_deals=0))
