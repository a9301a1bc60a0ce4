"""Bots as processes: none is left, a chatty one does not block, a dead one says its last words."""

import asyncio
import os
from io import FileIO
from pathlib import Path

import pytest

from kozel_arena.cli.demo_bots import TAIL_BYTES, BotDied, BotProgram, keep_playing

pytestmark = pytest.mark.e2e

TOKEN = "kozel_a-secret"
LONG_S = 60
"""Nothing here takes so long."""


def program(folder: Path, source: str) -> BotProgram:
    """A bot that runs this source."""
    file = folder / "some_bot.py"
    file.write_text(source, encoding="utf-8")
    return BotProgram(name="some", file=file, server="127.0.0.1:1", token=TOKEN, capacity=3)


def died(bot: BotProgram) -> BotDied:
    """What is raised when the bot ends by itself."""
    with pytest.raises(BotDied) as raised:
        asyncio.run(keep_playing(bot))
    return raised.value


def test_a_bot_that_ends_is_reported_with_the_end_of_its_stderr(tmp_path: Path) -> None:
    error = died(program(tmp_path, "import sys; sys.exit('no card left')"))
    assert (error.name, error.code, error.tail) == ("some", 1, "no card left")
    assert "some ended with exit code 1" in str(error)


def test_a_bot_that_is_killed_is_reported_with_the_signal(tmp_path: Path) -> None:
    error = died(program(tmp_path, "import os; os.kill(os.getpid(), 9)"))
    assert error.code == -9
    assert "killed by signal 9" in str(error)


def test_stderr_is_drained_and_only_its_end_is_kept(tmp_path: Path) -> None:
    source = "import sys; sys.stderr.write('x' * 1_000_000 + 'the end'); sys.exit(3)"
    error = died(program(tmp_path, source))
    assert error.tail.endswith("the end")
    assert len(error.tail) == TAIL_BYTES


def test_the_token_is_in_the_environment_and_not_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZEL_TLS", "1")
    source = (
        "import os, sys\n"
        "names = sorted(name for name in os.environ if name.startswith('KOZEL_'))\n"
        "sys.exit(f'{sys.argv[1:]} {names} {os.environ[\"KOZEL_TOKEN\"]}')"
    )
    tail = died(program(tmp_path, source)).tail
    names = ["KOZEL_CAPACITY", "KOZEL_LOG_LEVEL", "KOZEL_SERVER", "KOZEL_TOKEN"]
    assert tail == f"['--once'] {names} {TOKEN}"


def with_child(folder: Path) -> tuple[Path, BotProgram]:
    """A bot with a child that says "ready" into a named pipe; both hold it open."""
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    source = (
        "import signal, subprocess, sys\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"pipe = open({str(pipe)!r}, 'w')\n"
        "child = 'import signal; print(\"ready\", flush=True); signal.pause()'\n"
        "subprocess.run([sys.executable, '-c', child], stdout=pipe)\n"
    )
    return pipe, program(folder, source)


def test_when_the_task_ends_everything_that_the_bot_started_ends(tmp_path: Path) -> None:
    """The bot and its child hold a pipe open for writing; it ends when both are dead."""
    pipe, bot = with_child(tmp_path)

    async def start_and_cancel() -> bytes:
        async with asyncio.timeout(LONG_S):
            stream = await opened(pipe)
            task = asyncio.create_task(keep_playing(bot))
            assert await stream.readline() == b"ready\n"
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await stream.read()

    assert asyncio.run(start_and_cancel()) == b""


def test_when_the_task_ends_while_it_starts_the_bot_everything_ends_too(tmp_path: Path) -> None:
    pipe, bot = with_child(tmp_path)

    async def start_and_cancel() -> bytes:
        task = asyncio.create_task(keep_playing(bot))
        # The process is made in the second round of the loop, and known in a later one.
        for _ in range(2):
            await asyncio.sleep(0)
        file = pipe.open("rb", buffering=0)
        assert file.readline() == b"ready\n"  # the loop stands still until then
        task.cancel()
        stream = await connected(file)
        async with asyncio.timeout(LONG_S):
            with pytest.raises(asyncio.CancelledError):
                await task
            return await stream.read()

    assert asyncio.run(start_and_cancel()) == b""


async def opened(pipe: Path) -> asyncio.StreamReader:
    """The reading end of a named pipe, without waiting for somebody who writes."""
    return await connected(os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0))


async def connected(file: FileIO) -> asyncio.StreamReader:
    """A pipe as a stream."""
    stream = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), file)
    return stream
