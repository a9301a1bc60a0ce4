"""Streams whose Hello has not come: each may wait a while, and only so many at once.

Whoever opens streams and says nothing must not keep bots and organisers out.
"""

import asyncio
from collections.abc import Awaitable
from typing import Final

from google.protobuf.message import DecodeError

from kozel.v1.arena_pb2 import PlayRequest
from kozel.wire.values import Refusal, RefusalReason
from kozel_arena.rpc.door import HELLO_EXPECTED, MALFORMED

HELLO_SECONDS: Final = 10.0
"""How long a stream may be open without Hello."""
MOST_STRANGERS: Final = 100
"""Streams without Hello at once; the one that has waited longest makes room for one more."""

CROWDED: Final = Refusal(
    RefusalReason.FULL,
    "too many streams are open without Hello: send Hello as soon as the stream opens, or try "
    "again later",
    retry=True,
)


class Strangers:
    """Waits for the first message of every stream."""

    def __init__(self, *, seconds: float = HELLO_SECONDS, most: int = MOST_STRANGERS) -> None:
        """Nobody waits.

        Args:
            seconds: how long a stream may be open without Hello.
            most: how many may wait at once.
        """
        self._seconds = seconds
        self._most = most
        self._waiting: dict[asyncio.Timeout, None] = {}

    async def first_request(self, reading: Awaitable[object]) -> PlayRequest | Refusal:
        """The message with Hello, or why there is none; after a refusal nothing more is read.

        Args:
            reading: reads the first message of the stream.
        """
        try:
            request = await self._in_time(reading)
        except DecodeError:
            return MALFORMED
        if isinstance(request, PlayRequest) and request.HasField("hello"):
            return request
        return request if isinstance(request, Refusal) else HELLO_EXPECTED

    async def _in_time(self, reading: Awaitable[object]) -> object:
        timeout = asyncio.timeout(self._seconds)
        try:
            async with timeout:
                self._enter(timeout)
                return await reading
        except TimeoutError:
            return HELLO_EXPECTED if timeout in self._waiting else CROWDED
        finally:
            self._waiting.pop(timeout, None)

    def _enter(self, timeout: asyncio.Timeout) -> None:
        self._waiting[timeout] = None
        if len(self._waiting) > self._most:
            longest = next(iter(self._waiting))
            del self._waiting[longest]
            longest.reschedule(asyncio.get_running_loop().time())
