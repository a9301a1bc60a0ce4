"""The search for matches that can start: the lowest open numbers whose entries have free seats.

Knows meetings, entries and seats, not how a format makes pairings. The result is a function of
what is open and of the free seats; the marks it keeps in `Progress` only make it quick.
"""

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush, heapreplace
from itertools import combinations
from math import comb
from typing import Final, Protocol

from kozel_arena.tournament.progress import Progress

AHEAD: Final = 2
"""Cycles by which the only entries that are free may run ahead of the others (see `Fitting`)."""
PASS_COST: Final = 4
"""So many combinations are tried in the time in which one meeting is passed (measured)."""


class Cycles(Protocol):
    """A schedule of equal cycles: match `number` is meeting `number` mod `meetings`."""

    entries: tuple[str, ...]
    entries_per_match: int
    meetings: int

    @property
    def seats_per_entry(self) -> int:
        """Seats that each entry needs for one match."""

    def entries_of(self, number: int) -> tuple[str, ...]:
        """The entries that meet in the match with that number, by side."""

    def meetings_of(self, entries: tuple[str, ...]) -> Iterable[int]:
        """Every meeting of exactly those entries, in any order; there may be none."""


class Fitting:
    """One search over one tournament. An entry is present when it is a key of `free`.

    Rule: take the lowest open number whose entries all have enough free seats. Only when no
    other entries are free than just enough for one match, and matches are running, must that
    number lie less than `AHEAD` cycles above the lowest open number of present entries:
    without this, two bots whose match ended would meet again and again while all others are
    busy. As soon as one more entry is free, nobody waits.

    Args:
        progress: what is open; found numbers are marked as running.
        schedule: who meets in which number.
        free: free seats by entry id.
    """

    __slots__ = ("_free", "_heap", "_present", "_progress", "_schedule")

    def __init__(self, progress: Progress, schedule: Cycles, free: Mapping[str, int]) -> None:
        self._progress = progress
        self._schedule = schedule
        self._present = free
        least = schedule.seats_per_entry
        self._free = {id: free[id] for id in schedule.entries if free.get(id, 0) >= least}
        self._heap = self._lowest_by_meeting()

    def numbers(self, wanted: int) -> list[int]:
        """At most `wanted` numbers, each taking its seats before the next is looked for."""
        found: list[int] = []
        while len(found) < wanted and len(self._free) >= self._schedule.entries_per_match:
            number = self._lowest()
            if number is None:
                break
            self._progress.start(number)
            self._take_seats(number)
            found.append(number)
        return found

    def _lowest_by_meeting(self) -> list[int]:
        """A heap with, for each meeting of present entries, a number not above its lowest open.

        What is behind the truth is put right when it comes to the top (`_top`).
        """
        progress = self._progress
        if progress.heap is None:
            progress.heap = list(range(self._schedule.meetings))
        for id in [id for id in progress.absent if id in self._present]:
            progress.heap += progress.absent.pop(id)
            heapify(progress.heap)
        for number in progress.returned:
            heappush(progress.heap, number)
        progress.returned.clear()
        return progress.heap

    def _take_seats(self, number: int) -> None:
        seats = self._schedule.seats_per_entry
        for id in self._schedule.entries_of(number):
            self._free[id] -= seats
            if self._free[id] < seats:
                del self._free[id]

    def _lowest(self) -> int | None:
        """Try few free entries in all combinations; many are soon met in the order of numbers."""
        needed, count = self._schedule.entries_per_match, len(self._free)
        if count == needed:
            return self._among_the_last()
        looks = (len(self._schedule.entries) / count) ** needed
        combinations = comb(count, needed)
        return self._among_free() if combinations <= 8 + looks else self._in_order(combinations)

    def _among_the_last(self) -> int | None:
        number = self._among_free()
        if number is None or self._progress.running_count == 0:
            return number
        lowest = self._top()
        bound = self._schedule.meetings * AHEAD
        return number if lowest is None or number < lowest + bound else None

    def _among_free(self) -> int | None:
        lowest = (
            self._first_open(meeting)
            for met in combinations(self._free, self._schedule.entries_per_match)
            for meeting in self._schedule.meetings_of(met)
        )
        return min((number for number in lowest if number is not None), default=None)

    def _in_order(self, combinations: int) -> int | None:
        """Towards the end those who are free have often met enough: it is then no use to pass
        all the others, and the combinations are tried after all.
        """
        passed: list[int] = []
        number = self._top()
        while number is not None:
            if len(passed) * PASS_COST > combinations:
                number = self._among_free()
                break
            passed.append(heappop(self._heap))
            if all(id in self._free for id in self._schedule.entries_of(number)):
                break
            number = self._top()
        for other in passed:
            heappush(self._heap, other)
        return number

    def _top(self) -> int | None:
        """The lowest open number of present entries, which is then on top of the heap."""
        heap = self._heap
        while heap:
            number = heap[0]
            meeting = number % self._schedule.meetings
            absent = self._absent(number)
            if absent is not None:
                heappop(heap)
                self._progress.absent.setdefault(absent, []).append(meeting)
                continue
            lowest = self._first_open(meeting)
            if lowest == number:
                return number
            if lowest is None:
                heappop(heap)
            else:
                heapreplace(heap, lowest)
        return None

    def _first_open(self, meeting: int) -> int | None:
        return self._progress.first_open(meeting, step=self._schedule.meetings)

    def _absent(self, number: int) -> str | None:
        present = self._present
        return next((id for id in self._schedule.entries_of(number) if id not in present), None)
