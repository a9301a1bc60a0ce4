"""A tournament is watched over a real network, by the command in a process of its own."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.arena.real_arena import Host, RawBot, an_arena, within

pytestmark = pytest.mark.e2e
SIDE_SEATS = 2
"""Seats of a bot in a match of two teams."""


@asynccontextmanager
async def watching(host: Host, *flags: str) -> AsyncIterator[Process]:
    """The command, watching 'event'; it is killed when the test fails."""
    token = host.running.token_file.read_text(encoding="utf-8").strip()
    words = ["-m", "kozel_arena", "tournament", "watch", "event", *flags]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdout=PIPE,
        stderr=PIPE,
        env={**os.environ, "KOZEL_ARENA_SERVER": host.address, "KOZEL_ARENA_TOKEN": token},
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def first_line(process: Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode()


def has_played(bot: RawBot) -> bool:
    """Whether both matches are over."""
    return len(bot.endings) == 2 * SIDE_SEATS


def test_the_watcher_stays_while_the_arena_stops_and_starts_again(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as before:
            await before.add_bots("alice", "bob")
            await before.start("alice", "bob", matches=2)
            watcher = watching(before)
            process = await watcher.__aenter__()
            assert (await first_line(process)).startswith("event: running, 0 of 2 matches")
        async with an_arena(tmp_path, listen=before.address) as host:
            host.tokens = before.tokens
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await asyncio.gather(alice.play(has_played), bob.play(has_played))
                output, errors = await process.communicate()
        assert (process.returncode, errors) == (0, b"")
        assert "event: finished, 2 of 2 matches" in output.decode()
        assert "alice" in output.decode()

    within(60, conversation())


def test_an_arena_that_stays_away_is_one_sentence(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            watcher = watching(host, "--patience", "100ms")
            process = await watcher.__aenter__()
            await first_line(process)
        _, errors = await process.communicate()
        assert process.returncode == 1
        assert errors.decode().startswith(f"Error: the arena at {host.address} is gone")
        assert errors.count(b"\n") == 1

    within(30, conversation())


def test_ctrl_c_ends_the_watch_and_not_the_tournament(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("alice", "bob")
            id = await host.start("alice", "bob")
            async with watching(host) as process:
                await first_line(process)
                process.send_signal(signal.SIGINT)
                _, errors = await process.communicate()
            assert (process.returncode, errors) == (130, b"")
            assert (await host.report(id)).tournament.state.value == "running"

    within(30, conversation())
