"""The dashboard over an arena: the one place where its parts are built and joined."""

import asyncio
from contextlib import AbstractAsyncContextManager
from functools import partial
from time import monotonic_ns

from kozel_arena.config import Settings, is_loopback, nanoseconds
from kozel_arena.logs import Log
from kozel_arena.metrics import Metrics
from kozel_arena.results import BotTables, ResultTables
from kozel_arena.runtime.arena import Arena
from kozel_arena.runtime.snapshot import snapshot_of, upcoming_of
from kozel_arena.runtime.spectators import Spectators
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.storage import Accounts, BotResults, Repository
from kozel_arena.web.account_parts import AccountParts
from kozel_arena.web.app import web_app
from kozel_arena.web.bot_readings import BotReadings
from kozel_arena.web.every import EveryReadings
from kozel_arena.web.match_readings import MatchReadings
from kozel_arena.web.practice_room import PracticeRoom
from kozel_arena.web.pulse import Pulse
from kozel_arena.web.readings import Readings
from kozel_arena.web.server import serving_web
from kozel_arena.web.table_readings import TableReadings
from kozel_arena.web.tournament_readings import TournamentReadings


def serving_dashboard(
    settings: Settings,
    *,
    listen: str,
    arena: Arena,
    repository: Repository,
    accounts: Accounts,
    tournaments: Tournaments,
    secret: str,
    bots: BotResults,
    tables: ResultTables,
    bot_tables: BotTables,
    metrics: Metrics,
    log: Log,
) -> AbstractAsyncContextManager[str]:
    """Serve the dashboard while the context lasts; gives the HOST:PORT that was taken.

    Args:
        settings: of the arena; `http` is no `off`.
        listen: HOST:PORT where bots dial, with the port that was taken.
        arena: what it shows as it is now.
        repository: what it shows of the past.
        accounts: what authors and organisers do.
        tournaments: what organisers do with tournaments.
        secret: what cookies are signed with.
        bots: the same by bot.
        tables: the tables of tournaments.
        bot_tables: the tables of bots.
        metrics: where it reads decisions and messages a second.
        log: told what visitors are not.

    Raises:
        ArenaError: the address cannot be taken.
    """
    stopping, spectators = asyncio.Event(), _spectators(settings, arena)
    snapshot = partial(snapshot_of, arena, spectators)
    parts = AccountParts(
        accounts=accounts,
        repository=repository,
        tournaments=tournaments,
        snapshot=snapshot,
        log_of=lambda id: arena.logs.of(id).read(),
        expel=arena.expel,
        secret=secret,
        is_private=is_loopback(settings.http),
    )
    readings = EveryReadings(
        arena=Readings(repository, snapshot, Pulse(metrics.registry, monotonic_ns).rates),
        tournaments=TournamentReadings(
            repository, tables, snapshot, partial(upcoming_of, arena), spectators.delay_seconds
        ),
        bots=BotReadings(repository, bots, tables, bot_tables, snapshot),
        matches=MatchReadings(repository, snapshot),
        tables=TableReadings(spectators),
        room=PracticeRoom(arena.practice, monotonic_ns, settings.strikes),
    )
    is_tls = settings.tls_cert is not None
    app = web_app(readings, parts, listen=listen, is_tls=is_tls, stopping=stopping, log=log)
    return serving_web(settings.http, app, stopping, proxies=settings.http_proxies)


def _spectators(settings: Settings, arena: Arena) -> Spectators:
    """Those who watch tables, as late as the organiser wants."""
    delay = settings.spectator_delay
    usual_ns = None if delay is None else nanoseconds(delay)
    return Spectators(arena.matches.find, usual_ns=usual_ns, clock=monotonic_ns)
