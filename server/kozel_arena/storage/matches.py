"""Matches with a result: chosen, read without or with their records, and as outcomes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, select
from sqlmodel import Session, col

from kozel.table import Verdict
from kozel_arena.storage.errors import UnknownMatch
from kozel_arena.storage.ids import bot_id, may_exist, tournament_id
from kozel_arena.storage.tables import BotRow, TableBase
from kozel_arena.storage.values import StoredMatch
from kozel_arena.tournament.values import Outcome

_MATCH: Final = TableBase.metadata.tables["match"]
_SEAT: Final = TableBase.metadata.tables["match_seat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """Which matches; bots are rows."""

    bot: int | None = None
    opponent: int | None = None
    """Only with `bot`: on another side than it."""
    verdict: Verdict | None = None
    numbers: range | None = None
    """Numbers in it, in steps of 1."""


def newest(
    session: Session, tournament: int, chosen: MatchFilter, *, limit: int, before: str | None
) -> list[StoredMatch]:
    """The matches stored last, the last one first.

    Args:
        session: to read with.
        tournament: its row.
        chosen: which ones.
        limit: at most so many.
        before: id of a match; only those that were stored before it.

    Raises:
        UnknownMatch: no match has the id `before`.
    """
    row: ColumnElement[int]
    if chosen.bot is None:
        row = _MATCH.c.id
        rows = select(row).where(_MATCH.c.tournament_id == tournament, *_conditions(chosen))
    else:
        row, rows = _of_bot(tournament, chosen.bot, chosen)
    if before is not None:
        rows = rows.where(row < _row(session, before))
    ids = session.connection().scalars(rows.order_by(row.desc()).limit(limit)).all()
    return _stored(session, ids)


def one(session: Session, match_id: str) -> tuple[StoredMatch, str]:
    """A match and its record, a kozel-record/1 line.

    Raises:
        UnknownMatch: no match with a result has that id.
    """
    row = _row(session, match_id)
    record = session.connection().scalar(select(_MATCH.c.record).where(_MATCH.c.id == row))
    return _stored(session, [row])[0], str(record)


def outcomes(
    connection: Connection, tournament: int, *, after: int, limit: int
) -> list[tuple[int, Outcome]]:
    """What formats see of the matches stored after the row `after`, with their rows, in order."""
    ids = (
        select(_MATCH.c.id)
        .where(_MATCH.c.tournament_id == tournament, _MATCH.c.id > after)
        .order_by(_MATCH.c.id)
        .limit(limit)
    )
    return [
        (
            row,
            Outcome(
                number=seats[0].number,
                seats=tuple(bot_id(seat.bot_id) for seat in seats),
                group=seats[0].deal_group,
                match_points=tuple(seat.match_points for seat in seats),
                deal_points=tuple(seat.deal_points for seat in seats),
                deals=seats[0].deals,
                charged=tuple(bool(seat.is_charged) for seat in seats),
            ),
        )
        for row, seats in _by_match(connection.execute(_seats_of(ids)))
    ]


def _of_bot(
    tournament: int, bot: int, chosen: MatchFilter
) -> tuple[ColumnElement[int], Select[tuple[int]]]:
    """The rows of a bot's matches, found by its seats: it may have sat at few of all tables."""
    own, other = _SEAT.alias("own"), _SEAT.alias("other")
    row = own.c.match_row_id
    # In team games a bot has two seats at a table.
    rows = select(row).distinct().where(own.c.tournament_id == tournament, own.c.bot_id == bot)
    if chosen.opponent is not None:
        met = exists().where(
            other.c.match_row_id == row,
            other.c.bot_id == chosen.opponent,
            other.c.side != own.c.side,
        )
        rows = rows.where(met)
    if conditions := list(_conditions(chosen)):
        of_seat = and_(_MATCH.c.id == row, _MATCH.c.tournament_id == own.c.tournament_id)
        rows = rows.join(_MATCH, of_seat).where(*conditions)
    return row, rows


def _conditions(chosen: MatchFilter) -> Iterator[ColumnElement[bool]]:
    if chosen.verdict is not None:
        yield _MATCH.c.verdict == chosen.verdict.value
    if chosen.numbers is not None:
        yield _MATCH.c.number >= chosen.numbers.start
        yield _MATCH.c.number < chosen.numbers.stop


def _row(session: Session, match_id: str) -> int:
    found = select(_MATCH.c.id).where(_MATCH.c.match_id == match_id)
    row = session.connection().scalar(found) if may_exist(match_id) else None
    if row is None:
        raise UnknownMatch(match_id)
    return int(row)


def _seats_of(ids: Any) -> Select[Any]:
    return (
        select(_MATCH.c.id, _MATCH.c.number, _MATCH.c.deal_group, _MATCH.c.deals)
        .add_columns(_SEAT.c.seat, _SEAT.c.bot_id, _SEAT.c.match_points, _SEAT.c.deal_points)
        .add_columns(_SEAT.c.is_charged)
        .join(_SEAT, _SEAT.c.match_row_id == _MATCH.c.id)
        .where(_MATCH.c.id.in_(ids))
        .order_by(_MATCH.c.id, _SEAT.c.seat)
    )


def _by_match(rows: Iterable[Any]) -> Iterator[tuple[int, list[Any]]]:
    for row, seats in groupby(rows, key=lambda seat: seat.id):
        yield row, list(seats)


def _stored(session: Session, ids: Iterable[int | None]) -> list[StoredMatch]:
    """Those matches by descending row."""
    seats = (
        _seats_of(list(ids))
        .add_columns(_MATCH.c.match_id, _MATCH.c.tournament_id, _MATCH.c.attempt)
        .add_columns(_MATCH.c.verdict, _MATCH.c.started, _MATCH.c.ended)
        .add_columns(_SEAT.c.is_rated, _SEAT.c.silences, col(BotRow.name))
        .join(BotRow, col(BotRow.id) == _SEAT.c.bot_id)
    )
    found = [_match(seats) for _, seats in _by_match(session.connection().execute(seats))]
    return found[::-1]


def _match(seats: list[Any]) -> StoredMatch:
    match = seats[0]
    return StoredMatch(
        match_id=match.match_id,
        tournament_id=tournament_id(match.tournament_id),
        number=match.number,
        attempt=match.attempt,
        group=match.deal_group,
        seats=tuple(bot_id(seat.bot_id) for seat in seats),
        names=tuple(seat.name for seat in seats),
        verdict=Verdict(match.verdict),
        match_points=tuple(seat.match_points for seat in seats),
        deal_points=tuple(seat.deal_points for seat in seats),
        deals=match.deals,
        charged=tuple(bool(seat.is_charged) for seat in seats),
        rated=tuple(bool(seat.is_rated) for seat in seats),
        silences=tuple(seat.silences for seat in seats),
        started=match.started,
        ended=match.ended,
    )
