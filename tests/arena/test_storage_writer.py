"""The writer: each result at once, once, whole or not at all, and kept while the disk is full."""

import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from kozel.table import Verdict
from kozel_arena.storage import (
    Database,
    DatabaseFull,
    FinishedMatch,
    Repository,
    ResultRejected,
    ResultWriter,
    StorageError,
    WriterFull,
)
from kozel_arena.storage import database as database_module
from kozel_arena.storage.histograms import entry_histograms
from tests.arena.storage_builders import finished, opened, tournament_of_bots

ROOT = Path(__file__).parents[2]


def test_a_result_is_committed_as_soon_as_it_is_there(database: Database) -> None:
    tournament = tournament_of_bots(Repository(database), 2)
    committed, done = list[FinishedMatch](), Event()

    def note(match: FinishedMatch) -> None:
        committed.append(match)
        done.set()

    writer = ResultWriter(database, on_committed=note)
    match = finished(tournament, 1)
    writer.submit(match)
    assert done.wait(10)
    assert committed == [match]
    assert Repository(database).finished_numbers(tournament.id) == {1}
    writer.close()


def test_a_result_that_comes_twice_is_ignored_and_counted(database: Database) -> None:
    tournament = tournament_of_bots(Repository(database), 2)
    committed = list[int]()
    writer = ResultWriter(database, on_committed=lambda match: committed.append(match.number))
    first = finished(tournament, 0, winner=0)
    for match in (first, finished(tournament, 0, winner=1), first):
        writer.submit(match)
    writer.submit(replace(finished(tournament, 0), match_id="another id"))
    writer.close()
    assert committed == [0, 0, 0, 0]
    assert (writer.committed, writer.duplicates, writer.rejected) == (1, 3, 0)
    best = Repository(database).standings(tournament.id)[0]
    assert (best.bot_id, best.matches, best.score) == (first.seats[0], 1, 1.0)


def test_a_result_that_cannot_be_stored_is_told_and_holds_up_no_other(database: Database) -> None:
    tournament = tournament_of_bots(Repository(database), 2)
    rejected = dict[str, str]()
    writer = ResultWriter(
        database,
        on_rejected=lambda match, error: rejected.update({match.match_id: str(error)}),
        on_trouble=lambda error: pytest.fail(str(error)),
    )
    good = finished(tournament, 0)
    aborted = replace(good.result, verdict=Verdict.ABORTED, winners=(), losers=())
    for match in (
        replace(good, match_id="aborted", result=aborted),
        replace(good, match_id="elsewhere", tournament_id="t77"),
        replace(good, match_id="strangers", seats=("b1", "b99", "b1", "b99")),
        replace(good, match_id="nonsense", seats=("b1", "bot 2", "b1", "bot 2")),
        good,
    ):
        writer.submit(match)
    writer.close()
    assert (writer.committed, writer.rejected) == (1, 4)
    assert rejected.keys() == {"aborted", "elsewhere", "strangers", "nonsense"}
    assert rejected["aborted"] == "match aborted cannot be stored: it ended without a result"
    assert Repository(database).finished_numbers(tournament.id) == {0}


class Limit:
    """How large every database can get whose connections were made after `limit_pages`."""

    def __init__(self) -> None:
        self.pages = 1
        self.connections = list[DBAPIConnection]()

    def lift(self) -> None:
        self.pages = 1_000_000
        for connection in self.connections:
            with suppress(sqlite3.ProgrammingError):
                self.set(connection)

    def set(self, connection: DBAPIConnection) -> None:
        connection.cursor().execute(f"PRAGMA max_page_count = {self.pages}")


def limit_pages(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """Let every database opened from now on be full at once."""
    limit, configure = Limit(), database_module._configure_sqlite

    def full(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        configure(connection, entry)
        limit.set(connection)
        limit.connections.append(connection)

    monkeypatch.setattr(database_module, "_configure_sqlite", full)
    return limit


def test_results_wait_while_the_disk_is_full_and_are_written_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "kozel.db") as database:
        tournament = tournament_of_bots(Repository(database), 2, matches_per_pairing=20)
    limit = limit_pages(monkeypatch)
    told, over = list[StorageError | None](), Event()

    def make_room(trouble: StorageError | None) -> None:
        told.append(trouble)
        if trouble is None:
            over.set()
        limit.lift()

    database = Database.open(str(tmp_path / "kozel.db"))
    writer = ResultWriter(database, on_trouble=make_room, retry_seconds=(0.0,))
    for number in range(20):
        writer.submit(finished(tournament, number))
    assert over.wait(10)
    writer.close()
    assert isinstance(told[0], DatabaseFull)
    assert told[1:] == [None]
    assert "no space left" in str(told[0])
    assert Repository(database).finished_numbers(tournament.id) == set(range(20))
    database.close()


def test_what_cannot_be_written_at_the_end_is_counted_and_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "kozel.db") as database:
        tournament = tournament_of_bots(Repository(database), 2, matches_per_pairing=40)
    limit_pages(monkeypatch)
    trouble = Event()
    database = Database.open(str(tmp_path / "kozel.db"))
    writer = ResultWriter(database, on_trouble=lambda _: trouble.set(), retry_seconds=(3600.0,))
    for number in range(40):
        writer.submit(finished(tournament, number))
    assert trouble.wait(10)
    assert isinstance(writer.trouble, DatabaseFull)
    with pytest.raises(StorageError, match=r"results were not stored and will be played again"):
        writer.close()
    stored = Repository(database).finished_numbers(tournament.id)
    assert writer.lost == 40 - len(stored)
    database.close()


