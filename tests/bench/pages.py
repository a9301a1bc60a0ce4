"""How long the dashboard's pages take to open with 200,000 matches in the database.

Each stands beside an empty page from the same run, which costs a request and a template. `first`
is the very first time after the arena has started, when nothing was worked out yet.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import httpx

from kozel.local import play_match
from kozel.records import format_record
from kozel.rules import bind
from kozel_arena.storage import Repository
from kozel_arena.tournament import TournamentState
from sample_bots.greedy_bot import GreedyBot
from tests.arena.real_arena import an_arena
from tests.arena.storage_builders import opened, tournament_of_bots
from tests.bench.storage import ENTRIES, MATCHES, fill

WANTED_MS = 300
TIMES = 9
EMPTY = "/join"
UNREADY = "being worked out"
PAGES = {
    "home": "/",
    "tournaments": "/tournaments",
    "tournament": "/tournaments/t1",
    "matches": "/tournaments/t1/matches",
    "matches of a bot": "/tournaments/t1/matches?bot=b5",
    "matches of two": "/tournaments/t1/matches?bot=b5&opponent=b9",
    "matches by an end that never was": "/tournaments/t1/matches?verdict=timeout",
    "the last page of matches": "/tournaments/t1/matches?before=t1-30",
    "match": "/matches/t1-100000",
    "match, another one every time": "/matches/t1-{another}",
    "match as JSON": "/api/v1/matches/t1-100000",
    "replay as JSON": "/api/v1/matches/t1-100000/frames",
    "replay of another one as JSON": "/api/v1/matches/t1-{another}/frames",
    "bots": "/bots",
    "bot": "/bots/b5",
    "tournament as JSON": "/api/v1/tournaments/t1",
    "bot as JSON": "/api/v1/bots/b5",
}
REPLAYED = range(100_000, 100_040)
"""Numbers of the matches that have a real record; those of all others cannot be read."""


def record_matches(path: Path) -> None:
    """Write the records of real matches between greedy bots."""
    rules = bind("miner")
    connection = sqlite3.connect(path)
    for number in REPLAYED:
        bots = [GreedyBot() for _ in range(rules.players)]
        id = f"t1-{number}"
        played = play_match(rules, bots, seed=str(number), match_id=id, keep_times=True)
        text = format_record(replace(played.record, tournament="Spring cup"))
        connection.execute('UPDATE "match" SET record = ? WHERE match_id = ?', [text, id])
    connection.commit()
    connection.close()


@asynccontextmanager
async def browsed(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """An arena whose database holds many matches, and who looks at it."""
    path = folder / "arena.db"
    with opened(path) as database:
        repository = Repository(database)
        tournament = tournament_of_bots(repository, ENTRIES, matches_per_pairing=100)
        fill(path, tournament)
        record_matches(path)
        for state in (TournamentState.RUNNING, TournamentState.PAUSED):
            repository.set_state(tournament.id, state)
    async with an_arena(folder, http="127.0.0.1:0") as host:
        address = f"http://{host.running.http_address}"
        async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=60) as browser:
            yield browser


@dataclass(frozen=True, slots=True)
class Opening:
    """A page that was opened."""

    passed_ms: float
    """By the clock."""
    cpu_ms: float
    """Of arena and reader together, which are one process here."""
    text: str


async def opening(browser: httpx.AsyncClient, path: str) -> Opening:
    """Open a page."""
    start, cpu_start = perf_counter(), process_time()
    page = await browser.get(path)
    passed, cpu = perf_counter() - start, process_time() - cpu_start
    page.raise_for_status()
    return Opening(passed * 1000, cpu * 1000, page.text)


async def told(folder: Path) -> None:
    """Print a line a page."""
    others = count(REPLAYED.start + 1)

    def addressed(path: str) -> str:
        return path.format(another=next(others)) if "{another}" in path else path

    async with browsed(folder) as browser:
        await opening(browser, EMPTY)
        firsts = {name: await opening(browser, addressed(path)) for name, path in PAGES.items()}
        for name in ("tournament", "bot"):
            while UNREADY in (await opening(browser, PAGES[name])).text:
                pass  # the answer itself waits a little
        for name, path in PAGES.items():
            mine, empty = [], []
            for _ in range(TIMES):
                mine.append(await opening(browser, addressed(path)))
                empty.append(await opening(browser, EMPTY))
            print(line(name, firsts[name], mine, empty), flush=True)


def line(name: str, first: Opening, mine: list[Opening], empty: list[Opening]) -> str:
    """A page beside an empty one."""
    return (
        f"{name:<34}first {first.passed_ms:>5.0f} ms   then {middle(mine)}   "
        f"{len(mine[0].text) / 1000:>4.0f} kB   empty page {middle(empty)}   "
        f"(wanted: at most {WANTED_MS})"
    )


def middle(openings: list[Opening]) -> str:
    """Medians of several openings of a page."""
    passed = median(one.passed_ms for one in openings)
    return f"{passed:>5.0f} ms, {median(one.cpu_ms for one in openings):>4.0f} of CPU"


def main() -> None:
    """Print how long pages take with MATCHES matches of ENTRIES bots."""
    print(f"pages with {MATCHES:,} matches of {ENTRIES} bots on SQLite", flush=True)
    with TemporaryDirectory() as folder:
        asyncio.run(told(Path(folder)))
