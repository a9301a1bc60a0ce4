"""The words of a tournament as frozen values, and what can be wrong with one.

KozelError
└── TournamentError
    └── InvalidTournament    a tournament that cannot be played; `field` names what is wrong
        └── InvalidName      a name, of a tournament or a bot, that cannot be used
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozel.rules.errors import KozelError, shortened


class TournamentError(KozelError):
    """Something is wrong with a tournament."""


class InvalidTournament(TournamentError):
    """A tournament that cannot be played as it is written; nothing was created."""

    def __init__(self, field: str, advice: str) -> None:
        super().__init__(f"this tournament cannot be played: {advice}")
        self.field = field
        self.advice = advice


class InvalidName(InvalidTournament):
    """A name, of a tournament or a bot, that cannot be used; nothing was created."""

    def __init__(self, name: str, advice: str) -> None:
        TournamentError.__init__(self, f"the name {shortened(name)} cannot be used: {advice}")
        self.field = "name"
        self.advice = advice


class TournamentState(StrEnum):
    """How far a tournament is; the value is the word in the database."""

    CREATED = "created"
    """Not started."""
    RUNNING = "running"
    """Matches are played."""
    PAUSED = "paused"
    """No match starts; those in play end and count."""
    FINISHED = "finished"
    """Every match has a result."""
    CANCELLED = "cancelled"
    """Stopped by an organiser; results are kept."""


class TournamentFormat(StrEnum):
    """Who meets whom, and when it is over; the value is the word in files and the database."""

    ROUND_ROBIN = "round_robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE_KNOCKOUT = "double_knockout"
    LADDER = "ladder"
    SPRT = "sprt"


MAY_END_BEFORE: Final = frozenset(
    {
        TournamentFormat.KNOCKOUT,
        TournamentFormat.DOUBLE_KNOCKOUT,
        TournamentFormat.LADDER,
        TournamentFormat.SPRT,
    }
)
"""Formats that may need fewer matches than their `total`, though nobody withdraws."""


class DealMode(StrEnum):
    """Which matches play the same deals; they are one deal group, the statistical sample."""

    INDEPENDENT = "independent"
    """Every match has deals of its own."""
    MIRRORED = "mirrored"
    """All seat orders of a meeting play the same deals: for trusted bots, who see them twice."""
    FIELD = "field"
    """All tables of a round play the same deals, and every bot meets a deal once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtBounds:
    """What a sequential test decides between: Elo ≤ `elo0` or ≥ `elo1` (logistic Elo)."""

    elo0: float
    """The first bot's Elo less the second's if it is not stronger (H0); -1000 to below `elo1`."""
    elo1: float
    """The same if it is stronger (H1); at most 1000."""
    alpha: float = 0.05
    """Greatest probability of accepting `elo1` when `elo0` is true, between 0 and 0.5."""
    beta: float = 0.05
    """Greatest probability of accepting `elo0` when `elo1` is true, between 0 and 0.5."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot's place in a tournament. `id` is the bot's id and all that schedules look at."""

    id: str
    name: str
    """For people only; two entries may not share an id, but nothing depends on names."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match that the schedule asks for."""

    number: int
    """Counts from 0 in the tournament; names the match for ever."""
    seats: tuple[str, ...]
    """Entry ids by seat; in team games an entry stands at both seats of its side (C0.2)."""
    group: int
    """Its deal group, counted from 0: matches of one group play the same deals. Their seed is
    `match_seed(seed of the tournament, group)`; with independent deals it is `number`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a match as formats that look at results see it. Tuples are by seat."""

    number: int
    seats: tuple[str, ...]
    """Entry ids."""
    group: int
    match_points: tuple[float, ...]
    """Of the seat's side, 0 to 1 (`rating.match_points`)."""
    deal_points: tuple[int, ...]
    """Card points of the seat's side over the match, 0 to 120 a deal."""
    deals: int
    """Deals of the match, at least 1 unless it was forfeited."""
    charged: tuple[bool, ...]
    """Whether the seat's bot brought about the verdict (took no part to the end)."""


SEAT_ORDERS: Final = {
    2: ((0, 1), (1, 0)),
    3: ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)),
}
"""By number of sides: which of the entries that meet has which side. Three rotations in a row
put every entry on every side once, so that any prefix is as even as it can be."""


def seat_orders(sides: int) -> int:
    """How many ways the entries that meet can be seated: 2 for two sides, 6 for three.

    Raises:
        InvalidTournament: no ruleset with that many sides can be scheduled.
    """
    if sides not in SEAT_ORDERS:
        known = " or ".join(map(str, SEAT_ORDERS))
        raise InvalidTournament("ruleset", f"its games need {known} sides, not {sides}")
    return len(SEAT_ORDERS[sides])
