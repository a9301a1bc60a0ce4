"""How sure a mean is: 95 % intervals of scores and points, over matches or deal groups."""

from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import Final

from kozel.stats.sums import RatioSums

NORMAL: Final = NormalDist()
NORMAL_975: Final = NORMAL.inv_cdf(0.975)
"""97.5 % quantile of the standard normal distribution."""
_SERIES_UP_TO: Final = 30
"""Degrees of freedom up to which Student's quantile is solved for; above, the expansion is exact
to seven digits."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the ends of its 95 % interval: low ≤ value ≤ high."""

    value: float
    """The estimate."""
    low: float
    """Lower end of the interval, in the unit of the value."""
    high: float
    """Upper end of the interval, in the unit of the value."""

    @property
    def margin(self) -> float:
        """Half the width, in the value's unit."""
        return (self.high - self.low) / 2


def score_interval(points: float, matches: int) -> Interval:
    """Match score of independent matches and its 95 % interval, all 0 to 1.

    Wilson's score interval. A match score lies between 0 and 1, and of all such values with a
    given mean those that are only 0 or 1 vary most; so the interval is right for plain wins
    and losses and errs to the wide side when wins are shared. Unlike Student's t it stays
    within 0 and 1 and says something honest after few and after one-sided results (3 wins of 3:
    0.44 to 1). Without a match nothing is known: 0.5, from 0 to 1.

    Matches count as independent; where the same deals are played from several seats, the group
    of deals is the sample: `clustered_score_interval`.

    Args:
        points: sum of the match points, 0 to `matches`.
        matches: how many matches.

    Raises:
        ValueError: the points are outside that range.
    """
    if not 0 <= points <= matches:
        raise ValueError(f"{matches} matches cannot have {points} points: give 0 to {matches}")
    if matches == 0:
        return Interval(0.5, 0.0, 1.0)
    score = points / matches
    return _wilson(score, score, matches, NORMAL_975)


def clustered_score_interval(sums: RatioSums) -> Interval:
    """Match score over deal groups and its 95 % interval, all 0 to 1.

    Wilson's interval again, of as many independent matches as would make the error that the
    groups show, with Student's quantile for their number. The neutral group
    (`RatioSums.with_neutral_group`) keeps it honest after few groups and one-sided results (3
    groups won of 3: 0.18 to 1) and finite when all groups agree. Without a group: 0.5, 0 to 1.

    Args:
        sums: match points as values, matches as weights.
    """
    if sums.groups == 0:
        return Interval(0.5, 0.0, 1.0)
    neutral = sums.with_neutral_group()
    mean, error = neutral.ratio, neutral.error
    matches = mean * (1 - mean) / (error * error)
    return _wilson(min(1.0, max(0.0, sums.ratio)), mean, matches, student_975(sums.groups))


def ratio_interval(sums: RatioSums, *, low: float, high: float) -> Interval:
    """A mean over deal groups and its 95 % interval by Student's t with groups as samples.

    The interval is cut at `low` and `high`, the least and greatest possible value. With fewer
    than two groups it is that whole range, and without any the value is its middle.

    Args:
        sums: for points a deal, points as values and deals as weights.
        low: least possible value.
        high: greatest possible value.
    """
    if sums.groups == 0:
        return Interval((low + high) / 2, low, high)
    value = sums.ratio
    if sums.groups == 1:
        return Interval(value, low, high)
    reach = student_975(sums.groups - 1) * sums.error
    return Interval(value, max(low, value - reach), min(high, value + reach))


def likelihood_of_superiority(sums: RatioSums) -> float:
    """Probability that the true score is above 1/2.

    Normal approximation to the posterior of the score, over deal groups and with the neutral
    group: 0.5 without a group, 0.72 after one that was won.

    Args:
        sums: match points as values, matches as weights.
    """
    if sums.groups == 0:
        return 0.5
    neutral = sums.with_neutral_group()
    return NORMAL.cdf((neutral.ratio - 0.5) / neutral.error)


def _wilson(score: float, mean: float, matches: float, quantile: float) -> Interval:
    """The interval round `mean`, made to hold `score`."""
    square = quantile * quantile
    middle = (mean + square / (2 * matches)) / (1 + square / matches)
    spread = sqrt(mean * (1 - mean) / matches + square / (4 * matches * matches))
    reach = quantile * spread / (1 + square / matches)
    low, high = max(0.0, min(score, middle - reach)), min(1.0, max(score, middle + reach))
    return Interval(score, low, high)


@lru_cache(maxsize=1024)
def student_975(degrees: int) -> float:
    """97.5 % quantile of Student's t; `degrees` of freedom at least 1.

    Few degrees: solved from the finite series (Abramowitz and Stegun 26.7.3 and 26.7.4); many:
    expanded round the normal quantile (26.7.5).

    Raises:
        ValueError: no degree of freedom.
    """
    if degrees < 1:
        raise ValueError("Student's t needs at least one degree of freedom: give two groups")
    if degrees > _SERIES_UP_TO:
        return _student_by_expansion(NORMAL_975, degrees)
    low, high = atan(NORMAL_975 / sqrt(degrees)), pi / 2
    for _ in range(52):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < 0.95 else (low, middle)
    return sqrt(degrees) * tan((low + high) / 2)


def _within(angle: float, degrees: int) -> float:
    """Probability that |t| ≤ sqrt(degrees)·tan(angle)."""
    is_odd = degrees % 2
    square = cos(angle) ** 2
    term = cos(angle) if is_odd else 1.0
    total = 0.0
    for k in range(1 + is_odd, degrees, 2):
        total += term
        term *= square * k / (k + 1)
    inside = sin(angle) * total
    return 2 / pi * (angle + inside) if is_odd else inside


def _student_by_expansion(z: float, degrees: int) -> float:
    n, square = degrees, z * z
    g1 = (square + 1) / 4
    g2 = ((5 * square + 16) * square + 3) / 96
    g3 = (((3 * square + 19) * square + 17) * square - 15) / 384
    g4 = ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160
    return z * (1 + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n)
