"""Where the author's code runs: beside the loop for plain bots, in it for async ones."""

import asyncio
import threading

from kozel import Bot
from kozel.client import thinking
from kozel.client.happenings import Asked
from kozel.client.thinking import start_thinking
from tests.client.building import VIEW, seating, within


class Answers:
    """Collects what is delivered, and tells when there is enough."""

    def __init__(self):
        self.lists = []
        self._news = asyncio.Event()

    def __call__(self, answers):
        if answers:
            self.lists.append(list(answers))
            self._news.set()

    @property
    def ids(self):
        return [answer.decision_id for answers in self.lists for answer in answers]

    async def wait_for(self, count):
        while len(self.ids) < count:
            self._news.clear()
            await self._news.wait()


def decisions(*ids):
    return [Asked(seating(), number, VIEW) for number in ids]


async def with_thinking(bot, play):
    answers = Answers()
    async with asyncio.TaskGroup() as group:
        place = start_thinking(bot, answers, group)
        try:
            await play(place, answers)
        finally:
            place.close()
    return answers


def test_a_plain_bot_thinks_in_one_thread_that_is_not_the_loop_s():
    threads = set()

    class Plain(Bot):
        def choose(self, view):
            threads.add(threading.current_thread())
            return view.legal_actions[0]

    async def play(place, answers):
        await place.submit(decisions(1, 2))
        await place.submit(decisions(3))
        await answers.wait_for(3)

    answers = within(10, with_thinking(Plain(), play))

    assert answers.ids == [1, 2, 3]
    assert len(threads) == 1
    assert threading.main_thread() not in threads


def test_the_loop_goes_on_while_a_plain_bot_thinks():
    may_answer = threading.Event()

    class Thoughtful(Bot):
        def choose(self, view):
            may_answer.wait()
            return view.legal_actions[0]

    async def play(place, answers):
        await place.submit(decisions(1))
        for _ in range(100):
            await asyncio.sleep(0)
        assert answers.ids == []
        may_answer.set()
        await answers.wait_for(1)

    within(10, with_thinking(Thoughtful(), play))


def test_answers_that_are_ready_do_not_wait_for_the_rest_of_their_list(monkeypatch):
    monkeypatch.setattr(thinking, "FLUSH_NS", 0)
    first_is_there = threading.Event()

    class Waiting(Bot):
        def choose(self, view):
            if calls:
                first_is_there.wait()
            calls.append(1)
            return view.legal_actions[0]

    calls = []

    async def play(place, answers):
        await place.submit(decisions(1, 2))
        await answers.wait_for(1)
        assert answers.ids == [1]
        first_is_there.set()
        await answers.wait_for(2)

    within(10, with_thinking(Waiting(), play))


def test_no_more_is_taken_while_a_plain_bot_is_far_behind(monkeypatch):
    monkeypatch.setattr(thinking, "BACKLOG", 3)
    may_answer = threading.Event()

    class Stuck(Bot):
        def choose(self, view):
            may_answer.wait()
            return view.legal_actions[0]

    async def play(place, answers):
        await place.submit(decisions(1, 2))
        third = asyncio.ensure_future(place.submit(decisions(3, 4)))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not third.done()
        may_answer.set()
        await third
        await answers.wait_for(4)

    within(10, with_thinking(Stuck(), play))


def test_async_decisions_are_thought_about_at_once():
    class Together(Bot):
        def __init__(self):
            self.thinking = 0
            self.all_are_here = asyncio.Event()

        async def choose(self, view):
            self.thinking += 1
            if self.thinking == 3:
                self.all_are_here.set()
            await self.all_are_here.wait()
            return view.legal_actions[0]

    async def play(place, answers):
        await place.submit(decisions(1, 2, 3))
        await answers.wait_for(3)

    assert sorted(within(10, with_thinking(Together(), play)).ids) == [1, 2, 3]


def test_a_plain_choose_may_return_an_awaitable():
    async def later(view):
        return view.legal_actions[0]

    class Deferring(Bot):
        def choose(self, view):
            return later(view)

    async def play(place, answers):
        await place.submit(decisions(1))
        await answers.wait_for(1)

    assert within(10, with_thinking(Deferring(), play)).ids == [1]


def test_closing_cancels_what_async_bots_are_thinking():
    class Forever(Bot):
        async def choose(self, view):
            await asyncio.Event().wait()

    async def play(place, answers):
        await place.submit(decisions(1, 2))
        await asyncio.sleep(0)

    assert within(10, with_thinking(Forever(), play)).ids == []
