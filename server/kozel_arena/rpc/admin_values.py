"""What an organiser asks of an arena and is told, as values; knows no message and no socket."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from kozel.rules.view import OptionValue
from kozel.stats import Interval, SprtState
from kozel.table import TimeControl, Verdict
from kozel_arena.roles import Role
from kozel_arena.tournament import (
    DealMode,
    FaultPolicy,
    KnockoutTable,
    SprtBounds,
    SwissLine,
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
class RegistrationEntry:
    """That authors may register bots for a tournament, or could."""

    tournament_id: str
    tournament: str
    """Its name."""
    most_bots: int
    entries: int
    opened: datetime
    closes: datetime | None
    why_closed: str | None
    """None while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationEntry:
    """A code with which bots are registered, without the code itself."""

    number: int
    label: str
    uses: int
    used: int
    created: datetime
    expires: datetime | None
    revoked: datetime | None


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
    spectator_delay_ns: int | None = None
    """How late spectators see its tables, 0 to 1 h; None: as late as the arena shows tables."""


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
    is_total_most: bool = False
    """Whether it may end with fewer matches than `total`."""
    given_up: tuple[str, ...] = ()
    """Ids of matches that failed again and again and are not tried any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictCount:
    """How many matches of a bot ended with a verdict."""

    verdict: Verdict
    matches: int
    charged: int
    """Those of them in which the verdict was the bot's doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRating:
    """An OpenSkill rating, which depends on the order of matches; a new bot has 25 and 8.3."""

    mu: float
    sigma: float
    ordinal: float
    """mu - 3 sigma: what the bot has shown it is worth at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a bot did in a tournament; all intervals are 95 % with deal groups as samples."""

    bot_id: str
    name: str
    place: int
    """From 1; bots with the same score share a place."""
    matches: int
    groups: int
    score: Interval
    """Match points a match, 0 to 1."""
    points: Interval | None
    """Card points of its side a deal, 0 to 120."""
    field: Interval | None
    """Card points a deal more than the others who held its side on the same deals."""
    elo: Interval | None
    """Bradley-Terry rating in logistic Elo; 0 is the mean of all."""
    superiority: float | None
    """Probability that it is stronger than the next in the table, 0 to 1."""
    ladder: LadderRating | None
    decision_p50_ns: int
    decision_p99_ns: int
    silences: int
    """Decisions that the arena made for the bot."""
    verdicts: tuple[VerdictCount, ...]
    is_withdrawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTableCell:
    """How a bot did against one opponent, on different sides; seen from the bot."""

    bot_id: str
    opponent_id: str
    matches: int
    groups: int
    score: Interval
    """Share of the matches in which it did better, shared wins half; 0 to 1."""
    difference: Interval
    """Card points a deal, -120 to 120."""
    superiority: float | None
    """Probability that it is the stronger one by the ratings, 0 to 1."""
    score_deviation: float | None
    """Standard deviation of a deal group's score; None below two groups."""
    difference_deviation: float | None
    """Standard deviation of a deal group's points a deal; None below two groups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentReport:
    """A tournament with its results so far."""

    tournament: TournamentEntry
    standings: tuple[Standing, ...]
    """Best first."""
    cross_table: tuple[CrossTableCell, ...]
    """Every ordered pair of opponents that has met."""
    sprt: SprtState | None = None
    """SPRT only: how far it is."""
    winner: str = ""
    """Knockouts only: name of the bot that has won; empty before."""
    swiss: tuple[SwissLine, ...] = ()
    """Swiss only: the table of the rounds that are over. Entries are bot ids."""
    knockout: KnockoutTable | None = None
    """Knockouts only. Entries are bot ids."""


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
    standings: tuple[Standing, ...]
    """Best first; empty when they are as they were before."""
    sprt: SprtState | None = None
    """SPRT only, together with the standings."""
    swiss: tuple[SwissLine, ...] = ()
    """Swiss only, together with the standings. Entries are bot ids."""
    knockout: KnockoutTable | None = None
    """Knockouts only, together with the standings. Entries are bot ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEntry:
    """A finished match. Tuples are by seat."""

    id: str
    tournament_id: str
    number: int
    attempt: int
    """How often a match with this number was voided before."""
    group: int
    """Its deal group: matches of one group played the same deals."""
    bots: tuple[str, ...]
    """Names."""
    match_points: tuple[float, ...]
    """Of the seat's side, 0 to 1."""
    deal_points: tuple[int, ...]
    """Card points of the seat's side over all deals."""
    verdict: Verdict
    charged_seats: tuple[int, ...]
    """Whose doing the verdict is."""
    deals: int
    started: datetime
    ended: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """Something that an organiser did."""

    time: datetime
    who: str
    """Name of the token."""
    role: Role
    action: str
    subject: str
    details: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEntry:
    """A token without its secret."""

    name: str
    role: Role
    created: datetime
    revoked: datetime | None
    """None while it is valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOrder:
    """A practice match to open."""

    ruleset: str
    options: Mapping[str, OptionValue]
    seat: int
    opponents: tuple[str, ...]
    """Clockwise from the person's left."""
    time_control: TimeControl
    name: str


@dataclass(frozen=True, slots=True)
class PracticeSeat:
    """A practice table that was opened."""

    token: str
    match_id: str
    names: tuple[str, ...]
    """Of the players by seat."""
