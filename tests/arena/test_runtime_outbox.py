"""What waits for a stream, and when it goes out: no loop, a clock of numbers."""

import pytest

from kozel.rules.events import MatchEnded
from kozel.rules.view import MatchInfo
from kozel.table import AnswerProblem, TimeControl, Verdict
from kozel.wire.values import AnswerRefusal, Draining, Ending, Goodbye, GoodbyeReason, Seating
from kozel_arena.runtime.outbox import (
    HOLD_NS,
    MAX_DECISIONS,
    MAX_EVENTS,
    MAX_REFUSALS,
    MAX_WAITING,
    Outbox,
    Pending,
    Told,
    key_of,
)


class Clocks:
    """A host that is never told anything here."""

    def sent(self, seat: int, decision_id: int, now_ns: int) -> None:
        raise AssertionError("an outbox sends nothing by itself")


def decision(table: int, number: int = 1) -> Pending:
    return Pending(Clocks(), seat=0, table_id=table, decision_id=number, view=None)  # type: ignore[arg-type]


def asked(outbox: Outbox, count: int, now_ns: int = 0, *, first: int = 1) -> None:
    for table in range(first, first + count):
        outbox.ask(decision(table), now_ns)


def tables(batch: object) -> list[int]:
    return [pending.table_id for pending in batch.decisions]  # type: ignore[attr-defined]


def ending(table: int, verdict: Verdict = Verdict.NORMAL) -> Ending:
    return Ending(table, verdict, MatchEnded((0, 12), (0,), (1,)))


def seating(table: int) -> Seating:
    info = MatchInfo("miner", {}, 4, 0)
    return Seating(table, "1-0", info, TimeControl(move_limit_ns=1))


def test_nothing_waits_in_a_new_outbox() -> None:
    assert Outbox().ready_at() is None


def test_with_nothing_unanswered_a_decision_goes_out_at_once() -> None:
    outbox = Outbox()
    outbox.ask(decision(1), 100)
    assert outbox.ready_at() == 100
    assert tables(outbox.take(100)) == [1]
    assert outbox.ready_at() is None


def test_what_is_ready_together_goes_out_together() -> None:
    outbox = Outbox()
    asked(outbox, 5)
    assert tables(outbox.take(0)) == [1, 2, 3, 4, 5]


def test_while_a_batch_is_unanswered_the_next_is_held_for_five_milliseconds_at_most() -> None:
    outbox = Outbox()
    asked(outbox, 2)
    outbox.take(0)
    outbox.ask(decision(3), 1_000)
    outbox.ask(decision(4), 2_000)
    assert outbox.ready_at() == 1_000 + HOLD_NS
    assert HOLD_NS == 5_000_000


def test_the_last_answer_of_a_batch_lets_the_next_one_go() -> None:
    outbox = Outbox()
    asked(outbox, 2)
    outbox.take(0)
    outbox.ask(decision(3), 1_000)
    outbox.answered([key_of(1, 1)])
    assert outbox.ready_at() == 1_000 + HOLD_NS
    outbox.answered([key_of(2, 1)])
    assert outbox.ready_at() == 1_000


def test_an_answer_to_an_older_batch_does_not_count_for_the_latest() -> None:
    outbox = Outbox()
    asked(outbox, 1)
    outbox.take(0)
    outbox.ask(decision(2), 0)
    outbox.take(HOLD_NS)
    outbox.ask(decision(3), HOLD_NS)
    outbox.answered([key_of(1, 1)])
    assert outbox.ready_at() == 2 * HOLD_NS
    outbox.answered([key_of(2, 1)])
    assert outbox.ready_at() == HOLD_NS


def test_a_full_batch_does_not_wait_and_holds_256_decisions_at_most() -> None:
    outbox = Outbox()
    asked(outbox, 1)
    outbox.take(0)
    asked(outbox, MAX_DECISIONS + 3, 10, first=2)
    assert outbox.ready_at() == 10
    assert len(tables(outbox.take(20))) == MAX_DECISIONS == 256
    assert outbox.ready_at() == 10 + HOLD_NS
    assert len(tables(outbox.take(30))) == 3


def test_a_heartbeat_goes_out_at_once_and_takes_along_what_waits() -> None:
    outbox = Outbox()
    asked(outbox, 1)
    outbox.take(0)
    outbox.ask(decision(2), 5)
    outbox.beat(7, 6)
    assert outbox.ready_at() == 5
    batch = outbox.take(6)
    assert (batch.heartbeat, tables(batch)) == (7, [2])
    assert outbox.ready_at() is None


def test_the_end_of_a_match_drops_what_was_still_to_be_asked_there() -> None:
    outbox = Outbox()
    asked(outbox, 3)
    outbox.end(ending(2), 0)
    batch = outbox.take(0)
    assert tables(batch) == [1, 3]
    assert [end.table_id for end in batch.ended] == [2]


