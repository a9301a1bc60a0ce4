"""Programs of bots: started in the worker's process group, their output read, their end noted."""

import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Final

from kozel.contest.lines import Event, Exited
from kozel.contest.values import PROGRAM, is_program
from kozel.rules.errors import KozelError

TAIL_BYTES: Final = 4000
CHUNK_BYTES: Final = 1 << 16
DRAINED_S: Final = 1.0
"""The pipe ends with the program, unless something else holds it open."""


class ProgramNotStarted(KozelError):
    """A command line cannot be run."""


class Child:
    """One program; it keeps a chair.

    Args:
        bot: as on the command line of `kozel match`.
        chair: number of the chair.
        seed: for Python bots that take one.
        token: what it shows when it dials in.
        server: where to dial.
        inbox: told of its end.

    Raises:
        ProgramNotStarted: there is no such program.
    """

    def __init__(
        self,
        bot: str,
        chair: int,
        *,
        seed: str,
        token: str,
        server: str,
        inbox: "SimpleQueue[Event]",
    ) -> None:
        self._chair = chair
        self._inbox = inbox
        self._tail = bytearray()
        try:
            self._process = subprocess.Popen(
                command_of(bot, seed),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment(os.environ, server=server, token=token),
            )
        except OSError as error:
            problem = f"bot {bot!r} cannot be started: {error.strerror or error}"
            raise ProgramNotStarted(f"{problem}; after cmd: comes a command line") from None
        self._draining = Thread(target=self._drain, daemon=True)
        self._draining.start()
        Thread(target=self._wait, daemon=True).start()

    @property
    def last_words(self) -> str:
        """The end of what it wrote to stdout and stderr."""
        return self._tail.decode("utf-8", errors="replace").strip()

    def _drain(self) -> None:
        assert self._process.stdout is not None
        while chunk := os.read(self._process.stdout.fileno(), CHUNK_BYTES):
            self._tail += chunk
            del self._tail[:-TAIL_BYTES]

    def _wait(self) -> None:
        code = self._process.wait()
        self._draining.join(DRAINED_S)
        self._inbox.put(Exited(self._chair, code))


def command_of(bot: str, seed: str) -> Sequence[str]:
    """The words of a bot's command.

    Raises:
        ProgramNotStarted: the command line is empty or has an open quote.
    """
    if not is_program(bot):
        return sys.executable, "-m", "kozel.contest.program", bot, seed
    try:
        words = shlex.split(bot.removeprefix(PROGRAM))
    except ValueError as error:
        raise ProgramNotStarted(f"bot {bot!r} cannot be read as a command line: {error}") from None
    if not words:
        raise ProgramNotStarted(f"bot {bot!r} names no program: write cmd: and a command line")
    return words


def environment(inherited: Mapping[str, str], *, server: str, token: str) -> dict[str, str]:
    """What a program finds: where to dial and as whom, and nothing else of `KOZEL_`."""
    kept = {name: value for name, value in inherited.items() if not name.startswith("KOZEL_")}
    no_proxy = ",".join(filter(None, (kept.get("no_proxy"), "127.0.0.1")))
    return {
        **kept,
        "KOZEL_SERVER": server,
        "KOZEL_TOKEN": token,
        "KOZEL_CAPACITY": "1",
        "KOZEL_LOG_LEVEL": "warning",
        "no_proxy": no_proxy,
    }


def new_token() -> str:
    """A secret that a program shows when it dials in."""
    return f"kozel_{secrets.token_hex(16)}"
