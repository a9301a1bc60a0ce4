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


def spoiled(*bots: str, playing: set[str], step_ns: int = 0) -> list[list[int]]:
    """What a blackout says after each silence: one table a bot, `step_ns` apart."""
    blackout = Blackout[int]()
    return [
        blackout.fell_silent(
            table, {bot}, playing=playing, now_ns=1_000 + table * step_ns, window_ns=100
        )
        for table, bot in enumerate(bots)
    ]


def test_all_playing_bots_silent_at_once_are_a_blackout() -> None:
    first, second, third = spoiled("a", "b", "a", playing={"a", "b"})
    assert (first, sorted(second), third) == ([], [0, 1], [2])


def test_one_bot_alone_is_simply_silent() -> None:
    assert spoiled("a", "a", playing={"a"}) == [[], []]


def test_as_long_as_one_bot_is_not_silent_there_is_no_blackout() -> None:
    assert spoiled("a", "b", playing={"a", "b", "c"}) == [[], []]


def test_an_answer_in_between_ends_a_blackout() -> None:
    blackout = Blackout[int]()
    for table, bot in enumerate("ab"):
        told = blackout.fell_silent(table, {bot}, playing={"a", "b"}, now_ns=5, window_ns=100)
        blackout.heard()
        assert told == []


def test_silences_one_after_the_other_are_no_blackout() -> None:
    assert spoiled("a", "b", "a", playing={"a", "b"}, step_ns=101) == [[], [], []]