def with_events(*of_tables: int) -> Outbox:
    """An outbox in which an event of each table waits."""
    outbox = Outbox()
    for table in of_tables:
        outbox.tell(Told(table, 0, 1, None), 0)  # type: ignore[arg-type]
    return outbox


def test_of_a_match_that_is_over_nothing_goes_out_before_its_end() -> None:
    outbox = with_events(1, 2, 1)
    asked(outbox, 2)
    outbox.hold(1)
    batch = outbox.take(0)
    assert [told.table_id for told in batch.events] == [2]
    assert tables(batch) == [2]
    assert outbox.ready_at() is None
    outbox.end(ending(1), 7)
    batch = outbox.take(7)
    assert [told.table_id for told in batch.events] == [1, 1]
    assert batch.ended == [ending(1)]
    assert outbox.waiting == 0


def test_when_all_that_waits_is_of_a_match_that_is_over_no_message_goes_out() -> None:
    outbox = with_events(1)
    asked(outbox, 1)
    outbox.hold(1)
    assert outbox.waiting == 0
    assert outbox.ready_at() is None
    outbox.beat(1, 5)
    outbox.hold(1)
    assert outbox.ready_at() == 5, "a heartbeat is of no match"


def test_the_last_events_of_a_match_that_does_not_count_are_never_sent() -> None:
    outbox = with_events(1)
    outbox.hold(1)
    outbox.end(ending(1, Verdict.ABORTED), 0)
    batch = outbox.take(0)
    assert batch.events == []
    assert len(batch.ended) == 1


def test_decisions_never_overtake_the_events_before_them() -> None:
    outbox = Outbox()
    for number in range(MAX_EVENTS + 1):
        outbox.tell(Told(1, 0, 1, None), number)  # type: ignore[arg-type]
    asked(outbox, 1, 5_000)
    outbox.end(ending(9), 5_000)
    first, second = outbox.take(5_000), outbox.take(5_000)
    assert (len(first.events), tables(first), first.ended) == (MAX_EVENTS, [], [])
    assert (len(second.events), tables(second), len(second.ended)) == (1, [1], 1)


def test_a_goodbye_in_peace_comes_behind_everything_that_waits() -> None:
    outbox = Outbox()
    asked(outbox, MAX_DECISIONS + 1)
    goodbye = Goodbye(GoodbyeReason.DRAINED, "the arena has stopped")
    outbox.finish(goodbye, 5, drops_rest=False)
    first = outbox.take(5)
    assert (first.goodbye, first.is_last) == (None, False)
    second = outbox.take(5)
    assert (tables(second), second.goodbye, second.is_last) == ([257], goodbye, True)


def test_a_replaced_stream_gets_its_goodbye_and_nothing_else() -> None:
    outbox = Outbox()
    asked(outbox, 3)
    outbox.drain(Draining(1), 0)
    outbox.finish(Goodbye(GoodbyeReason.REPLACED, "replaced"), 1, drops_rest=True)
    batch = outbox.take(1)
    assert (tables(batch), batch.draining, batch.is_last) == ([], None, True)


@pytest.mark.parametrize("count", [MAX_WAITING, MAX_WAITING + 1])
def test_more_than_65536_waiting_things_are_too_many(count: int) -> None:
    outbox = Outbox()
    for _ in range(count):
        outbox.tell(Told(1, 0, 1, None), 0)  # type: ignore[arg-type]
    assert outbox.is_overfull is (count > MAX_WAITING)
    outbox.take(0)
    assert not outbox.is_overfull


def test_a_match_starts_in_a_message_of_its_own_that_other_tables_share() -> None:
    outbox = Outbox()
    outbox.ask(decision(1), 0)
    outbox.start(seating(2), 0)
    outbox.tell(Told(2, 0, 1, None), 0)  # type: ignore[arg-type]
    outbox.ask(decision(2), 0)
    first = outbox.take(0)
    assert ([start.table_id for start in first.started], first.events) == ([2], [])
    assert tables(first) == [1]
    second = outbox.take(0)
    assert second.started == []
    assert len(second.events) == 1
    assert tables(second) == [2]


def test_a_match_that_is_stopped_at_once_ends_after_it_started() -> None:
    outbox = Outbox()
    outbox.start(seating(1), 0)
    outbox.ask(decision(1), 0)
    outbox.end(ending(1), 0)
    assert outbox.take(0).ended == []
    second = outbox.take(0)
    assert (second.decisions, len(second.ended)) == ([], 1)
    assert outbox.ready_at() is None


def test_refusals_of_a_flood_of_answers_are_spread_over_messages() -> None:
    outbox = Outbox()
    for number in range(MAX_REFUSALS + 7):
        outbox.refuse(AnswerRefusal(1, number, AnswerProblem.LATE, "late"), 1)
    first, rest = outbox.take(2), outbox.take(3)
    assert [len(batch.answer_refusals) for batch in (first, rest)] == [MAX_REFUSALS, 7]
    assert outbox.ready_at() is None
