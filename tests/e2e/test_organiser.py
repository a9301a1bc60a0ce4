"""The organiser's commands against a real arena in a process of its own."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozel_arena.cli.root import run

pytestmark = pytest.mark.e2e


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """An arena on a free port, started in the folder in which the commands run."""
    monkeypatch.chdir(tmp_path)
    flags = ["--listen", "127.0.0.1:0", "--metrics", "off", "--log-level", "error"]
    with subprocess.Popen(
        [sys.executable, "-m", "kozel_arena", "serve", *flags],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = [process.stderr.readline() for _ in range(3)]
        monkeypatch.setenv("KOZEL_ARENA_SERVER", said[0].split(";")[0].rpartition(" ")[2])
        assert said[1] == "Database: kozel-arena.db\n"
        assert said[2] == "Organiser's token: kozel-arena.db.organiser-token\n"
        yield process
        process.kill()


def error_of(capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence on stderr."""
    error = capsys.readouterr().err
    assert error.startswith("Error: ")
    assert error.count("\n") == 1
    return error


def test_a_tournament_is_set_up_shown_listed_and_cancelled(
    arena: subprocess.Popen[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("alice", "Боб [red]"):
        assert run(["bot", "add", name]) == 0
    create = ["tournament", "create", "cup", "--ruleset", "classic", "--option", "trump_mode=named"]
    assert run([*create, "--bots", "alice,Боб [red]", "--matches", "4", "--bank", "0"]) == 0
    assert run(["tournament", "start", "cup"]) == 0
    capsys.readouterr()
    assert run(["tournament", "show", "cup", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["tournament"]
    assert shown["state"] == "running"
    assert shown["bots"] == ["alice", "Боб [red]"]
    assert shown["options"] == {"trump_mode": "named"}
    matches = {"total": 4, "total_is_most": False, "finished": 0, "running": 0, "given_up": []}
    assert shown["matches"] == matches
    assert shown["time_control"] == {"move_limit_ns": 5 * 10**9, "bank_ns": 0, "strikes": 3}
    assert shown["seed"] is None
    assert run(["tournament", "cancel", shown["id"]]) == 0
    assert run(["tournament", "list", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)["tournaments"]
    assert listed["state"] == "cancelled"
    assert run(["export", "cup", "--output", "cup.jsonl"]) == 0
    assert Path("cup.jsonl").read_bytes() == b""


def test_what_is_wrong_is_said_in_one_sentence(
    arena: subprocess.Popen[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["bot", "add", "alice"]) == 0
    capsys.readouterr()
    assert run(["bot", "add", "alice"]) == 1
    assert "'alice' exists already" in error_of(capsys)
    assert run(["bot", "add", "tab\tin it"]) == 1
    assert "printable" in error_of(capsys)
    create = ["tournament", "create", "cup", "--ruleset", "miner"]
    assert run([*create, "--bots", "alice,bob", "--matches", "2"]) == 1
    assert "there is no bot 'bob'" in error_of(capsys)
    assert run([*create, "--bots", "alice", "--matches", "2"]) == 1
    assert "enter more bots" in error_of(capsys)
    assert run([*create, "--bots", "alice,alice", "--matches", "2"]) == 1
    assert "twice" in error_of(capsys)
    for command in ("show", "start", "cancel"):
        assert run(["tournament", command, "nosuch"]) == 1
        assert "no tournament 'nosuch'" in error_of(capsys)
    assert run(["export", "nosuch", "--output", "x"]) == 1
    assert "no tournament 'nosuch'" in error_of(capsys)
    (tmp_path / "wrong").write_text("wrong", encoding="utf-8")
    assert run(["bot", "list", "--token-file", "wrong"]) == 1
    assert "does not accept this organiser's token" in error_of(capsys)


def test_a_database_in_use_is_not_upgraded_and_a_new_one_is_made(
    arena: subprocess.Popen[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "upgrade"]) == 1
    assert "kozel-arena.db" in error_of(capsys)
    assert run(["db", "upgrade", "--database", "other.db"]) == 0
    assert Path("other.db").is_file()
    capsys.readouterr()
    Path("folder").mkdir()
    assert run(["db", "upgrade", "--database", "folder"]) == 1
    assert "directory" in error_of(capsys)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_arena_in_peace(
    arena: subprocess.Popen[str], number: signal.Signals
) -> None:
    arena.send_signal(number)
    assert arena.stderr is not None
    assert arena.stderr.read() == ""
    assert arena.wait() == 0
