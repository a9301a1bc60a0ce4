"""Statistics of matches between two entries: intervals, Elo, a sequential test. Plain arithmetic.

The deal group (all matches that play the same deals) is the sample everywhere. It must not know
of rules, tables or tournaments: numbers in, numbers out. server/STATISTICS.md says
what each number means.
"""

from kozel.stats.elo import elo_from_score, score_from_elo
from kozel.stats.groups import (
    DEAL_POINTS,
    GroupSample,
    GroupStatistics,
    MatchSample,
    group_sample,
    group_statistics,
    pair_score,
)
from kozel.stats.gsprt import Gsprt, SprtDecision, SprtState
from kozel.stats.intervals import (
    NORMAL_975,
    Interval,
    clustered_score_interval,
    likelihood_of_superiority,
    ratio_interval,
    score_interval,
    student_975,
)
from kozel.stats.sums import RatioSums

__all__ = [
    "DEAL_POINTS",
    "NORMAL_975",
    "GroupSample",
    "GroupStatistics",
    "Gsprt",
    "Interval",
    "MatchSample",
    "RatioSums",
    "SprtDecision",
    "SprtState",
    "clustered_score_interval",
    "elo_from_score",
    "group_sample",
    "group_statistics",
    "likelihood_of_superiority",
    "pair_score",
    "ratio_interval",
    "score_from_elo",
    "score_interval",
    "student_975",
]
