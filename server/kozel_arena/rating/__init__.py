"""Statistics of results as values; pure, it must not know where results are kept."""

from kozel_arena.rating.histogram import TimeHistogram
from kozel_arena.rating.standings import (
    CrossTableCell,
    MetTally,
    ScoreTally,
    StandingLine,
    cross_table,
    match_points,
    standings,
)

__all__ = [
    "CrossTableCell",
    "MetTally",
    "ScoreTally",
    "StandingLine",
    "TimeHistogram",
    "cross_table",
    "match_points",
    "standings",
]
