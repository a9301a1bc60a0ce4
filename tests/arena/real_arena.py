"""A real arena on a free port of this machine, and a bot whose every word the test writes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import grpc

from kozel.v1 import arena_pb2, arena_pb2_grpc
from kozel.wire.codec import (
    decode_answer_refusal,
    decode_ending,
    decode_goodbye,
    decode_refusal,
    decode_seating,
    decode_welcome,
)
from kozel.wire.messages import Request, encode_request
from kozel.wire.values import (
    Answer,
    AnswerRefusal,
    Ending,
    Goodbye,
    Hello,
    Refusal,
    Seating,
    Welcome,
)
from kozel_arena.app import RunningArena, running_arena
from kozel_arena.config import Settings
from kozel_arena.rpc.admin_client import AdminClient
from kozel_arena.rpc.admin_values import Clock, TournamentPlan, TournamentReport
from kozel_arena.tournament import TournamentState

Result = TypeVar("Result")
NANOS = 1_000_000_000
QUIET = {"metrics": "off", "http": "off", "log_level": "error"}


def within(seconds: float, awaitable: Awaitable[Result]) -> Result:
    """Run a test's conversation; it fails when it takes longer."""

    async def limited() -> Result:
        async with asyncio.timeout(seconds):
            return await awaitable

    return asyncio.run(limited())


class Host:
    """An arena and its organiser."""

    def __init__(self, running: RunningArena) -> None:
        self.address = running.address
        self.running = running
        self.tokens: dict[str, str] = {}
        self._token = running.token_file.read_text(encoding="utf-8").strip()

    async def ask(self, question: Callable[[AdminClient], Result]) -> Result:
        """Ask something as an organiser."""

        def asked() -> Result:
            with AdminClient(address=self.address, token=self._token) as client:
                return question(client)

        return await asyncio.to_thread(asked)

    async def add_bots(self, *names: str) -> list[str]:
        """Register bots; their tokens."""
        for name in names:
            self.tokens[name] = (await self.ask(lambda client, name=name: client.add_bot(name)))[1]
        return [self.tokens[name] for name in names]

    async def start(
        self,
        *bots: str,
        matches: int = 2,
        limit_ns: int = 20 * NANOS,
        seed: str = "7",
        **clock: Any,
    ) -> str:
        """Create and start a tournament of miner; its id."""
        plan = TournamentPlan(
            name="event",
            ruleset="miner",
            options={"short": True},
            bots=bots,
            matches_per_pairing=matches,
            seed=seed,
            clock=Clock(move_limit_ns=limit_ns, **{"bank_ns": 0, "strikes": 3, **clock}),
        )
        entry = await self.ask(lambda client: client.create_tournament(plan))
        await self.ask(lambda client: client.start_tournament(entry.id))
        return entry.id

    async def report(self, id: str) -> TournamentReport:
        """The tournament so far."""
        return await self.ask(lambda client: client.report(id))

    async def finished(self, id: str) -> TournamentReport:
        """Wait until the tournament is over in the database; its results."""
        while True:
            report = await self.report(id)
            if report.tournament.state is TournamentState.FINISHED:
                return report

    def dial(self, name: str, **hello: Any) -> "RawBot":
        """A bot that dials with the token of that name."""
        return RawBot(self.address, Hello(**{"token": self.tokens[name], **hello}))


@asynccontextmanager
async def an_arena(place: Path | str, **settings: Any) -> AsyncIterator[Host]:
    """An arena with a database in a folder, or with the one at an address."""
    chosen = {
        "listen": "127.0.0.1:0",
        "database": place if isinstance(place, str) else str(place / "arena.db"),
        "drain_grace": "200ms",
        **QUIET,
        **settings,
    }
    async with running_arena(Settings(**chosen)) as running:
        yield Host(running)


