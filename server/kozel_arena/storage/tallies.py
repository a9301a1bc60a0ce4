"""Sums over results, made by the database; no record is read for them."""

from sqlalchemy import and_, case, func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from kozel_arena.rating import MetTally, ScoreTally, TimeHistogram
from kozel_arena.storage.ids import bot_id
from kozel_arena.storage.tables import BotRow, EntryRow, MatchSeatRow


def score_tallies(session: Session, tournament: int | None) -> list[ScoreTally]:
    """The sums of every entry of the tournament in that row; entries without a match too.

    In team games both seats of a side have the side's points; its first seat counts.
    """
    seats = MatchSeatRow
    is_first = col(seats.seat) == col(seats.side)
    sums = (
        select(
            col(seats.bot_id).label("bot_id"),
            func.sum(case((is_first, 1), else_=0)).label("matches"),
            func.sum(case((is_first, col(seats.match_points)), else_=0.0)).label("points"),
            func.sum(col(seats.silences)).label("silences"),
        )
        .where(col(seats.tournament_id) == tournament)
        .group_by(col(seats.bot_id))
        .subquery()
    )
    rows = (
        session.connection()
        .execute(
            select(col(BotRow.id), col(BotRow.name), col(EntryRow.decisions))
            .add_columns(sums.c.matches, sums.c.points, sums.c.silences)
            .join(EntryRow, col(EntryRow.bot_id) == col(BotRow.id))
            .outerjoin(sums, sums.c.bot_id == col(BotRow.id))
            .where(col(EntryRow.tournament_id) == tournament)
        )
        .all()
    )
    return [
        ScoreTally(
            bot_id=bot_id(id),
            name=name,
            matches=matches or 0,
            points=points or 0.0,
            silences=silences or 0,
            decisions=TimeHistogram.parse(decisions),
        )
        for id, name, decisions, matches, points, silences in rows
    ]


def met_tallies(session: Session, tournament: int | None) -> list[MetTally]:
    """The sums of every ordered pair of entries that has met, over the first seats of sides."""
    own, other = aliased(MatchSeatRow), aliased(MatchSeatRow)
    met = and_(
        col(other.match_row_id) == col(own.match_row_id),
        col(other.seat) == col(other.side),
        col(other.side) != col(own.side),
    )
    rows = (
        session.connection()
        .execute(
            select(
                col(own.bot_id), col(other.bot_id), func.count(), func.sum(col(own.match_points))
            )
            .join(other, met)
            .where(col(own.tournament_id) == tournament, col(own.seat) == col(own.side))
            .group_by(col(own.bot_id), col(other.bot_id))
            .order_by(col(own.bot_id), col(other.bot_id))
        )
        .all()
    )
    return [
        MetTally(bot_id=bot_id(id), opponent_id=bot_id(opponent), matches=matches, points=points)
        for id, opponent, matches, points in rows
    ]
