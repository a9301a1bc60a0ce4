"""What storage takes and gives, as frozen values."""

from dataclasses import dataclass
from datetime import datetime

from kozel.table import TableResult
from kozel_arena.tournament import TournamentConfig, TournamentState


@dataclass(frozen=True, slots=True)
class Bot:
    """A registered bot."""

    id: str
    name: str
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A stored tournament."""

    id: str
    config: TournamentConfig
    """With its seed, which bots must not see before the tournament is over."""
    state: TournamentState
    total: int
    """Matches of the whole schedule."""
    finished: int
    """Matches with a result, when this was read."""
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """A match that ended with a result, as the arena hands it to the writer."""

    tournament_id: str
    number: int
    """Of its pairing in the schedule."""
    match_id: str
    """Unique for ever; a second result with the same id is ignored."""
    seats: tuple[str, ...]
    """Bot ids by seat."""
    result: TableResult
    """Its record is stored as it is, with whatever the arena has filled in."""
    started: datetime
    ended: datetime
    group: int
    """Its deal group."""
