"""What goes into the runtime and comes out of it, as values."""

from dataclasses import dataclass, field
from typing import Protocol

from kozel.rules import Rules
from kozel.table import FaultPolicy, TimeControl
from kozel_arena.lobby import RunningTournament
from kozel_arena.storage import FinishedMatch, Replay, StorageError
from kozel_arena.tournament import DealMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an arena takes on, and for how long it waits."""

    max_streams: int
    max_tables: int
    practice_tables: int
    max_seats: int
    max_faults: int
    match_limit_ns: int
    heartbeat_interval_ns: int
    silence_limit_ns: int


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom a token belongs to."""

    bot_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentInPlay:
    """A tournament whose matches are to be played."""

    running: RunningTournament
    name: str
    rules: Rules
    seed: str
    time_control: TimeControl
    policy: FaultPolicy
    deals: DealMode
    spectator_delay_ns: int | None = None
    """How late spectators see its tables; None: as the arena shows tables."""
    replays: dict[int, Replay] = field(default_factory=dict)
    """By number of a match whose result was made void: how it is played again."""

    def attempt(self, number: int) -> int:
        """How many results of that match were made void."""
        replay = self.replays.get(number)
        return 0 if replay is None else replay.attempt


class Results(Protocol):
    """Where results go (`storage.ResultWriter`); nothing here waits for the disk."""

    @property
    def queued(self) -> int:
        """How many results wait to be written."""

    @property
    def room(self) -> int:
        """How many more can be handed over now."""

    @property
    def trouble(self) -> StorageError | None:
        """Why results cannot be written at the moment; no match should start meanwhile."""

    def submit(self, finished: FinishedMatch) -> int:
        """Hand over a result; `Matches.committed` is called when it is safe."""
