"""Sums over results, made by the database; no record is read for them."""

from sqlalchemy import ColumnElement, and_, case, func, select, true
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from kozel_arena.rating import MetTally, ScoreTally, TimeHistogram
from kozel_arena.storage.histograms import entry_histograms
from kozel_arena.storage.ids import bot_id
from kozel_arena.storage.tables import BotRow, EntryRow, MatchSeatRow


def score_tallies(session: Session, tournament: int, *, is_individual: bool) -> list[ScoreTally]:
    """The sums of every entry of the tournament in that row; entries without a match too.

    Only rated seats count. In team games both seats of a side have the side's points, and its
    first seat counts; in individual mode each is another entry, and counts.
    """
    seats = MatchSeatRow
    is_first = and_(_counts(seats, is_individual=is_individual), col(seats.is_rated))
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
            select(col(BotRow.id), col(BotRow.name))
            .add_columns(sums.c.matches, sums.c.points, sums.c.silences)
            .join(EntryRow, col(EntryRow.bot_id) == col(BotRow.id))
            .outerjoin(sums, sums.c.bot_id == col(BotRow.id))
            .where(col(EntryRow.tournament_id) == tournament)
        )
        .all()
    )
    histograms = entry_histograms(session.connection(), tournament)
    return [
        ScoreTally(
            bot_id=bot_id(id),
            name=name,
            matches=matches or 0,
            points=points or 0.0,
            silences=silences or 0,
            decisions=histograms.get(id, TimeHistogram()),
        )
        for id, name, matches, points, silences in rows
    ]


def met_tallies(session: Session, tournament: int, *, is_individual: bool) -> list[MetTally]:
    """The sums of every ordered pair of entries that has met, over the rated seats that count."""
    own, other = aliased(MatchSeatRow), aliased(MatchSeatRow)
    met = and_(
        col(other.match_row_id) == col(own.match_row_id),
        _counts(other, is_individual=is_individual),
        col(other.is_rated),
        col(other.side) != col(own.side),
    )
    rows = (
        session.connection()
        .execute(
            select(
                col(own.bot_id), col(other.bot_id), func.count(), func.sum(col(own.match_points))
            )
            .join(other, met)
            .where(
                col(own.tournament_id) == tournament,
                _counts(own, is_individual=is_individual),
                col(own.is_rated),
            )
            .group_by(col(own.bot_id), col(other.bot_id))
            .order_by(col(own.bot_id), col(other.bot_id))
        )
        .all()
    )
    return [
        MetTally(bot_id=bot_id(id), opponent_id=bot_id(opponent), matches=matches, points=points)
        for id, opponent, matches, points in rows
    ]


def _counts(seats: type[MatchSeatRow], *, is_individual: bool) -> ColumnElement[bool]:
    """Whether a seat stands for an entry: in team games one of the two does."""
    return true() if is_individual else col(seats.seat) == col(seats.side)
