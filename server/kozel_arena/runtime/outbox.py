"""What waits to be sent on one stream, and when it goes out. A value: no loop, no clock.

A message is cheap to fill and dear to send, so at most one batch of decisions is unanswered at a
time; while it is, what is ready is held, but never longer than `HOLD_NS`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, TypeVar

from kozel.rules.events import Event
from kozel.rules.view import View
from kozel.wire.values import (
    AnswerRefusal,
    Draining,
    Ending,
    Goodbye,
    Refusal,
    Seating,
    Welcome,
)

HOLD_NS: Final = 5_000_000
"""Longest time that something ready is held because a batch is unanswered."""
MAX_DECISIONS: Final = 256
"""Most decisions in one message."""
MAX_EVENTS: Final = 1024
"""Most events in one message."""
MAX_REFUSALS: Final = 256
"""Most refusals of answers in one message."""
MAX_WAITING: Final = 65_536
"""Most things that may wait for one stream; beyond it the bot has fallen behind."""


class _OfTable(Protocol):
    """Something that belongs to a table."""

    @property
    def table_id(self) -> int: ...


_Thing = TypeVar("_Thing", bound=_OfTable)


class Clocked(Protocol):
    """Who wants to know that a decision was written: the decision's table."""

    def sent(self, seat: int, decision_id: int, now_ns: int) -> None:
        """The message with the decision was written: its clock starts."""


class Pending(NamedTuple):
    """A decision on its way: what is sent, and whom to tell when it was."""

    host: Clocked
    seat: int
    table_id: int
    decision_id: int
    view: View

    @property
    def key(self) -> int:
        """What the stream calls it."""
        return key_of(self.table_id, self.decision_id)


def key_of(table_id: int, decision_id: int) -> int:
    """One number for a decision of a stream."""
    return table_id << 32 | decision_id


@dataclass(frozen=True, slots=True)
class Told:
    """An event at a table, as the bot's seat may know it."""

    table_id: int
    seat: int
    deal: int
    event: Event


@dataclass(slots=True, kw_only=True)
class Batch:
    """What goes into one message, in the order in which a bot reads it."""

    welcome: Welcome | None = None
    refusal: Refusal | None = None
    started: list[Seating]
    events: list[Told]
    answer_refusals: list[AnswerRefusal]
    decisions: list[Pending]
    ended: list[Ending]
    heartbeat: int = 0
    draining: Draining | None = None
    goodbye: Goodbye | None = None
    oldest_ns: int = 0
    """When the thing that waited longest was put in."""

    @property
    def is_last(self) -> bool:
        """Whether the stream ends after this message."""
        return self.refusal is not None or self.goodbye is not None


