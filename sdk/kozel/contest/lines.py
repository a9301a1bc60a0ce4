"""The worker's end of programs' streams: a small gRPC server on the loopback interface.

Every stream has two threads: one reads and notes when something came, one writes and notes when it
was on its way. What they have to say is put into one inbox, in whose order the match is played.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter_ns
from typing import Any, Final, NamedTuple, TypeAlias, cast

# gRPC would write lines of its own about every broken stream; it reads this when imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

import grpc

from kozel.contest.values import NS_PER_S
from kozel.rules import RULES_VERSION
from kozel.wire.messages import PLAY_METHOD, Request, Response, read_request, write_response
from kozel.wire.values import (
    PROTOCOL,
    Answer,
    Behind,
    Goodbye,
    GoodbyeReason,
    Hello,
    Refusal,
    RefusalReason,
    Seating,
    Welcome,
)

QUIET_NS: Final = 86_400 * NS_PER_S
"""Neither end is to hang up on the other for silence: a process that is gone is seen at once."""
MAX_REQUEST_BYTES: Final = 65_536
MAX_PER_MESSAGE: Final = 256
_REPLACED: Final = Goodbye(GoodbyeReason.REPLACED, "the same token has opened a newer stream")


class Line:
    """What is to be sent on one stream."""

    def __init__(self, chair: int, hello: Hello) -> None:
        self.chair = chair
        self.hello = hello
        self._outgoing: SimpleQueue[Response | None] = SimpleQueue()

    def send(self, response: Response) -> None:
        """Queue a message; after `goodbye` it goes nowhere."""
        self._outgoing.put(response)

    def close(self) -> None:
        """End the stream after what is queued."""
        self._outgoing.put(None)

    def messages(self) -> Iterator[Response]:
        """What is queued, until it is closed."""
        while (response := self._outgoing.get()) is not None:
            yield response


class Joined(NamedTuple):
    """A program has dialed in, for the first time or again."""

    chair: int


class Gone(NamedTuple):
    """A stream is over, and no newer one has taken its place."""

    chair: int


class Sent(NamedTuple):
    """A decision was written."""

    chair: int
    table_id: int
    decision_id: int
    at_ns: int


class Answered(NamedTuple):
    """An answer came."""

    chair: int
    answer: Answer
    at_ns: int


class Leaving(NamedTuple):
    """A program wants no more matches."""

    chair: int


class Exited(NamedTuple):
    """A program's process has ended."""

    chair: int
    code: int


Event: TypeAlias = Joined | Gone | Sent | Answered | Leaving | Exited


