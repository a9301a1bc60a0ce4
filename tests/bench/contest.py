"""A real arena with sample bots in client processes, as the benchmarks need it."""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from kozel_arena.app import running_arena
from kozel_arena.config import Settings
from kozel_arena.rpc.admin_client import AdminClient
from kozel_arena.rpc.admin_values import TournamentPlan, TournamentReport

LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Contest:
    """A tournament that runs."""

    organiser: AdminClient
    tournament: str
    metrics_address: str

    async def reports(self) -> AsyncIterator[TournamentReport]:
        """The tournament's state, twice a second, until it is over."""
        while True:
            report = await asyncio.to_thread(self.organiser.report, self.tournament)
            yield report
            if report.tournament.finished == report.tournament.total:
                return
            await asyncio.sleep(LOOK_SECONDS)


@asynccontextmanager
async def running_contest(
    *, bots: tuple[str, ...], processes: int, matches_a_pairing: int, tables: int
) -> AsyncIterator[Contest]:
    """Let sample bots play a round robin of miner, `tables` matches at a time."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        settings = Settings(
            listen="127.0.0.1:0",
            metrics="127.0.0.1:0",
            http="off",
            database=str(Path(folder) / "bench.db"),
            log_level="error",
            max_tables=tables,
            max_seats=tables * 4,
        )
        arena = await stack.enter_async_context(running_arena(settings))
        token = (await asyncio.to_thread(arena.token_file.read_text)).strip()
        organiser = stack.enter_context(AdminClient(address=arena.address, token=token))
        names = tuple(f"{bot}-{number}" for number, bot in enumerate(bots))
        secrets = [(await asyncio.to_thread(organiser.add_bot, name))[1] for name in names]
        logins = [f"{bot}={secret}" for bot, secret in zip(bots, secrets, strict=True)]
        for at in range(processes):
            client = await _client(arena.address, tables * 4, logins[at::processes])
            stack.push_async_callback(_end, client)
        plan = TournamentPlan(
            name="bench", ruleset="miner", bots=names, matches_per_pairing=matches_a_pairing
        )
        tournament = (await asyncio.to_thread(organiser.create_tournament, plan)).id
        await asyncio.to_thread(organiser.start_tournament, tournament)
        yield Contest(organiser, tournament, str(arena.metrics_address))


async def _client(server: str, capacity: int, logins: Iterable[str]) -> asyncio.subprocess.Process:
    command = (sys.executable, "-m", "tests.bench.bots", server, str(capacity), *logins)
    return await asyncio.create_subprocess_exec(*command)


async def _end(client: asyncio.subprocess.Process) -> None:
    client.kill()
    await client.wait()
