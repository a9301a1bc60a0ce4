"""Where the author's code runs: plain bots in one thread of their own, async bots in the loop.

A plain `choose` that takes seconds must not stop heartbeats and reads, so it gets a thread. Whole
lists cross over: one hop (about 0.1 ms there and back) a list, not one a decision.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from time import perf_counter_ns
from typing import Final, Protocol

from kozel.bot import Bot, is_async
from kozel.client.author import Author, Unfinished
from kozel.client.happenings import Happening
from kozel.wire.values import Answer

Deliver = Callable[[Sequence[Answer]], None]
"""Takes answers in the loop's thread."""

FLUSH_NS: Final = 2_000_000
"""Answers that are ready are handed over at least this often while others are thought about."""

BACKLOG: Final = 8192
"""Happenings that may wait for a plain bot; above it no more is read from the stream."""


class Thinking(Protocol):
    """Deals with happenings in order; answers come through `deliver`, when they are ready."""

    async def submit(self, happenings: list[Happening]) -> None:
        """Hand over a list; waits while too much is waiting already."""

    def close(self) -> None:
        """Stop. A plain `choose` that runs is left to itself; its answer is dropped."""


def start_thinking(bot: Bot, deliver: Deliver, group: asyncio.TaskGroup) -> Thinking:
    """Choose the place by the kind of `choose`."""
    kind = InLoop if is_async(bot) else InThread
    return kind(Author(bot), deliver, group)


class AuthorQuit(Exception):
    """The author's code called `sys.exit`, or its thread failed: `error` ends the program."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(f"the bot's code ended the program: {error!r}")
        self.error = error


class InLoop:
    """Async bots: each decision is a task, so many are thought about at once."""

    def __init__(self, author: Author, deliver: Deliver, group: asyncio.TaskGroup) -> None:
        self._author = author
        self._deliver = deliver
        self._group = group
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watch = group.create_task(self._raise_failure())

    async def submit(self, happenings: list[Happening]) -> None:
        """Start the decisions; how many run at once is bounded by the bot's capacity."""
        try:
            for happening in happenings:
                self.take(self._author.take(happening))
        except SystemExit as error:
            self.fail(error)

    def take(self, result: Answer | Unfinished | None) -> None:
        """Deliver an answer, or go on awaiting one."""
        if isinstance(result, Answer):
            self._deliver((result,))
        elif result is not None:
            task = self._group.create_task(self._finish(result))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def fail(self, error: BaseException) -> None:
        """End the stay with an error; a SystemExit must not run through the loop itself."""
        if not self._failed.done():
            self._failed.set_exception(AuthorQuit(error))

    def close(self) -> None:
        """Cancel what is being thought about."""
        self._watch.cancel()
        for task in self._tasks:
            task.cancel()

    async def _finish(self, unfinished: Unfinished) -> None:
        try:
            self._deliver((await self._author.finish(unfinished),))
        except SystemExit as error:
            self.fail(error)

    async def _raise_failure(self) -> None:
        await self._failed


class InThread:
    """Plain bots: one daemon thread runs `choose` and the hooks, always the same one."""

    def __init__(self, author: Author, deliver: Deliver, group: asyncio.TaskGroup) -> None:
        self._author = author
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._in_loop = InLoop(author, deliver, group)
        self._queue: SimpleQueue[list[Happening] | None] = SimpleQueue()
        self._waiting = 0
        self._room = asyncio.Event()
        threading.Thread(target=self._run, name="kozel-choose", daemon=True).start()

    async def submit(self, happenings: list[Happening]) -> None:
        """Hand a list over to the thread."""
        self._waiting += len(happenings)
        self._queue.put(happenings)
        while self._waiting > BACKLOG:
            self._room.clear()
            await self._room.wait()

    def close(self) -> None:
        """End the thread after the call that it is in."""
        self._queue.put(None)
        self._in_loop.close()

    def _run(self) -> None:
        try:
            while (happenings := self._queue.get()) is not None:
                self._work(happenings)
        except BaseException as error:  # the thread's root: nothing may end it unseen
            self._hand_over(self._in_loop.fail, error)

    def _work(self, happenings: list[Happening]) -> None:
        results: list[Answer | Unfinished] = []
        done, flushed_ns = 0, perf_counter_ns()
        for happening in happenings:
            result = self._author.take(happening)
            done += 1
            if result is None:
                continue
            results.append(result)
            if perf_counter_ns() - flushed_ns > FLUSH_NS:
                self._hand_over(self._take, done, results)
                results, done, flushed_ns = [], 0, perf_counter_ns()
        self._hand_over(self._take, done, results)

    def _hand_over(self, call: Callable[..., None], *arguments: object) -> None:
        """Call something in the loop, unless the loop is gone with everybody who would care."""
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            self._queue.put(None)

    def _take(self, done: int, results: list[Answer | Unfinished]) -> None:
        self._waiting -= done
        self._room.set()
        self._deliver([result for result in results if isinstance(result, Answer)])
        for result in results:
            if isinstance(result, Unfinished):
                self._in_loop.take(result)
