"""Bots as processes of their own: started, watched, and ended with all that they started.

A child's stderr is read all the time, for a full pipe would stop it; its end is kept.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from kozel_arena.cli.output import CommandError

TAIL_BYTES: Final = 4000
"""So much of the end of a bot's stderr is kept."""
CHUNK_BYTES: Final = 4096
LEASH: Final = "kozel_arena.cli.leash"
"""Ends a bot when this process is killed, which no `finally` sees."""


class BotDied(CommandError):
    """A bot's process ended before the tournament did."""

    def __init__(self, name: str, code: int, tail: str) -> None:
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        said = f"; the end of its stderr:\n{tail}" if tail else " and wrote nothing to stderr"
        super().__init__(f"the bot {name} {how} before the tournament was over{said}")
        self.name = name
        self.code = code
        self.tail = tail


@dataclass(frozen=True, slots=True, kw_only=True)
class BotProgram:
    """A bot to start: its registered name, its file, and how it gets into the arena."""

    name: str
    file: Path
    server: str
    token: str
    capacity: int

    def environment(self) -> dict[str, str]:
        """The environment of its process; the token is here and not on the command line."""
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("KOZEL_")
        }
        return {
            **inherited,
            "KOZEL_SERVER": self.server,
            "KOZEL_TOKEN": self.token,
            "KOZEL_CAPACITY": str(self.capacity),
            "KOZEL_LOG_LEVEL": "warning",
        }


async def keep_playing(program: BotProgram) -> NoReturn:
    """Run a bot until this task is cancelled; whatever happens, no process of it is left.

    Raises BotDied when the process ends by itself.
    """
    leash, held = os.pipe()
    tail = bytearray()
    try:
        process = await started(program, leash)
        async with asyncio.TaskGroup() as group:
            group.create_task(drain(process, tail))
            try:
                code = await process.wait()
            finally:
                kill_group(process)
                await process.wait()
    finally:
        os.close(held)
    raise BotDied(program.name, code, tail.decode("utf-8", errors="replace").strip())


async def started(program: BotProgram, leash: int) -> Process:
    """Start a bot's process, or leave nothing of it.

    When a start is cancelled, asyncio kills the one process that it knows, not its group.
    """
    starting = asyncio.create_task(start(program, leash))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        process = await starting
        kill_group(process)
        await process.wait()
        raise


async def start(program: BotProgram, leash: int) -> Process:
    """Start a bot's process in a group of its own; it ends when the other end of `leash` closes.

    The pipe is made by hand: one of asyncio's would have to close before `Process.wait` returns.
    """
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            LEASH,
            str(program.file),
            "--once",
            stdin=leash,
            stdout=DEVNULL,
            stderr=PIPE,
            env=program.environment(),
            start_new_session=True,
        )
    finally:
        os.close(leash)


async def drain(process: Process, tail: bytearray) -> None:
    """Read a process's stderr to its end and keep the last TAIL_BYTES of it."""
    assert process.stderr is not None
    while chunk := await process.stderr.read(CHUNK_BYTES):
        tail += chunk
        del tail[:-TAIL_BYTES]


def kill_group(process: Process) -> None:
    """End a process and everything that it started and that stayed in its group."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
