"""Workers as the parent sees them: started, listened to, watched, and ended with all of theirs.

A worker is the head of a process group with the programs that it has started, so that one signal
ends them all. What it and its bots write to stderr is read all the time, for a full pipe would
stop them; the end of it is kept.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Final, NamedTuple

from kozel.contest.board import Board, new_board_file
from kozel.contest.messages import Job, Message, decode
from kozel.contest.values import NS_PER_S, Plan

TAIL_BYTES: Final = 4000
CHUNK_BYTES: Final = 1 << 16
BEYOND_CLOCK_S: Final = 1.0
"""A bot in a worker may take this much longer than its clock, or it counts as hanging."""
STARTING_S: Final = 120.0
"""How long a worker may take to load the bots, and to make their objects for a match."""
PIPES_S: Final = 1.0
"""Pipes close with the group, unless something has left it that holds them open."""
TRACE_S: Final = 0.5
"""How long a hanging worker may take to say where it hangs."""


class Heard(NamedTuple):
    """Something from a worker; None is its end."""

    worker: "CrewMember"
    message: Message | None


class CrewMember:
    """One worker process.

    Args:
        plan: what is played.
        keeps_records: whether it sends records.
        inbox: where what it says is put.
    """

    def __init__(self, plan: Plan, *, keeps_records: bool, inbox: "SimpleQueue[Heard]") -> None:
        self.job: Job | None = None
        """The match that it plays."""
        self.is_ready = False
        self._tail = bytearray()
        self._heard_bytes = 0
        self._inbox = inbox
        clock = plan.time_control
        self._patience_s = (clock.move_limit_ns + clock.bank_ns) / NS_PER_S + BEYOND_CLOCK_S
        self._watches_calls = not plan.uses_processes
        self._path = new_board_file()
        self._board = Board(self._path)
        self._process = subprocess.Popen(
            (sys.executable, "-m", "kozel.contest.worker", str(self._path)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        assert self._process.stderr is not None
        assert self._process.stdout is not None
        self._draining = self._start(self._drain, self._process.stderr)
        self._listening = self._start(self._listen, self._process.stdout)
        self._touched: tuple[int, int] | None = None
        self._touched_at = monotonic()
        head = b"records " if keeps_records else b"results "
        self._write(head + plan.to_json().encode() + b"\n")

    def give(self, job: Job) -> None:
        """Let it play a match."""
        self.job = job
        self._touched, self._touched_at = None, monotonic()
        self._write(job.to_line())

    @property
    def culprit_seat(self) -> int | None:
        """The seat whose bot was called last."""
        return self._board.seat

    def hangs(self) -> str:
        """Why it must be ended, or nothing. To be asked a few times a second."""
        now = monotonic()
        if not self.is_ready:
            limit = STARTING_S
            return f"did not load within {limit:g} s" if now > self._touched_at + limit else ""
        if self.job is None or not self._watches_calls:
            return ""
        if self._touched != self._board.mark:
            self._touched, self._touched_at = self._board.mark, now
        patience_s = STARTING_S if self.culprit_seat is None else self._patience_s
        if now <= self._touched_at + patience_s:
            return ""
        return f"did not come back for {patience_s:.3g} s"

    def ask_where(self) -> None:
        """Let a worker that hangs write where it is to its stderr."""
        if hasattr(signal, "SIGUSR1"):
            before = self._heard_bytes
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGUSR1)
            deadline = monotonic() + TRACE_S
            while self._heard_bytes == before and monotonic() < deadline:
                self._draining.join(0.02)

    def end(self) -> int:
        """End it and everything that it started; returns its exit code, -N for signal N.

        Its group is ended before it is waited for: until then nobody else can have its number.
        """
        group_is_own = sys.platform != "win32"
        exit_code = self._exited()
        with suppress(ProcessLookupError, PermissionError):
            if group_is_own:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        code = self._process.wait()
        for thread in (self._listening, self._draining):
            thread.join(PIPES_S)
        threads = {self._process.stdout: self._listening, self._process.stderr: self._draining}
        for pipe, thread in threads.items():
            if pipe is not None and not thread.is_alive():
                pipe.close()
        if self._process.stdin is not None:
            with suppress(OSError):  # a last line that nobody took
                self._process.stdin.close()
        self._board.bytes.close()
        self._path.unlink(missing_ok=True)
        return code if exit_code is None else exit_code

    @property
    def last_words(self) -> str:
        """The end of what was written to its stderr."""
        return self._tail.decode("utf-8", errors="replace").strip()

    def _exited(self) -> int | None:
        """The exit code of a worker that ended by itself, before it is waited for."""
        if not hasattr(os, "waitid"):
            return self._process.poll()
        with suppress(ChildProcessError):
            state = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if state is not None:
                killed = state.si_code in (os.CLD_KILLED, os.CLD_DUMPED)
                return -state.si_status if killed else state.si_status
        return None

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # its end is heard
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def _start(self, work: object, pipe: IO[bytes]) -> Thread:
        thread = Thread(target=work, args=(pipe,), daemon=True)  # type: ignore[arg-type]
        thread.start()
        return thread

    def _listen(self, pipe: IO[bytes]) -> None:
        try:
            for line in pipe:
                if line.endswith(b"\n"):
                    self._inbox.put(Heard(self, decode(line)))
        finally:
            self._inbox.put(Heard(self, None))

    def _drain(self, pipe: IO[bytes]) -> None:
        while chunk := os.read(pipe.fileno(), CHUNK_BYTES):
            self._heard_bytes += len(chunk)
            self._tail += chunk
            del self._tail[:-TAIL_BYTES]


def end_all(workers: Sequence[CrewMember]) -> None:
    """End every worker."""
    for worker in workers:
        worker.end()