def test_a_database_that_another_program_locks_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0)
    with opened(tmp_path / "kozel.db") as database:
        tournament = tournament_of_bots(Repository(database), 2)
        other = sqlite3.connect(tmp_path / "kozel.db", check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        told, over = list[str](), Event()

        def unlock(trouble: StorageError | None) -> None:
            told.append(str(trouble))
            other.rollback()
            if trouble is None:
                over.set()

        writer = ResultWriter(database, on_trouble=unlock, retry_seconds=(0.0,))
        writer.submit(finished(tournament, 0))
        assert over.wait(10)
        writer.close()
        other.close()
        assert "another program keeps the database" in told[0]
        assert told[1:] == ["None"]
        assert writer.committed == 1


def test_more_results_than_there_is_room_for_are_refused_not_lost(database: Database) -> None:
    tournament = tournament_of_bots(Repository(database), 2, matches_per_pairing=10)
    entered, go_on = Event(), Event()

    def hold(match: FinishedMatch) -> None:
        entered.set()
        go_on.wait(10)

    writer = ResultWriter(database, on_committed=hold, capacity=2)
    writer.submit(finished(tournament, 0))
    assert entered.wait(10)
    assert [writer.submit(finished(tournament, n)) for n in (1, 2)] == [1, 2]
    assert (writer.queued, writer.room) == (2, 0)
    with pytest.raises(WriterFull, match="2 results wait to be written"):
        writer.submit(finished(tournament, 3))
    go_on.set()
    writer.close()
    assert Repository(database).finished_numbers(tournament.id) == {0, 1, 2}


def test_a_closed_writer_takes_nothing_and_can_be_closed_again(database: Database) -> None:
    tournament = tournament_of_bots(Repository(database), 2)
    writer = ResultWriter(database)
    writer.close()
    writer.close()
    with pytest.raises(StorageError, match="the writer is closed"):
        writer.submit(finished(tournament, 0))


def test_a_rejection_says_why(database: Database) -> None:
    tournament = tournament_of_bots(Repository(database), 2)
    why = list[ResultRejected]()
    writer = ResultWriter(database, on_rejected=lambda _, error: why.append(error))
    writer.submit(replace(finished(tournament, 0), tournament_id="t77"))
    writer.close()
    assert "cannot be stored" in str(why[0])
    assert why[0].__cause__ is not None


KILLED = """
import os, sys
from pathlib import Path
from kozel_arena.storage import Database, Repository, ResultWriter
from tests.arena.storage_builders import finished

database = Database.open(sys.argv[1])
tournament = Repository(database).tournament("t1")
writer = ResultWriter(database, on_committed=lambda match: print(match.number, flush=True))
for number in range(tournament.total):
    writer.submit(finished(tournament, number))
writer.close()
"""


def test_killed_at_any_moment_no_committed_result_is_lost_and_none_is_half(location: str) -> None:
    with opened(location) as database:
        tournament = tournament_of_bots(Repository(database), 4, matches_per_pairing=500)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, location], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(30)]
        child.kill()
        told += map(int, child.stdout.read().split())
    with opened(location) as database:
        repository = Repository(database)
        stored = repository.finished_numbers(tournament.id)
        assert set(told) <= stored
        assert len(stored) < tournament.total
        lines = repository.standings(tournament.id)
        assert sum(line.matches for line in lines) == 2 * len(stored)
        with database.transaction() as connection:
            seats = connection.exec_driver_sql("SELECT count(*) FROM match_seat").scalar()
            times = entry_histograms(connection, 1)
        assert seats == 4 * len(stored)
        assert sum(histogram.count for histogram in times.values()) == 20 * len(stored)
