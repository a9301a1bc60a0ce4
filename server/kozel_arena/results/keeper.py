"""Values that take long to work out: made in a thread, one at a time, and kept until they change.

Knows neither what is worked out nor from what.
"""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Generic, TypeVar

Subject = TypeVar("Subject")
Value = TypeVar("Value")

SHORTEST_REST: Final = 2.0
"""Seconds from one value of a subject to the next, for those who take an older one."""
REST: Final = 9.0
"""It also rests so many times as long as it took, so that it never takes over the arena."""


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Value]):
    state: Hashable
    value: Value
    due: float
    """When it may be worked out anew for those who take an older one."""


class Keeper(Generic[Subject, Value]):
    """Works values out and keeps them. `run` brings those up to date that were only glanced at.

    Args:
        work: makes the value of a subject, in a thread.
        id_of: names a subject.
        state_of: tells its state; while that is the same, so is the value.
        most: how many values are kept; the one that was wanted longest ago goes.
        failed: told of what went wrong in `run`.
        clock: seconds that never go back.
    """

    def __init__(
        self,
        work: Callable[[Subject], Value],
        *,
        id_of: Callable[[Subject], str],
        state_of: Callable[[Subject], Hashable],
        most: int,
        failed: Callable[[Exception], object],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._work = work
        self._id_of = id_of
        self._state_of = state_of
        self._most = most
        self._failed = failed
        self._clock = clock
        self._kept: dict[str, _Kept[Value]] = {}
        self._wanted: dict[str, Subject] = {}
        self._working = asyncio.Lock()
        self._wake = asyncio.Event()
        self._news = asyncio.Event()

    async def current(self, subject: Subject) -> Value:
        """The value of a subject as it is now, however long that takes."""
        async with self._working:
            id = self._id_of(subject)
            state = self._state_of(subject)
            kept = self._kept.get(id)
            if kept is None or kept.state != state:
                began = self._clock()
                value = await asyncio.to_thread(self._work, subject)
                ended = self._clock()
                rest = max(SHORTEST_REST, REST * (ended - began))
                kept = _Kept(state, value, ended + rest)
            self._keep(id, kept)
            self._tell()
            return kept.value

    async def glance(self, subject: Subject, *, patience: float) -> Value | None:
        """What is kept, if older than the subject; `run` then brings it up to date.

        Args:
            subject: whose value.
            patience: seconds to wait when nothing is kept yet.

        Returns:
            The value, or None when there is none yet.
        """
        id = self._id_of(subject)
        kept = self._kept.get(id)
        is_due = kept is None or (
            kept.state != self._state_of(subject) and self._clock() >= kept.due
        )
        if is_due:
            self._wanted[id] = subject
            self._wake.set()
        if kept is None:
            kept = await self._first(id, patience)
        else:
            self._keep(id, kept)
        return None if kept is None else kept.value

    async def run(self) -> None:
        """Bring up to date what was glanced at; runs until it is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._wanted:
                subject = self._wanted.pop(next(iter(self._wanted)))
                try:
                    await self.current(subject)
                except Exception as error:
                    self._failed(error)

    async def _first(self, id: str, patience: float) -> _Kept[Value] | None:
        try:
            async with asyncio.timeout(patience):
                while id not in self._kept:
                    await self._news.wait()
        except TimeoutError:
            pass
        return self._kept.get(id)

    def _keep(self, id: str, kept: _Kept[Value]) -> None:
        self._kept.pop(id, None)
        self._kept[id] = kept
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]

    def _tell(self) -> None:
        """Let those look who wait for a first value."""
        self._news.set()
        self._news = asyncio.Event()
