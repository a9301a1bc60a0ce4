"""Serves a bot at an arena: streams one after another until there is a reason to stop."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import grpc

from kozel.bot import Bot, wants_events
from kozel.client.backoff import Backoff
from kozel.client.channel import Address, Disconnected, Stream
from kozel.client.errors import NotAnArena, Refused, Replaced
from kozel.client.happenings import Asked, Ended, Happening, Lost
from kozel.client.session import Session, State
from kozel.client.stderr_tail import StderrTail
from kozel.client.thinking import AuthorQuit, Thinking, start_thinking
from kozel.rules.errors import KozelError
from kozel.wire.values import (
    Answer,
    AnswerRefusal,
    Draining,
    Goodbye,
    GoodbyeReason,
    Hello,
    Refusal,
    Seating,
    Welcome,
)

logger = logging.getLogger("kozel.client")

DEFAULT_CAPACITY: Final = 8
LEAST_LOG_SECONDS: Final = 1.0
"""The log is looked at no more often than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialing:
    """Where a bot plays and as whom."""

    address: Address
    token: str
    name: str = ""
    """Empty, or the name that the token was given for."""
    capacity: int = DEFAULT_CAPACITY
    """Seats at once. A slow plain bot thinks about one decision at a time: keep it small."""
    once: bool = False
    """Leave when the arena shuts down, instead of waiting for its return."""
    log: StderrTail | None = None
    """What is sent to the arena for the bot's author to read there; None: nothing."""


def sdk_version() -> str:
    """Name and version of this SDK as Hello tells them."""
    try:
        return f"kozel-python/{version('kozel-arena')}"
    except PackageNotFoundError:
        return "kozel-python/unknown"


async def serve_bot(bot: Bot, dialing: Dialing, *, stop: asyncio.Event | None = None) -> None:
    """Play until the arena lets the bot go; reconnect and resume whenever the stream breaks.

    Args:
        bot: plays every match, through `for_match`.
        dialing: where and as whom.
        stop: when it is set, the bot asks for no new matches and leaves after those that run; while
            there is no stream, it leaves at once.

    Raises:
        ClientError: it makes no sense to go on; the sentence says why and what to do.
    """
    failure: BaseException | None = None
    try:
        async with asyncio.TaskGroup() as group:
            failure = await _stay(bot, dialing, stop, group)
    except* AuthorQuit as quits:
        failure = quits.exceptions[0]
    if isinstance(failure, AuthorQuit):
        raise failure.error
    if failure is not None:
        raise failure


async def _stay(
    bot: Bot, dialing: Dialing, stop: asyncio.Event | None, group: asyncio.TaskGroup
) -> KozelError | None:
    """Play; the failure is a value, because a TaskGroup would wrap it."""
    client = _Client(bot, dialing, group)
    watching = [group.create_task(client.leave_on(stop))] if stop is not None else []
    if dialing.log is not None:
        watching.append(group.create_task(client.send_log(dialing.log)))
    try:
        await client.stay()
    except KozelError as error:
        return error
    finally:
        client.close()
        for task in watching:
            task.cancel()
    return None


