"""One result into the database: the match, its seats, the entries' histograms, all or nothing."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Insert, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from kozel.records import format_record
from kozel.table import Verdict
from kozel_arena.rating import TimeHistogram, match_points
from kozel_arena.storage.errors import ResultRejected
from kozel_arena.storage.ids import bot_number, tournament_number
from kozel_arena.storage.tables import EntryRow, MatchRow, MatchSeatRow
from kozel_arena.storage.values import FinishedMatch

_ADD_TO_ENTRY = (
    update(EntryRow)
    .where(
        col(EntryRow.tournament_id) == bindparam("of_tournament"),
        col(EntryRow.bot_id) == bindparam("of_bot"),
    )
    .values(decisions=bindparam("merged"))
)


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
        ResultRejected: the match was aborted, or ids in it are none.
    """
    result = finished.result
    if result.verdict is Verdict.ABORTED or not result.winners:
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
                "match_points": match_points(seat % sides, result.winners),
                "silences": result.silences[seat],
                "decisions": histogram.format(),
                "is_charged": seat in result.charged_seats,
            }
        )
    return PreparedResult(_match_values(finished, tournament), seats, decisions)


def store(session: Session, prepared: PreparedResult) -> bool:
    """Write a result in the session's transaction; False if it was there already.

    Raises:
        IntegrityError: it refers to a tournament or bot that does not exist.
    """
    connection = session.connection()
    new = _insert_if_new(connection.dialect.name).values(prepared.match)
    match = connection.execute(new.returning(col(MatchRow.id))).scalar()
    if match is None:
        return False
    seats = [seat | {"match_row_id": match} for seat in prepared.seats]
    connection.execute(insert(MatchSeatRow), seats)
    _add_decisions(session, prepared)
    return True


def _add_decisions(session: Session, prepared: PreparedResult) -> None:
    tournament = prepared.match["tournament_id"]
    stored = session.exec(
        select(EntryRow.bot_id, EntryRow.decisions).where(
            EntryRow.tournament_id == tournament, col(EntryRow.bot_id).in_(prepared.decisions)
        )
    ).all()
    changes = []
    for bot, text in stored:
        merged = TimeHistogram.parse(text)
        merged.merge(prepared.decisions[bot])
        change = {"of_tournament": tournament, "of_bot": bot, "merged": merged.format()}
        changes.append(change)
    session.connection().execute(_ADD_TO_ENTRY, changes)


def _insert_if_new(dialect: str) -> Insert:
    if dialect == "postgresql":
        return postgresql.insert(MatchRow).on_conflict_do_nothing()
    return sqlite.insert(MatchRow).on_conflict_do_nothing()


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


def _rejected(finished: FinishedMatch, why: str) -> ResultRejected:
    return ResultRejected(f"match {finished.match_id} cannot be stored: {why}")
