"""An arena whose every word is written by the test: a real gRPC server on the loopback interface.

async def conversation(peer: Peer) -> None:
    await peer.welcome()
    ...

async with FakeArena(conversation) as arena:
    await serve_bot(bot, arena.dialing())
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Final, Self, cast

import grpc

from kozel.client.channel import Address
from kozel.client.client import Dialing
from kozel.rules import RULES_VERSION
from kozel.wire.messages import PLAY_METHOD, Request, Response, read_request, write_response
from kozel.wire.values import Answer, Goodbye, GoodbyeReason, Hello, Seating, Welcome

WELCOME: Final = Welcome(
    arena_version="fake",
    rules_version=RULES_VERSION,
    bot_id="bot-1",
    bot_name="bot",
    resumed=False,
    max_seats=1024,
    max_request_bytes=65536,
    max_answers=256,
    max_decisions=256,
    heartbeat_interval_ns=5_000_000_000,
    silence_limit_ns=15_000_000_000,
)
"""What a fake arena answers to Hello unless the test says otherwise."""


class Peer:
    """The arena's end of one stream: send responses, receive requests."""

    def __init__(self, context: Any, number: int) -> None:
        self._context = context
        self.number = number
        """1 for the first stream, 2 for the first reconnect, …"""

    async def receive(self) -> Request:
        """The next request.

        Raises:
            EOFError: the bot has closed the stream.
        """
        request = await self._context.read()
        if request is grpc.aio.EOF:
            raise EOFError("the bot has closed the stream")
        return cast(Request, request)

    async def send(self, response: Response) -> None:
        """Send one response."""
        await self._context.write(response)

    async def welcome(self, started: Sequence[Seating] = (), **limits: Any) -> Hello:
        """Take Hello and open the stream, resuming the matches of `started`.

        `limits` replace fields of `WELCOME`.
        """
        request = await self.receive()
        assert request.hello is not None, "the first request must carry Hello"
        welcome = replace(WELCOME, resumed=bool(started), **limits)
        await self.send(Response(welcome=welcome, started=started))
        return request.hello

    async def answers(self, count: int) -> list[Answer]:
        """The next answers, in the order of their arrival, out of as many requests as it takes."""
        answers: list[Answer] = []
        while len(answers) < count:
            answers += (await self.receive()).answers
        return answers

    async def goodbye(self, reason: GoodbyeReason = GoodbyeReason.LEFT) -> None:
        """End the stream in peace."""
        await self.send(Response(goodbye=Goodbye(reason, "the conversation is over")))


Conversation = Callable[[Peer], Awaitable[None]]
"""What the arena says on a stream; when it returns, the stream ends."""


class FakeArena:
    """Serves conversations on a free port while the `async with` block runs."""

    def __init__(self, *conversations: Conversation) -> None:
        """One conversation a stream, in the order in which the streams are opened.

        The last one serves every stream after it too.
        """
        self._conversations = conversations
        self._streams = 0
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        self.server = ""
        """HOST:PORT."""
        self.failures: list[Exception] = []
        """What went wrong in conversations; raised at the end of the block."""

    def dialing(self, **fields: Any) -> Dialing:
        """How to dial this arena; `fields` replace the defaults of `Dialing`."""
        return Dialing(**{"address": Address(self.server), "token": "token", **fields})

    async def __aenter__(self) -> Self:
        self._server.add_generic_rpc_handlers((_Handler(self._converse),))
        self.server = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._server.stop(None)
        if error is None and self.failures:
            raise self.failures[0]

    async def _converse(self, _: AsyncIterator[Request], context: Any) -> None:
        conversation = self._conversations[min(self._streams, len(self._conversations) - 1)]
        self._streams += 1
        try:
            await conversation(Peer(context, self._streams))
        except EOFError:
            return
        except Exception as error:  # the root of the test's own code
            self.failures.append(error)


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, converse: Callable[..., Awaitable[None]]) -> None:
        self._method = grpc.stream_stream_rpc_method_handler(
            cast(Any, converse),
            request_deserializer=read_request,
            response_serializer=write_response,
        )

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        return self._method if handler_call_details.method == PLAY_METHOD else None
