"""Bots as processes that are killed, frozen and thawed in the middle of matches."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kozel.table import Verdict
from tests.arena.real_arena import NANOS, Host, an_arena, within

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
Process = asyncio.subprocess.Process


@asynccontextmanager
async def bot_process(host: Host, name: str, capacity: int = 2) -> AsyncIterator[Process]:
    """A sample bot in a process of its own, which never outlives the test."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "sample_bots" / "greedy_bot.py"),
        *("--server", host.address, "--capacity", str(capacity)),
        env={**os.environ, "KOZEL_TOKEN": host.tokens[name]},
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def is_connected(host: Host, name: str, *, wanted: bool) -> None:
    """Wait until the arena knows that a bot is there, or is gone."""
    while True:
        bots = await host.ask(lambda client: client.bots())
        if any(bot.name == name and bot.is_connected is wanted for bot in bots):
            return


def test_a_bot_that_is_killed_and_started_again_goes_on_with_its_matches(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("bert", capacity=2) as bert:
                async with bot_process(host, "anna") as process:
                    await is_connected(host, "anna", wanted=True)
                    id = await host.start("anna", "bert")
                    await bert.hear_until(lambda bot: bot.decisions)
                    process.send_signal(signal.SIGKILL)
                    await is_connected(host, "anna", wanted=False)
                async with bot_process(host, "anna"):
                    await bert.play(lambda bot: len(bot.endings) == 4)
                    report = await host.finished(id)
        assert {ending.verdict for ending in bert.endings} == {Verdict.NORMAL}
        assert {line.silences for line in report.standings} == {0}

    within(60, conversation())


def test_a_frozen_bot_is_gone_for_the_arena_and_resumes_when_it_thaws(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"heartbeat_interval": "250ms", "silence_limit": "2s"}

    async def conversation() -> None:
        async with an_arena(tmp_path, **limits) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("bert", capacity=2) as bert, bot_process(host, "anna") as process:

                async def beat() -> None:
                    while True:
                        heard = bert.messages
                        await bert.hear_until(lambda bot, heard=heard: bot.messages > heard)
                        await bert.say(heartbeat=1)

                beating = asyncio.create_task(beat())
                await is_connected(host, "anna", wanted=True)
                id = await host.start("anna", "bert", limit_ns=20 * NANOS)
                await bert.hear_until(lambda bot: bot.decisions)
                process.send_signal(signal.SIGSTOP)
                await is_connected(host, "anna", wanted=False)
                process.send_signal(signal.SIGCONT)
                await is_connected(host, "anna", wanted=True)
                await bert.play(lambda bot: len(bot.endings) == 4)
                report = await host.finished(id)
                beating.cancel()
        assert {ending.verdict for ending in bert.endings} == {Verdict.NORMAL}
        assert {line.silences for line in report.standings} == {0}

    within(60, conversation())
