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
    """Such as `t1`; it never changes."""
    name: str
    """For people, unique in the arena."""
    ruleset: str
    """The game, such as `miner`."""
    format: str
    """`round_robin`, `gauntlet`, `swiss`, `knockout`, `double_knockout`, `ladder` or `sprt`."""
    state: str
    """`created`, `running`, `paused`, `finished` or `cancelled`."""
    bots: int
    """How many take part, those that withdrew too."""
    finished: int
    """Matches with a result."""
    total: int
    """Matches in all: the most that there can be, until the tournament is finished."""
    running: int
    """Matches in play."""
    created: datetime
    """When it was created, in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLine:
    """A bot in a list."""

    id: str
    """Such as `b1`; it never changes."""
    name: str
    """For people, unique in the arena."""
    is_connected: bool
    """Whether it has a stream to the arena open now."""
    registered: datetime
    """When it was registered, in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The arena now."""

    bots_connected: int
    """Bots that have a stream to the arena open."""
    matches_running: int
    """Matches of all tournaments in play, those that are not listed too."""
    decisions_a_second: float
    """Decisions that bots answered a second, as a mean over 2 s or more."""
    messages_a_second: float
    """Messages with decisions that were sent to bots a second, over the same time."""
    is_draining: bool
    """Whether the arena is shutting down: no match starts any more."""
    tournaments: tuple[TournamentLine, ...]
    """Those that are not over, newest first."""
    tables: tuple[TableNow, ...]
    """Matches in play, the longest running ones first; at most 24."""


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