class Outbox:
    """The queue of one stream. Every `put` takes the time; `take` gives the next message."""

    __slots__ = ("_awaited", "_batch", "_farewell", "_held", "_is_urgent", "_oldest_ns", "waiting")

    def __init__(self) -> None:
        self._batch = _empty()
        self._awaited: set[int] = set()
        self._held: dict[int, list[Told]] = {}
        """By table: events of a match that is over, which wait for its end to be told."""
        self._oldest_ns: int | None = None
        self._is_urgent = False
        self._farewell: Goodbye | Refusal | None = None
        self.waiting = 0
        """How many things wait."""

    @property
    def is_overfull(self) -> bool:
        """Whether more waits than a bot that keeps up would ever leave."""
        return self.waiting > MAX_WAITING

    def ask(self, decision: Pending, now_ns: int) -> None:
        """Queue a decision."""
        self._batch.decisions.append(decision)
        self.waiting += 1
        if self._oldest_ns is None:
            self._oldest_ns = now_ns

    def tell(self, event: Told, now_ns: int) -> None:
        """Queue an event."""
        self._batch.events.append(event)
        self._added(now_ns)

    def refuse(self, refusal: AnswerRefusal, now_ns: int) -> None:
        """Queue the refusal of an answer."""
        self._batch.answer_refusals.append(refusal)
        self._added(now_ns)

    def start(self, seating: Seating, now_ns: int) -> None:
        """Queue the start of a match."""
        self._batch.started.append(seating)
        self._added(now_ns)

    def hold(self, table_id: int) -> None:
        """A match is over: ask nothing more there, and hold its events until its end is told."""
        batch, waited = self._batch, self.waiting
        batch.decisions, asked = _parted(batch.decisions, {table_id})
        self.waiting -= len(asked)
        if batch.events:
            batch.events, held = _parted(batch.events, {table_id})
            self.waiting -= len(held)
            self._held[table_id] = held
        if waited and not self.waiting and not self._is_urgent:
            self._oldest_ns = None

    def end(self, ending: Ending, now_ns: int) -> None:
        """Queue the end of a match, behind its events that were held; what it asked is dropped.

        What was held of a match that does not count is dropped too: it is played again.
        """
        held = self._held.pop(ending.table_id, [])
        if ending.verdict.is_rated:
            self._batch.events += held
            self.waiting += len(held)
        self._batch.decisions, asked = _parted(self._batch.decisions, {ending.table_id})
        self.waiting -= len(asked)
        self._batch.ended.append(ending)
        self._added(now_ns)

    def welcome(self, welcome: Welcome, now_ns: int) -> None:
        """Queue the greeting; it goes out at once."""
        self._batch.welcome = welcome
        self._hurry(now_ns)

    def beat(self, number: int, now_ns: int) -> None:
        """Queue a heartbeat; it goes out at once, and replaces one that still waits."""
        self._batch.heartbeat = number
        self._hurry(now_ns)

    def drain(self, draining: Draining, now_ns: int) -> None:
        """Queue the word that no match will start; it goes out at once."""
        self._batch.draining = draining
        self._hurry(now_ns)

    def finish(self, farewell: Goodbye | Refusal, now_ns: int, *, drops_rest: bool) -> None:
        """Queue the last message, behind everything that waits unless that is dropped."""
        if drops_rest:
            self._batch = _empty()
            self.waiting = 0
        if self._farewell is None:
            self._farewell = farewell
        self._hurry(now_ns)

    def answered(self, keys: Iterable[int]) -> None:
        """Answers to decisions came in."""
        self._awaited.difference_update(keys)

    def ready_at(self) -> int | None:
        """When the next message should go out, in the past for at once; None: nothing waits."""
        oldest = self._oldest_ns
        if oldest is None:
            return None
        if self._is_urgent or not self._awaited or len(self._batch.decisions) >= MAX_DECISIONS:
            return oldest
        return oldest + HOLD_NS

    def take(self, now_ns: int) -> Batch:
        """The next message; what does not fit into it waits on."""
        batch, rest = self._batch, _empty()
        batch.oldest_ns = now_ns if self._oldest_ns is None else self._oldest_ns
        if batch.started:
            _start_alone(batch, rest)
        rest.answer_refusals = batch.answer_refusals[MAX_REFUSALS:]
        batch.answer_refusals = batch.answer_refusals[:MAX_REFUSALS]
        if len(batch.events) > MAX_EVENTS:
            rest.events[:0], batch.events = batch.events[MAX_EVENTS:], batch.events[:MAX_EVENTS]
            rest.decisions[:0], batch.decisions = batch.decisions, []
            rest.ended[:0], batch.ended = batch.ended, []
        elif len(batch.decisions) > MAX_DECISIONS:
            rest.decisions[:0] = batch.decisions[MAX_DECISIONS:]
            batch.decisions = batch.decisions[:MAX_DECISIONS]
        left = (rest.events, rest.answer_refusals, rest.decisions, rest.ended)
        self.waiting = sum(len(things) for things in left)
        if batch.decisions:
            self._awaited = {
                table_id << 32 | decision_id for _, _, table_id, decision_id, _ in batch.decisions
            }
        self._batch = rest
        self._is_urgent = self._farewell is not None
        self._oldest_ns = batch.oldest_ns if self.waiting else None
        if self._farewell is not None and not self.waiting:
            self._close(batch)
        return batch

    def _close(self, batch: Batch) -> None:
        if isinstance(self._farewell, Goodbye):
            batch.goodbye = self._farewell
        else:
            batch.refusal = self._farewell

    def _added(self, now_ns: int) -> None:
        self.waiting += 1
        if self._oldest_ns is None:
            self._oldest_ns = now_ns

    def _hurry(self, now_ns: int) -> None:
        self._is_urgent = True
        if self._oldest_ns is None:
            self._oldest_ns = now_ns


def _start_alone(batch: Batch, rest: Batch) -> None:
    """What follows the start of a match goes into the next message.

    Together with the start, a first decision would say that no claim window (B9) came before it.
    """
    tables = {seating.table_id for seating in batch.started}
    batch.events, rest.events = _parted(batch.events, tables)
    batch.decisions, rest.decisions = _parted(batch.decisions, tables)
    batch.ended, rest.ended = _parted(batch.ended, tables)


def _parted(things: list[_Thing], tables: set[int]) -> tuple[list[_Thing], list[_Thing]]:
    """What belongs to other tables than these, and what to these."""
    others = [thing for thing in things if thing.table_id not in tables]
    return others, [thing for thing in things if thing.table_id in tables]


def _empty() -> Batch:
    return Batch(started=[], events=[], answer_refusals=[], decisions=[], ended=[])
