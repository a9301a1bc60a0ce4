"""One result into the database: the match and its seats, all or nothing, and never twice.

The statements go to the driver as texts that SQLAlchemy made once: a result is written a thousand
times a second, and its expression language costs several times what the database takes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ClauseElement, Dialect, bindparam, exists, insert, literal_column, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.compiler import SQLCompiler

from kozel.records import format_record
from kozel_arena.rating import TimeHistogram
from kozel_arena.storage.errors import ResultRejected
from kozel_arena.storage.ids import bot_number, tournament_number
from kozel_arena.storage.outcomes import outcome_of
from kozel_arena.storage.tables import TableBase
from kozel_arena.storage.values import FinishedMatch

_MATCH: Final = TableBase.metadata.tables["match"]
_SEAT: Final = TableBase.metadata.tables["match_seat"]
_VOIDED: Final = TableBase.metadata.tables["voided_match"]


@dataclass(frozen=True, slots=True)
class PreparedResult:
    """A result as rows, made before the transaction begins."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]


def prepare(finished: FinishedMatch) -> PreparedResult:
    """The rows of a result.

    Raises:
        ResultRejected: the match has no result, or ids in it are none.
    """
    result = finished.result
    if not result.verdict.is_rated or not result.winners:
        raise _rejected(finished, "it ended without a result")
    tournament = tournament_number(finished.tournament_id)
    bots = [bot_number(id) for id in finished.seats]
    if tournament is None or None in bots:
        raise _rejected(finished, "it names a tournament or bot that is none")
    outcome = outcome_of(finished)
    sides = len(result.score)
    seats = [
        {
            "seat": seat,
            "tournament_id": tournament,
            "bot_id": bot,
            "side": seat % sides,
            "match_points": outcome.match_points[seat],
            "deal_points": outcome.deal_points[seat],
            "silences": result.silences[seat],
            "decisions": TimeHistogram.of(result.think_ns[seat]).format(),
            "is_charged": outcome.charged[seat],
            "is_rated": result.is_rated[seat],
        }
        for seat, bot in enumerate(bots)
    ]
    match = {
        "match_id": finished.match_id,
        "tournament_id": tournament,
        "number": finished.number,
        "verdict": result.verdict.value,
        "started": finished.started,
        "ended": finished.ended,
        "record": format_record(result.record),
        "deal_group": finished.group,
        "attempt": finished.attempt,
        "deals": outcome.deals,
    }
    return PreparedResult(match, seats)


class ResultStatements:
    """How a result is written to one kind of database."""

    def __init__(self, dialect: Dialect) -> None:
        self._new_match = _Statement(_new_match(dialect), dialect)
        self._new_seats = _Statement(insert(_SEAT), dialect)
        self._times = {name: _to_driver(name, dialect) for name in ("started", "ended")}

    def store(self, cursor: DBAPICursor, prepared: PreparedResult) -> bool:
        """Write a result in the cursor's transaction; False if it was there before.

        A match that was voided meanwhile was there too. What the driver raises comes as it is.
        """
        values = prepared.match | {
            name: convert(prepared.match[name]) for name, convert in self._times.items()
        }
        cursor.execute(self._new_match.text, self._new_match.bind(values))
        # To the last row, or SQLite does not consider the statement done.
        rows = cursor.fetchall()
        if not rows:
            return False
        match = rows[0][0]
        seats = [self._new_seats.bind(seat | {"match_row_id": match}) for seat in prepared.seats]
        cursor.executemany(self._new_seats.text, seats)
        return True


class _Statement:
    """A statement in the words of a driver."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.text = str(compiled)
        assert isinstance(compiled, SQLCompiler)
        self._order = compiled.positiontup

    def bind(self, values: Mapping[str, Any]) -> Any:
        """The values as the driver takes them: by name, or by position."""
        if self._order is None:
            return values
        return [values[name] for name in self._order]


def _new_match(dialect: Dialect) -> ClauseElement:
    """An insert that gives the new row's id; nothing when the match is there or was voided."""
    make = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    columns = [column for column in _MATCH.c if column.name != "id"]
    new = [bindparam(column.name, type_=column.type) for column in columns]
    was_voided = exists(literal_column("1")).where(
        _VOIDED.c.match_id == bindparam("match_id", type_=_MATCH.c.match_id.type)
    )
    return (
        make(_MATCH)
        .from_select([column.name for column in columns], select(*new).where(~was_voided))
        .on_conflict_do_nothing()
        .returning(_MATCH.c.id)
    )


def _to_driver(column: str, dialect: Dialect) -> Callable[[Any], Any]:
    """How a value of that column is handed to the driver."""
    convert = _MATCH.c[column].type.dialect_impl(dialect).bind_processor(dialect)
    return convert if convert is not None else lambda value: value


def _rejected(finished: FinishedMatch, why: str) -> ResultRejected:
    return ResultRejected(f"match {finished.match_id} cannot be stored: {why}")
