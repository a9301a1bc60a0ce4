"""What pages and JSON show, as frozen values: one place computes it for both.

Reads the database in threads and the arena on its loop; holds no match, and nothing of a running
one but who plays.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kozel_arena.rating import CrossTableCell, StandingLine
from kozel_arena.runtime.snapshot import Snapshot, TableNow
from kozel_arena.storage import Repository, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """A tournament in a list."""

    id: str
    name: str
    ruleset: str
    state: str
    bots: int
    finished: int
    """Matches with a result."""
    total: int
    running: int
    """Matches in play."""
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLine:
    """A bot in a list."""

    id: str
    name: str
    is_connected: bool
    registered: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The arena now."""

    bots_connected: int
    matches_running: int
    decisions_a_second: float
    messages_a_second: float
    is_draining: bool
    tournaments: tuple[TournamentLine, ...]
    """Those that are not over, newest first."""
    tables: tuple[TableNow, ...]
    """The longest running ones, at most `TABLES_SHOWN`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of a table; scores are 0 to 1 with their 95 % interval, times in milliseconds."""

    rank: int
    bot_id: str
    name: str
    matches: int
    score: float
    score_low: float
    score_high: float
    decision_p50_ms: float
    decision_p99_ms: float
    silences: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A bot against another; the score is the first bot's, 0 to 1."""

    bot_id: str
    opponent_id: str
    matches: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage:
    """A tournament with its results so far."""

    tournament: TournamentLine
    options: dict[str, str]
    matches_per_pairing: int
    move_limit_ms: float
    bank_ms: float
    strikes: int
    standings: tuple[Standing, ...]
    cross_table: tuple[Cell, ...]


TABLES_SHOWN = 24
MS = 1e6


class Readings:
    """Reads what pages show. Every method raises StorageError.

    Args:
        repository: the database.
        snapshot: tells what the arena does now.
        rates: tells decisions and messages a second.
    """

    def __init__(
        self,
        repository: Repository,
        snapshot: Callable[[], Snapshot],
        rates: Callable[[], tuple[float, float]],
    ) -> None:
        self._repository = repository
        self._snapshot = snapshot
        self._rates = rates

    async def home(self) -> Home:
        """The arena now."""
        now = self._snapshot()
        decisions, messages = self._rates()
        lines = [line for line in await self.tournaments() if line.state in ("running", "paused")]
        return Home(
            bots_connected=len(now.connected),
            matches_running=len(now.tables),
            decisions_a_second=decisions,
            messages_a_second=messages,
            is_draining=now.is_draining,
            tournaments=tuple(lines),
            tables=now.tables[:TABLES_SHOWN],
        )

    async def tournaments(self) -> list[TournamentLine]:
        """All tournaments, newest first."""
        found = await asyncio.to_thread(self._repository.tournaments)
        running = self._running()
        return [_line(tournament, running[tournament.id]) for tournament in found]

    async def tournament(self, id_or_name: str) -> TournamentPage:
        """A tournament with its results so far.

        Raises:
            UnknownTournament: there is none.
        """
        found = await asyncio.to_thread(self._repository.tournament, id_or_name)
        standings = await asyncio.to_thread(self._repository.standings, found.id)
        cells = await asyncio.to_thread(self._repository.cross_table, found.id)
        config = found.config
        return TournamentPage(
            tournament=_line(found, self._running()[found.id]),
            options={name: str(value) for name, value in config.options.items()},
            matches_per_pairing=config.matches_per_pairing,
            move_limit_ms=config.time_control.move_limit_ns / MS,
            bank_ms=config.time_control.bank_ns / MS,
            strikes=config.time_control.strikes,
            standings=tuple(_standing(rank, line) for rank, line in enumerate(standings, 1)),
            cross_table=tuple(map(_cell, cells)),
        )

    async def bots(self) -> list[BotLine]:
        """All bots by name."""
        connected = self._snapshot().connected
        return [
            BotLine(
                id=bot.id, name=bot.name, is_connected=bot.id in connected, registered=bot.created
            )
            for bot in await asyncio.to_thread(self._repository.bots)
        ]

    def _running(self) -> Counter[str]:
        """Matches in play by tournament."""
        return Counter(table.tournament_id for table in self._snapshot().tables)


def _line(tournament: Tournament, running: int) -> TournamentLine:
    return TournamentLine(
        id=tournament.id,
        name=tournament.config.name,
        ruleset=tournament.config.ruleset,
        state=tournament.state.value,
        bots=len(tournament.config.entries),
        finished=tournament.finished,
        total=tournament.planned,
        running=running,
        created=tournament.created,
    )


def _standing(rank: int, line: StandingLine) -> Standing:
    return Standing(
        rank=rank,
        bot_id=line.bot_id,
        name=line.name,
        matches=line.matches,
        score=line.score,
        score_low=line.score_low,
        score_high=line.score_high,
        decision_p50_ms=line.decision_p50_ns / MS,
        decision_p99_ms=line.decision_p99_ns / MS,
        silences=line.silences,
    )


def _cell(cell: CrossTableCell) -> Cell:
    return Cell(
        bot_id=cell.bot_id,
        opponent_id=cell.opponent_id,
        matches=cell.matches,
        score=cell.score,
    )
