"""Adds up a run of matches: score with a 95 % interval, points a deal. Plain arithmetic only."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from kozel.contest.lineups import Order
from kozel.rules import Rules
from kozel.stats import DEAL_POINTS, RatioSums, ratio_interval, score_interval
from kozel.table import TableResult


@dataclass(frozen=True, slots=True)
class Line:
    """How one entrant did."""

    name: str
    matches: int
    score: float
    """Mean share of a match: the winning sides share 1 equally, else all do; 0 to 1."""
    score_low: float
    score_high: float
    """Wilson's 95 % interval of the score."""
    points_per_deal: float
    """Mean card points of its side in a deal, of 120."""
    points_margin: float
    """Half the width of the 95 % interval (Student's t, matches as samples) of the points a
    deal; after one match 60, so nothing is known."""
    change_per_deal: float
    """Mean penalty of its side in a deal; in pot scoring chips won."""


class Tally:
    """What every entrant has reached so far."""

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self.matches = 0
        self.deals = 0
        self._rules = rules
        self._names = tuple(names)
        self._shares: list[list[float]] = [[] for _ in names]
        self._points: list[list[float]] = [[] for _ in names]
        self._change = [0.0 for _ in names]
        self._deals_by_match: list[int] = []

    def add(self, order: Order, result: TableResult) -> None:
        """Count one finished match, played in this seat order."""
        deals = result.record.deals
        self.matches += 1
        self.deals += len(deals)
        self._deals_by_match.append(len(deals))
        for entrant in range(len(self._names)):
            seats = [seat for seat, holder in enumerate(order) if holder == entrant]
            sides = sorted({self._rules.side_of(seat) for seat in seats})
            self._shares[entrant].append(sum(self._share(result, side) for side in sides))
            self._points[entrant].append(
                sum(fmean((deal.points or ())[side] for side in sides) for deal in deals)
            )
            self._change[entrant] += sum(
                fmean((deal.change or ())[side] for side in sides) for deal in deals
            )

    def lines(self) -> tuple[Line, ...]:
        """One line an entrant, the best score first. Needs at least one match."""
        lines = [self._line(entrant) for entrant in range(len(self._names))]
        return tuple(sorted(lines, key=lambda line: -line.score))

    def _share(self, result: TableResult, side: int) -> float:
        winners = result.winners or tuple(range(self._rules.sides))
        return 1 / len(winners) if side in winners else 0.0

    def _line(self, entrant: int) -> Line:
        score = score_interval(sum(self._shares[entrant]), self.matches)
        samples = zip(self._points[entrant], self._deals_by_match, strict=True)
        points = ratio_interval(RatioSums.of(samples), low=0, high=DEAL_POINTS)
        return Line(
            name=self._names[entrant],
            matches=self.matches,
            score=score.value,
            score_low=score.low,
            score_high=score.high,
            points_per_deal=points.value,
            points_margin=points.margin,
            change_per_deal=self._change[entrant] / self.deals,
        )
