"""Which matches of a tournament are finished, running or open, in one byte a match.

Keeps the marks that spare a schedule from counting up from 0 each time: a frontier below which
every number has been looked at, and the open numbers below it, filed under the entry that they
wait for. The marks never change what is open, only how fast it is found.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappush
from typing import Final

OPEN: Final = 0
RUNNING: Final = 1
FINISHED: Final = 2


class Progress:
    """How far a tournament of `total` matches is. Numbers are 0 ≤ number < total.

    Args:
        total: number of matches of the schedule.
        finished: numbers of the matches that have a result (from the database when resuming).

    Raises:
        ValueError: a number lies outside the schedule.
    """

    __slots__ = ("_marks", "finished_count", "frontier", "running_count", "waiting")

    def __init__(self, total: int, finished: Iterable[int] = ()) -> None:
        self._marks = bytearray(total)
        self.finished_count = 0
        self.running_count = 0
        self.frontier = 0
        """Every open number below it is in `waiting`."""
        self.waiting: dict[str, list[int]] = {}
        """By entry id a heap of numbers to look at when that entry has a free seat."""
        for number in finished:
            self.finish(number)

    @property
    def total(self) -> int:
        """Number of matches of the schedule."""
        return len(self._marks)

    @property
    def is_over(self) -> bool:
        """Whether every match has a result."""
        return self.finished_count == len(self._marks)

    def is_open(self, number: int) -> bool:
        """Whether the match has no result and is not being played."""
        return self._marks[number] == OPEN

    def next_open(self, number: int) -> int | None:
        """The first open number from `number` on."""
        found = self._marks.find(OPEN, number)
        return None if found < 0 else found

    def running(self) -> list[int]:
        """The numbers that are being played, ascending; takes time in proportion to `total`."""
        return [number for number, mark in enumerate(self._marks) if mark == RUNNING]

    def start(self, number: int) -> None:
        """The match is being played now.

        Raises:
            ValueError: it is running or finished already, or outside the schedule.
        """
        if self._mark(number) != OPEN:
            raise ValueError(f"match {number} was started before")
        self._marks[number] = RUNNING
        self.running_count += 1

    def finish(self, number: int) -> bool:
        """The match has a result; False if it had one already, which changes nothing."""
        mark = self._mark(number)
        if mark == FINISHED:
            return False
        self.running_count -= mark == RUNNING
        self.finished_count += 1
        self._marks[number] = FINISHED
        return True

    def put_back(self, number: int, entry: str) -> None:
        """A running match ended without a result (aborted): it is open again.

        Args:
            number: the match.
            entry: any entry of its pairing; the match is filed under it.

        Raises:
            ValueError: it was not running.
        """
        if self._mark(number) != RUNNING:
            raise ValueError(f"match {number} is not running")
        self._marks[number] = OPEN
        self.running_count -= 1
        self.wait_for(entry, number)

    def wait_for(self, entry: str, number: int) -> None:
        """File an open number under an entry: look at it when the entry has a free seat."""
        heappush(self.waiting.setdefault(entry, []), number)

    def _mark(self, number: int) -> int:
        if not 0 <= number < len(self._marks):
            raise ValueError(f"match {number} is outside a schedule of {len(self._marks)}")
        return self._marks[number]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleState:
    """All that a schedule looks at to say what comes next."""

    progress: Progress
    free: Mapping[str, int] = field(default_factory=dict)
    """Free seats by entry id; an entry that is not there (not connected) has none."""
    wanted: int = 1
    """At most so many pairings are asked for."""
