"""The arena as a process: what keeps it from starting, and signals at any time."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kozel.rules import KozelError
from kozel_arena.app import running_arena
from kozel_arena.config import Settings
from kozel_arena.rpc.admin_client import AdminClient
from tests.arena.real_arena import QUIET, within

pytestmark = pytest.mark.e2e

LIMIT_SECONDS = 30


def command(folder: Path, *flags: str) -> list[str]:
    """An arena on a free port whose log lines are JSON."""
    database = str(folder / "arena.db")
    fixed = ("--listen", "127.0.0.1:0", "--metrics", "off", "--log-format", "json")
    return [sys.executable, "-m", "kozel_arena", "serve", "--database", database, *fixed, *flags]


@contextmanager
def arena_process(folder: Path, *flags: str) -> Iterator[subprocess.Popen[str]]:
    """A process that never outlives the test."""
    process = subprocess.Popen(command(folder, *flags), stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def started(process: subprocess.Popen[str]) -> dict[str, str]:
    """Wait until it listens; its log line about that."""
    assert process.stderr is not None
    for line in process.stderr:
        entry: dict[str, str] = json.loads(line)
        if entry["event"] == "arena_started":
            return entry
    raise AssertionError("the arena ended before it listened")


def refusal(folder: Path, **settings: str) -> str:
    """The one sentence with which an arena does not start."""

    async def start() -> None:
        chosen = {"listen": "127.0.0.1:0", "database": str(folder / "arena.db"), **QUIET}
        async with running_arena(Settings(**{**chosen, **settings})):
            raise AssertionError("it has started")

    with pytest.raises(KozelError) as raised:
        within(20, start())
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_port_that_is_taken_is_said_to_be(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert f"the address {address} cannot be taken" in refusal(tmp_path, listen=address)
        metrics = refusal(tmp_path, metrics=address)
        assert f"the metrics address {address} cannot be taken" in metrics


def test_an_address_of_another_machine_cannot_be_taken(tmp_path: Path) -> None:
    assert "cannot be taken" in refusal(tmp_path, listen="192.0.2.1:0")


def test_a_program_that_does_not_start_prints_its_sentence_and_nothing_else(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        flags = ("--listen", address, "--log-level", "error")
        done = subprocess.run(
            command(tmp_path, *flags), capture_output=True, text=True, timeout=LIMIT_SECONDS
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert f"the address {address} cannot be taken" in done.stderr


def test_a_second_arena_keeps_off_the_database_of_the_first(tmp_path: Path) -> None:
    with arena_process(tmp_path) as process:
        started(process)
        assert f"another arena (process {process.pid})" in refusal(tmp_path)


def test_a_database_that_cannot_be_written_is_said_to_be(tmp_path: Path) -> None:
    assert "the database /proc/arena.db" in refusal(tmp_path, database="/proc/arena.db")
    nowhere = str(tmp_path / "no" / "arena.db")
    assert "does not exist: make it first" in refusal(tmp_path, database=nowhere)


def test_tls_files_that_are_not_there_or_no_certificates_are_said_to_be(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.pem")
    sentence = refusal(tmp_path, tls_cert=missing, tls_key=missing)
    assert f"cannot read the TLS file {missing}" in sentence
    garbage = tmp_path / "garbage.pem"
    garbage.write_text("no certificate", encoding="utf-8")
    sentence = refusal(tmp_path, tls_cert=str(garbage), tls_key=str(garbage))
    assert "the TLS certificate and key cannot be used" in sentence


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_the_arena_drain_and_end_without_a_traceback(
    tmp_path: Path, number: signal.Signals
) -> None:
    with arena_process(tmp_path) as process:
        entry = started(process)
        token = Path(entry["organiser_token_file"]).read_text(encoding="utf-8").strip()
        with AdminClient(address=entry["address"], token=token) as client:
            client.add_bot("anna")
        process.send_signal(number)
        _, rest = process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode == 0
    events = [json.loads(line)["event"] for line in rest.splitlines()]
    assert events == ["arena_draining", "arena_stopped"]
    with sqlite3.connect(tmp_path / "arena.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


@pytest.mark.parametrize("milliseconds", [100, 400, 700, 1000, 1300])
def test_ctrl_c_at_any_time_of_the_start_leaves_no_traceback(
    tmp_path: Path, milliseconds: int
) -> None:
    with arena_process(tmp_path) as process:
        assert process.stderr is not None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(milliseconds / 1000)
        os.kill(process.pid, signal.SIGINT)
        _, text = process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode in (0, 130, -signal.SIGINT)
    if milliseconds > 100:  # before that Python itself has hardly begun
        assert "Traceback" not in text


LOST = """
import os, signal, sys, weakref

class Swallower:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            thing = set()
            watcher = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
            del thing

sys.meta_path.insert(0, Swallower())
"""
"""A Ctrl+C in a callback whose exceptions Python drops, as the loader of modules has them."""


@pytest.mark.parametrize("module", ["typer", "kozel_arena.dashboard"])
def test_ctrl_c_while_modules_are_loaded_is_not_lost(tmp_path: Path, module: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(LOST.format(module=module))
    ended = subprocess.run(
        command(tmp_path),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        timeout=LIMIT_SECONDS,
    )
    assert ended.returncode == -signal.SIGINT
    assert ended.stderr == b""


def test_an_error_inside_an_arena_is_raised_as_it_is(tmp_path: Path) -> None:
    async def failing() -> None:
        settings = {"listen": "127.0.0.1:0", "database": str(tmp_path / "arena.db"), **QUIET}
        async with running_arena(Settings(**settings)):
            raise ZeroDivisionError("not the arena's fault")

    with pytest.raises(ZeroDivisionError, match="not the arena's fault"):
        within(20, failing())
