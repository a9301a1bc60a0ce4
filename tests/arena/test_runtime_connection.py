"""One stream's writer: when clocks start, and what becomes of a bot that does not read."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from kozel.wire.values import Goodbye, GoodbyeReason, Refusal, RefusalReason
from kozel_arena.metrics import Metrics
from kozel_arena.runtime import connection as module
from kozel_arena.runtime.connection import Connection
from kozel_arena.runtime.outbox import MAX_WAITING, Batch
from tests.arena.real_arena import within


class Clock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.now_ns = 1_000

    def __call__(self) -> int:
        return self.now_ns


class Told:
    """A table that keeps what it is told."""

    def __init__(self) -> None:
        self.sent_at: list[tuple[int, int, int]] = []

    def sent(self, seat: int, decision_id: int, now_ns: int) -> None:
        self.sent_at.append((seat, decision_id, now_ns))


def line(clock: Clock, *, events: bool = False) -> Connection:
    metrics = Metrics(CollectorRegistry(), version="test")
    return Connection(clock=clock, metrics=metrics, wants_events=events)


def test_a_clock_starts_when_the_write_has_returned_and_not_before() -> None:
    async def conversation() -> None:
        clock, table = Clock(), Told()
        connection = line(clock)
        view: Any = None

        async def write(batch: Batch) -> None:
            assert table.sent_at == []
            clock.now_ns += 777

        connection.ask(table, 2, 5, 1, view)
        connection.finish(Goodbye(GoodbyeReason.DRAINED, "over"), drops_rest=False)
        await connection.write_all(write)
        assert table.sent_at == [(2, 1, 1_777)]

    within(5, conversation())


def test_what_is_put_into_a_closing_stream_is_dropped() -> None:
    async def conversation() -> None:
        batches: list[Batch] = []
        view: Any = None
        connection = line(Clock())

        async def write(batch: Batch) -> None:
            batches.append(batch)

        connection.finish(Goodbye(GoodbyeReason.REPLACED, "replaced"))
        connection.ask(Told(), 0, 1, 1, view)
        connection.beat(4)
        await connection.write_all(write)
        [batch] = batches
        assert (batch.decisions, batch.heartbeat) == ([], 0)
        assert batch.goodbye is not None

    within(5, conversation())


def test_a_bot_that_falls_behind_is_cut_off_even_if_its_goodbye_gets_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "FAREWELL_SECONDS", 0.05)

    async def conversation() -> None:
        clock = Clock()
        connection = line(clock, events=True)
        event: Any = None
        started = asyncio.Event()

        async def write(batch: Batch) -> None:
            started.set()
            await asyncio.Event().wait()

        writer = asyncio.ensure_future(connection.write_all(write))
        connection.tell(1, 0, 1, event)
        await started.wait()
        clock.now_ns += 5
        assert connection.stalled_ns(clock.now_ns) == 5
        for _ in range(MAX_WAITING):
            connection.tell(1, 0, 1, event)
        assert not connection.is_closing
        connection.tell(1, 0, 1, event)
        assert connection.is_closing
        with pytest.raises(asyncio.CancelledError):
            await writer

    within(5, conversation())


def test_events_are_kept_only_for_a_bot_that_wants_them() -> None:
    async def conversation() -> None:
        batches: list[Batch] = []
        event: Any = None
        connection = line(Clock())

        async def write(batch: Batch) -> None:
            batches.append(batch)

        connection.tell(1, 0, 1, event)
        connection.finish(Goodbye(GoodbyeReason.DRAINED, "over"), drops_rest=False)
        await connection.write_all(write)
        assert batches[0].events == []

    within(5, conversation())


def test_a_bot_counts_as_told_of_a_match_when_that_was_written_and_before_any_card() -> None:
    async def conversation() -> None:
        clock = Clock()
        connection = line(clock)
        happened: list[str] = []

        class Told:
            def sent(self, seat: int, decision_id: int, now_ns: int) -> None:
                happened.append("asked")

        async def write(batch: Batch) -> None:
            happened.append("written" if batch.started else "decision written")
            if batch.decisions:
                connection.finish(Goodbye(GoodbyeReason.LEFT, "over"), drops_rest=False)

        connection.seated = lambda table_id: happened.append(f"told {table_id}")
        seating: Any = SimpleNamespace(table_id=5)
        view: Any = None
        connection.start(seating)
        connection.ask(Told(), 0, 5, 1, view)
        await connection.write_all(write)
        assert happened[:4] == ["written", "told 5", "decision written", "asked"]

    within(5, conversation())


def test_only_a_refusal_for_what_the_bot_did_makes_its_stream_faulty() -> None:
    async def conversation() -> None:
        for farewell, is_faulty in (
            (Goodbye(GoodbyeReason.TOO_SLOW, "slow"), False),
            (Refusal(RefusalReason.INTERNAL, "ours"), False),
            (Refusal(RefusalReason.TOO_MANY_FAULTS, "wrong"), True),
            (Refusal(RefusalReason.PROTOCOL_ERROR, "wrong"), True),
        ):
            connection = line(Clock())
            connection.finish(farewell)
            assert connection.is_faulty is is_faulty

    within(5, conversation())
