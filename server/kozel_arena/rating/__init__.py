"""Statistics of results as values; pure, it must not know where results are kept."""

from kozel_arena.rating.analysis import DRAWS, analyse
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
from kozel_arena.rating.values import (
    SEAT_ROW,
    Analysis,
    EntryAnalysis,
    MatchTable,
    PairAnalysis,
)

__all__ = [
    "DRAWS",
    "SEAT_ROW",
    "Analysis",
    "CrossTableCell",
    "EntryAnalysis",
    "MatchTable",
    "MetTally",
    "PairAnalysis",
    "ScoreTally",
    "StandingLine",
    "TimeHistogram",
    "analyse",
    "cross_table",
    "match_points",
    "standings",
]
