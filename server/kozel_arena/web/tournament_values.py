"""What pages and JSON show of one tournament, as frozen values; scores are 0 to 1."""

from dataclasses import dataclass

from kozel.stats import Interval, SprtState
from kozel.table import Verdict
from kozel_arena.runtime.snapshot import TableNow
from kozel_arena.tournament import SprtBounds
from kozel_arena.tournament.overview import RoundNow
from kozel_arena.tournament.ranking import KnockoutPlace, SwissLine
from kozel_arena.web.match_lines import MatchLine
from kozel_arena.web.readings import TournamentLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a tournament plays."""

    format: str
    options: dict[str, str]
    """Table options that differ from their defaults."""
    matches_per_pairing: int
    is_individual: bool
    """Whether every seat is an entry of its own."""
    deals: str
    policy: str
    rounds: int | None
    challengers: tuple[str, ...]
    """Names, in a gauntlet."""
    sprt: SprtBounds | None
    move_limit_ms: float
    bank_ms: float
    strikes: int
    spectator_delay_seconds: float | None
    """How late spectators see its tables; None: not while they are played."""


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How often matches ended so."""

    verdict: Verdict
    matches: int
    charged: int
    """Those of them that are charged to the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of a table. Intervals are 95 % with deal groups as samples; times in milliseconds."""

    place: int
    """Bots with the same score share one."""
    bot_id: str
    name: str
    is_withdrawn: bool
    matches: int
    score: Interval
    points: Interval | None
    """Card points of its side a deal, 0 to 120; None without a deal."""
    elo: Interval | None
    """Bradley-Terry, 0 is the mean; None without a match."""
    ladder: float | None
    """Ladders: the order-dependent rating at its cautious end."""
    decision_p50_ms: float
    decision_p99_ms: float
    silences: int
    verdicts: tuple[VerdictCount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A bot against another; the score is the first bot's."""

    bot_id: str
    opponent_id: str
    matches: int
    score: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What was worked out from the results so far."""

    matches: int
    """Matches with a result that are in them."""
    groups: int
    """Deal groups: the samples behind the intervals."""
    standings: tuple[Standing, ...]
    """Best first."""
    cross_table: tuple[Cell, ...]
    """Every ordered pair that has met."""
    rounds: tuple[RoundNow, ...]
    """Of a Swiss tournament, or the bracket of a knockout."""
    winner: str | None
    """Id of the bot that has won a knockout."""
    swiss: tuple[SwissLine, ...]
    """The table of a Swiss tournament, best first."""
    places: tuple[KnockoutPlace, ...]
    """Of a knockout: who is still in first, then the best."""
    sprt: SprtState | None
    """How far a sequential test is."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A match that may start next."""

    number: int
    names: tuple[str, ...]
    """Of the bots by seat."""
    bot_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage:
    """A tournament: what it plays, how it stands, what comes next."""

    tournament: TournamentLine
    plan: Plan
    names: dict[str, str]
    """Of its bots, by id, in the order of the draw."""
    tables: Tables | None
    """None while they are worked out for the first time."""
    running: tuple[TableNow, ...]
    """Matches in play, the oldest first; at most `TABLES_SHOWN`."""
    upcoming: tuple[Upcoming, ...]
    """What may start next, whoever is free first; at most `UPCOMING`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchChoice:
    """Which matches of a tournament are wanted; bots by id or name."""

    bot: str | None = None
    opponent: str | None = None
    """Only with `bot`."""
    verdict: Verdict | None = None
    before: str | None = None
    """Only those stored before the match with this id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPage:
    """Matches of a tournament that have a result, the one stored last first."""

    tournament: TournamentLine
    bots: dict[str, str]
    """Names of all bots of the tournament by id."""
    choice: MatchChoice
    matches: tuple[MatchLine, ...]
    next: str | None
    """`before` of the next page; None on the last one."""
