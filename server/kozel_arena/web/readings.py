"""What pages and JSON show, as frozen values: one place computes it for both.

Reads the database in threads and the arena on its loop; holds no match, and nothing of a running
one but who plays.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kozel_arena.runtime.snapshot import Snapshot, TableNow
from kozel_arena.storage import Repository, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLine:
    """A tournament in a list."""

    id: str
    name: str
    ruleset: str
    format: str
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
        return [tournament_line(tournament, running[tournament.id]) for tournament in found]

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


def tournament_line(tournament: Tournament, running: int) -> TournamentLine:
    """A tournament in a list, with that many matches in play."""
    return TournamentLine(
        id=tournament.id,
        name=tournament.config.name,
        ruleset=tournament.config.ruleset,
        format=tournament.config.format.value,
        state=tournament.state.value,
        bots=len(tournament.config.entries),
        finished=tournament.finished,
        total=tournament.planned,
        running=running,
        created=tournament.created,
    )
