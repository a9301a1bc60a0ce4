"""Values that take long: worked out once for all, shown a little late, never twice at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest

from kozel_arena.results import Keeper
from tests.arena.real_arena import within


class Bench:
    """A keeper of squares whose clock stands still until it is moved."""

    def __init__(self, most: int = 8) -> None:
        self.now = 0.0
        self.worked: list[int] = []
        self.may_end = Event()
        self.may_end.set()
        self.has_begun = Event()
        self.failures: list[Exception] = []
        self.state = 0
        self.keeper: Keeper[int, int] = Keeper(
            self._square,
            id_of=str,
            state_of=lambda number: (number, self.state),
            most=most,
            failed=self.failures.append,
            clock=lambda: self.now,
        )

    def _square(self, number: int) -> int:
        self.worked.append(number)
        self.has_begun.set()
        self.may_end.wait()
        if number < 0:
            raise ValueError("no number")
        return number * number + self.state


def told(talk: Callable[[Bench], Awaitable[None]], bench: Bench | None = None) -> Bench:
    """Let a conversation run while the keeper does."""
    bench = bench or Bench()

    async def talked() -> None:
        run = asyncio.create_task(bench.keeper.run())
        try:
            await talk(bench)
        finally:
            bench.may_end.set()
            run.cancel()

    within(20, talked())
    return bench


def test_a_value_is_worked_out_once_while_its_state_is_the_same() -> None:
    async def talk(bench: Bench) -> None:
        assert await bench.keeper.current(3) == 9
        assert await bench.keeper.current(3) == 9
        assert await bench.keeper.glance(3, patience=0) == 9
        bench.state = 1
        assert await bench.keeper.current(3) == 10

    assert told(talk).worked == [3, 3]


def test_a_glance_takes_the_older_value_and_the_new_one_comes_when_it_is_due() -> None:
    async def talk(bench: Bench) -> None:
        assert await bench.keeper.glance(3, patience=10) == 9
        bench.state = 1
        assert await bench.keeper.glance(3, patience=10) == 9
        assert bench.worked == [3]
        bench.now = 2.0
        bench.has_begun.clear()
        bench.may_end.clear()
        assert await bench.keeper.glance(3, patience=10) == 9
        await asyncio.to_thread(bench.has_begun.wait)
        assert await bench.keeper.glance(3, patience=10) == 9, "still the older one"
        bench.may_end.set()
        assert await bench.keeper.current(3) == 10
        assert await bench.keeper.glance(3, patience=10) == 10

    assert told(talk).worked == [3, 3]


def test_who_has_no_patience_gets_nothing_before_the_first_value_is_there() -> None:
    async def talk(bench: Bench) -> None:
        bench.may_end.clear()
        assert await bench.keeper.glance(3, patience=0.01) is None
        bench.may_end.set()
        assert await bench.keeper.glance(3, patience=10) == 9

    assert told(talk).worked == [3]


def test_what_was_wanted_longest_ago_goes_when_too_many_are_kept() -> None:
    async def talk(bench: Bench) -> None:
        for number in (1, 2, 1, 3, 1, 2):
            await bench.keeper.current(number)

    assert told(talk, Bench(most=2)).worked == [1, 2, 3, 2]


def test_a_failure_is_told_and_the_next_one_is_worked_out() -> None:
    async def talk(bench: Bench) -> None:
        assert await bench.keeper.glance(-1, patience=0.01) is None
        assert await bench.keeper.glance(4, patience=10) == 16

    assert [str(one) for one in told(talk).failures] == ["no number"]


def test_who_asks_for_the_value_of_now_hears_of_a_failure() -> None:
    async def talk(bench: Bench) -> None:
        with pytest.raises(ValueError, match="no number"):
            await bench.keeper.current(-1)
        assert await bench.keeper.current(2) == 4

    told(talk)
