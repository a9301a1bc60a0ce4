"""The records of one bot's matches, as far as its author may have them."""

from collections.abc import Iterator
from typing import Final

from sqlmodel import col, select

from kozel_arena.storage.database import Database
from kozel_arena.storage.finding import bot_row
from kozel_arena.storage.revealing import OVER
from kozel_arena.storage.rows import tournament_of
from kozel_arena.storage.tables import EntryRow, MatchRow, MatchSeatRow, TournamentRow
from kozel_arena.tournament import DealMode, TournamentState

_PAGE: Final = 100


def own_records(database: Database, bot: str) -> Iterator[str]:
    """The records of a bot's finished matches as JSON lines without newline, in stored order.

    A record holds everybody's cards. Where other tables play the same deals (mirrored and field
    deals) it is told only when the tournament is over; a deal of its own is told when its match is.
    Reads a page at a time, so it holds no transaction open while the caller works.

    Raises:
        UnknownBot: there is none (at the first line).
    """
    with database.read() as session:
        key = bot_row(session, bot).id
        tournaments = session.exec(
            select(TournamentRow)
            .join(EntryRow, col(EntryRow.tournament_id) == col(TournamentRow.id))
            .where(EntryRow.bot_id == key)
        ).all()
        open_ones = [row.id for row in tournaments if _is_told(row)]
    last = 0
    while True:
        with database.read() as session:
            held = select(MatchSeatRow.match_row_id).where(
                col(MatchSeatRow.tournament_id).in_(open_ones), MatchSeatRow.bot_id == key
            )
            page = session.exec(
                select(MatchRow.id, MatchRow.record)
                .where(
                    col(MatchRow.id) > last,
                    col(MatchRow.tournament_id).in_(open_ones),
                    col(MatchRow.id).in_(held),
                )
                .order_by(col(MatchRow.id))
                .limit(_PAGE)
            ).all()
        if not page:
            return
        yield from (record for _, record in page)
        last = page[-1][0] or 0


def _is_told(row: TournamentRow) -> bool:
    config = tournament_of(row, {}, finished=0).config
    return config.deals is DealMode.INDEPENDENT or TournamentState(row.state) in OVER
