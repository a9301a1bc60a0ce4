"""The entries' histograms of times: derived from the seats of the matches, so never wrong.

Every seat of a match keeps the histogram of its own times. `entry.decisions` is their sum over
the matches up to the row `tournament.tallied_through`, which the writer moves on now and then;
a reader adds the few matches after it. All of it follows from what is stored, so it does not
matter when a process is killed.
"""

from typing import Final

from sqlalchemy import Connection, bindparam, func, select, update

from kozel_arena.rating import TimeHistogram
from kozel_arena.storage.tables import TableBase

TALLY_EVERY: Final = 500
"""Results of a tournament between two tallies: reading them takes 5 ms, so readers see no wait."""

_TABLES: Final = TableBase.metadata.tables
_ENTRY: Final = _TABLES["entry"]
_MATCH: Final = _TABLES["match"]
_SEAT: Final = _TABLES["match_seat"]
_TOURNAMENT: Final = _TABLES["tournament"]


def entry_histograms(connection: Connection, tournament: int) -> dict[int, TimeHistogram]:
    """The histogram of every entry of the tournament in that row, by bot."""
    through = _tallied_through(connection, tournament)
    return _summed(connection, tournament, through)


def tally(connection: Connection, tournament: int) -> None:
    """Move the sums in `entry` on to the last match, in the connection's transaction."""
    through = _tallied_through(connection, tournament, is_written=True)
    last = connection.scalar(
        select(func.max(_MATCH.c.id)).where(_MATCH.c.tournament_id == tournament)
    )
    if last is None or last <= through:
        return
    _write(connection, tournament, _summed(connection, tournament, through))
    _move(connection, tournament, through=last)


def forget(connection: Connection, tournament: int, match: int) -> None:
    """Take a match out of the sums in `entry`, before its row is deleted."""
    through = _tallied_through(connection, tournament, is_written=True)
    if match > through:
        return
    entries = _stored(connection, tournament)
    seats = select(_SEAT.c.bot_id, _SEAT.c.decisions).where(_SEAT.c.match_row_id == match)
    for bot, text in connection.execute(seats):
        if bot in entries:
            entries[bot].remove(TimeHistogram.parse(text))
    _write(connection, tournament, entries)
    # SQLite gives the number of a deleted last row to the next one, which is not summed up yet.
    before = select(func.max(_MATCH.c.id)).where(
        _MATCH.c.tournament_id == tournament, _MATCH.c.id <= through, _MATCH.c.id != match
    )
    _move(connection, tournament, through=connection.scalar(before) or 0)


def _summed(connection: Connection, tournament: int, through: int) -> dict[int, TimeHistogram]:
    entries = _stored(connection, tournament)
    seats = select(_SEAT.c.bot_id, _SEAT.c.decisions).where(
        _SEAT.c.match_row_id > through, _SEAT.c.tournament_id == tournament
    )
    for bot, text in connection.execute(seats):
        if bot in entries:
            entries[bot].merge(TimeHistogram.parse(text))
    return entries


def _stored(connection: Connection, tournament: int) -> dict[int, TimeHistogram]:
    rows = select(_ENTRY.c.bot_id, _ENTRY.c.decisions).where(_ENTRY.c.tournament_id == tournament)
    return {bot: TimeHistogram.parse(text) for bot, text in connection.execute(rows)}


def _write(connection: Connection, tournament: int, entries: dict[int, TimeHistogram]) -> None:
    connection.execute(
        update(_ENTRY)
        .where(_ENTRY.c.tournament_id == tournament, _ENTRY.c.bot_id == bindparam("of_bot"))
        .values(decisions=bindparam("merged")),
        [{"of_bot": bot, "merged": histogram.format()} for bot, histogram in entries.items()],
    )


def _move(connection: Connection, tournament: int, *, through: int) -> None:
    row = update(_TOURNAMENT).where(_TOURNAMENT.c.id == tournament)
    connection.execute(row.values(tallied_through=through))


def _tallied_through(connection: Connection, tournament: int, *, is_written: bool = False) -> int:
    found = select(_TOURNAMENT.c.tallied_through).where(_TOURNAMENT.c.id == tournament)
    # SQLite knows no row locks and has the whole database for this transaction anyway.
    found = found.with_for_update() if is_written else found
    return int(connection.execute(found).scalar_one())
