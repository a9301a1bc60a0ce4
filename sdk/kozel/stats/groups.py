"""Matches on the same deals become one sample; samples become a score and points a deal.

Everything is seen from one entry, A, against another, B.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kozel.stats.elo import elo_from_score
from kozel.stats.intervals import (
    Interval,
    clustered_score_interval,
    likelihood_of_superiority,
    ratio_interval,
)
from kozel.stats.sums import RatioSums

DEAL_POINTS: Final = 120
"""Card points in a deal: a side takes 0 to 120, a difference is -120 to 120."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSample:
    """A match of A against B."""

    score: float
    """1 for A, 0 for B, between when shared; see `pair_score`."""
    difference: float
    """Card points of A's side minus those of B's side over the match."""
    deals: int
    """Deals of the match, 0 or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSample:
    """All matches of A against B on the same deals: one observation."""

    score: float
    """Mean over the matches, 0 to 1."""
    difference: float
    """Mean card points a deal that A's side took more than B's; 0 without a deal."""
    matches: int
    deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStatistics:
    """What is known about A against B; all intervals are 95 % with groups as samples."""

    groups: int
    matches: int
    deals: int
    score: Interval
    """Match score, 0 to 1."""
    difference: Interval
    """Card points a deal, -120 to 120."""
    elo: Interval
    """The score as logistic Elo; finite, see `elo_from_score`."""
    superiority: float
    """Probability that A is the stronger one, 0 to 1."""


def pair_score(own: float, other: float) -> float:
    """What a match says of two entries that were on different sides: 1, 1/2 or 0.

    The one with more match points (or a better rank, or more of anything) has beaten the other.
    A shared win is half; in a game of three sides it is half too when a third side won.
    """
    return 0.5 + ((own > other) - (own < other)) / 2


def group_sample(matches: Iterable[MatchSample]) -> GroupSample:
    """Make one sample of the matches of a deal group.

    Raises:
        ValueError: no match, or a score outside 0 to 1.
    """
    played = tuple(matches)
    if not played:
        raise ValueError("a deal group without a match is no sample: leave it out")
    for match in played:
        _check_score(match.score)
    deals = sum(match.deals for match in played)
    difference = sum(match.difference for match in played)
    return GroupSample(
        score=sum(match.score for match in played) / len(played),
        difference=difference / deals if deals else 0.0,
        matches=len(played),
        deals=deals,
    )


def group_statistics(samples: Iterable[GroupSample]) -> GroupStatistics:
    """Everything that is known from these groups, also from none. Order does not matter.

    Groups count by their matches (scores) and deals (points), so half-played groups do no harm.

    Raises:
        ValueError: a sample is not finite, or a score outside 0 to 1.
    """
    played = tuple(samples)
    for sample in played:
        _check_score(sample.score)
    scores = RatioSums.of((sample.score * sample.matches, sample.matches) for sample in played)
    points = RatioSums.of((sample.difference * sample.deals, sample.deals) for sample in played)
    score = clustered_score_interval(scores)
    return GroupStatistics(
        groups=scores.groups,
        matches=sum(sample.matches for sample in played),
        deals=sum(sample.deals for sample in played),
        score=score,
        difference=ratio_interval(points, low=-DEAL_POINTS, high=DEAL_POINTS),
        elo=Interval(
            *(elo_from_score(end, scores.groups) for end in (score.value, score.low, score.high))
        ),
        superiority=likelihood_of_superiority(scores),
    )


def _check_score(score: float) -> None:
    if not 0 <= score <= 1:
        raise ValueError(f"a match score cannot be {score}: give 0 to 1")
