"""All matches of a tournament as columns of numbers, for statistics: one query, no object a match.

It reads indexes and the seats only, never a record.
"""

from sqlalchemy import Connection, and_, select

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
    return MatchTable.of_rows(
        (tuple(row) for row in connection.execute(rows)),
        entries=[bot_id(id) for id in ids],
        sides=[seat % sides for seat in seats],
    )
