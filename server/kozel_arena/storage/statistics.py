"""All matches of a tournament in numbers, for statistics: few queries, no object a match.

It reads indexes and the seats only, never a record.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, and_, case, func, select

from kozel.table import Verdict
from kozel_arena.rating.values import MatchTable
from kozel_arena.storage.ids import bot_id
from kozel_arena.storage.tables import TableBase

_MATCH = TableBase.metadata.tables["match"]
_SEAT = TableBase.metadata.tables["match_seat"]
_ENTRY = TableBase.metadata.tables["entry"]


def read_match_table(
    connection: Connection, tournament: int, *, sides: int, players: int, is_individual: bool
) -> MatchTable:
    """The matches of the tournament in that row.

    In team games one seat stands for each side, unless every seat is an entry of its own.

    Args:
        connection: to read with.
        tournament: its row.
        sides: how many there are in its games.
        players: seats of a match.
        is_individual: whether partners are entries of their own.
    """
    is_first = and_(_SEAT.c.seat == _SEAT.c.side)
    rows = (
        select(_MATCH.c.number, _MATCH.c.attempt, _MATCH.c.deal_group, _MATCH.c.deals)
        .add_columns(_ENTRY.c.position, _SEAT.c.match_points, _SEAT.c.deal_points)
        .add_columns(_SEAT.c.is_rated)
        .join(_SEAT, _SEAT.c.match_row_id == _MATCH.c.id)
        .join(
            _ENTRY,
            and_(
                _ENTRY.c.tournament_id == _MATCH.c.tournament_id,
                _ENTRY.c.bot_id == _SEAT.c.bot_id,
            ),
        )
        .where(_MATCH.c.tournament_id == tournament)
        .order_by(_MATCH.c.id, _SEAT.c.seat)
    )
    if not is_individual:
        rows = rows.where(is_first)
    entries = select(_ENTRY.c.bot_id).where(_ENTRY.c.tournament_id == tournament)
    ids = connection.scalars(entries.order_by(_ENTRY.c.position)).all()
    seats = range(players if is_individual else sides)
    # The driver's own rows: making better ones of them would take longer than all the rest.
    cursor: Any = connection.execute(rows).cursor
    return MatchTable.of_rows(
        cursor,
        entries=[bot_id(id) for id in ids],
        sides=[seat % sides for seat in seats],
    )


def verdict_counts(
    connection: Connection, tournament: int, *, is_individual: bool
) -> dict[str, dict[Verdict, tuple[int, int]]]:
    """By bot and verdict: matches that ended so, and those of them that are charged to the bot.

    Only verdicts that occurred. Normal ends are what is left of all matches, because looking at
    each of them would take most of the time.

    Args:
        connection: to read with.
        tournament: its row.
        is_individual: whether partners are entries of their own.
    """
    odd = (
        select(_SEAT.c.bot_id, _MATCH.c.verdict)
        .add_columns(func.max(case((_SEAT.c.is_charged, 1), else_=0)).label("charged"))
        .join(_MATCH, _MATCH.c.id == _SEAT.c.match_row_id)
        .where(_MATCH.c.tournament_id == tournament, _MATCH.c.verdict != Verdict.NORMAL.value)
        .group_by(_SEAT.c.match_row_id, _SEAT.c.bot_id, _MATCH.c.verdict)
        .subquery()
    )
    sums = select(odd.c.bot_id, odd.c.verdict, func.count(), func.sum(odd.c.charged)).group_by(
        odd.c.bot_id, odd.c.verdict
    )
    found: dict[str, dict[Verdict, tuple[int, int]]] = {}
    for bot, verdict, matches, charged in connection.execute(sums):
        found.setdefault(bot_id(bot), {})[Verdict(verdict)] = (int(matches), int(charged))
    for bot, matches in _matches_by_bot(
        connection, tournament, is_individual=is_individual
    ).items():
        odd_ones = found.get(bot, {})
        normal = matches - sum(count for count, _ in odd_ones.values())
        found[bot] = ({Verdict.NORMAL: (normal, 0)} if normal else {}) | odd_ones
    return found


def _matches_by_bot(
    connection: Connection, tournament: int, *, is_individual: bool
) -> Mapping[str, int]:
    counts = (
        select(_SEAT.c.bot_id, func.count())
        .where(_SEAT.c.tournament_id == tournament)
        .group_by(_SEAT.c.bot_id)
    )
    if not is_individual:
        counts = counts.where(_SEAT.c.seat == _SEAT.c.side)
    return {bot_id(bot): matches for bot, matches in connection.execute(counts)}
