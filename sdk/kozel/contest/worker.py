"""`python -m kozel.contest.worker BOARD`: plays matches that it is told on stdin, one at a time.

The first line is the plan, each further one a job; every answer is a line on stdout. What bots
print goes to stderr. Ends, with its whole process group, when stdin does.
"""

import faulthandler
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final, NoReturn, Protocol

from kozel.contest.board import Board
from kozel.contest.messages import (
    Died,
    Done,
    Fault,
    Job,
    Message,
    ProgramDied,
    Ready,
    Unusable,
    encode,
)
from kozel.contest.outcomes import outcome_of
from kozel.contest.values import Introduction, Plan, label_of
from kozel.records import Record, format_record
from kozel.rules.errors import KozelError

FAULTS_TOLD: Final = 3
"""So many faults of an entry are told in words; all are counted."""


class Players(Protocol):
    """The two entries, ready to play."""

    introduction: Introduction

    def play(self, plan: Plan, job: Job, label: str) -> Record:
        """Play a match to its end.

        Raises:
            ProgramDied: a program ended.
            KozelError: a bot cannot be made.
        """


class Worker:
    """Takes jobs until there are none."""

    def __init__(self, output: BinaryIO, *, board: Board) -> None:
        self._output = output
        self._board = board
        self._told = [0, 0]

    def say(self, message: Message) -> None:
        """Send a message to the parent."""
        self._output.write(encode(message))
        self._output.flush()

    def fault(self, entry: int, text: str) -> None:
        """Tell of a fault, unless enough of them were told."""
        self._told[entry] += 1
        if self._told[entry] <= FAULTS_TOLD:
            self.say(Fault(entry, text))

    def run(self, jobs: "SimpleQueue[bytes]") -> None:
        """Set the bots up, then play."""
        first = jobs.get()
        keeps_records = first.startswith(b"records ")
        plan = Plan.from_json(first.partition(b" ")[2].decode())
        try:
            players = self._players(plan)
            self.say(Ready(players.introduction))
            label = label_of(plan, players.introduction)
            while True:
                self._play(plan, players, Job.from_line(jobs.get()), label, keeps_records)
        except ProgramDied as death:
            self.say(Died(death.entry, death.how, death.last_words))
        except KozelError as error:
            self.say(Unusable(str(error)))

    def _players(self, plan: Plan) -> Players:
        if plan.uses_processes:
            from kozel.contest.hosting import Programs

            return Programs(plan)
        from kozel.contest.in_process import InProcess

        return InProcess(plan, self._board, self.fault)

    def _play(
        self, plan: Plan, players: Players, job: Job, label: str, keeps_records: bool
    ) -> None:
        self._board.clear()
        record = players.play(plan, job, label)
        outcome = outcome_of(job.number, record, plan.rules, plan.pairing(job.number).order)
        self.say(Done(outcome, format_record(record) if keeps_records else None))


def main() -> None:
    """Run the worker."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(faulthandler, "register"):  # the parent asks where a bot hangs
        faulthandler.register(signal.SIGUSR1, all_threads=False)
    # As for a program: a bot may be a module of the folder where the command was given.
    sys.path.append(os.getcwd())
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    path = Path(sys.argv[1])
    board = Board(path)
    with suppress(OSError):  # nothing is left behind, however this ends; not so on Windows
        path.unlink()
    with suppress(BrokenPipeError):  # nobody listens any more
        Worker(output, board=board).run(jobs)
    _end_group()


def _listen(source: BinaryIO, jobs: "SimpleQueue[bytes]") -> None:
    """Pass lines on; at their end the parent is gone, and so is everybody here."""
    for line in source:
        jobs.put(line)
    _end_group()


def _end_group() -> NoReturn:
    """End this process and all that it has started, also when there is nobody to do it for us."""
    if sys.platform == "win32":
        os._exit(1)
    os.killpg(0, signal.SIGKILL)
    raise AssertionError("this process was in its own group")


if __name__ == "__main__":
    main()
