"""One result into the database: the match, its seats, the entries' histograms, all or nothing."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from kozel.records import format_record
from kozel.table import TableResult
from kozel_arena.rating import TimeHistogram, match_points
from kozel_arena.storage.errors import ResultRejected
from kozel_arena.storage.ids import bot_number, tournament_number
from kozel_arena.storage.tables import TableBase
from kozel_arena.storage.values import FinishedMatch

_MATCH: Final = TableBase.metadata.tables["match"]
_SEAT: Final = TableBase.metadata.tables["match_seat"]
_ENTRY: Final = TableBase.metadata.tables["entry"]
# Statements are built once: building them costs more than the database takes to run them.
_NEW_SEAT: Final = insert(_SEAT)
_DECISIONS: Final = select(_ENTRY.c.bot_id, _ENTRY.c.decisions).where(
    _ENTRY.c.tournament_id == bindparam("of_tournament"),
    _ENTRY.c.bot_id.in_(bindparam("of_bots", expanding=True)),
)
_NEW_DECISIONS: Final = (
    update(_ENTRY)
    .where(
        _ENTRY.c.tournament_id == bindparam("of_tournament"),
        _ENTRY.c.bot_id == bindparam("of_bot"),
    )
    .values(decisions=bindparam("merged"))
)


def _insert_if_new(table: Table, dialect: str) -> ReturningInsert[tuple[int]]:
    """An insert that gives the new row's id, and nothing when a unique value is taken."""
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return make(table).on_conflict_do_nothing().returning(table.c.id)


_NEW_MATCH: Final = {
    dialect: _insert_if_new(_MATCH, dialect) for dialect in ("postgresql", "sqlite")
}


@dataclass(frozen=True, slots=True)
class PreparedResult:
    """A result as rows, made before the transaction begins."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    decisions: dict[int, TimeHistogram]
    """By bot: the times of all its seats."""


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
    sides = len(result.score)
    histograms = [TimeHistogram.of(times) for times in result.think_ns]
    decisions: dict[int, TimeHistogram] = {}
    seats = []
    for seat, (bot, histogram) in enumerate(zip(bots, histograms, strict=True)):
        assert bot is not None
        decisions.setdefault(bot, TimeHistogram()).merge(histogram)
        seats.append(
            {
                "seat": seat,
                "tournament_id": tournament,
                "bot_id": bot,
                "side": seat % sides,
                "match_points": _points(result, seat),
                "silences": result.silences[seat],
                "decisions": histogram.format(),
                "is_charged": seat in result.charged_seats,
            }
        )
    return PreparedResult(_match_values(finished, tournament), seats, decisions)


def store(connection: Connection, prepared: PreparedResult) -> bool:
    """Write a result in the connection's transaction; False if it was there already.

    Raises:
        IntegrityError: it refers to a tournament or bot that does not exist.
    """
    new_match = _NEW_MATCH[connection.dialect.name]
    match = connection.execute(new_match, prepared.match).scalar()
    if match is None:
        return False
    connection.execute(_NEW_SEAT, [seat | {"match_row_id": match} for seat in prepared.seats])
    _add_decisions(connection, prepared)
    return True


def _add_decisions(connection: Connection, prepared: PreparedResult) -> None:
    tournament = prepared.match["tournament_id"]
    wanted = {"of_tournament": tournament, "of_bots": list(prepared.decisions)}
    changes = []
    for bot, text in connection.execute(_DECISIONS, wanted).all():
        merged = TimeHistogram.parse(text)
        merged.merge(prepared.decisions[bot])
        changes.append({"of_tournament": tournament, "of_bot": bot, "merged": merged.format()})
    connection.execute(_NEW_DECISIONS, changes)


def _match_values(finished: FinishedMatch, tournament: int) -> dict[str, Any]:
    return {
        "match_id": finished.match_id,
        "tournament_id": tournament,
        "number": finished.number,
        "verdict": finished.result.verdict.value,
        "started": finished.started,
        "ended": finished.ended,
        "record": format_record(finished.result.record),
    }


def _points(result: TableResult, seat: int) -> float:
    """Match points of a seat's side; whose chair the house took has lost in any case."""
    if seat in result.replaced_seats:
        return 0.0
    return match_points(seat % len(result.score), result.winners)


def _rejected(finished: FinishedMatch, why: str) -> ResultRejected:
    return ResultRejected(f"match {finished.match_id} cannot be stored: {why}")
