"""The admin service's stream that shows how a tournament goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import Final

from kozel.rules.errors import KozelError
from kozel.v1 import admin_pb2 as pb
from kozel.v1 import oversight_pb2
from kozel.wire.codec import encode_duration
from kozel_arena.rpc import admin_encoding as codec
from kozel_arena.rpc.admin_parts import AdminPart, AdminParts, Context
from kozel_arena.rpc.ranking_codec import encode_knockout, encode_swiss
from kozel_arena.rpc.results_encoding import encode_sprt, encode_standings

PERIOD_SECONDS: Final = 1.0
"""How often a watcher hears."""
TABLES_SHOWN: Final = 20
"""Most matches in play that a watcher is told."""
MOST_WATCHERS: Final = 32
"""Streams of watchers at once."""
REST: Final = 9.0
"""Standings rest so many times as long as they took, so that they never take over the arena."""


class TooManyWatchers(KozelError):
    """As many watch as the arena serves."""

    def __init__(self) -> None:
        super().__init__(
            f"{MOST_WATCHERS} others watch tournaments of this arena already: try again later, or "
            "ask now and then with 'kozel-arena tournament show'"
        )


class WatchCalls(AdminPart):
    """Shows tournaments while they are played."""

    def __init__(self, parts: AdminParts) -> None:
        super().__init__(parts)
        self._watchers = 0

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        """What is played and the table, every PERIOD_SECONDS until the tournament is over."""
        with self._place():
            id = (await self._found(request.tournament)).id
            shown, due = -1, 0.0
            while True:
                tournament = await self._found(id)
                is_over = tournament.state in codec.OVER
                response = pb.WatchTournamentResponse(
                    tournament=await self._tournament(tournament), running=self._running(id)
                )
                began = monotonic()
                if tournament.finished != shown and (began >= due or is_over):
                    results = await self._results.of(tournament)
                    response.standings.extend(encode_standings(results, tournament.withdrawn))
                    response.swiss.extend(map(encode_swiss, results.swiss))
                    if (sprt := encode_sprt(results)) is not None:
                        response.sprt.CopyFrom(sprt)
                    if (knockout := encode_knockout(results.knockout)) is not None:
                        response.knockout.CopyFrom(knockout)
                    ended = monotonic()
                    shown, due = tournament.finished, ended + REST * (ended - began)
                yield response
                if is_over:
                    return
                await asyncio.sleep(PERIOD_SECONDS)

    @contextmanager
    def _place(self) -> Iterator[None]:
        """A place among the watchers while the context lasts."""
        if self._watchers >= MOST_WATCHERS:
            raise TooManyWatchers
        self._watchers += 1
        try:
            yield
        finally:
            self._watchers -= 1

    def _running(self, tournament_id: str) -> Iterator[oversight_pb2.RunningMatch]:
        now = datetime.now(UTC)
        for match in self._arena.matches.of(tournament_id)[:TABLES_SHOWN]:
            age = max(0, round((now - match.started).total_seconds() * 1e9))
            yield oversight_pb2.RunningMatch(
                match_id=match.host.match_id,
                bots=[player.name for player in match.host.players],
                age=encode_duration(age),
            )