class Switchboard:
    """The server, and who is on which line.

    Args:
        tokens: the chair by token.
        inbox: where everything that happens is put.
    """

    def __init__(self, tokens: Mapping[str, int], inbox: "SimpleQueue[Event]") -> None:
        self._tokens = tokens
        self._inbox = inbox
        self._lock = Lock()
        self._lines: dict[int, Line] = {}
        self._seated: dict[int, Seating] = {}
        # A program that dials again has two streams for a moment.
        self._server = grpc.server(
            ThreadPoolExecutor(max_workers=4 * len(tokens)),
            options=(
                ("grpc.so_reuseport", 0),
                ("grpc.max_receive_message_length", MAX_REQUEST_BYTES),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
            ),
        )
        self._server.add_generic_rpc_handlers((_Handler(self._converse),))
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def hello_of(self, chair: int) -> Hello | None:
        """How whoever is on the chair's line has presented itself; None: nobody is there."""
        line = self._lines.get(chair)
        return None if line is None else line.hello

    def seat(self, chair: int, seating: Seating) -> None:
        """Tell a program that a match starts, now or when it is on the line again."""
        with self._lock:
            self._seated[chair] = seating
            self.send(chair, Response(started=(seating,)))

    def unseat(self, chair: int, response: Response) -> None:
        """Tell a program that its match is over."""
        with self._lock:
            del self._seated[chair]
            self.send(chair, response)

    def send(self, chair: int, response: Response) -> None:
        """Send a message to whoever is on the chair's line; without one it goes nowhere."""
        line = self._lines.get(chair)
        if line is not None:
            line.send(response)

    def _join(self, line: Line) -> None:
        """Greet, and take the place of an older line; a match in play is named in the greeting."""
        with self._lock:
            older = self._lines.get(line.chair)
            if older is not None:
                older.send(Response(goodbye=_REPLACED))
                older.close()
            self._lines[line.chair] = line
            seating = self._seated.get(line.chair)
            started = () if seating is None else (seating,)
            line.send(
                Response(welcome=_welcome(line.hello, resumed=bool(started)), started=started)
            )
            self._inbox.put(Joined(line.chair))

    def _part(self, line: Line) -> None:
        with self._lock:
            line.close()
            if self._lines.get(line.chair) is line:
                del self._lines[line.chair]
                self._inbox.put(Gone(line.chair))

    def _converse(self, requests: Iterator[Request], _: object) -> Iterator[Response]:
        hello = _hello(requests)
        refusal = _problem(hello, self._tokens)
        if refusal is not None or hello is None:
            yield Response(refusal=refusal)
            return
        line = Line(self._tokens[hello.token], hello)
        self._join(line)
        Thread(target=self._read, args=(requests, line), daemon=True).start()
        for response in line.messages():
            yield response
            now_ns = perf_counter_ns()
            for asked in response.decisions:
                self._inbox.put(Sent(line.chair, asked.table_id, asked.decision_id, now_ns))

    def _read(self, requests: Iterator[Request], line: Line) -> None:
        try:
            for request in requests:
                now_ns = perf_counter_ns()
                for answer in request.answers:
                    self._inbox.put(Answered(line.chair, answer, now_ns))
                if request.leaving:
                    self._inbox.put(Leaving(line.chair))
        except grpc.RpcError:
            pass  # it broke: for the match it is the same as a polite end
        finally:
            self._part(line)


def _hello(requests: Iterator[Request]) -> Hello | None:
    """What the first message says; None if it says nothing."""
    try:
        return next(requests).hello
    except (StopIteration, grpc.RpcError):
        return None


def _problem(hello: Hello | None, tokens: Mapping[str, int]) -> Refusal | None:
    if hello is None:
        return Refusal(RefusalReason.HELLO_EXPECTED, "send Hello in the first message")
    if not hello.protocol_min <= PROTOCOL <= hello.protocol_max:
        behind = Behind.BOT if hello.protocol_max < PROTOCOL else Behind.ARENA
        spoken = f"{hello.protocol_min} to {hello.protocol_max}"
        text = f"here protocol {PROTOCOL} is spoken, and the bot speaks {spoken}"
        return Refusal(RefusalReason.PROTOCOL, text, behind)
    if hello.token not in tokens:
        text = "the token is not known: take it from KOZEL_TOKEN"
        return Refusal(RefusalReason.TOKEN, text)
    if hello.capacity < 1:
        return Refusal(RefusalReason.HELLO_INVALID, "capacity is 0: a bot plays 1 seat or more")
    return None


def _welcome(hello: Hello, *, resumed: bool) -> Welcome:
    return Welcome(
        arena_version=f"kozel-match/{version('kozel-arena')}",
        rules_version=RULES_VERSION,
        bot_id=hello.token[:8],
        bot_name=hello.bot_name or "bot",
        resumed=resumed,
        max_seats=1,
        max_request_bytes=MAX_REQUEST_BYTES,
        max_answers=MAX_PER_MESSAGE,
        max_decisions=MAX_PER_MESSAGE,
        heartbeat_interval_ns=QUIET_NS,
        silence_limit_ns=QUIET_NS,
    )


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, converse: Any) -> None:
        self._method = grpc.stream_stream_rpc_method_handler(
            cast(Any, converse),
            request_deserializer=read_request,
            response_serializer=write_response,
        )

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        return self._method if handler_call_details.method == PLAY_METHOD else None
