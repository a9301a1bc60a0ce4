"""The arena while it runs: who is connected, what is played, heartbeats, and the way to stop.

Knows streams only as `Connection`s and tournaments only as schedules; it reads no database.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from kozel.rules import RULES_VERSION
from kozel.wire.values import (
    Answer,
    Draining,
    Goodbye,
    GoodbyeReason,
    Hello,
    Refusal,
    RefusalReason,
    Welcome,
)
from kozel_arena.logs import Log
from kozel_arena.metrics import Metrics
from kozel_arena.runtime.connection import FAREWELL_SECONDS, NS_PER_SECOND, Clock, Connection
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.matches import Matches
from kozel_arena.runtime.outbox import MAX_DECISIONS
from kozel_arena.runtime.players import FAULTS, Player
from kozel_arena.runtime.practice import Practice
from kozel_arena.runtime.private_logs import (
    LOG_INTERVAL_NS,
    MAX_LOG_BYTES,
    BotLog,
    LogKind,
    PrivateLogs,
)
from kozel_arena.runtime.values import Identity, Limits, Results

MAX_ANSWERS: Final = 256
"""Most answers in one request."""
MAX_REQUEST_BYTES: Final = 64 * 1024
"""Largest request; gRPC itself breaks the stream of a larger one."""
LAG_SECONDS: Final = 0.05
"""How often the loop's delay is measured."""

_REPLACED: Final = Goodbye(
    GoodbyeReason.REPLACED,
    "a newer stream with the same token has taken over: give every bot a token of its own",
)
_DRAINED: Final = Goodbye(
    GoodbyeReason.DRAINED, "the arena has stopped: come back when it runs again"
)
_SILENT: Final = Goodbye(
    GoodbyeReason.TOO_SLOW,
    "the bot has not been heard for longer than the silence limit: answer heartbeats, then resume",
)
_STUCK: Final = Goodbye(
    GoodbyeReason.TOO_SLOW, "the bot does not read its messages: read them, then resume"
)
_ROTATED: Final = Refusal(
    RefusalReason.TOKEN,
    "the token of this bot was replaced by another one: start the bot again with the new token",
)


