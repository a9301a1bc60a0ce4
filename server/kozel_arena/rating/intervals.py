"""How sure a match score is: the 95 % interval of a mean of values between 0 and 1."""

from math import sqrt
from typing import Final

NORMAL_975: Final = 1.959963984540054
"""97.5 % quantile of the standard normal distribution."""


def score_interval(points: float, matches: int) -> tuple[float, float, float]:
    """Match score with the ends of its 95 % interval, as (score, low, high), all 0 to 1.

    Wilson's score interval. A match score lies between 0 and 1, and of all such values with a
    given mean those that are only 0 or 1 vary most; so the interval is right for plain wins
    and losses and errs to the wide side when wins are shared. Unlike Student's t it stays
    within 0 and 1 and says something honest after few and after one-sided results (3 wins of 3:
    0.44 to 1). Without a match nothing is known: (0.5, 0, 1).

    Matches count as independent; where the same deals are played from several seats, the group
    of deals is the sample and this interval is too narrow or too wide.

    Args:
        points: sum of the match points, 0 to `matches`.
        matches: how many matches.
    """
    if matches == 0:
        return 0.5, 0.0, 1.0
    score = points / matches
    square = NORMAL_975 * NORMAL_975
    middle = (score + square / (2 * matches)) / (1 + square / matches)
    spread = sqrt(score * (1 - score) / matches + square / (4 * matches * matches))
    reach = NORMAL_975 * spread / (1 + square / matches)
    return score, max(0.0, min(score, middle - reach)), min(1.0, max(score, middle + reach))
