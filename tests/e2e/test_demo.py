"""`kozel-arena demo` as a user runs it: what it leaves behind when all is well and when it is not.

Every process that a demo starts inherits a mark in its environment, by which it is found.
"""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

import pytest

from kozel.records import Record, read_records, verify_record
from kozel_arena.storage import Database, Repository

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs Linux's /proc"),
]

LONG_S = 120
"""Nothing here takes so long; a demo that does hangs."""


class Demo:
    """A demo in a process of its own, with a folder of its own for temporary files."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.temporary = folder / "temporary"
        self.temporary.mkdir(exist_ok=True)
        self._mark = str(uuid4())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kozel_arena", "demo", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "MARK_OF_TEST": self._mark, "TMPDIR": str(self.temporary)},
        )

    def bots(self) -> list[int]:
        """Process ids of the bots that run."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                is_ours = self._mark.encode() in (folder / "environ").read_bytes()
                if is_ours and b"_bot.py" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
        return found

    def wait_for_bots(self, count: int) -> list[int]:
        """Wait until so many bots run; fails if the demo is over first."""
        while len(bots := self.bots()) < count:
            with suppress(subprocess.TimeoutExpired):
                pytest.fail(f"the demo ended with {self.process.wait(timeout=0.05)}")
        return bots

    def end(self) -> tuple[int, str, str]:
        """Wait for the end: exit code, stdout, stderr; nothing of the demo may be left."""
        out, err = self.process.communicate(timeout=LONG_S)
        assert self.bots() == []
        assert "Traceback" not in err
        return self.process.returncode, out, err


def played(folder: Path, *arguments: str) -> dict[str, Any]:
    """The document of a demo that goes well."""
    code, out, err = Demo(folder, "--json", *arguments).end()
    assert code == 0, err
    document = json.loads(out)
    assert isinstance(document, dict)
    return document


def records_in(path: str) -> list[Record]:
    """The records of the only tournament in a database, in the order of their numbers."""
    database = Database.open(path)
    try:
        repository = Repository(database)
        (tournament,) = repository.tournaments()
        return list(read_records(repository.records(tournament.id)))
    finally:
        database.close()


def test_a_demo_leaves_exactly_pairings_times_matches_results_that_verify(tmp_path: Path) -> None:
    document = played(tmp_path, "--matches", "2", "--seed", "7", "--db", "demo.db")
    assert document["seed"] == "7"
    assert document["database"] == str(tmp_path / "demo.db")
    assert document["tournament"]["state"] == "finished"
    matches = {"total": 12, "total_is_most": False, "finished": 12, "running": 0, "given_up": []}
    assert document["tournament"]["matches"] == matches
    assert [line["matches"] for line in document["standings"]] == [6] * 4
    assert len(document["cross_table"]) == 12
    records = records_in(document["database"])
    assert len({record.id for record in records}) == len(records) == 12
    for record in records:
        verify_record(record)
        assert record.verdict == "normal"


def test_the_same_seed_gives_the_same_match_between_bots_without_chance(tmp_path: Path) -> None:
    def greedy_match(name: str) -> list[list[int]]:
        document = played(tmp_path, "--matches", "2", "--seed", "s", "--db", name)
        return [
            [action.code for deal in record.deals for action in deal.actions]
            for record in records_in(document["database"])
            if all(seat.startswith("greedy") for seat in record.seats)
        ]

    first = greedy_match("first.db")
    assert len(first) == 2
    assert greedy_match("second.db") == first


def test_a_game_of_three_sides_sits_everybody_everywhere(tmp_path: Path) -> None:
    document = played(tmp_path, "--ruleset", "widow", "--matches", "6")
    assert document["tournament"]["matches"]["finished"] == 4 * 6
    orders = {record.seats for record in records_in(document["database"])}
    assert len(orders) == 4 * 6


def test_for_people_it_prints_tables_and_what_to_do_next(tmp_path: Path) -> None:
    demo = Demo(tmp_path, "--matches", "2", "--option", "short=true")
    code, out, err = demo.end()
    assert code == 0
    for part in ("Cross-table", "95 %", "greedy-1", "p99", "kozel-arena serve --database"):
        assert part in out
    (line,) = (line for line in out.splitlines() if line.startswith("Database: "))
    assert Path(line.removeprefix("Database: ")).is_file()
    assert err == "Playing 12 matches of miner ...\n"


def test_while_the_dashboard_is_up_it_says_to_end_it_before_an_arena_works_on_the_results(
    tmp_path: Path,
) -> None:
    options = ("--matches", "2", "--option", "short=true", "--serve", "--http", "127.0.0.1:0")
    demo = Demo(tmp_path, *options)
    assert demo.process.stderr is not None
    assert any("stays at http://" in line for line in demo.process.stderr)
    demo.process.send_signal(signal.SIGINT)
    code, out, _ = demo.end()
    assert code == 0
    assert "What next? End this with Ctrl+C, run an arena on it, and" in out


@pytest.mark.parametrize(
    ("number", "bots", "code"),
    [(signal.SIGINT, 1, 130), (signal.SIGINT, 4, 130), (signal.SIGTERM, 4, 143)],
)
def test_a_signal_in_the_middle_leaves_no_bot_no_file_and_no_trace(
    tmp_path: Path, number: signal.Signals, bots: int, code: int
) -> None:
    demo = Demo(tmp_path, "--matches", "10000")
    demo.wait_for_bots(bots)
    demo.process.send_signal(number)
    ended, out, err = demo.end()
    assert ended == code
    assert out == ""
    assert err in ("", "Playing 60000 matches of miner ...\n")
    assert list(demo.temporary.iterdir()) == []


def test_pressing_ctrl_c_again_and_again_changes_nothing(tmp_path: Path) -> None:
    demo = Demo(tmp_path, "--matches", "10000")
    demo.wait_for_bots(4)
    for _ in range(20):
        demo.process.send_signal(signal.SIGINT)
    assert demo.end()[0] == 130


def test_a_demo_that_is_killed_takes_its_bots_with_it(tmp_path: Path) -> None:
    demo = Demo(tmp_path, "--matches", "10000")
    demo.wait_for_bots(4)
    demo.process.kill()
    demo.process.communicate(timeout=LONG_S)
    deadline = monotonic() + LONG_S
    while demo.bots():
        assert monotonic() < deadline


def test_when_a_bot_dies_the_demo_says_so_and_ends_the_others(tmp_path: Path) -> None:
    demo = Demo(tmp_path, "--matches", "10000")
    os.kill(demo.wait_for_bots(4)[0], signal.SIGKILL)
    code, out, err = demo.end()
    assert (code, out) == (1, "")
    assert "was killed by signal 9 before the tournament was over" in err
    assert list(demo.temporary.iterdir()) == []
