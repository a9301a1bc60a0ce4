"""Which matches of a tournament are finished, running or open, in one byte a match.

Also keeps the marks that spare a schedule from counting up from 0 each time. They follow from
what is open and from who was present; they never change what is found, only how fast.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from kozel_arena.tournament.values import Outcome

OPEN: Final = 0
RUNNING: Final = 1
FINISHED: Final = 2


class Progress:
    """How far a tournament of `total` matches is. Numbers are 0 ≤ number < total.

    Args:
        total: number of matches of the schedule.
        finished: numbers of the matches that have a result (from the database when resuming).
        outcomes: what became of them, for a schedule that `needs_outcomes`; their numbers are
            finished too.

    Raises:
        ValueError: a number lies outside the schedule.
    """

    __slots__ = (
        "_marks",
        "absent",
        "changes",
        "finished_count",
        "fresh",
        "heap",
        "left_rounds",
        "memo",
        "outcomes",
        "playing",
        "reopened",
        "returned",
        "running_count",
        "withdrawn",
    )

    def __init__(
        self, total: int, finished: Iterable[int] = (), *, outcomes: Iterable[Outcome] = ()
    ) -> None:
        self._marks = bytearray(total)
        self.finished_count = 0
        self.running_count = 0
        self.outcomes: dict[int, Outcome] = {}
        """By number; filled only for schedules that `needs_outcomes`."""
        self.playing: dict[int, tuple[str, ...]] = {}
        """The entries of what is running, by number; for formats that cannot derive them."""
        self.changes = 0
        """Rises whenever results come or go: what was worked out from them before is stale."""
        self.fresh: list[Outcome] = []
        """Outcomes since the last look of a schedule that counts them as they come; it empties
        the list."""
        self.reopened = 0
        """How many results were voided."""
        self.memo: object = None
        """What a schedule worked out before, for itself; it follows from the rest."""
        self.withdrawn: set[str] = set()
        """Entries that play no further match. In formats that look at results that is for good:
        others have taken their places."""
        self.left_rounds: dict[str, int] = {}
        """By entry that withdrew, the first one first: the first round, from 0, that is drawn
        without it. Of use in formats with rounds; elsewhere it is 0."""
        self.heap: list[int] | None = None
        """For `Fitting`: a number for every meeting that is not in `absent`."""
        self.absent: dict[str, list[int]] = {}
        """For `Fitting`: meetings to look at when that entry is present."""
        self.returned: list[int] = []
        """For `Fitting`: numbers that are open again."""
        for number in finished:
            self.finish(number)
        for outcome in outcomes:
            self.finish(outcome.number, outcome)

    @property
    def total(self) -> int:
        """Number of matches of the schedule."""
        return len(self._marks)

    def is_open(self, number: int) -> bool:
        """Whether the match has no result and is not being played."""
        return self._mark(number) == OPEN

    def first_open(self, start: int, *, step: int, stop: int | None = None) -> int | None:
        """The first open number among `start`, `start` + `step`, … below `stop` or the total."""
        found = self._marks[start:stop:step].find(OPEN)
        return None if found < 0 else start + found * step

    def running(self) -> list[int]:
        """The numbers that are being played, ascending; takes time in proportion to `total`."""
        return [number for number, mark in enumerate(self._marks) if mark == RUNNING]

    def start(self, number: int, entries: tuple[str, ...] = ()) -> None:
        """The match is being played now, by those entries. Schedules do this to what they return.

        Raises:
            ValueError: it is running or finished already, or outside the schedule.
        """
        if self._mark(number) != OPEN:
            raise ValueError(f"match {number} was started before")
        self._marks[number] = RUNNING
        self.running_count += 1
        if entries:
            self.playing[number] = entries

    def finish(self, number: int, outcome: Outcome | None = None) -> bool:
        """The match has a result; False if it had one already, which changes nothing.

        Give the outcome when the schedule `needs_outcomes`.

        Raises:
            ValueError: it is outside the schedule.
        """
        mark = self._mark(number)
        if mark == FINISHED:
            return False
        self.running_count -= mark == RUNNING
        self.finished_count += 1
        self._marks[number] = FINISHED
        self.changes += 1
        self.playing.pop(number, None)
        if outcome is not None:
            self.outcomes[number] = outcome
            self.fresh.append(outcome)
        return True

    def reopen(self, number: int) -> None:
        """The result of a match was voided: it is open again.

        Raises:
            ValueError: it had no result.
        """
        if self._mark(number) != FINISHED:
            raise ValueError(f"match {number} has no result")
        self._marks[number] = OPEN
        self.finished_count -= 1
        self.changes += 1
        self.reopened += 1
        self.outcomes.pop(number, None)
        self.returned.append(number)

    def withdraw(self, entry: str, *, left_round: int) -> None:
        """An entry plays no further match, and is drawn in no round from that one on."""
        self.withdrawn.add(entry)
        self.left_rounds[entry] = left_round

    def put_back(self, number: int) -> None:
        """A running match ended without a result (aborted): it is open again.

        Raises:
            ValueError: it was not running.
        """
        if self._mark(number) != RUNNING:
            raise ValueError(f"match {number} is not running")
        self._marks[number] = OPEN
        self.running_count -= 1
        self.changes += 1
        self.playing.pop(number, None)
        self.returned.append(number)

    def _mark(self, number: int) -> int:
        if not 0 <= number < len(self._marks):
            raise ValueError(f"match {number} is outside a schedule of {len(self._marks)}")
        return self._marks[number]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleState:
    """All that a schedule looks at to say what comes next."""

    progress: Progress
    free: Mapping[str, int]
    """Free seats by entry id. Who is not in it is absent: nobody waits for it."""
    wanted: int
    """At most so many pairings are asked for."""
