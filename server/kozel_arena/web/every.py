"""The readings of all groups of pages together."""

from dataclasses import dataclass

from kozel_arena.web.bot_readings import BotReadings
from kozel_arena.web.match_readings import MatchReadings
from kozel_arena.web.practice_room import PracticeRoom
from kozel_arena.web.readings import Readings
from kozel_arena.web.table_readings import TableReadings
from kozel_arena.web.tournament_readings import TournamentReadings


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryReadings:
    """What pages and JSON show."""

    arena: Readings
    """The arena now, and the lists of tournaments and bots."""
    tournaments: TournamentReadings
    bots: BotReadings
    matches: MatchReadings
    """Finished matches."""
    tables: TableReadings
    """Tables that are played, for spectators."""
    room: PracticeRoom
    """Where persons play; it changes what it shows."""
