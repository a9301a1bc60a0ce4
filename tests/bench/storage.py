"""How fast results are written, and how long the tables of 200,000 matches take.

The reference of the writer is the driver alone: the same rows, made beforehand, in the same
transactions and with the same flushes.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from kozel.local import play_match
from kozel.rules import bind
from kozel_arena.rating import analyse
from kozel_arena.storage import Database, FinishedMatch, Repository, ResultWriter, Tournament
from kozel_arena.storage.results import PreparedResult, prepare
from kozel_arena.storage.writer import LARGEST_BATCH
from sample_bots.greedy_bot import GreedyBot
from tests.arena.storage_builders import finished, opened, tournament_of_bots
from tests.bench.report import compare

RESULTS = 3000
ROUNDS = 5
ENTRIES, MATCHES = 64, 200_000
WANTED_RATE = 1000
WANTED_SECONDS = 2.0


def results(tournament: Tournament) -> list[FinishedMatch]:
    """Results with the records and times of real matches between greedy bots."""
    rules = bind("miner")
    played = [play_match(rules, [GreedyBot() for _ in range(4)], seed=str(n)) for n in range(40)]
    matches = []
    for number, result in enumerate(islice(cycle(played), RESULTS)):
        match = finished(tournament, number)
        record = replace(result.record, id=match.match_id)
        matches.append(
            replace(match, result=replace(result, match_id=match.match_id, record=record))
        )
    return matches


@contextmanager
def fresh() -> Iterator[tuple[Database, Tournament, Path]]:
    """A new database on the disk with a tournament of eight bots."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "bench.db")
        with opened(path) as database:
            tournament = tournament_of_bots(Repository(database), 8, matches_per_pairing=200)
            yield database, tournament, path


def written(matches: list[FinishedMatch]) -> float:
    """Results a second of the writer, from the first one handed over to the last one flushed."""
    with fresh() as (database, _, _):
        writer = ResultWriter(database)
        start = perf_counter()
        for match in matches:
            writer.submit(match)
        writer.close()
        seconds = perf_counter() - start
        assert writer.committed == len(matches)
    return len(matches) / seconds


def inserted(prepared: list[PreparedResult], *, flush_every: int) -> float:
    """Results a second of the driver alone."""
    with fresh() as (_, _, path):
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        start = perf_counter()
        for number, result in enumerate(prepared, 1):
            flush = "FULL" if number % flush_every == 0 else "NORMAL"
            connection.execute(f"PRAGMA synchronous = {flush}")
            connection.execute("BEGIN IMMEDIATE")
            match = dict(result.match) | {
                name: result.match[name].isoformat(" ") for name in ("started", "ended")
            }
            row = insert(connection, "match", [match])
            insert(
                connection, "match_seat", [seat | {"match_row_id": row} for seat in result.seats]
            )
            connection.execute("COMMIT")
        seconds = perf_counter() - start
        connection.close()
    return len(prepared) / seconds


def insert(connection: sqlite3.Connection, table: str, rows: list[dict[str, Any]]) -> int | None:
    names = list(rows[0])
    marks = ", ".join(f":{name}" for name in names)
    statement = f'INSERT INTO "{table}" ({", ".join(names)}) VALUES ({marks})'
    if len(rows) == 1:
        return connection.execute(statement, rows[0]).lastrowid
    connection.executemany(statement, rows)
    return None


def write_main() -> None:
    """Print how fast results are written."""
    with fresh() as (_, tournament, _):
        matches = results(tournament)
    prepared = [prepare(match) for match in matches]
    result = compare(
        f"results written to SQLite (wanted: {WANTED_RATE:,})",
        "matches/s",
        lambda _: written(matches),
        "sqlite3 alone, the same rows and flushes",
        lambda _: inserted(prepared, flush_every=LARGEST_BATCH),
        rounds=ROUNDS,
        more_is_better=True,
    )
    print(result.line(), flush=True)
    alone = compare(
        "sqlite3 alone, a flush for every result",
        "matches/s",
        lambda _: inserted(prepared, flush_every=1),
        "sqlite3 alone, no flush",
        lambda _: inserted(prepared, flush_every=len(prepared) + 1),
        rounds=ROUNDS,
        more_is_better=True,
    )
    print(alone.line(), flush=True)


def fill(path: Path, tournament: Tournament) -> None:
    """Write results without the writer; their records are short, for no statistics read them."""
    connection = sqlite3.connect(path)
    time = "2026-05-04 12:00:00.000000"
    matches, seats = [], []
    bots = [int(id[1:]) for id in tournament.config.entries]
    for number in range(MATCHES):
        one = bots[number % ENTRIES]
        two = bots[(number % ENTRIES + 1 + number // ENTRIES % (ENTRIES - 1)) % ENTRIES]
        row, won = number + 1, (number * 7919 + one) % 97 < 48 + (one > two)
        match = (row, f"t1-{number}", 1, number, "normal", time, time, "x" * 500)
        matches.append((*match, number, 0, 10))
        for seat, bot in enumerate((one, two, one, two)):
            points = float(won == (seat % 2 == 0))
            cards = 600 + (number * 31 % 200 - 100) * (1 if seat % 2 == 0 else -1)
            seat_row = (row, seat, 1, bot, seat % 2, points, 0, "[270,5]", False, cards, True)
            seats.append(seat_row)
    marks = ", ".join("?" * 11)
    connection.executemany(f'INSERT INTO "match" VALUES ({marks})', matches)
    connection.executemany(f"INSERT INTO match_seat VALUES ({marks})", seats)
    connection.execute("UPDATE tournament SET tallied_through = ?", [MATCHES])
    connection.commit()
    connection.close()


def read_main() -> None:
    """Print how long the tables of many matches take, reading included."""
    with TemporaryDirectory() as folder, opened(Path(folder, "bench.db")) as database:
        repository = Repository(database)
        tournament = tournament_of_bots(repository, ENTRIES, matches_per_pairing=100)
        fill(Path(folder, "bench.db"), tournament)
        for name, read in (
            ("standings", lambda: repository.standings("t1")),
            ("cross-table", lambda: repository.cross_table("t1")),
            ("reading them as columns", lambda: repository.match_table("t1")),
            ("columns and whole analysis", lambda: analyse(repository.match_table("t1"), seed=1)),
        ):
            seconds, cpu = min(timed(read) for _ in range(3))
            print(
                f"{name + f' of {MATCHES:,} matches':<56} {seconds:6.2f} s, {cpu:.2f} s of CPU   "
                f"(wanted: at most {WANTED_SECONDS:.0f})",
                flush=True,
            )


def timed(function: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock and of CPU."""
    start, cpu_start = perf_counter(), process_time()
    function()
    return perf_counter() - start, process_time() - cpu_start


def main() -> None:
    """Print all of it."""
    write_main()
    read_main()
