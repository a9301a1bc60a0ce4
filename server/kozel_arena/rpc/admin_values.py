"""What an organiser asks of an arena and is told, as values; knows no message and no socket."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from kozel.rules.view import OptionValue
from kozel_arena.rating import CrossTableCell, StandingLine
from kozel_arena.tournament import (
    DealMode,
    FaultPolicy,
    SprtBounds,
    TournamentFormat,
    TournamentState,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotEntry:
    """A registered bot."""

    id: str
    name: str
    created: datetime
    is_connected: bool
    seats_in_play: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The parts of a time control that a tournament sets; None leaves a part to the arena."""

    move_limit_ns: int | None = None
    bank_ns: int | None = None
    strikes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """What a tournament plays."""

    name: str
    ruleset: str
    bots: tuple[str, ...]
    """Names of the bots that take part."""
    matches_per_pairing: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Table options that differ from their defaults."""
    clock: Clock = Clock()
    seed: str = ""
    """Empty for a secret random one; an arena tells it only when the tournament is over."""
    format: TournamentFormat = TournamentFormat.ROUND_ROBIN
    individual: bool = False
    """Team rulesets only: every seat is an entry of its own, and partners rotate."""
    deals: DealMode = DealMode.INDEPENDENT
    policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE
    rounds: int | None = None
    """Swiss: how many rounds. Ladder: the most meetings. None: the format's usual number."""
    challengers: tuple[str, ...] = ()
    """Gauntlet: names of the bots that meet everybody else; each is in `bots` too."""
    sprt: SprtBounds | None = None
    """SPRT only: what is tested, of the first bot against the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEntry:
    """A tournament of the arena; the counts are matches."""

    id: str
    plan: TournamentPlan
    state: TournamentState
    total: int
    finished: int
    running: int
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentReport:
    """A tournament with its results so far."""

    tournament: TournamentEntry
    standings: tuple[StandingLine, ...]
    """Best first."""
    cross_table: tuple[CrossTableCell, ...]
    """Every ordered pair of opponents that has met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningMatch:
    """A match that is played now."""

    match_id: str
    bots: tuple[str, ...]
    """Names by seat."""
    age_ns: int
    """How long it has been going on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A tournament at one moment, as a watcher sees it."""

    tournament: TournamentEntry
    running: tuple[RunningMatch, ...]
    """The oldest first; not all when there are many (`tournament.running` counts them)."""
    standings: tuple[StandingLine, ...]
    """Best first; empty when they are as they were before."""
