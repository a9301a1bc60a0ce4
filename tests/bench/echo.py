"""The reference of the arena's speed: a raw grpc.aio echo of batched messages of the same sizes.

The server fills `Decision` messages from Python values and reads `Answer` lists, as the arena
does, but there is no game, no referee, no clock and no database behind it; the client looks each
one's legal actions up and answers. `python -m tests.bench.echo PORT STREAMS` is the client process.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from time import perf_counter_ns

import grpc

from kozel.v1 import arena_pb2, play_pb2

METHOD = "/kozel.v1.ArenaService/Play"


@dataclass(slots=True)
class Echo:
    """One run: `streams` streams with `in_flight` decisions each, until `total` are answered."""

    streams: int
    in_flight: int
    total: int
    answered: int = 0
    round_trips_ns: list[int] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    connected: int = 0
    started_ns: int = 0
    elapsed_ns: int = 0

    async def play(self, requests: AsyncIterator, context: grpc.aio.ServicerContext) -> None:
        """The stream's handler: one batch out, its answers in, again."""
        self.connected += 1
        if self.connected == self.streams:
            self.started_ns = perf_counter_ns()
            self.ready.set()
        await self.ready.wait()
        while not self.done.is_set():
            sent = perf_counter_ns()
            batch = [typical_decision(number) for number in range(self.in_flight)]
            await context.write(arena_pb2.PlayResponse(decisions=batch))
            answers = len((await context.read()).answers)
            self.round_trips_ns.append(perf_counter_ns() - sent)
            self.answered += answers
            if self.answered >= self.total and not self.done.is_set():
                self.elapsed_ns = perf_counter_ns() - self.started_ns
                self.done.set()

    async def serve(self, client_processes: int) -> None:
        """Start the server and the client processes; return when the total is reached."""
        server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        handler = grpc.stream_stream_rpc_method_handler(
            self.play,
            request_deserializer=arena_pb2.PlayRequest.FromString,
            response_serializer=arena_pb2.PlayResponse.SerializeToString,
        )
        service = grpc.method_handlers_generic_handler("kozel.v1.ArenaService", {"Play": handler})
        server.add_generic_rpc_handlers((service,))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        each = str(self.streams // client_processes)
        command = (sys.executable, "-m", "tests.bench.echo", str(port), each)
        clients = [await asyncio.create_subprocess_exec(*command) for _ in range(client_processes)]
        await self.done.wait()
        await server.stop(grace=1)
        for client in clients:
            await client.wait()


async def answer(port: int, streams: int) -> None:
    """The client process: answer every decision with index 0."""
    options = [("grpc.enable_http_proxy", 0)]
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=options) as channel:
        await asyncio.gather(*(_answer_stream(channel) for _ in range(streams)))


async def _answer_stream(channel: grpc.aio.Channel) -> None:
    call = channel.stream_stream(
        METHOD,
        request_serializer=arena_pb2.PlayRequest.SerializeToString,
        response_deserializer=arena_pb2.PlayResponse.FromString,
    )()
    answer_of = play_pb2.Answer
    while (response := await call.read()) is not grpc.aio.EOF:
        answers = [
            answer_of(
                table_id=decision.table_id,
                decision_id=decision.decision_id,
                index=len(decision.legal) - 1,
            )
            for decision in response.decisions
        ]
        await call.write(arena_pb2.PlayRequest(answers=answers))


HISTORY = tuple((1 << number) | number % 4 << 44 | 1 << 48 for number in range(16))


def typical_decision(table_id: int) -> play_pb2.Decision:
    """A miner decision in the middle of a deal, of the mean size on the wire."""
    return play_pb2.Decision(
        table_id=table_id,
        decision_id=60,
        question=play_pb2.QUESTION_FOLLOW,
        deal=4,
        hand=0b101010101,
        legal=(1, 4, 16),
        history=HISTORY,
        trick_start=14,
        trick_winners=(1, 2, 0),
        hand_sizes=(5, 5, 5, 5),
        score=(3, 5),
        points=(40, 20),
        leader=2,
        active_seats=15,
        trump=play_pb2.SUIT_HEARTS,
        owner=2,
        marker=5,
        pairing=(1, 3, 2, 4),
        limit_nanos=5_000_000_000,
        bank_nanos=60_000_000_000,
    )


if __name__ == "__main__":
    asyncio.run(answer(int(sys.argv[1]), int(sys.argv[2])))
