"""Children that can be killed, frozen and started again, and that never outlive this process."""

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

LEASH: Final = "kozel_arena.cli.leash"
MARK: Final = "KOZEL_SOAK"
"""Environment variable that every child inherits, and by which one that was left is found."""
TAIL_BYTES: Final = 2000


class Child:
    """A Python file in a process group of its own, again and again; its stderr goes to a file."""

    def __init__(
        self, name: str, command: Sequence[str], *, environment: Mapping[str, str], folder: Path
    ) -> None:
        """A child that has not started; `command` is a Python file and its arguments.

        It works in the folder and writes what it says to `NAME.log` there.
        """
        self.name = name
        self.folder = folder
        self.log = folder / f"{name}.log"
        self._command = [sys.executable, "-m", LEASH, *command]
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._held: int | None = None

    def start(self) -> None:
        """Start it; its leash is the pipe that this process holds open."""
        leash, self._held = os.pipe()
        inherited = {key: text for key, text in os.environ.items() if not key.startswith("KOZEL_")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=leash,
                stdout=log,
                stderr=log,
                env={**inherited, **self._environment},
                cwd=self.folder,
                start_new_session=True,
            )
        os.close(leash)

    @property
    def ended_alone(self) -> bool:
        """Whether it ended although nobody made it."""
        return self._process is not None and self._process.poll() is not None

    def send(self, number: signal.Signals) -> None:
        """Send a signal to its whole group."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """End it at once; a frozen one too."""
        self.send(signal.SIGKILL)
        self._collect(None)

    def stop(self, limit_s: float) -> int:
        """Ask it to end; its exit code, which is that of a kill when it takes longer."""
        self.send(signal.SIGTERM)
        return self._collect(limit_s)

    def last_words(self) -> str:
        """The end of what it wrote to stderr in all its lives."""
        with self.log.open("rb") as file:
            file.seek(max(0, self.log.stat().st_size - TAIL_BYTES))
            return file.read().decode("utf-8", errors="replace")

    def _collect(self, limit_s: float | None) -> int:
        if self._process is None:
            return 0
        try:
            self._process.wait(limit_s)
        except subprocess.TimeoutExpired:
            self.send(signal.SIGKILL)
        code = self._process.wait()
        self._process = None
        if self._held is not None:
            os.close(self._held)
            self._held = None
        return code


def left_behind(mark: str) -> list[int]:
    """The processes of this machine whose environment has the mark (Linux only)."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def free_port() -> int:
    """A port below those that the system hands out, so that nobody gets it while the arena is down.

    Raises:
        OSError: none was found.
    """
    for port in random.sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no free port was found between 20000 and 32000")
