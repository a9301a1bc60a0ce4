"""The words of a tournament as frozen values, and what can be wrong with one.

KozelError
└── TournamentError
    └── InvalidTournament    a tournament that cannot be played; `field` names what is wrong
        └── InvalidName      a name, of a tournament or a bot, that cannot be used
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozel.rules.errors import KozelError


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
        TournamentError.__init__(self, f"the name {name!r} cannot be used: {advice}")
        self.field = "name"
        self.advice = advice


class TournamentState(StrEnum):
    """How far a tournament is; the value is the word in the database."""

    CREATED = "created"
    """Not started."""
    RUNNING = "running"
    """Matches are played."""
    FINISHED = "finished"
    """Every match has a result."""
    CANCELLED = "cancelled"
    """Stopped by an organiser; results are kept."""


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
