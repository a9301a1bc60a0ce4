"""The arena's own delays, and the moment when all bots fall silent at once, as values."""

from kozel_arena.runtime.blackout import Blackout
from kozel_arena.runtime.lag import MEMORY_NS, Lag

MS = 1_000_000


def test_the_longest_delay_is_remembered_for_a_while_and_then_forgotten() -> None:
    lag = Lag()
    start = 10 * MEMORY_NS
    lag.measured(30 * MS, start)
    lag.measured(10 * MS, start + 1)
    assert lag.worst_ns(start + MEMORY_NS) == 30 * MS
    assert lag.worst_ns(start + 4 * MEMORY_NS) == 0


def test_a_delay_of_the_last_period_still_counts_in_the_next() -> None:
    lag = Lag()
    start = 10 * MEMORY_NS
    lag.measured(1 * MS, start)
    lag.measured(30 * MS, start + MEMORY_NS - 1)
    lag.measured(2 * MS, start + MEMORY_NS + 1)
    assert lag.worst_ns(start + MEMORY_NS + 2) == 30 * MS


def silences(*bots: str, step_ns: int = 0) -> Blackout[int]:
    """A blackout that was told of one table a bot, `step_ns` apart."""
    blackout = Blackout[int]()
    for table, bot in enumerate(bots):
        blackout.fell_silent(table, {bot}, 1_000 + table * step_ns, window_ns=100)
    return blackout


def test_all_connected_bots_silent_at_once_are_a_blackout() -> None:
    blackout = silences("a", "b")
    assert blackout.covers({"a", "b"})
    assert sorted(blackout.take_tables()) == [0, 1]
    assert not blackout.covers({"a", "b"})


def test_one_bot_alone_is_simply_silent() -> None:
    assert not silences("a").covers({"a"})


def test_as_long_as_one_bot_answers_there_is_no_blackout() -> None:
    blackout = silences("a", "b")
    assert not blackout.covers({"a", "b", "c"})
    blackout.heard()
    assert not blackout.covers({"a", "b"})


def test_silences_one_after_the_other_are_no_blackout() -> None:
    assert not silences("a", "b", step_ns=101).covers({"a", "b"})
