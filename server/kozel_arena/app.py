"""The arena as a program: the one place where its parts are built and joined.

Everything that can be wrong at the start is one `KozelError` with one sentence.
"""

import asyncio
import gc
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic_ns
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector

from kozel.table import TimeControl
from kozel_arena.config import Settings, is_loopback, nanoseconds
from kozel_arena.dashboard import serving_dashboard
from kozel_arena.errors import ArenaError
from kozel_arena.logs import Log, make_log
from kozel_arena.metrics import Metrics
from kozel_arena.metrics_server import serving_metrics
from kozel_arena.results import BotTables, ResultTables
from kozel_arena.rpc.admin import AdminParts, AdminServicer
from kozel_arena.rpc.gate import OrganiserGate
from kozel_arena.rpc.guard import report_failure
from kozel_arena.rpc.play import PlayServicer
from kozel_arena.rpc.server import ArenaServer, read_credentials
from kozel_arena.runtime.arena import Arena
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.runtime.values import Identity, Limits
from kozel_arena.storage import (
    Accounts,
    BotResults,
    Database,
    FinishedMatch,
    Repository,
    ResultRejected,
    ResultWriter,
    StorageError,
    ensure_organiser_token,
)

__all__ = ["ArenaError", "RunningArena", "run_arena", "running_arena", "serve"]

DISTRIBUTION: Final = "kozel-arena"
COLLECTION_THRESHOLDS: Final = (50_000, 20, 100)
"""Of the garbage collector; the usual ones cost a tenth of the arena's time."""

FIRST_TABLES: Final = 2**27
"""From so many numbers each start of the arena draws where table ids begin: 4 bytes on the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningArena:
    """An arena that listens."""

    address: str
    """HOST:PORT where bots and organisers dial, with the port that was taken."""
    metrics_address: str | None
    """HOST:PORT of /metrics; None when it is off."""
    http_address: str | None
    """HOST:PORT of the dashboard; None when it is off."""
    database: str
    """Path or URL of its database, without a password."""
    token_file: Path
    """File with the organiser's token."""
    hurry: Callable[[], None]
    """Lets a drain wait no longer."""


def run_arena(settings: Settings) -> None:
    """Run an arena until SIGINT or SIGTERM, as a program does.

    Raises:
        KozelError: it cannot start, or something in it failed.
    """
    asyncio.run(serve(settings))


async def serve(settings: Settings, *, ready: Callable[[RunningArena], None] | None = None) -> None:
    """Run an arena until SIGINT or SIGTERM; then it drains, and a second signal cuts that short.

    Args:
        settings: what `load_settings` gave.
        ready: called when bots can dial.

    Raises:
        KozelError: it cannot start, or something in it failed.
    """
    stop = asyncio.Event()
    hurry: list[Callable[[], None]] = []

    def signalled() -> None:
        if stop.is_set():
            for function in hurry:
                function()
        stop.set()

    with _on_signals(signalled):
        async with running_arena(settings) as arena:
            hurry.append(arena.hurry)
            if ready is not None:
                ready(arena)
            await stop.wait()


