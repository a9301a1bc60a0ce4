"""Scores as logistic Elo and back: a difference of d Elo is a score of 1 / (1 + 10^(-d/400))."""

from math import isfinite, log10, pow
from typing import Final

ELO_SCALE: Final = 400.0
"""Elo for odds of 10 to 1."""


def score_from_elo(elo: float) -> float:
    """The match score, 0 to 1, expected at a difference of `elo` logistic Elo.

    Raises:
        ValueError: the difference is not a number.
    """
    if elo != elo:
        raise ValueError("a difference in Elo must be a number: nan is none")
    decades = max(-300.0, min(300.0, elo / ELO_SCALE))
    return 1.0 / (1.0 + pow(10.0, -decades))


def elo_from_score(score: float, groups: float) -> float:
    """The difference in logistic Elo that explains a score; finite for every score.

    A score of 0 or 1 would mean infinitely many Elo. So scores are held half a group away from
    both ends, counting one group more than there is: after n groups, between 1/(2n+2) and
    1 - 1/(2n+2). 10 of 10 is 529 Elo, 100 of 100 is 921; all other scores stay what they are.

    Args:
        score: mean match score, 0 to 1.
        groups: deal groups (or independent matches) behind the score, 0 or more.

    Raises:
        ValueError: an argument is outside its range.
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score of {score} has no Elo: give 0 to 1")
    if not (isfinite(groups) and groups >= 0):
        raise ValueError(f"{groups} groups cannot stand behind a score: give 0 or more")
    edge = 1 / (2 * groups + 2)
    held = max(edge, min(1 - edge, score))
    return ELO_SCALE * log10(held / (1 - held))
