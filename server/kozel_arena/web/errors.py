"""What an error means over HTTP: one table for pages and JSON."""

from typing import Final

from kozel.records.text import NoSuchSeat
from kozel.rules.errors import KozelError
from kozel_arena.runtime.spectators import DealsAreShared, NoSpectators, NotInPlay
from kozel_arena.storage import UnknownBot, UnknownMatch, UnknownTournament
from kozel_arena.web.match_readings import NoSuchView, NotRevealed, StruckOut

UNAVAILABLE: Final = 503
"""What is in no table: the database cannot be used at the moment."""
STATUSES: Final[dict[type[KozelError], int]] = {
    UnknownBot: 404,
    UnknownMatch: 404,
    UnknownTournament: 404,
    NoSuchSeat: 404,
    NoSuchView: 404,
    NotInPlay: 404,
    NotRevealed: 403,
    NoSpectators: 403,
    DealsAreShared: 403,
    StruckOut: 410,
}


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    return next(
        (status for kind, status in STATUSES.items() if isinstance(error, kind)), UNAVAILABLE
    )
