"""Statistics of results as values; pure, it must not know where results are kept."""

from kozel_arena.rating.analysis import DRAWS, analyse
from kozel_arena.rating.bots import (
    BotAnalysis,
    BotMatches,
    CoursePoint,
    Share,
    analyse_bot,
)
from kozel_arena.rating.histogram import TimeHistogram
from kozel_arena.rating.ladder import (
    OrderDependentLadder,
    OrderDependentRating,
    order_dependent_ratings,
)
from kozel_arena.rating.plan import Plan, Precision, plan_elo, plan_points
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
    "BotAnalysis",
    "BotMatches",
    "CoursePoint",
    "CrossTableCell",
    "EntryAnalysis",
    "MatchTable",
    "MetTally",
    "OrderDependentLadder",
    "OrderDependentRating",
    "PairAnalysis",
    "Plan",
    "Precision",
    "ScoreTally",
    "Share",
    "StandingLine",
    "TimeHistogram",
    "analyse",
    "analyse_bot",
    "cross_table",
    "match_points",
    "order_dependent_ratings",
    "plan_elo",
    "plan_points",
    "standings",
]