@contextmanager
def _on_signals(function: Callable[[], None]) -> Iterator[None]:
    """Call a function on SIGINT and SIGTERM while the context lasts."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, function)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


@asynccontextmanager
async def running_arena(settings: Settings) -> AsyncIterator[RunningArena]:
    """An arena that runs while the context lasts and drains at its end.

    When the context ends with an exception, what runs gets no grace.

    Raises:
        KozelError: it cannot start, or something in it failed.
    """
    log = make_log(level=settings.log_level, form=settings.log_format)
    credentials = read_credentials(settings.tls_cert, settings.tls_key)
    database = await asyncio.to_thread(_open_database, settings.database)
    try:
        token_file = await asyncio.to_thread(ensure_organiser_token, database)
        registry = _registry()
        parts = _Parts(settings, database, Metrics(registry, version=version(DISTRIBUTION)), log)
        try:
            port = parts.server.bind(settings.listen, credentials)
            address = f"{settings.listen.rpartition(':')[0]}:{port}"
            is_off = settings.metrics == "off"
            metrics = nullcontext() if is_off else serving_metrics(settings.metrics, registry)
            async with AsyncExitStack() as stack:
                running = RunningArena(
                    address=address,
                    metrics_address=stack.enter_context(metrics),
                    http_address=await parts.show(stack, address),
                    database=database.text,
                    token_file=token_file,
                    hurry=parts.arena.hurry,
                )
                await stack.enter_async_context(parts.running(running))
                stack.enter_context(_rare_collections())
                yield running
        finally:
            parts.server.close()
            await asyncio.to_thread(parts.writer.close)
    finally:
        database.close()


def _open_database(location: str) -> Database:
    """A database that is up to date and that no other arena works on."""
    database = Database.open(location)
    try:
        database.lock()
        database.upgrade()
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Let Python look for garbage in cycles seldom: matches make many objects and few cycles."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _registry() -> CollectorRegistry:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


class _Parts:
    """The parts of one arena, joined. What they call each other with crosses threads here."""

    def __init__(self, settings: Settings, database: Database, metrics: Metrics, log: Log) -> None:
        self._log = log
        self._settings = settings
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._repository = Repository(database)
        self._accounts = Accounts(database)
        self.writer = ResultWriter(
            database,
            on_committed=self._committed,
            on_trouble=self._trouble,
            on_rejected=self._rejected,
        )
        self.arena = Arena(
            version=version(DISTRIBUTION),
            limits=_limits(settings),
            results=self.writer,
            clock=monotonic_ns,
            metrics=metrics,
            log=log,
            completed=self._completed,
            first_table_id=1 + secrets.randbelow(FIRST_TABLES),
        )
        self._bots = BotResults(database)
        self._results = ResultTables(self._repository, self._stale)
        self._bot_tables = BotTables(self._bots, self._stale)
        self._tournaments = Tournaments(self._repository, self.arena.matches, log)
        self.server = ArenaServer(
            play=PlayServicer(
                arena=self.arena,
                find_bot=self._find_bot,
                clock=monotonic_ns,
                metrics=metrics,
                log=log,
            ),
            admin=AdminServicer(
                AdminParts(
                    arena=self.arena,
                    tournaments=self._tournaments,
                    repository=self._repository,
                    accounts=self._accounts,
                    usual_clock=_time_control(settings),
                    results=self._results,
                )
            ),
            gate=OrganiserGate(self._repository.caller, log),
            max_streams=settings.max_streams,
        )

    async def show(self, stack: AsyncExitStack, listen: str) -> str | None:
        """Serve the dashboard until the stack closes, unless it is off; its HOST:PORT.

        Args:
            stack: closes it.
            listen: HOST:PORT where bots dial.
        """
        if self._settings.http == "off":
            return None
        dashboard = serving_dashboard(
            self._settings,
            listen=listen,
            arena=self.arena,
            repository=self._repository,
            accounts=self._accounts,
            tournaments=self._tournaments,
            secret=await asyncio.to_thread(self._accounts.session_secret),
            bots=self._bots,
            tables=self._results,
            bot_tables=self._bot_tables,
            metrics=self._metrics,
            log=self._log,
        )
        if not (is_loopback(self._settings.http) or self._settings.http_proxies):
            self._log.warning(
                "logins_over_plain_http",
                address=self._settings.http,
                advice="tokens can be read on the way: put a proxy with TLS before --http, and "
                "name it with --http-proxies",
            )
        return await stack.enter_async_context(dashboard)

    @asynccontextmanager
    async def running(self, running: RunningArena) -> AsyncIterator[None]:
        """Play and listen while the context lasts; then drain, hang up, and let the tasks end."""
        failure: Exception | None = None
        grace_ns = 0
        try:
            async with asyncio.TaskGroup() as tasks:
                roots = (
                    tasks.create_task(self.arena.run(), name="arena"),
                    tasks.create_task(self._tournaments.run(), name="tournaments"),
                    tasks.create_task(self._results.run(), name="results"),
                    tasks.create_task(self._bot_tables.run(), name="bot_tables"),
                )
                try:
                    await self._tournaments.resume()
                    await self.server.start()
                    self._announce(running)
                    yield
                    grace_ns = nanoseconds(self._settings.drain_grace)
                except Exception as error:
                    # Raised again below: the task group would wrap it.
                    failure = error
                finally:
                    await self._stop(grace_ns)
                    for root in roots:
                        root.cancel()
        except* Exception as group:
            failure = ArenaError(report_failure(self._log, group, where="arena"))
        if failure is not None:
            raise failure

    async def _stop(self, grace_ns: int) -> None:
        self._log.info("arena_draining", grace_seconds=grace_ns / 1e9)
        await self.server.announce_end()
        try:
            await self.arena.drain(grace_ns, store=partial(asyncio.to_thread, self.writer.close))
        finally:
            await self.server.stop()
            await self._tournaments.settle()
        self._log.info("arena_stopped")

    def _announce(self, running: RunningArena) -> None:
        self._log.info(
            "arena_started",
            address=running.address,
            metrics=running.metrics_address or "off",
            dashboard=f"http://{running.http_address}" if running.http_address else "off",
            database=running.database,
            organiser_token_file=str(running.token_file),
        )

    async def _find_bot(self, token: str) -> Identity | None:
        guest = self.arena.practice.guest(token)
        if guest is not None:
            return guest
        bot = await asyncio.to_thread(self._repository.bot_by_token, token)
        return None if bot is None else Identity(bot.id, bot.name)

    def _completed(self, tournament_id: str) -> None:
        self._tournaments.completed(tournament_id)

    def _stale(self, error: Exception) -> None:
        """Tables could not be brought up to date; the older ones are still shown."""
        report_failure(self._log, error, where="results")

    # These run on the writer's thread.

    def _committed(self, finished: FinishedMatch) -> None:
        self._loop.call_soon_threadsafe(self.arena.matches.committed, finished)

    def _rejected(self, finished: FinishedMatch, why: ResultRejected) -> None:
        self._loop.call_soon_threadsafe(self.arena.matches.rejected, finished, why)

    def _trouble(self, trouble: StorageError | None) -> None:
        self._loop.call_soon_threadsafe(self._tell_of_trouble, trouble)

    def _tell_of_trouble(self, trouble: StorageError | None) -> None:
        if trouble is None:
            self._log.warning("database_works_again")
        else:
            self._log.error("database_trouble", why=str(trouble))
        self.arena.matches.look()


def _limits(settings: Settings) -> Limits:
    return Limits(
        max_streams=settings.max_streams,
        max_tables=settings.max_tables,
        practice_tables=settings.practice_tables,
        max_seats=settings.max_seats,
        max_faults=settings.max_faults,
        match_limit_ns=nanoseconds(settings.match_limit),
        heartbeat_interval_ns=nanoseconds(settings.heartbeat_interval),
        silence_limit_ns=nanoseconds(settings.silence_limit),
    )


def _time_control(settings: Settings) -> TimeControl:
    return TimeControl(
        move_limit_ns=nanoseconds(settings.move_limit),
        bank_ns=nanoseconds(settings.bank),
        strikes=settings.strikes,
    )
