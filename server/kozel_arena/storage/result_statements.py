"""The statements that write a result: the match and its seats, all or nothing, and never twice.

They go to the driver as texts that were made once: a result is written a thousand times a second,
and SQLAlchemy's expression language costs several times what the database takes.
"""

import json
from collections.abc import Callable
from typing import Any, Final, Protocol

from sqlalchemy import ClauseElement, Dialect, bindparam, exists, insert, literal_column, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.compiler import SQLCompiler

from kozel_arena.storage.results import PreparedResult
from kozel_arena.storage.tables import TableBase

_MATCH: Final = TableBase.metadata.tables["match"]
_SEAT: Final = TableBase.metadata.tables["match_seat"]
_VOIDED: Final = TableBase.metadata.tables["voided_match"]
_MATCH_COLUMNS: Final = [column for column in _MATCH.c if column.name != "id"]
_SEAT_NAMES: Final = [column.name for column in _SEAT.c if column.name != "match_row_id"]


class ResultStatements(Protocol):
    """How one kind of database is told to write results. Drivers' errors come as they are."""

    def open(self, cursor: Any) -> None:
        """Make a new connection ready."""

    def begin(self, cursor: Any) -> None:
        """Begin a transaction of several statements; `store` alone is one of its own."""

    def store(self, cursor: Any, prepared: PreparedResult) -> bool:
        """Write a result; False if it was there before, or was voided meanwhile."""


def result_statements(dialect: Dialect) -> ResultStatements:
    """The statements for one kind of database."""
    return _Sqlite(dialect) if dialect.name == "sqlite" else _Postgresql(dialect)


class _Sqlite:
    """A result is one statement.

    The driver lets go of the interpreter's lock at each step of a statement and then waits for it,
    and that stops the loop's thread twice. So a view takes a whole result, and its trigger takes
    the result apart; both belong to the connection and are not in the file.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._converts = [_to_driver(column.name, dialect) for column in _MATCH_COLUMNS]

    def open(self, cursor: Any) -> None:
        for statement in _SQLITE_SETUP:
            cursor.execute(statement)

    def begin(self, cursor: Any) -> None:
        cursor.execute("BEGIN IMMEDIATE")

    def store(self, cursor: Any, prepared: PreparedResult) -> bool:
        match = prepared.match
        values = [
            convert(match[column.name])
            for column, convert in zip(_MATCH_COLUMNS, self._converts, strict=True)
        ]
        seats = [[seat[name] for name in _SEAT_NAMES] for seat in prepared.seats]
        before = cursor.connection.total_changes
        cursor.execute(_SQLITE_STORE, [*values, json.dumps(seats)])
        return bool(cursor.connection.total_changes > before)


_NAMES: Final = [column.name for column in _MATCH_COLUMNS]
_SQLITE_SETUP: Final = (
    "CREATE TEMP VIEW IF NOT EXISTS result AS SELECT "
    + ", ".join(f"NULL AS {name}" for name in (*_NAMES, "seats")),
    f"""
    CREATE TEMP TRIGGER IF NOT EXISTS store_result INSTEAD OF INSERT ON result BEGIN
        INSERT INTO "match" ({", ".join(_NAMES)})
            SELECT {", ".join(f"NEW.{name}" for name in _NAMES)}
            WHERE NOT EXISTS (SELECT 1 FROM voided_match WHERE match_id = NEW.match_id)
            ON CONFLICT DO NOTHING;
        INSERT INTO match_seat (match_row_id, {", ".join(_SEAT_NAMES)})
            SELECT (SELECT id FROM "match" WHERE match_id = NEW.match_id),
                {", ".join(f"json_extract(value, '$[{at}]')" for at in range(len(_SEAT_NAMES)))}
            FROM json_each(NEW.seats)
            WHERE changes() > 0;
    END
    """,
)
_SQLITE_STORE: Final = f"INSERT INTO result VALUES ({', '.join('?' * (len(_NAMES) + 1))})"


class _Postgresql:
    """A result is a statement for the match and one for its seats; the driver begins by itself."""

    def __init__(self, dialect: Dialect) -> None:
        self._new_match = _text(_new_match(), dialect)
        self._new_seats = _text(insert(_SEAT), dialect)
        self._converts = {name: _to_driver(name, dialect) for name in ("started", "ended")}

    def open(self, cursor: Any) -> None:
        pass

    def begin(self, cursor: Any) -> None:
        pass

    def store(self, cursor: Any, prepared: PreparedResult) -> bool:
        match = prepared.match
        times = {name: convert(match[name]) for name, convert in self._converts.items()}
        cursor.execute(self._new_match, match | times)
        rows = cursor.fetchall()
        if not rows:
            return False
        seats = [seat | {"match_row_id": rows[0][0]} for seat in prepared.seats]
        cursor.executemany(self._new_seats, seats)
        return True


def _new_match() -> ClauseElement:
    """An insert that gives the new row's id; nothing when the match is there or was voided."""
    new = [bindparam(column.name, type_=column.type) for column in _MATCH_COLUMNS]
    was_voided = exists(literal_column("1")).where(
        _VOIDED.c.match_id == bindparam("match_id", type_=_MATCH.c.match_id.type)
    )
    return (
        postgresql.insert(_MATCH)
        .from_select([column.name for column in _MATCH_COLUMNS], select(*new).where(~was_voided))
        .on_conflict_do_nothing()
        .returning(_MATCH.c.id)
    )


def _text(statement: ClauseElement, dialect: Dialect) -> str:
    """A statement in the words of a driver that takes values by name."""
    compiled = statement.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    assert compiled.positiontup is None
    return str(compiled)


def _to_driver(column: str, dialect: Dialect) -> Callable[[Any], Any]:
    """How a value of that column is handed to the driver."""
    convert = _MATCH.c[column].type.dialect_impl(dialect).bind_processor(dialect)
    return convert if convert is not None else lambda value: value
