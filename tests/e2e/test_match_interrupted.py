"""`kozel match` cut off at any moment: no process is left, and it goes on as if nothing was."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

LONG_S = 120
"""Nothing here takes so long."""
BOT = """\
import subprocess, sys
from kozel import Bot, run

pipe = open({pipe!r}, "w")
child = "import signal; signal.pause()"
subprocess.Popen([sys.executable, "-c", child], stdout=pipe)
print("ready", file=pipe, flush=True)


class Holding(Bot):
    def choose(self, view):
        return view.legal_actions[view.deal % len(view.legal_actions)]


if __name__ == "__main__":
    run(Holding())
"""


def command(*words: object) -> list[str]:
    """A match of small deals."""
    game = ("--ruleset", "miner", "--option", "short=true", "--seed", "7", "--json")
    return [str(Path(sys.executable).with_name("kozel")), "match", *map(str, words), *game]


def started(*words: object) -> subprocess.Popen[str]:
    """The match, in play."""
    return subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def results(text: str) -> dict[str, Any]:
    """The document without what differs from run to run."""
    document: dict[str, Any] = json.loads(text)
    del document["run"], document["record"]
    return document


def lines_by_number(path: Path) -> dict[str, str]:
    """The records of a file by their ids; every line is whole and none is there twice."""
    lines = path.read_text().splitlines()
    records = {json.loads(line)["id"]: line for line in lines}
    assert len(records) == len(lines)
    return records


class Holders:
    """A pipe that bots and their children hold open: it ends when all of them are dead."""

    def __init__(self, folder: Path) -> None:
        self.bot = folder / "holding.py"
        self._pipe = folder / "pipe"
        os.mkfifo(self._pipe)
        self.bot.write_text(BOT.format(pipe=str(self._pipe)))

    def listen(self) -> Callable[[], bool]:
        """Whether, by the time of the call, there were some and all of them have ended."""
        heard: list[bytes] = []

        def read() -> None:
            with self._pipe.open("rb") as pipe:
                heard.append(pipe.read())

        reading = Thread(target=read, daemon=True)
        reading.start()

        def all_ended() -> bool:
            reading.join(LONG_S)
            return bool(heard) and heard[0].startswith(b"ready\n")

        return all_ended


def wait_for_records(path: Path, number: int, match: subprocess.Popen[str]) -> None:
    """Look until a file holds so many lines."""
    while not path.exists() or path.read_bytes().count(b"\n") < number:
        with pytest.raises(subprocess.TimeoutExpired):
            match.wait(0.02)


@pytest.mark.parametrize("where", ["--jobs=2", "--processes"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_and_the_match_can_go_on(
    tmp_path: Path, where: str, how: signal.Signals
) -> None:
    holders, path = Holders(tmp_path), tmp_path / "out.jsonl"
    all_ended = holders.listen()
    words = (holders.bot, "random", where, "--record", path, "--resume", "--matches")
    match = started(*words, 100_000)
    wait_for_records(path, 4, match)
    match.send_signal(how)
    out, err = match.communicate(timeout=LONG_S)
    assert all_ended()
    assert (out, "Traceback" in err) == ("", False)
    assert match.returncode == (130 if how is signal.SIGINT else -how)
    assert ("go on with --record" in err) == (how is signal.SIGINT)
    done = path.read_bytes().count(b"\n")
    all_ended = holders.listen()
    more = subprocess.run(
        command(*words, done + 2), capture_output=True, text=True, timeout=LONG_S, check=False
    )
    assert more.returncode == 0, more.stderr
    assert all_ended()
    assert json.loads(more.stdout)["run"]["matches_resumed"] == done
    assert len(lines_by_number(path)) >= done + 2


def test_killed_again_and_again_it_ends_with_what_an_undisturbed_run_gives(
    tmp_path: Path,
) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    words = ("greedy", "random", "--matches", 120, "--jobs", 2)
    expected = subprocess.run(
        command(*words, "--record", whole), capture_output=True, text=True, check=True
    )
    for records in (0, 3, 20, 45, 90):
        match = started(*words, "--record", cut, "--resume")
        wait_for_records(cut, records, match)
        match.kill()
        match.communicate(timeout=LONG_S)
    match = started(*words, "--record", cut, "--resume")
    out, err = match.communicate(timeout=LONG_S)
    assert match.returncode == 0, err
    assert results(out) == results(expected.stdout)
    assert lines_by_number(cut) == lines_by_number(whole)


def test_two_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    words = ("greedy", "random", "--record", path, "--resume", "--matches")
    first = started(*words, 100_000)
    try:
        wait_for_records(path, 1, first)
        second = subprocess.run(
            command(*words, 2), capture_output=True, text=True, timeout=LONG_S, check=False
        )
    finally:
        first.kill()
        first.communicate()
    assert second.returncode == 2
    assert "is being written by another kozel match" in second.stderr
