"""What can go wrong with the database, each as one sentence that says what to do.

KozelError
└── StorageError             the database cannot be used, or not now
    ├── DatabaseLocked       another arena works on it
    ├── SchemaTooOld         `kozel-arena db upgrade` has to run first
    ├── SchemaTooNew         it was written by a newer kozel-arena
    ├── DatabaseFull         no space left; results wait
    ├── NameTaken            a bot or tournament with that name exists
    ├── UnknownBot           no bot has that name or id
    ├── TakesNoPart          a bot is not in that tournament
    ├── UnknownTournament    no tournament has that name or id
    ├── UnknownMatch         no match with a result has that id
    ├── AlreadyVoided        the result of that match was struck out before
    ├── UnknownToken         no token has that name
    ├── UnknownInvitation    no invitation of that tournament has that number
    ├── InvitationRefused    a code that opens no registration, or none any more
    ├── UnusableValue        a name, text or number that cannot be meant
    ├── RegistrationClosed   a tournament that takes no bots, or none any more
    ├── WrongState           a tournament cannot go from its state to that one
    ├── WriterFull           more results were submitted than the writer has room for
    └── ResultRejected       a result that can never be stored
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from kozel.rules.errors import KozelError, shortened
from kozel_arena.storage.values import VoidedMatch


class StorageError(KozelError):
    """The database cannot be used, or not now."""


class DatabaseLocked(StorageError):
    """Another arena works on the database."""


class SchemaTooOld(StorageError):
    """The tables are older than this program."""


class SchemaTooNew(StorageError):
    """The tables are newer than this program."""


class ForeignDatabase(StorageError):
    """The database holds another program's tables."""

    def __init__(self, database: str, table: str) -> None:
        super().__init__(
            f"the database {database} belongs to another program (it has a table {table!r}): "
            "choose one of its own for the arena"
        )


class DatabaseFull(StorageError):
    """There is no space left for the database."""


class NameTaken(StorageError):
    """A bot or tournament with that name exists."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"a {kind} named {shortened(name)} exists already: choose another name")
        self.name = name


class UnknownBot(StorageError):
    """No bot has that name or id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot {shortened(name)}: see `kozel-arena bot list`")
        self.name = name


class TakesNoPart(StorageError):
    """A bot is not in a tournament."""

    def __init__(self, bot: str, tournament: str) -> None:
        super().__init__(
            f"the bot {shortened(bot)} takes no part in {shortened(tournament)}: see "
            "`kozel-arena tournament show`"
        )
        self.bot = bot
        self.tournament = tournament


class UnknownTournament(StorageError):
    """No tournament has that name or id."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"there is no tournament {shortened(name)}: see `kozel-arena tournament list`"
        )
        self.name = name


class UnknownMatch(StorageError):
    """No match with a result has that id."""

    def __init__(self, id: str) -> None:
        super().__init__(
            f"there is no finished match {shortened(id)}: see the matches of its tournament"
        )
        self.id = id


class AlreadyVoided(StorageError):
    """The result of a match was struck out before; it is played again under another id."""

    def __init__(self, match: VoidedMatch) -> None:
        super().__init__(
            f"the result of {match.match_id!r} was voided already, by {match.who!r} on "
            f"{match.voided:%Y-%m-%d at %H:%M}Z ({match.reason}): see `kozel-arena audit`, and "
            "`kozel-arena matches` for the match that was played in its place"
        )
        self.match = match


class UnknownToken(StorageError):
    """No token has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no token {shortened(name)}: list the tokens for their names")
        self.name = name


class UnknownInvitation(StorageError):
    """No invitation of that tournament has that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no invitation {number}: list the invitations of the tournament")
        self.number = number


class InvitationRefused(StorageError):
    """A code that opens no registration, or none any more."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the invitation code {why}: ask the organiser for another one")
        self.why = why


class UnusableValue(StorageError):
    """A name, text or number that cannot be meant; the sentence says what can.

    `field` is the parameter that it was given as; empty where that is none of an author's.
    """

    def __init__(self, text: str, *, field: str = "") -> None:
        super().__init__(text)
        self.field = field


class RegistrationClosed(StorageError):
    """A tournament that takes no bots, or none any more."""

    def __init__(self, tournament: str, why: str) -> None:
        super().__init__(f"{shortened(tournament)} takes no more bots: {why}")
        self.tournament = tournament
        self.why = why


class WrongState(StorageError):
    """A tournament cannot go from its state to that one."""

    def __init__(self, name: str, now: str, wanted: str) -> None:
        super().__init__(f"the tournament {shortened(name)} is {now}, so it cannot be {wanted}")
        self.now = now
        self.wanted = wanted


class WriterFull(StorageError):
    """More results were submitted than the writer has room for; this one was not taken."""


class ResultRejected(StorageError):
    """A result that can never be stored; its match has to be played again."""


@contextmanager
def in_sentences(database: str) -> Iterator[None]:
    """Turn what a database driver raises into a StorageError about `database`."""
    try:
        yield
    except DBAPIError as error:
        raise sentence_of(error.orig or error, database) from error
    except sqlite3.Error as error:
        raise sentence_of(error, database) from error


def sentence_of(error: BaseException, database: str) -> StorageError:
    """What a driver's error about that database means."""
    if not isinstance(error, sqlite3.Error):
        return _sentence_of_server(error, database)
    code = getattr(error, "sqlite_errorcode", None)
    match code and code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return DatabaseFull(f"there is no space left for the database {database}: free some")
        case sqlite3.SQLITE_READONLY:
            return StorageError(f"the database {database} cannot be written: check who owns it")
        case sqlite3.SQLITE_CANTOPEN:
            return StorageError(
                f"the database {database} cannot be opened: check that it and its directory "
                "can be read and written"
            )
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return StorageError(
                f"{database} is no SQLite database or is damaged: choose another path or "
                "restore a copy"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StorageError(
                f"another program keeps the database {database} locked: close it and try again"
            )
        case sqlite3.SQLITE_IOERR:
            return StorageError(f"the disk failed while using the database {database}: {error}")
        case _:
            return StorageError(f"the database {database} answered: {error}")


def _sentence_of_server(error: BaseException, database: str) -> StorageError:
    """What PostgreSQL means; its driver gives the states of SQL, and none without a server."""
    state = getattr(error, "sqlstate", None)
    said = str(error).partition("\n")[0]
    match state and state[:2]:
        case "53" if state == "53100":
            return DatabaseFull(f"there is no space left for the database {database}: free some")
        case "55":
            return StorageError(
                f"another program keeps the database {database} locked: close it and try again"
            )
        case None | "" | "08" | "57" | "53":
            return StorageError(f"the database {database} cannot be reached: {said}")
        case "28":
            return StorageError(f"the database {database} lets nobody in: {said}")
        case _:
            return StorageError(f"the database {database} answered: {said}")
