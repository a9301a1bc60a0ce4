"""A disk that is really full and a file that another process really locks: nothing is lost."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from kozel_arena.storage import Database, DatabaseFull, Repository, ResultWriter, StorageError
from kozel_arena.storage import database as database_module
from tests.arena.storage_builders import finished, opened, tournament_of_bots

RESULTS = 60


class Results:
    """A writer that results are handed to, and what it has told."""

    def __init__(self, database: Database) -> None:
        self.troubled, self.over = Event(), Event()
        self.troubles = list[StorageError | None]()
        self.writer = ResultWriter(database, on_trouble=self._trouble, retry_seconds=(0.01,))

    def _trouble(self, trouble: StorageError | None) -> None:
        self.troubles.append(trouble)
        (self.over if trouble is None else self.troubled).set()


def assert_whole(database: Database) -> None:
    """Every result is there once, and all that is derived from them fits."""
    repository = Repository(database)
    assert repository.finished_numbers("t1") == set(range(RESULTS))
    assert sum(line.matches for line in repository.standings("t1")) == 2 * RESULTS
    with database.transaction() as connection:
        seats = connection.exec_driver_sql("SELECT count(*) FROM match_seat").scalar()
        assert seats == 4 * RESULTS
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or not _mounted(disk):
        pytest.skip("only root can mount a small disk, and not in every container")
    yield disk
    # A remembered error keeps the driver's files open, and with them the disk busy.
    subprocess.run(["umount", "--lazy", disk], check=True)


def _mounted(disk: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def fill(ballast: Path) -> None:
    """Leave no room on the disk."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def test_results_wait_for_room_on_a_full_disk(small_disk: Path) -> None:
    with opened(small_disk / "kozel.db") as database:
        cup = tournament_of_bots(Repository(database), 2, matches_per_pairing=RESULTS)
        ballast = small_disk / "ballast"
        fill(ballast)
        results = Results(database)
        for number in range(RESULTS):
            results.writer.submit(finished(cup, number))
        assert results.troubled.wait(30)
        assert isinstance(results.troubles[0], DatabaseFull)
        ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
        assert results.over.wait(30)
        results.writer.close()
        assert (results.writer.committed, results.writer.duplicates) == (RESULTS, 0)
        assert_whole(database)


LOCKED = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


def test_results_wait_for_a_file_that_another_process_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.05)
    path = tmp_path / "kozel.db"
    with opened(path) as database:
        cup = tournament_of_bots(Repository(database), 2, matches_per_pairing=RESULTS)
        results = Results(database)
        for number in range(RESULTS // 2):
            results.writer.submit(finished(cup, number))
        with subprocess.Popen(
            [sys.executable, "-c", LOCKED, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "locked\n"
            for number in range(RESULTS // 2, RESULTS):
                results.writer.submit(finished(cup, number))
            assert results.troubled.wait(30)
            assert "another program keeps the database" in str(results.troubles[-1])
            # Readers do not mind, and the arena goes on.
            assert len(Repository(database).finished_numbers(cup.id)) < RESULTS
            other.kill()
        assert results.over.wait(30)
        results.writer.close()
        assert results.writer.committed == RESULTS
        assert_whole(database)
