"""A bot in a process of its own fails, and its author reads the traceback at the arena."""

import asyncio
import json
import os
import sys
from pathlib import Path

import httpx
import pytest

from tests.arena.real_arena import Host, an_arena, within

pytestmark = pytest.mark.e2e

BOT = """
import sys
from kozel import Bot, run

class Failing(Bot):
    def choose(self, view):
        print("my token is", sys.argv[-1], file=sys.stderr)
        raise LookupError("the book has no such page")

run(Failing(), ["--server", sys.argv[1], "--token", sys.argv[-1], *sys.argv[2:-1]])
"""


async def log_of(host: Host, name: str, id: str) -> dict[str, object]:
    """A bot's log as the author of a bot gets it."""
    headers = {"Authorization": f"Bearer {host.tokens[name]}"}
    address = f"http://{host.running.http_address}/api/v1/my/bots/{id}/log"
    async with httpx.AsyncClient(trust_env=False, headers=headers) as client:
        log: dict[str, object] = (await client.get(address)).json()
        return log


@pytest.mark.parametrize("flags", [(), ("--no-send-log",)])
def test_a_traceback_of_choose_comes_to_the_author_unless_the_bot_keeps_it(
    tmp_path: Path, flags: tuple[str, ...]
) -> None:
    path = tmp_path / "failing.py"
    path.write_text(BOT, encoding="utf-8")

    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0", heartbeat_interval="1s") as host:
            await host.add_bots("failing", "bob")
            await host.start("failing", "bob", matches=200)
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(path),
                host.address,
                *flags,
                host.tokens["failing"],
                stderr=asyncio.subprocess.DEVNULL,
                env={**os.environ, "KOZEL_LOG_LEVEL": "warning"},
            )
            try:
                async with host.dial("bob", capacity=4) as bob:
                    log: dict[str, object] = {"lines": [], "stderr": ""}
                    while not log["lines"] or (not flags and not log["stderr"]):
                        # Whatever comes next, if only a heartbeat.
                        seen = bob.messages
                        await bob.hear_until(lambda bot, seen=seen: bot.messages > seen)
                        decisions, bob.decisions = bob.decisions, []
                        await bob.answer(*((d.table_id, d.decision_id, 0) for d in decisions))
                        log = await log_of(host, "failing", "b1")
            finally:
                # At once: asked to leave, it would first play on with nobody.
                process.kill()
                await process.wait()
            text = json.dumps(log)
            assert "declined: the bot's code failed" in text
            assert host.tokens["failing"] not in text
            if flags:
                assert log["stderr"] == ""
            else:
                assert "LookupError: the book has no such page" in text
                assert "my token is [token]" in text
            assert (await log_of(host, "bob", "b1"))["detail"]

    within(60, told())
