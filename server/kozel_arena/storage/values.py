"""What storage takes and gives, as frozen values."""

from dataclasses import dataclass, field
from datetime import datetime

from kozel.table import TableResult, Verdict
from kozel_arena.roles import Role
from kozel_arena.tournament import MAY_END_BEFORE, TournamentConfig, TournamentState


@dataclass(frozen=True, slots=True)
class Bot:
    """A registered bot."""

    id: str
    name: str
    created: datetime
    rotated: datetime | None = None
    """When its token was replaced last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A stored tournament."""

    id: str
    config: TournamentConfig
    """With its seed, which bots must not see before the tournament is over."""
    state: TournamentState
    total: int
    """The most matches that its schedule can have."""
    finished: int
    """Matches with a result, when this was read."""
    created: datetime
    withdrawn: frozenset[str] = frozenset()
    """Ids of the entries that play no further match."""
    voided: int = 0
    """Results that were struck out, when this was read."""

    @property
    def planned(self) -> int:
        """Matches in all: the most that there can be, until it is finished."""
        return self.finished if self.state is TournamentState.FINISHED else self.total

    @property
    def may_end_before(self) -> bool:
        """Whether it may end with fewer matches than `planned`."""
        is_open = self.state is not TournamentState.FINISHED
        return is_open and (self.config.format in MAY_END_BEFORE or bool(self.withdrawn))


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
    attempt: int = 0
    """How many matches with this number were voided before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A match with a result, without its record. Tuples are by seat."""

    match_id: str
    tournament_id: str
    number: int
    attempt: int
    """How many matches with this number were voided before."""
    group: int
    """Its deal group."""
    seats: tuple[str, ...]
    """Bot ids."""
    names: tuple[str, ...]
    """Of the bots."""
    verdict: Verdict
    match_points: tuple[float, ...]
    """Of the seat's side, 0 to 1."""
    deal_points: tuple[int, ...]
    """Card points of the seat's side over all deals."""
    deals: int
    """Deals that were played to their end."""
    charged: tuple[bool, ...]
    """Whether the verdict is the seat's doing."""
    rated: tuple[bool, ...]
    """Whether the match counts for the seat."""
    silences: tuple[int, ...]
    """Decisions that the seat left open."""
    started: datetime
    ended: datetime


@dataclass(frozen=True, slots=True)
class Replay:
    """How a match is played again whose result was struck out."""

    attempt: int
    """How many of its results were struck out."""
    seed: str = field(repr=False)
    """Secret from which its deals follow, as those of other matches from the tournament's seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidedMatch:
    """A match whose result was struck out."""

    match_id: str
    tournament_id: str
    number: int
    attempt: int
    reason: str
    who: str
    """Name of the token with which it was voided."""
    voided: datetime
    replay: Replay
    """How it is played again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Something that an organiser or author did."""

    time: datetime
    """When it was done, in UTC."""
    who: str
    """Name of the token, or of the bot whose author it was."""
    role: Role
    """What that token allows; `author` for a bot's own."""
    action: str
    """A word such as `match_voided`."""
    subject: str
    """What it was done to: a match's id, a bot's, tournament's or token's name."""
    details: str
    """What else belongs to it, such as a reason or a label; empty where nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessToken:
    """A token of an organiser or viewer, without its secret."""

    name: str
    role: Role
    created: datetime
    revoked: datetime | None
    """None while it is valid."""