class RawBot:
    """One stream, message by message. A task reads it; what came is kept by kind."""

    def __init__(self, address: str, hello: Hello | None) -> None:
        self._address = address
        self._hello = hello
        self._news = asyncio.Event()
        self._writing = asyncio.Lock()
        self.welcomes: list[Welcome] = []
        self.refusals: list[Refusal] = []
        self.goodbyes: list[Goodbye] = []
        self.seatings: list[Seating] = []
        self.endings: list[Ending] = []
        self.answer_refusals: list[AnswerRefusal] = []
        self.decisions: list[Any] = []
        self.events: list[Any] = []
        self.heartbeats: list[int] = []
        self.messages = 0
        self.draining = False
        self.is_over = False

    async def __aenter__(self) -> Self:
        self._channel = grpc.aio.insecure_channel(
            self._address, options=[("grpc.enable_http_proxy", 0)]
        )
        stub: Any = arena_pb2_grpc.ArenaServiceStub(self._channel)
        self.call = stub.Play()
        self._reader = asyncio.create_task(self._read())
        if self._hello is not None:
            await self.say(hello=self._hello)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.call.cancel()
        await asyncio.wait([self._reader])
        await self._channel.close()

    async def say(self, **fields: Any) -> None:
        """Send a request; gRPC takes one write at a time."""
        async with self._writing:
            await self.call.write(encode_request(Request(**fields)))

    async def answer(self, *answers: tuple[int, int, int | None]) -> None:
        """Answer (table, decision, index)."""
        await self.say(answers=[Answer(*answer) for answer in answers])

    async def hear_until(self, has_come: Callable[[Self], object]) -> Self:
        """Wait until something has come; an assertion fails if the stream ends before."""
        while not has_come(self):
            assert not self.is_over, "the stream ended before it came"
            self._news.clear()
            await self._news.wait()
        return self

    async def hear_all(self) -> Self:
        """Wait until the stream is over."""
        return await self.hear_until(lambda bot: bot.is_over)

    async def play(self, until: Callable[[Self], object]) -> Self:
        """Answer every decision with the first legal action until something has come."""
        while not until(self):
            await self.hear_until(lambda bot: bot.decisions or until(bot))
            decisions, self.decisions = self.decisions, []
            if decisions:
                await self.answer(*((d.table_id, d.decision_id, 0) for d in decisions))
        return self

    async def _read(self) -> None:
        try:
            while (message := await self.call.read()) is not grpc.aio.EOF:
                self.messages += 1
                self._keep(message)
                self._news.set()
        except (grpc.aio.AioRpcError, asyncio.CancelledError):
            pass
        finally:
            self.is_over = True
            self._news.set()

    def _keep(self, message: arena_pb2.PlayResponse) -> None:
        if message.HasField("welcome"):
            self.welcomes.append(decode_welcome(message.welcome))
        if message.HasField("refusal"):
            self.refusals.append(decode_refusal(message.refusal))
        if message.HasField("goodbye"):
            self.goodbyes.append(decode_goodbye(message.goodbye))
        self.seatings += map(decode_seating, message.started)
        self.endings += map(decode_ending, message.ended)
        self.answer_refusals += map(decode_answer_refusal, message.answer_refusals)
        self.decisions += message.decisions
        self.events += message.events
        self.draining = self.draining or message.HasField("draining")
        if message.heartbeat:
            self.heartbeats.append(message.heartbeat)


async def first_asked(*bots: RawBot) -> RawBot:
    """Whichever of the bots is asked first."""
    waits = [asyncio.create_task(bot.hear_until(lambda bot: bot.decisions)) for bot in bots]
    done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in pending:
        wait.cancel()
    return done.pop().result()


async def refusal_of(address: str, hello: Hello | None) -> Refusal:
    """The refusal that a Hello gets; the stream ends after it."""
    async with RawBot(address, hello) as bot:
        await bot.hear_all()
        assert len(bot.refusals) == 1
        assert not bot.welcomes
        return bot.refusals[0]
