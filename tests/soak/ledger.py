"""What stands in a database, read by plain SQL past the arena's code, and what bots were told."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, text

from kozel.records import Record, read_records
from kozel.table import Verdict

TOLD = re.compile(r"INFO match (\S+) ended \((\w+)\): score \((.*?),?\),.*\n")
"""What a bot's log says of a match that has ended."""
MATCHES = (
    "SELECT id, match_id, number, attempt, deal_group, deals, verdict, record FROM match"
    " ORDER BY number, id"
)
SEATS = (
    "SELECT match_row_id, seat, bot_id, side, match_points, deal_points, silences, decisions"
    " FROM match_seat ORDER BY match_row_id, seat"
)
RESULTS = "SELECT id, match_id, record FROM match WHERE id > :after ORDER BY id"
ENTRIES = (
    "SELECT entry.bot_id, bot.name, entry.decisions FROM entry JOIN bot ON bot.id = entry.bot_id"
    " ORDER BY entry.position"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Every row that a tournament left behind, and the database's opinion of itself."""

    state: str
    total: int
    tallied_through: int
    """Up to this row of `match` the entries' times are the sums of the seats'."""
    matches: list[Any]
    seats: list[Any]
    entries: list[Any]
    complaints: list[str]
    """What the database itself finds damaged."""

    @property
    def names(self) -> dict[int, str]:
        """Names of the bots by id."""
        return {entry.bot_id: entry.name for entry in self.entries}

    def points(self) -> dict[str, float]:
        """Match points by bot, a side's counted once."""
        points = dict.fromkeys(self.names.values(), 0.0)
        for seat in self.seats:
            if seat.seat == seat.side:
                points[self.names[seat.bot_id]] += seat.match_points
        return points


def read_ledger(url: URL) -> Ledger:
    """Read a database that has one tournament."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            tournament = connection.execute(text("SELECT * FROM tournament")).one()
            return Ledger(
                state=tournament.state,
                total=tournament.total,
                tallied_through=tournament.tallied_through,
                matches=list(connection.execute(text(MATCHES))),
                seats=list(connection.execute(text(SEATS))),
                entries=list(connection.execute(text(ENTRIES))),
                complaints=_complaints(engine),
            )
    finally:
        engine.dispose()


@dataclass(frozen=True, slots=True)
class Told:
    """What a bot was told of a match that has ended."""

    match_id: str
    verdict: str
    score: tuple[int, ...]


def told(log: Path) -> set[Told]:
    """Every end of a match with a result that a bot has heard of, in all its lives."""
    found = TOLD.findall(log.read_text(encoding="utf-8", errors="replace"))
    return {
        Told(match_id, verdict, tuple(map(int, score.split(","))))
        for match_id, verdict, score in found
        if Verdict(verdict).is_rated
    }


class Witness:
    """Remembers every result that it has once seen in a database, and whether it is still there."""

    def __init__(self) -> None:
        self.results: dict[str, str] = {}
        """The record by match id."""
        self._last = 0

    def look(self, engine: Engine) -> None:
        """Remember the results that are new."""
        with engine.connect() as connection:
            for row in connection.execute(text(RESULTS), {"after": self._last}):
                self.results[row.match_id] = row.record
                self._last = row.id


def progress(engine: Engine) -> tuple[str, int]:
    """State of the one tournament, and how many results are committed."""
    with engine.connect() as connection:
        state = connection.execute(text("SELECT state FROM tournament")).scalar_one()
        return state, connection.execute(text("SELECT count(*) FROM match")).scalar_one()


def without_times(record: str) -> Record:
    """A record less everything that two runs of the same match may differ in."""
    (read,) = read_records([record])
    deals = tuple(
        replace(deal, actions=tuple(action._replace(ms=None) for action in deal.actions))
        for deal in read.deals
    )
    return replace(read, deals=deals, started=None, ended=None)


def _complaints(engine: Engine) -> list[str]:
    if engine.dialect.name != "sqlite":
        return []
    with engine.connect() as connection:
        said = [row[0] for row in connection.execute(text("PRAGMA integrity_check"))]
        keys = [
            f"foreign key: {row}" for row in connection.execute(text("PRAGMA foreign_key_check"))
        ]
    return [line for line in said if line != "ok"] + keys
