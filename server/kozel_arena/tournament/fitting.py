"""The search for matches that can start: the lowest open numbers whose entries have free seats.

Knows numbers, entries and seats, not how a format makes pairings. Every number is looked at
when the frontier passes it, and afterwards only when the entry that blocked it has a seat.
"""

from collections.abc import Callable, Mapping
from heapq import heappop

from kozel_arena.tournament.progress import Progress

EntriesOf = Callable[[int], tuple[str, ...]]
"""The entries that meet in the match with that number."""


class Fitting:
    """One search over one tournament.

    Args:
        progress: what is open; its frontier and waiting numbers are moved.
        entries_of: the schedule.
        free: free seats by entry id.
        seats_per_entry: seats that each entry needs for one match.
    """

    __slots__ = ("_entries_of", "_found", "_free", "_progress", "_seats")

    def __init__(
        self,
        progress: Progress,
        entries_of: EntriesOf,
        *,
        free: Mapping[str, int],
        seats_per_entry: int,
    ) -> None:
        self._progress = progress
        self._entries_of = entries_of
        self._seats = seats_per_entry
        self._free = {id: seats for id, seats in free.items() if seats >= seats_per_entry}
        self._found: set[int] = set()

    def numbers(self, wanted: int) -> list[int]:
        """At most `wanted` numbers, each taking its seats before the next is looked for."""
        order: list[int] = []
        while len(order) < wanted and len(self._free) > 1:
            number = self._lowest()
            if number is None:
                break
            order.append(number)
            self._found.add(number)
            self._take_seats(number)
        for number in order:
            self._progress.wait_for(self._entries_of(number)[0], number)
        return order

    def _take_seats(self, number: int) -> None:
        for id in self._entries_of(number):
            self._free[id] -= self._seats
            if self._free[id] < self._seats:
                del self._free[id]

    def _lowest(self) -> int | None:
        """The lowest number that fits, taken out of the waiting ones."""
        waiting = self._progress.waiting
        best: str | None = None
        for id in [id for id in waiting if id in self._free]:
            if self._settle(id) and (best is None or waiting[id][0] < waiting[best][0]):
                best = id
        return self._advance() if best is None else heappop(waiting[best])

    def _settle(self, id: str) -> bool:
        """Bring a number that fits to the top of the heap of `id`; False if there is none.

        What is not open any more is dropped; what waits for another entry is filed there.
        """
        heap = self._progress.waiting[id]
        while heap:
            number = heap[0]
            if self._progress.is_open(number) and number not in self._found:
                blocking = self._blocking(number)
                if blocking is None:
                    return True
                self._progress.wait_for(blocking, number)
            heappop(heap)
        del self._progress.waiting[id]
        return False

    def _advance(self) -> int | None:
        """Move the frontier behind the next number that fits, filing those that do not."""
        progress = self._progress
        number = progress.next_open(progress.frontier)
        while number is not None:
            progress.frontier = number + 1
            blocking = self._blocking(number)
            if blocking is None:
                return number
            progress.wait_for(blocking, number)
            number = progress.next_open(number + 1)
        progress.frontier = progress.total
        return None

    def _blocking(self, number: int) -> str | None:
        return next((id for id in self._entries_of(number) if id not in self._free), None)
