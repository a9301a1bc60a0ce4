"""What an error means over HTTP: one table for pages and JSON."""

from typing import Final

from kozel.records.text import NoSuchSeat
from kozel.rules.errors import KozelError, RulesError, shortened
from kozel_arena.logs import Log
from kozel_arena.runtime.practice_values import NoRoom, NoSuchTable, NotNow, PracticeError
from kozel_arena.runtime.spectators import DealsAreShared, NoSpectators, NotInPlay
from kozel_arena.runtime.tables import tournament_id_of
from kozel_arena.storage import (
    AlreadyVoided,
    InvitationRefused,
    NameTaken,
    RegistrationClosed,
    StorageError,
    TakesNoPart,
    UnknownBot,
    UnknownInvitation,
    UnknownMatch,
    UnknownToken,
    UnknownTournament,
    UnusableValue,
    WrongState,
)
from kozel_arena.tournament import InvalidName, TournamentError
from kozel_arena.web.fields import UnusableField
from kozel_arena.web.match_readings import NoResult, NoSuchView, NotRevealed, StruckOut
from kozel_arena.web.tournament_readings import NotOver
from kozel_arena.web.visitors import (
    LoginNeeded,
    NobodysToken,
    NotAllowed,
    NotYours,
    OrganisersOnly,
)

FAILED: Final = "something failed in the arena: its organiser finds in its log what it was"
"""What is said of an error that nobody thought of."""
UNAVAILABLE: Final = 503
"""What is in no table: the database cannot be used at the moment."""
NO_DATABASE: Final = "the database cannot be used at the moment: try again later"
"""Nobody on the web is told where it is and what it answered."""
SENTENCES: Final = {404: "There is no page at this address.", 405: "That is not done here."}
"""What is said instead of the library's words."""
STATUSES: Final[dict[type[KozelError], int]] = {
    UnknownBot: 404,
    UnknownMatch: 404,
    UnknownTournament: 404,
    UnknownToken: 404,
    TakesNoPart: 404,
    NoSuchSeat: 404,
    NoSuchView: 404,
    NotInPlay: 404,
    NoResult: 404,
    NotRevealed: 403,
    NoSpectators: 403,
    DealsAreShared: 403,
    StruckOut: 410,
    LoginNeeded: 401,
    OrganisersOnly: 403,
    NobodysToken: 403,
    NotYours: 404,
    UnknownInvitation: 404,
    InvitationRefused: 403,
    RegistrationClosed: 409,
    NameTaken: 409,
    WrongState: 409,
    AlreadyVoided: 409,
    TournamentError: 400,
    UnusableField: 400,
    UnusableValue: 400,
    NoSuchTable: 404,
    NoRoom: 409,
    NotNow: 409,
    PracticeError: 422,
    RulesError: 422,
    NotOver: 403,
}


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    return next(
        (status for kind, status in STATUSES.items() if isinstance(error, kind)), UNAVAILABLE
    )


def field_of(error: Exception) -> str:
    """The name of the field of a form that is at fault; empty where none is alone."""
    match error:
        case UnusableField() | UnusableValue():
            return error.field
        case NameTaken() | InvalidName():
            return "name"
        case InvitationRefused():
            return "code"
        case UnknownMatch() | AlreadyVoided():
            return "match"
        case NobodysToken():
            return "token"
    return ""


def told(error: Exception) -> str:
    """What is said of an error over HTTP, where nobody has the commands that it may name."""
    match error:
        case UnknownTournament():
            return f"there is no tournament {shortened(error.name)}"
        case UnknownBot():
            return f"there is no bot {shortened(error.name)}"
    return NO_DATABASE if _is_of_database(error) else str(error)


def note(log: Log, error: Exception) -> None:
    """Write trouble that the visitor is told nothing of into the arena's log."""
    if _is_of_database(error):
        log.error("database_trouble", why=str(error))


def _is_of_database(error: Exception) -> bool:
    return isinstance(error, StorageError) and status_of(error) == UNAVAILABLE


def links_of(error: Exception) -> tuple[tuple[str, str], ...]:
    """Where somebody who got an error may go on: addresses and what is there."""
    match error:
        case NoResult():
            watch = ((f"/tables/{error.match_id}", "Watch it"),) if error.is_shown else ()
            return (*watch, (f"/tournaments/{error.tournament_id}", "Its tournament"))
        case StruckOut(match_id=id):
            at = f"/tournaments/{tournament_id_of(id)}/matches"
            return ((at, "The matches of its tournament"),)
        case DealsAreShared(match_id=id):
            return ((f"/tournaments/{tournament_id_of(id)}", "Its tournament"),)
        case NotAllowed():
            return (("/login", "Log in"),)
        case UnknownTournament() | UnknownMatch() | NotInPlay():
            return (("/tournaments", "All tournaments"),)
        case UnknownBot():
            return (("/bots", "All bots"),)
    return ()