class _Client:
    """Joins session, stream and the author's code, and decides what an ending means."""

    def __init__(self, bot: Bot, dialing: Dialing, group: asyncio.TaskGroup) -> None:
        self._dialing = dialing
        self._session = Session(
            Hello(
                token=dialing.token,
                bot_name=dialing.name,
                bot_version=bot.version,
                sdk=sdk_version(),
                capacity=dialing.capacity,
                events=wants_events(bot),
            )
        )
        self._thinking: Thinking = start_thinking(bot, self._deliver, group)
        self._stream: Stream | None = None
        self._backoff = Backoff()
        self._leaving = asyncio.Event()
        self._trouble = ""
        self._last: Refusal | Goodbye | None = None

    async def stay(self) -> None:
        """Streams one after another until the bot may leave."""
        while not self._leaving.is_set() or self._session.seats_in_play:
            self._last = None
            await self._one_stream()
            if self._may_leave():
                return
            await self._pause()

    async def leave_on(self, stop: asyncio.Event) -> None:
        """Wait for the wish to leave and pass it on to the arena."""
        await stop.wait()
        self._leaving.set()
        self._session.leave()
        if self._stream is not None:
            self._stream.wake()

    async def send_log(self, log: StderrTail) -> None:
        """Send the end of the log every now and then, as often as the arena wants it."""
        while True:
            welcome = self._session.welcome
            interval_ns = welcome.log_interval_ns if welcome is not None else 0
            await asyncio.sleep(max(LEAST_LOG_SECONDS, interval_ns / 1e9))
            if self._stream is None or self._session.state is not State.OPEN:
                continue
            if welcome is not None and welcome.max_log_bytes:
                self._session.send_log(log.take(welcome.max_log_bytes))
                if self._session.has_requests:
                    self._stream.wake()

    def close(self) -> None:
        """Let the author's code end."""
        self._thinking.close()

    def _deliver(self, answers: Sequence[Answer]) -> None:
        self._session.answer(*answers)
        if self._stream is not None and self._session.has_requests:
            self._stream.wake()

    async def _one_stream(self) -> None:
        self._stream = Stream(self._session, self._handle)
        try:
            await self._stream.run(self._dialing.address)
        except Disconnected as why:
            if why.code is grpc.StatusCode.UNIMPLEMENTED:
                raise NotAnArena(self._dialing.address.server, str(why)) from None
            self._report(f"no connection to {self._dialing.address.server}: {why}")
        finally:
            self._stream = None

    def _may_leave(self) -> bool:
        """Whether the last stream's end is the end of the stay.

        Raises:
            Refused, Replaced: it is, and not in peace.
        """
        match self._last:
            case Refusal(retry=False):
                raise Refused(self._last)
            case Refusal():
                self._report(f"the arena refused for now: {self._last.text}")
            case Goodbye(reason=GoodbyeReason.REPLACED):
                raise Replaced(self._last.text)
            case Goodbye(reason=GoodbyeReason.LEFT):
                return True
            case Goodbye(reason=GoodbyeReason.DRAINED):
                return self._dialing.once
            case _:
                pass
        return self._leaving.is_set()

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(self._backoff.next_s()):
                await self._leaving.wait()
        except TimeoutError:
            pass

    def _report(self, trouble: str) -> None:
        """Say it once until it changes or a stream opens."""
        if trouble != self._trouble:
            logger.warning("%s; trying again until it works", trouble)
            self._trouble = trouble

    async def _handle(self, happenings: list[Happening]) -> None:
        for happening in happenings:
            if type(happening) is not Asked:
                self._note(happening)
        await self._thinking.submit(happenings)

    def _note(self, happening: Happening) -> None:
        """Log, and remember how the stream ends. Decisions and events pass in silence."""
        match happening:
            case Welcome():
                self._backoff.reset()
                self._trouble = ""
                logger.info(
                    "playing as %s at %s (arena %s)",
                    happening.bot_name,
                    self._dialing.address.server,
                    happening.arena_version,
                )
            case Refusal():
                self._last = happening
            case Goodbye():
                self._last = happening
                logger.info("the arena says goodbye (%s): %s", happening.reason, happening.text)
            case Draining():
                logger.info("the arena shuts down in at most %g s", happening.grace_ns / 1e9)
            case _:
                _log(happening)


def _log(happening: Happening) -> None:
    """What an author wants to read of the matches."""
    match happening:
        case Seating():
            logger.info(
                "match %s started: %s, seat %d",
                happening.match_id,
                happening.match.ruleset,
                happening.match.seat,
            )
        case Ended(seating, ending):
            logger.info(
                "match %s ended (%s): score %s, sides that won %s",
                seating.match_id,
                ending.verdict,
                ending.ended.score,
                ending.ended.winners,
            )
            if seating.match.seat in ending.charged_seats:
                logger.warning("match %s: this seat is charged with it", seating.match_id)
        case Lost(seating):
            logger.warning("match %s went on without this bot", seating.match_id)
        case AnswerRefusal():
            logger.warning("answer refused (%s): %s", happening.problem, happening.text)
        case _:
            pass
