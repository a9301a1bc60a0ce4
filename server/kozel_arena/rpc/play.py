"""The service that bots dial: one reader and one writer for each stream."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final, TypeAlias

import grpc
from google.protobuf.message import DecodeError

from kozel.v1.arena_pb2 import PlayRequest
from kozel.wire.codec import decode_answers, decode_hello
from kozel.wire.values import Hello, Refusal, RefusalReason
from kozel_arena.logs import Log
from kozel_arena.metrics import Metrics
from kozel_arena.rpc.door import MALFORMED, FindBot, check_hello, owner_of
from kozel_arena.rpc.encoding import encode_batch, refusal_message
from kozel_arena.rpc.guard import report_failure
from kozel_arena.rpc.strangers import HELLO_SECONDS, Strangers
from kozel_arena.runtime.arena import MAX_ANSWERS, Arena
from kozel_arena.runtime.connection import Clock, Connection
from kozel_arena.runtime.outbox import Batch
from kozel_arena.runtime.players import Player
from kozel_arena.runtime.private_logs import LogKind
from kozel_arena.runtime.values import Identity

Context: TypeAlias = "grpc.aio.ServicerContext[PlayRequest, bytes]"
Handler: TypeAlias = "grpc.RpcMethodHandler[PlayRequest, bytes]"

_SERVICE: Final = "kozel.v1.ArenaService"
_SECOND_HELLO: Final = Refusal(
    RefusalReason.PROTOCOL_ERROR,
    "Hello came a second time: send it once, in the first message",
)


class PlayServicer:
    """`ArenaService`. Refusals are messages in the stream, which then ends in peace."""

    def __init__(
        self,
        *,
        arena: Arena,
        find_bot: FindBot,
        clock: Clock,
        metrics: Metrics,
        log: Log,
        hello_seconds: float = HELLO_SECONDS,
    ) -> None:
        """A service for an arena.

        Args:
            arena: who takes the bots in.
            find_bot: whom a token belongs to.
            clock: the arena's clock.
            metrics: counts refusals.
            log: one line a refusal.
            hello_seconds: how long a stream may be open without Hello.
        """
        self._arena = arena
        self._find_bot = find_bot
        self._clock = clock
        self._metrics = metrics
        self._log = log
        self._strangers = Strangers(seconds=hello_seconds)

    async def play(self, request_iterator: AsyncIterator[PlayRequest], context: Context) -> None:
        """One bot's stream, from Hello to the last message; see proto/README.md."""
        try:
            refusal = await self._serve(context)
        except Exception as error:
            text = report_failure(self._log, error, where="Play")
            refusal = Refusal(RefusalReason.INTERNAL, text, retry=True)
        if refusal is not None:
            self._metrics.refusals[refusal.reason].inc()
            self._log.warning("bot_refused", reason=str(refusal.reason), text=refusal.text)
            with suppress(grpc.aio.BaseError):
                await context.write(refusal_message(refusal))

    async def _serve(self, context: Context) -> Refusal | None:
        """Let the bot in and talk with it; a refusal is returned, to be the last message."""
        # By itself, because a first write that is cancelled would leave the stream without an end.
        await context.send_initial_metadata(())
        request = await self._strangers.first_request(context.read())
        if isinstance(request, Refusal):
            return request
        hello = decode_hello(request.hello)
        # What else is in the message may be refused, and a log shows its bytes: not the token.
        request.ClearField("hello")
        identity = await self._identify(hello)
        if isinstance(identity, Refusal):
            return identity
        connection = Connection(clock=self._clock, metrics=self._metrics, wants_events=hello.events)
        player = self._arena.join(identity, hello, connection)
        if isinstance(player, Refusal):
            self._note(identity, player)
            return player
        try:
            self._take(player, connection, request)
            await self._converse(player, connection, context)
        finally:
            self._arena.leave(player, connection)
        return None

    async def _identify(self, hello: Hello) -> Identity | Refusal:
        """Whom a Hello is from; asked again if a token died meanwhile, for it may be this one."""
        before = -1
        while before != self._arena.expulsions:
            before = self._arena.expulsions
            identity = await check_hello(hello, self._find_bot)
        if isinstance(identity, Refusal):
            owner = await owner_of(hello, identity, self._find_bot)
            if owner is not None:
                self._note(owner, identity)
        return identity

    def _note(self, identity: Identity, refusal: Refusal, payload: bytes = b"") -> None:
        """Tell the author why a stream was refused."""
        log = self._arena.log_of(identity.bot_id)
        log.note(LogKind.REFUSED, f"{refusal.reason}: {refusal.text}", payload=payload)

    async def _converse(self, player: Player, connection: Connection, context: Context) -> None:
        """Read and write until one of the two is over: the bot hung up, or all is said."""
        async with asyncio.TaskGroup() as tasks:
            both = (
                tasks.create_task(self._read_all(player, connection, context)),
                tasks.create_task(self._write_all(connection, context)),
            )
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if connection.is_closing:  # its last message is on its way, or given up soon
                await asyncio.wait(both[1:])
            for task in both:
                task.cancel()

    async def _read_all(self, player: Player, connection: Connection, context: Context) -> None:
        """The one reader: hands every message on until the bot hangs up."""
        is_open = True
        while is_open:
            try:
                request = await context.read()
            except Unreadable as error:
                self._break_off(player, connection, MALFORMED, error.payload)
                continue
            is_open = isinstance(request, PlayRequest)
            if isinstance(request, PlayRequest):
                if request.HasField("hello"):
                    # Without its bytes: the token is among them.
                    self._break_off(player, connection, _SECOND_HELLO)
                self._take(player, connection, request)

    def _take(self, player: Player, connection: Connection, request: PlayRequest) -> None:
        """What a bot says beside Hello."""
        connection.heard_ns = self._clock()
        if len(request.answers) > MAX_ANSWERS:
            text = f"a message had {len(request.answers)} answers: send at most {MAX_ANSWERS}"
            refusal = Refusal(RefusalReason.PROTOCOL_ERROR, text)
            self._break_off(player, connection, refusal, request.SerializeToString())
        if connection.is_closing:
            return
        if request.answers:
            answers = decode_answers(request.answers)
            self._arena.take_answers(player, connection, answers, request.SerializeToString)
        if request.leaving:
            self._arena.wants_to_leave(player)
        if request.log:
            player.log.take_stderr(request.log, connection.heard_ns)

    async def _write_all(self, connection: Connection, context: Context) -> None:
        """The one writer; a stream that broke under it is over."""

        async def write(batch: Batch) -> None:
            await context.write(encode_batch(batch))

        with suppress(grpc.aio.BaseError):
            await connection.write_all(write)

    def _break_off(
        self, player: Player, connection: Connection, refusal: Refusal, payload: bytes = b""
    ) -> None:
        """End the stream of a bot that broke the protocol, with the reason."""
        if not connection.is_closing:
            self._note(Identity(player.bot_id, player.name), refusal, payload)
            self._metrics.refusals[refusal.reason].inc()
            self._log.warning(
                "bot_refused", bot=player.name, reason=str(refusal.reason), text=refusal.text
            )
            connection.finish(refusal)


class Unreadable(DecodeError):
    """A message that is no PlayRequest, with its bytes."""

    def __init__(self, payload: bytes) -> None:
        super().__init__("no PlayRequest")
        self.payload = payload


def read_request(data: bytes) -> PlayRequest:
    """The request in a message's bytes.

    Raises:
        Unreadable: there is none.
    """
    try:
        return PlayRequest.FromString(data)
    except DecodeError:
        raise Unreadable(data) from None


def add_play_servicer(servicer: PlayServicer, server: grpc.aio.Server) -> None:
    """Let a server serve `ArenaService`, its responses being bytes already."""
    handler: Handler = grpc.stream_stream_rpc_method_handler(
        servicer.play, request_deserializer=read_request, response_serializer=None
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(_SERVICE, {"Play": handler}),)
    )
