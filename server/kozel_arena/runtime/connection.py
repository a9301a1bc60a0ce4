"""One bot's stream as the arena sees it: an outbox with its writer, and what was heard last.

Knows no message type: the writer is given a function that writes a `Batch`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from kozel.rules.events import Event
from kozel.rules.view import View
from kozel.wire.values import (
    Answer,
    AnswerRefusal,
    Draining,
    Ending,
    Goodbye,
    GoodbyeReason,
    Refusal,
    RefusalReason,
    Seating,
    Welcome,
)
from kozel_arena.metrics import Metrics
from kozel_arena.runtime.outbox import Batch, Clocked, Outbox, Pending, Told

NS_PER_SECOND: Final = 1_000_000_000
FAREWELL_SECONDS: Final = 2.0
"""How long the last messages of a stream may take."""
Clock = Callable[[], int]
"""Whole nanoseconds of a clock that never goes back."""
Write = Callable[[Batch], Awaitable[None]]
"""Writes one message and returns when it is on its way."""

FAULTY: Final = frozenset({RefusalReason.PROTOCOL_ERROR, RefusalReason.TOO_MANY_FAULTS})
"""Why an open stream is ended for what the bot did."""

_TOO_SLOW: Final = Goodbye(
    GoodbyeReason.TOO_SLOW,
    "the bot reads more slowly than the arena writes: read in a task of its own, then resume",
)


def _nobody_seated(table_id: int) -> None:
    """Of a stream that no bot has yet."""


class Connection:
    """One stream. Everything is put in without waiting; `write_all` is its one writer."""

    __slots__ = (
        "_clock",
        "_is_writing_since_ns",
        "_metrics",
        "_outbox",
        "_wake",
        "_wakes_at_ns",
        "_writer",
        "faults",
        "heard_ns",
        "is_closing",
        "is_faulty",
        "seated",
        "wants_events",
    )

    def __init__(self, *, clock: Clock, metrics: Metrics, wants_events: bool = False) -> None:
        self._clock = clock
        self._metrics = metrics
        self._outbox = Outbox()
        self._wake = asyncio.Event()
        self._wakes_at_ns = 0
        self._is_writing_since_ns: int | None = None
        self._writer: asyncio.Task[None] | None = None
        self.wants_events = wants_events
        self.is_closing = False
        """The last message is queued: nothing can be put in any more."""
        self.heard_ns = clock()
        """When the bot was heard last."""
        self.faults = 0
        """Answers that were refused for a fault of the bot's."""
        self.is_faulty = False
        """The stream is ended for a fault of the bot's."""
        self.seated: Callable[[int], None] = _nobody_seated
        """Told the table ids of the matches whose start has been written."""

    @property
    def waiting(self) -> int:
        """How many decisions, events and notices are not written yet."""
        return self._outbox.waiting

    def welcome(self, welcome: Welcome) -> None:
        """Greet: the first message of a stream that is not refused."""
        self._outbox.welcome(welcome, self._clock())
        self._wake.set()

    def ask(self, host: Clocked, seat: int, table_id: int, decision_id: int, view: View) -> None:
        """Queue a decision; `host.sent` is called when it has been written."""
        if not self.is_closing:
            # As `Pending(…)`, without its detour through Python.
            decision = tuple.__new__(Pending, (host, seat, table_id, decision_id, view))
            self._outbox.ask(decision, self._clock())
            self._wake.set()

    def tell(self, table_id: int, seat: int, deal: int, event: Event) -> None:
        """Queue an event, if the bot wants them; a bot that falls behind is cut off."""
        if self.wants_events and not self.is_closing:
            self._outbox.tell(Told(table_id, seat, deal, event), self._clock())
            self._check()

    def refuse(self, refusal: AnswerRefusal) -> None:
        """Queue the refusal of an answer; a bot that falls behind is cut off."""
        if not self.is_closing:
            self._outbox.refuse(refusal, self._clock())
            self._check()

    def start(self, seating: Seating) -> None:
        """Queue the start of a match."""
        if not self.is_closing:
            self._outbox.start(seating, self._clock())
            self._check()

    def hold(self, table_id: int) -> None:
        """A match is over: send nothing more of it until its end is queued."""
        self._outbox.hold(table_id)

    def end(self, ending: Ending) -> None:
        """Queue the end of a match."""
        if not self.is_closing:
            self._outbox.end(ending, self._clock())
            self._check()

    def beat(self, number: int) -> None:
        """Queue a heartbeat."""
        if not self.is_closing:
            self._outbox.beat(number, self._clock())
            self._wake.set()

    def drain(self, draining: Draining) -> None:
        """Queue the word that no match will start."""
        if not self.is_closing:
            self._outbox.drain(draining, self._clock())
            self._wake.set()

    def finish(self, farewell: Goodbye | Refusal, *, drops_rest: bool = True) -> None:
        """Queue the last message; what still waits is dropped, or sent first."""
        if not self.is_closing:
            self.is_closing = True
            self.is_faulty = isinstance(farewell, Refusal) and farewell.reason in FAULTY
            self._outbox.finish(farewell, self._clock(), drops_rest=drops_rest)
            self._wake.set()
            asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self._give_up)

    def answered(self, answers: Iterable[Answer]) -> None:
        """Answers came in, good or bad: they end the wait for their decisions."""
        self._outbox.answered([table_id << 32 | number for table_id, number, _ in answers])
        if self._outbox.waiting:
            self._wake.set()

    def stalled_ns(self, now_ns: int) -> int:
        """For how long the message that is being written has not got through; 0 if none is."""
        since = self._is_writing_since_ns
        return 0 if since is None else now_ns - since

    async def write_all(self, write: Write) -> None:
        """Write message after message; returns after the last one."""
        self._writer = asyncio.current_task()
        is_last = False
        while not is_last:
            ready_ns = self._outbox.ready_at()
            now_ns = self._clock()
            if ready_ns is None or ready_ns > now_ns:
                await self._pause(ready_ns, now_ns)
                continue
            batch = self._outbox.take(now_ns)
            self._is_writing_since_ns = now_ns
            await write(batch)
            self._is_writing_since_ns = None
            self._written(batch, self._clock())
            is_last = batch.is_last

    async def _pause(self, until_ns: int | None, now_ns: int) -> None:
        """Wait until something is put in, or until the time has come."""
        if until_ns is not None and until_ns != self._wakes_at_ns:
            self._wakes_at_ns = until_ns
            delay = (until_ns - now_ns) / NS_PER_SECOND
            asyncio.get_running_loop().call_later(delay, self._wake.set)
        self._wake.clear()
        await self._wake.wait()

    def _give_up(self) -> None:
        """The bot does not read its last message: end the stream without it."""
        if self._writer is not None:
            self._writer.cancel()

    def _written(self, batch: Batch, now_ns: int) -> None:
        """The message is on its way: only now do the clocks of its decisions start."""
        for seating in batch.started:
            self.seated(seating.table_id)
        decisions = batch.decisions
        for host, seat, _, decision_id, _ in decisions:
            host.sent(seat, decision_id, now_ns)
        if decisions:
            self._metrics.overhead_seconds.observe((now_ns - batch.oldest_ns) / NS_PER_SECOND)
            self._metrics.batch_decisions.observe(len(decisions))

    def _check(self) -> None:
        self._wake.set()
        if self._outbox.is_overfull:
            self.finish(_TOO_SLOW)
