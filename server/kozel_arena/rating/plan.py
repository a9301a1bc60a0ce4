"""How many deal groups a question needs: a difference, its noise, how sure one wants to be."""

from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import Final

from kozel.stats import DEAL_POINTS, score_from_elo

_NORMAL: Final = NormalDist()


@dataclass(frozen=True, slots=True, kw_only=True)
class Precision:
    """How sure an answer must be."""

    confidence: float = 0.95
    """Of the two-sided interval that must not hold zero, above 0.5 and below 1."""
    power: float = 0.8
    """Probability that a difference of the planned size is found, from 0.5 to below 1."""

    def __post_init__(self) -> None:
        if not 0.5 < self.confidence < 1:
            raise ValueError(
                f"a confidence of {self.confidence} cannot be: give above 0.5 and below 1"
            )
        if not 0.5 <= self.power < 1:
            raise ValueError(f"a power of {self.power} cannot be: give 0.5 to below 1")

    @property
    def errors(self) -> float:
        """By how many standard errors of the mean the difference must stand out."""
        return _NORMAL.inv_cdf((1 + self.confidence) / 2) + _NORMAL.inv_cdf(self.power)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a pair of entries must play."""

    groups: int
    """Deal groups, at least 2."""
    matches: int
    difference: float
    """What is told from 0: score above 1/2, or card points a deal."""
    deviation: float
    """Standard deviation of a deal group that was counted with."""


def plan_elo(
    elo: float,
    *,
    matches_a_group: int,
    deviation: float | None = None,
    precision: Precision | None = None,
) -> Plan:
    """The matches of a pair after which a difference in logistic Elo shows in the match score.

    Args:
        elo: the difference, not 0.
        matches_a_group: 1 with independent deals, 2 with two mirrored sides.
        deviation: of a group's score, 0 to 0.5, as measured (`PairAnalysis.score_deviation`). If
            None it is that of independent wins and losses: sqrt(s(1-s) / matches_a_group).
        precision: how sure; None for 95 % confidence and a power of 80 %.

    Raises:
        ValueError: an argument is outside its range.
    """
    score = score_from_elo(elo)
    if deviation is None and matches_a_group > 0:
        deviation = sqrt(score * (1 - score) / matches_a_group)
    return _plan(score - 0.5, matches_a_group, deviation, 0.5, precision or Precision())


def plan_points(
    points: float,
    *,
    matches_a_group: int,
    deviation: float,
    precision: Precision | None = None,
) -> Plan:
    """The matches of a pair after which a difference in card points a deal shows.

    Args:
        points: the difference, -120 to 120, not 0.
        matches_a_group: 1 with independent deals, 2 with two mirrored sides.
        deviation: of a group's points a deal, 0 to 120, as measured
            (`PairAnalysis.difference_deviation`).
        precision: how sure; None for 95 % confidence and a power of 80 %.

    Raises:
        ValueError: an argument is outside its range.
    """
    if abs(points) > DEAL_POINTS:
        raise ValueError(f"a deal has {DEAL_POINTS} points: {points} cannot be a difference")
    return _plan(points, matches_a_group, deviation, DEAL_POINTS, precision or Precision())


def _plan(
    difference: float,
    matches_a_group: int,
    deviation: float | None,
    largest: float,
    precision: Precision,
) -> Plan:
    if not abs(difference) > 1e-9:
        raise ValueError("no number of matches tells nothing from nothing: give a difference")
    if matches_a_group < 1:
        raise ValueError(f"a group of {matches_a_group} matches cannot be: give 1 or more")
    if deviation is None or not 0 <= deviation <= largest:
        raise ValueError(f"a deviation of {deviation} cannot be: give 0 to {largest}")
    groups = max(2, ceil((precision.errors * deviation / difference) ** 2))
    return Plan(
        groups=groups,
        matches=groups * matches_a_group,
        difference=difference,
        deviation=deviation,
    )