class Arena:
    """One arena. `run` is its root; the methods never wait, but `drain`."""

    def __init__(
        self,
        *,
        version: str,
        limits: Limits,
        results: Results,
        clock: Clock,
        metrics: Metrics,
        log: Log,
        completed: Callable[[str], None],
        first_table_id: int = 1,
    ) -> None:
        """An arena without bots and tournaments.

        Args:
            version: of the software, for bots.
            limits: what it takes on, and for how long it waits.
            results: where results go.
            clock: whole nanoseconds that never go back.
            metrics: counts.
            log: one line a match start and end, stream, and refusal.
            completed: told the id of a tournament whose matches all have results.
            first_table_id: where every bot's table ids begin. A match is played again under its
                old id when the arena was killed in the middle of it; only other table ids keep
                an answer that was meant for the old table from being read at the new one.
        """
        self._lag = lag = Lag()
        self.limits = limits
        self.is_draining = False
        self.logs = PrivateLogs()
        """What authors may read about their bots."""
        self.expulsions = 0
        """How often a token died: a bot that was let in meanwhile must show its token again."""
        self._version = version
        self._first_table_id = first_table_id
        self._clock = clock
        self._metrics = metrics
        self._log = log
        self._players: dict[str, Player] = {}
        self._streams: set[Connection] = set()
        metrics.outbox_waiting.set_function(self._waiting)
        self._has_no_stream = asyncio.Event()
        self._has_no_stream.set()
        self._hurries = asyncio.Event()
        self._drain_ends_ns = 0
        self._last_heartbeat = 0
        self.practice = Practice(
            self._players, most_tables=limits.practice_tables, clock=clock, lag=lag, log=log
        )
        self.matches = Matches(
            players=self._players,
            limits=limits,
            results=results,
            clock=clock,
            lag=lag,
            metrics=metrics,
            log=log,
            completed=completed,
            make_room=self.practice.make_room,
        )

    def player(self, bot_id: str) -> Player | None:
        """The bot, if it was connected since the arena started."""
        return self._players.get(bot_id)

    def connected_bots(self) -> list[str]:
        """Ids of the bots that have a stream open."""
        return [id for id, player in self._players.items() if player.connection is not None]

    # Streams.

    def join(self, identity: Identity, hello: Hello, connection: Connection) -> Player | Refusal:
        """A bot is at the door: let it in and give it back its matches, or say why not.

        Args:
            identity: whom the token belongs to.
            hello: its first message, its ranges already checked.
            connection: its stream.
        """
        player = self._players.get(identity.bot_id) or self.practice.player(identity.bot_id)
        refusal = self._full(player)
        if refusal is not None:
            return refusal
        if player is None:
            player = self._players[identity.bot_id] = Player(
                identity.bot_id,
                identity.name,
                log=self.logs.of(identity.bot_id),
                first_table_id=self._first_table_id,
            )
        older, player.connection = player.connection, connection
        connection.seated = player.seated
        if older is not None:
            older.finish(_REPLACED)
            # What it had not written is dropped, and must not wait on nobody's clock.
            for taken in list(player.seats.values()):
                taken.host.left(taken.seat)
        player.capacity = min(hello.capacity, self.limits.max_seats)
        player.is_leaving = False
        self._streams.add(connection)
        self._has_no_stream.clear()
        self._metrics.streams.set(len(self._streams))
        self._welcome(player, connection)
        return player

    def leave(self, player: Player, connection: Connection) -> None:
        """A stream has ended: unless a newer one took over, the bot's clocks run on without it."""
        self._streams.discard(connection)
        self._metrics.streams.set(len(self._streams))
        if not self._streams:
            self._has_no_stream.set()
        if player.connection is connection:
            player.connection = None
            for taken in list(player.seats.values()):
                taken.host.left(taken.seat, is_faulty=connection.is_faulty)
        self._log.info("bot_left", bot=player.name, is_replaced=player.connection is not None)

    def log_of(self, bot_id: str) -> BotLog:
        """What the author of a bot may read; a person at a practice table has a log too."""
        player = self._players.get(bot_id) or self.practice.player(bot_id)
        return self.logs.of(bot_id) if player is None else player.log

    def expel(self, bot_id: str) -> None:
        """A bot's token was replaced: a stream that the old one opened is told so and ends."""
        self.expulsions += 1
        self.logs.of(bot_id).note(LogKind.TOKEN, "the token was replaced by another one")
        player = self._players.get(bot_id)
        if player is not None and player.connection is not None:
            player.connection.finish(_ROTATED)

    def take_answers(
        self,
        player: Player,
        connection: Connection,
        answers: Sequence[Answer],
        raw: Callable[[], bytes] = bytes,
    ) -> None:
        """The answers of one message, in their order.

        Args:
            player: whose they are.
            connection: where they came in.
            answers: what came.
            raw: gives the bytes of the message, for the author's eyes if an answer is refused.
        """
        now_ns = self._clock()
        connection.answered(answers)
        accepted = declined = refused = 0
        for table_id, decision_id, index in answers:
            match_id = player.match_id(table_id) if index is None else ""
            problem = player.answer(table_id, decision_id, index, now_ns)
            if problem is not None:
                refused += 1
                connection.faults += problem in FAULTS
                answer = Answer(table_id, decision_id, index)
                player.log.refused(problem, answer, player.match_id(table_id), raw())
            elif index is None:
                declined += 1
                player.log.declined(match_id, decision_id)
            else:
                accepted += 1
        if accepted:
            self._metrics.decisions_answered.inc(accepted)
        if accepted or declined:
            self.matches.heard()
        if declined or refused:
            self._metrics.decisions_declined.inc(declined)
            self._metrics.decisions_refused.inc(refused)
            self._check_faults(player, connection)

    def wants_to_leave(self, player: Player) -> None:
        """The bot takes no new matches and leaves when those it plays are over."""
        player.is_leaving = True
        self.practice.release(player)
        player.dismiss_when_done()

    # Running and stopping.

    async def run(self) -> None:
        """Everything that goes on by itself; runs until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.matches.run(), name="matches")
            tasks.create_task(self.practice.run(), name="practice")
            tasks.create_task(self._beat(), name="heartbeats")
            tasks.create_task(self._measure_lag(), name="lag")

    def hurry(self) -> None:
        """Let a drain wait no longer."""
        self._hurries.set()

    async def drain(self, grace_ns: int, *, store: Callable[[], Awaitable[object]]) -> None:
        """Start nothing, let what runs end for a while, stop the rest, and say goodbye.

        Args:
            grace_ns: for how long matches may go on.
            store: awaited when nothing is played any more: makes safe what waits for it. What
                it raises comes through when the bots have been told.
        """
        self.is_draining = True
        self._drain_ends_ns = self._clock() + grace_ns
        self.matches.close()
        self.practice.close()
        for connection in self._streams:
            connection.drain(Draining(grace_ns))
        await self._wait_for_matches(grace_ns)
        self.matches.abort_all()
        self.practice.abort_all()
        try:
            await store()
        finally:
            await self._say_goodbye()

    async def _say_goodbye(self) -> None:
        """Tell of every match, dismiss every bot, and wait for a moment until they are gone."""
        self.matches.take_back_rest()
        for connection in self._streams:
            connection.finish(_DRAINED, drops_rest=False)
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS + 1):
                await self._has_no_stream.wait()

    async def _wait_for_matches(self, grace_ns: int) -> None:
        """Wait until no match is in play, the grace is over, or somebody is in a hurry."""
        idle = asyncio.ensure_future(self.matches.is_idle.wait())
        hurry = asyncio.ensure_future(self._hurries.wait())
        try:
            await asyncio.wait(
                (idle, hurry),
                timeout=grace_ns / NS_PER_SECOND,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            idle.cancel()
            hurry.cancel()

    def _full(self, player: Player | None) -> Refusal | None:
        """Why a bot cannot come in now; one that has matches to resume always can."""
        if player is not None and (player.has_seats or player.connection is not None):
            return None
        if self.is_draining:
            text = "the arena is shutting down: come back when it runs again"
            return Refusal(RefusalReason.DRAINING, text, retry=True)
        if len(self._streams) >= self.limits.max_streams:
            text = f"the arena serves {self.limits.max_streams} bots already: try again later"
            return Refusal(RefusalReason.FULL, text, retry=True)
        return None

    def _welcome(self, player: Player, connection: Connection) -> None:
        """Greet, seat the bot again at its tables, and ask it what is open there."""
        connection.welcome(
            Welcome(
                arena_version=self._version,
                rules_version=RULES_VERSION,
                bot_id=player.bot_id,
                bot_name=player.name,
                resumed=player.has_seats,
                max_seats=self.limits.max_seats,
                max_request_bytes=MAX_REQUEST_BYTES,
                max_answers=MAX_ANSWERS,
                max_decisions=MAX_DECISIONS,
                heartbeat_interval_ns=self.limits.heartbeat_interval_ns,
                silence_limit_ns=self.limits.silence_limit_ns,
                max_log_bytes=MAX_LOG_BYTES,
                log_interval_ns=LOG_INTERVAL_NS,
            )
        )
        taken = list(player.seats.values())
        # The bot does not know yet that some are over: their end follows.
        for seat in (*player.untold.values(), *taken):
            connection.start(seat.seating)
        for seat in taken:
            seat.host.back(seat.seat)
        if self.is_draining:
            connection.drain(Draining(max(0, self._drain_ends_ns - self._clock())))
        self._log.info("bot_joined", bot=player.name, capacity=player.capacity, resumed=len(taken))
        self.matches.look()

    def _check_faults(self, player: Player, connection: Connection) -> None:
        if connection.faults > self.limits.max_faults and not connection.is_closing:
            text = (
                f"{connection.faults} answers on this stream were wrong: answer each decision "
                "once, with an index into its legal actions"
            )
            self._metrics.refusals[RefusalReason.TOO_MANY_FAULTS].inc()
            self._log.warning("bot_refused", bot=player.name, reason="too_many_faults")
            player.log.note(LogKind.REFUSED, f"too_many_faults: {text}")
            connection.finish(Refusal(RefusalReason.TOO_MANY_FAULTS, text))

    async def _beat(self) -> None:
        """Every now and then: a heartbeat for every stream, and a look at who is stuck."""
        while True:
            await asyncio.sleep(self.limits.heartbeat_interval_ns / NS_PER_SECOND)
            self._last_heartbeat += 1
            now_ns = self._clock()
            limit_ns = self.limits.silence_limit_ns + self._lag.worst_ns(now_ns)
            for connection in self._streams:
                if connection.stalled_ns(now_ns) > limit_ns:
                    connection.finish(_STUCK)
                elif now_ns - connection.heard_ns > limit_ns:
                    connection.finish(_SILENT)
                else:
                    connection.beat(self._last_heartbeat)
            self.matches.press_overdue()

    def _waiting(self) -> int:
        """What waits on all streams; called from the thread that serves the metrics."""
        return sum(stream.waiting for stream in tuple(self._streams))

    async def _measure_lag(self) -> None:
        """How late the loop runs what is due."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            late = max(0.0, loop.time() - due)
            self._metrics.loop_lag_seconds.observe(late)
            self._lag.measured(int(late * NS_PER_SECOND), self._clock())
