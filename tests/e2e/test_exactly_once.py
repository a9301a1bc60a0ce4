"""Arenas that are killed at every stage of a tournament: each match counts once, as undisturbed."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from kozel_arena.tournament import TournamentFormat
from tests.arena.postgresql import PostgreSql
from tests.soak.contest import Contest
from tests.soak.events import SHORT, Event
from tests.soak.faults import Fault, Kind
from tests.soak.ledger import Ledger
from tests.soak.plan import NAMES, SoakPlan, planned
from tests.soak.proof import differences, exports, kept, promised, violations

pytestmark = pytest.mark.e2e

LIMIT_S = 180
PLAN = SoakPlan(
    seed="seven",
    event=Event(
        format=TournamentFormat.ROUND_ROBIN, ruleset="miner", options=SHORT, bots=3, matches=10
    ),
    bots=(NAMES[0], NAMES[1], NAMES[4]),
)


def proved(contest: Contest, undisturbed: Ledger) -> None:
    """Play on to the end; every match counts once and is as undisturbed."""
    contest.finish()
    ledger = contest.close()
    assert violations(contest.plan, ledger) == []
    assert kept(contest.witness, ledger) == []
    assert promised(contest.told(), ledger) == []
    assert len(contest.told()) >= len(ledger.matches) / 2
    assert differences(PLAN, undisturbed, ledger) == []


def blow(kind: Kind, hold_s: float = 0.0) -> Fault:
    """A fault that happens now."""
    return Fault(kind=kind, bot=0, after_share=0, after_s=0, hold_s=hold_s)


@contextmanager
def a_contest(folder: Path, database: str = "") -> Iterator[Contest]:
    """A contest that has begun."""
    with Contest(PLAN, folder, database or str(folder / "arena.db")) as contest:
        contest.begin()
        yield contest


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where there is nothing yet, on both kinds of database."""
    if request.param == "sqlite":
        yield str(tmp_path / "arena.db")
        return
    server: PostgreSql = request.getfixturevalue("postgresql")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """What a run leaves that nothing disturbs."""
    with a_contest(tmp_path_factory.mktemp("undisturbed")) as contest:
        contest.finish()
        exported = contest.exported()
        ledger = contest.close()
    assert violations(PLAN, ledger) + exports(ledger, exported) == []
    assert len(ledger.matches) == 30
    return ledger


def test_an_arena_that_is_killed_at_every_stage_goes_on_with_what_has_no_result(
    tmp_path: Path, database: str, undisturbed: Ledger
) -> None:
    with a_contest(tmp_path, database) as contest:
        for results in (0, 15, 30):
            contest.wait_for(results)
            contest.arena.kill()
            contest.restart()
        proved(contest, undisturbed)


def test_an_arena_that_is_killed_while_it_starts_or_drains_goes_on(
    tmp_path: Path, undisturbed: Ledger
) -> None:
    with a_contest(tmp_path) as contest:
        contest.wait_for(5)
        assert contest.arena.stop(0) < 0
        contest.restart()
        for hold_s in (0.0, 0.6):
            contest.fire(blow(Kind.KILL_STARTING_ARENA, hold_s))
        proved(contest, undisturbed)


def test_bots_that_are_killed_with_the_arena_go_on_with_it(
    tmp_path: Path, undisturbed: Ledger
) -> None:
    with a_contest(tmp_path) as contest:
        contest.wait_for(12)
        contest.fire(blow(Kind.POWER_CUT))
        proved(contest, undisturbed)


def test_a_knockout_goes_on_with_who_has_won_so_far(tmp_path: Path) -> None:
    format = TournamentFormat.DOUBLE_KNOCKOUT
    event = Event(format=format, ruleset="miner", options=SHORT, bots=3, matches=4)
    with Contest(planned(event, seed="seven"), tmp_path, str(tmp_path / "arena.db")) as contest:
        contest.begin()
        for results in (3, 9):
            contest.wait_for(results)
            contest.arena.kill()
            contest.restart()
        contest.finish()
        ledger = contest.close()
    assert violations(contest.plan, ledger) == []
    assert kept(contest.witness, ledger) == []
    assert promised(contest.told(), ledger) == []


def test_a_second_arena_leaves_the_running_tournament_alone(
    tmp_path: Path, undisturbed: Ledger
) -> None:
    with a_contest(tmp_path) as contest:
        contest.wait_for(1)
        serve = ("serve", "--listen", "127.0.0.1:0", "--metrics", "off", "--http", "off")
        done = subprocess.run(
            [sys.executable, "-m", "kozel_arena", *serve, "--database", contest.database],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
        assert done.returncode == 1
        assert "another arena (process" in done.stderr
        proved(contest, undisturbed)


def test_results_wait_while_another_program_holds_the_database(
    tmp_path: Path, undisturbed: Ledger
) -> None:
    with a_contest(tmp_path) as contest:
        contest.wait_for(1)
        with closing(sqlite3.connect(contest.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            contest.hear("database_trouble")
            other.execute("ROLLBACK")
        proved(contest, undisturbed)
        contest.hear("database_works_again")


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of 2 MB; skips the test where this user may not mount one."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mounting a small file system takes the rights of root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(file: Path) -> None:
    """Leave no free byte on the file's disk."""
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass


def test_results_wait_while_the_disk_is_full(tmp_path: Path, undisturbed: Ledger) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk), a_contest(tmp_path, str(disk / "arena.db")) as contest:
        contest.wait_for(1)
        fill(disk / "filler")
        contest.hear("database_trouble")
        (disk / "filler").unlink()
        proved(contest, undisturbed)
        contest.hear("database_works_again")


def test_an_arena_that_is_killed_on_a_full_disk_goes_on_when_there_is_room(
    tmp_path: Path, undisturbed: Ledger
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk), a_contest(tmp_path, str(disk / "arena.db")) as contest:
        contest.wait_for(1)
        fill(disk / "filler")
        contest.hear("database_trouble")
        contest.arena.kill()
        (disk / "filler").unlink()
        contest.restart()
        proved(contest, undisturbed)
