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
    """`round_robin`, `gauntlet`, `swiss`, `knockout`, `double_knockout`, `ladder` or `sprt`."""
    options: dict[str, str]
    """Table options that differ from their defaults, as texts by name."""
    matches_per_pairing: int
    """Matches of a meeting; of a sequential test the most matches."""
    is_individual: bool
    """Whether every seat is an entry of its own."""
    deals: str
    """Which matches play the same deals: `independent` (none), `mirrored` (all seat
    orders of a meeting) or `field` (all tables of a round)."""
    policy: str
    """When a bot uses up its strikes: `default_move` (the arena plays on for it) or `forfeit`
    (its side has lost)."""
    rounds: int | None
    """Swiss: how many; None: log2 of the entries, rounded up. Ladder: the most meetings; None:
    until an organiser ends it. Other formats: None."""
    challengers: tuple[str, ...]
    """Names of the bots that meet all the others, in a gauntlet; else empty."""
    sprt: SprtBounds | None
    """What a sequential test decides between; None for other formats."""
    move_limit_ms: float
    """Milliseconds for each decision before the bank is touched."""
    bank_ms: float
    """Milliseconds more that a seat has for the whole match."""
    strikes: int
    """Decisions in a row that a seat declined, or did not answer in time, after which its bot
    has lost the seat."""
    spectator_delay_seconds: float | None
    """How late spectators see its tables; None: not while they are played."""


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How often matches ended so."""

    verdict: Verdict
    """How they ended."""
    matches: int
    """How many did."""
    charged: int
    """Those of them that are charged to the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of a table. Intervals are 95 % with deal groups as samples; times in milliseconds."""

    place: int
    """From 1, by score; bots with the same share one."""
    bot_id: str
    """Of the bot, such as `b1`."""
    name: str
    """Of the bot."""
    is_withdrawn: bool
    """Whether it plays no further match."""
    matches: int
    """That count for it."""
    score: Interval
    """Match points a match, 0 to 1."""
    points: Interval | None
    """Card points of its side a deal, 0 to 120; None without a deal."""
    elo: Interval | None
    """Bradley-Terry, 0 is the mean; None without a match."""
    ladder: float | None
    """The order-dependent rating at its cautious end; None unless it is a ladder."""
    decision_p50_ms: float
    """Half of its answered decisions took at most so long; 0 without any."""
    decision_p99_ms: float
    """99 of 100 answered decisions took at most so long; 0 without any."""
    silences: int
    """Decisions that it left open: the arena chose."""
    verdicts: tuple[VerdictCount, ...]
    """How its matches ended, a line for each verdict that occurred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A bot against another; the score is the first bot's."""

    bot_id: str
    """Of the first bot."""
    opponent_id: str
    """Of the other one."""
    matches: int
    """In which they sat on different sides, and that count for both."""
    score: Interval
    """Share of them in which the first one did better, shared wins half; 0 to 1."""


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
    """Of a Swiss tournament, or the bracket of a knockout; empty for other formats."""
    winner: str | None
    """Id of the bot that has won a knockout; None while that is open, and for other formats."""
    swiss: tuple[SwissLine, ...]
    """The table of a Swiss tournament, best first; empty for other formats."""
    places: tuple[KnockoutPlace, ...]
    """Of a knockout: who is still in first, then the best; empty for other formats."""
    sprt: SprtState | None
    """How far a sequential test is; None for other formats."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A match that may start next."""

    number: int
    """Of the match in its tournament, from 0."""
    names: tuple[str, ...]
    """Of the bots by seat."""
    bot_ids: tuple[str, ...]
    """Their ids by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage:
    """A tournament: what it plays, how it stands, what comes next."""

    tournament: TournamentLine
    """Which, and how far it is."""
    plan: Plan
    """What it plays, and with which clock."""
    names: dict[str, str]
    """Of its bots, by id, in the order of the draw."""
    tables: Tables | None
    """Standings and what the format has beside them; None while they are worked out for the
    first time."""
    running: tuple[TableNow, ...]
    """Matches in play, the oldest first; at most 12."""
    upcoming: tuple[Upcoming, ...]
    """What may start next, whoever is free first; at most 12."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchChoice:
    """Which matches of a tournament are wanted; bots by id or name."""

    bot: str | None = None
    """Only matches in which it sat; None: of all."""
    opponent: str | None = None
    """Only matches of `bot` in which this one sat on another side; None: of all."""
    verdict: Verdict | None = None
    """Only matches that ended so; None: however they ended."""
    before: str | None = None
    """Only those stored before the match with this id; None: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPage:
    """Matches of a tournament that have a result, the one stored last first."""

    tournament: TournamentLine
    """Which, and how far it is."""
    bots: dict[str, str]
    """Names of all bots of the tournament by id."""
    choice: MatchChoice
    """What was asked for."""
    matches: tuple[MatchLine, ...]
    """Those that fit, at most as many as were asked for."""
    next: str | None
    """Id of a match, to be given as `before` for the next page; None on the last one."""
