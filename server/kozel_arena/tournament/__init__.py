"""Tournaments as values: who takes part, what is played, which matches are left to start.

Pure: a schedule is a function of (config, finished matches); it must not know clocks, chance,
databases or streams. Everything is keyed by ids, never by names.
"""

from kozel.table import FaultPolicy
from kozel_arena.tournament.brackets import Round, Stage
from kozel_arena.tournament.checks import validated, validated_draft
from kozel_arena.tournament.config import TournamentConfig
from kozel_arena.tournament.gauntlet import Gauntlet
from kozel_arena.tournament.knockout import Knockout
from kozel_arena.tournament.ladder import Ladder
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.ranking import (
    Decision,
    KnockoutMeeting,
    KnockoutPlace,
    KnockoutTable,
    SwissLine,
)
from kozel_arena.tournament.round_robin import RoundRobin
from kozel_arena.tournament.schedule import Schedule, round_left, schedule_of
from kozel_arena.tournament.sprt import Sprt
from kozel_arena.tournament.swiss import Swiss
from kozel_arena.tournament.values import (
    MAY_END_BEFORE,
    DealMode,
    Entry,
    InvalidName,
    InvalidTournament,
    Outcome,
    Pairing,
    SprtBounds,
    TournamentError,
    TournamentFormat,
    TournamentState,
    seat_orders,
)

__all__ = [
    "MAY_END_BEFORE",
    "DealMode",
    "Decision",
    "Entry",
    "FaultPolicy",
    "Gauntlet",
    "InvalidName",
    "InvalidTournament",
    "Knockout",
    "KnockoutMeeting",
    "KnockoutPlace",
    "KnockoutTable",
    "Ladder",
    "Outcome",
    "Pairing",
    "Progress",
    "Round",
    "RoundRobin",
    "Schedule",
    "ScheduleState",
    "Sprt",
    "SprtBounds",
    "Stage",
    "Swiss",
    "SwissLine",
    "TournamentConfig",
    "TournamentError",
    "TournamentFormat",
    "TournamentState",
    "round_left",
    "schedule_of",
    "seat_orders",
    "validated",
    "validated_draft",
]
