"""One gRPC stream: opened, read by one task, written by one task, closed. Knows no bot.

What waits to be written lies in the session: at most one answer an open decision, so it is bounded
by the bot's capacity. Requests are cut to the arena's limits before they are written.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import grpc

from kozel.client.errors import ArenaBroken
from kozel.client.happenings import Happening
from kozel.client.session import Session, State
from kozel.rules.errors import KozelError
from kozel.v1 import arena_pb2, arena_pb2_grpc
from kozel.wire.values import Welcome

Handle = Callable[[list[Happening]], Awaitable[None]]
Call = grpc.aio.StreamStreamCall[arena_pb2.PlayRequest, arena_pb2.PlayResponse]

OPENING_LIMIT_S: Final = 10.0
"""How long an arena may take for its first message."""

OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # keepalive_timeout alone does not bound how long a frozen peer goes unnoticed
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 3_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
    # every attempt is a channel of its own, so that the client's own backoff is the only one
    ("grpc.use_local_subchannel_pool", 1),
)

LOOPBACK_OPTIONS: Final = (("grpc.enable_http_proxy", 0),)
"""An http_proxy variable would break even 127.0.0.1."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where an arena is."""

    server: str
    """HOST:PORT."""
    tls: bool = False
    ca: bytes | None = None
    """Root certificates in PEM; None for the system's."""


class Disconnected(Exception):
    """The stream broke; `str(error)` says why. The bot comes back and resumes."""

    def __init__(self, why: str, code: grpc.StatusCode | None = None) -> None:
        super().__init__(why)
        self.code = code


Failure = Disconnected | ArenaBroken


def open_channel(address: Address) -> grpc.aio.Channel:
    """A channel with the options that find dead peers and come back quickly."""
    host = address.server.rpartition(":")[0].strip("[]")
    is_loopback = host in {"localhost", "::1"} or host.startswith("127.")
    options = OPTIONS + LOOPBACK_OPTIONS if is_loopback else OPTIONS
    if not address.tls:
        return grpc.aio.insecure_channel(address.server, options=options)
    credentials = grpc.ssl_channel_credentials(root_certificates=address.ca)
    return grpc.aio.secure_channel(address.server, credentials, options=options)


class Stream:
    """One stream of a session, from Hello to its last message."""

    def __init__(self, session: Session, handle: Handle) -> None:
        self._session = session
        self._handle = handle
        self._wake = asyncio.Event()
        self._heard = 0.0
        self._limit_s = OPENING_LIMIT_S
        self._fell_silent = False
        self._watchdog: asyncio.TimerHandle

    def wake(self) -> None:
        """The session has something to send."""
        self._wake.set()

    async def run(self, address: Address) -> None:
        """Play until the arena's last message.

        Raises:
            Disconnected: the stream broke before.
            ArenaBroken: a message could not be understood.
        """
        channel = open_channel(address)
        try:
            failure = await self._converse(_call(channel))
        finally:
            self._session.disconnected()
            await channel.close()
        if failure is not None:
            raise failure

    async def _converse(self, call: Call) -> Failure | None:
        self._session.connected()
        self.wake()
        self._heard = asyncio.get_running_loop().time()
        self._arm(call)
        try:
            async with asyncio.TaskGroup() as group:
                writer = group.create_task(self._write(call))
                try:
                    return await self._read(call)
                finally:
                    self._watchdog.cancel()
                    writer.cancel()
        finally:
            call.cancel()

    async def _read(self, call: Call) -> Failure | None:
        """Deal with every message; the failure is a value, because a TaskGroup would wrap it."""
        try:
            while (message := await call.read()) is not grpc.aio.EOF:
                assert isinstance(message, arena_pb2.PlayResponse)
                await self._take(self._session.receive(message), call)
                self._heard = asyncio.get_running_loop().time()
                if self._session.state is State.CLOSED:
                    return None
        except KozelError as error:
            return ArenaBroken(str(error))
        except grpc.aio.AioRpcError as error:
            return Disconnected(error.details() or error.code().name, error.code())
        except asyncio.CancelledError:
            if self._fell_silent:
                return Disconnected(f"nothing was heard for {self._limit_s:g} s")
            raise
        return Disconnected("the arena closed the stream without a word", await call.code())

    async def _take(self, happenings: list[Happening], call: Call) -> None:
        if happenings and isinstance(happenings[0], Welcome):
            self._limit_s = happenings[0].silence_limit_ns / 1e9
            self._heard = asyncio.get_running_loop().time()
            self._watchdog.cancel()
            self._arm(call)
        await self._handle(happenings)
        if self._session.has_requests:
            self.wake()

    async def _write(self, call: Call) -> None:
        """Send what the session has whenever there is something; a dead call is the reader's."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                for request in self._session.requests():
                    await call.write(request)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return

    def _arm(self, call: Call) -> None:
        """Look after the limit whether anything was heard; re-armed when it fires.

        The timer never wraps a read: cancelling a read cancels the call.
        """
        loop = asyncio.get_running_loop()
        self._watchdog = loop.call_at(self._heard + self._limit_s, self._watch, call)

    def _watch(self, call: Call) -> None:
        if asyncio.get_running_loop().time() >= self._heard + self._limit_s:
            self._fell_silent = True
            call.cancel()
        else:
            self._arm(call)


def _call(channel: grpc.aio.Channel) -> Call:
    """Open the stream. The stub's types are those of blocking gRPC; here it is the async kind."""
    stub: Any = arena_pb2_grpc.ArenaServiceStub(channel)
    call: Call = stub.Play()
    return call
