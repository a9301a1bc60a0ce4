"""The service of organisers. Every refusal is a gRPC status with one sentence."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from kozel.table import TimeControl
from kozel.v1 import admin_pb2 as pb
from kozel.v1.admin_pb2_grpc import AdminServiceServicer
from kozel_arena.rpc import admin_encoding as codec
from kozel_arena.runtime.arena import Arena
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.storage import Bot, Repository, Tournament

RECORDS_AT_ONCE = 64
"""Records that are read in one go while exporting."""


class AdminServicer(AdminServiceServicer):
    """`AdminService`. Errors are raised as they are: the gate turns them into statuses."""

    def __init__(
        self,
        *,
        arena: Arena,
        tournaments: Tournaments,
        repository: Repository,
        usual_clock: TimeControl,
    ) -> None:
        """A service over an arena and its database.

        Args:
            arena: who is connected and what is played.
            tournaments: creates, starts and cancels.
            repository: is read in threads.
            usual_clock: for tournaments that set none.
        """
        self._arena = arena
        self._tournaments = tournaments
        self._repository = repository
        self._usual_clock = usual_clock

    async def AddBot(self, request: pb.AddBotRequest, context: Any) -> pb.AddBotResponse:
        """Register a bot."""
        bot, token = await asyncio.to_thread(self._repository.add_bot, request.name)
        return pb.AddBotResponse(bot=self._bot(bot), token=token)

    async def ListBots(self, request: pb.ListBotsRequest, context: Any) -> pb.ListBotsResponse:
        """All bots by name."""
        bots = await asyncio.to_thread(self._repository.bots)
        return pb.ListBotsResponse(bots=map(self._bot, bots))

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Any
    ) -> pb.CreateTournamentResponse:
        """Check and store a tournament."""
        ids = await asyncio.to_thread(self._ids, list(request.config.bots))
        config = codec.decode_config(request.config, ids, self._usual_clock)
        tournament = await self._tournaments.create(config)
        return pb.CreateTournamentResponse(tournament=await self._tournament(tournament))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, context: Any
    ) -> pb.StartTournamentResponse:
        """Start a tournament."""
        tournament = await self._tournaments.start(request.tournament)
        return pb.StartTournamentResponse(tournament=await self._tournament(tournament))

    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Any
    ) -> pb.GetTournamentResponse:
        """A tournament with its results so far."""
        tournament = await asyncio.to_thread(self._repository.tournament, request.tournament)
        lines = await asyncio.to_thread(self._repository.standings, tournament.id)
        cells = await asyncio.to_thread(self._repository.cross_table, tournament.id)
        return pb.GetTournamentResponse(
            tournament=await self._tournament(tournament),
            standings=map(codec.encode_standing, lines),
            cross_table=codec.encode_cells(cells),
        )

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, context: Any
    ) -> pb.ListTournamentsResponse:
        """All tournaments, newest first."""
        tournaments = await asyncio.to_thread(self._repository.tournaments)
        messages = [await self._tournament(tournament) for tournament in tournaments]
        return pb.ListTournamentsResponse(tournaments=messages)

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Any
    ) -> pb.CancelTournamentResponse:
        """Stop a tournament."""
        tournament = await self._tournaments.cancel(request.tournament)
        return pb.CancelTournamentResponse(tournament=await self._tournament(tournament))

    async def ExportMatches(
        self, request: pb.ExportMatchesRequest, context: Any
    ) -> AsyncIterator[pb.ExportMatchesResponse]:
        """Every finished match as a record, in the order of their numbers."""
        tournament = await asyncio.to_thread(self._repository.tournament, request.tournament)
        records = self._repository.records(tournament.id)
        while some := await asyncio.to_thread(_next_few, records):
            for record in some:
                yield pb.ExportMatchesResponse(record=record)

    def _ids(self, names: Sequence[str]) -> list[str]:
        return [self._repository.bot(name).id for name in names]

    def _bot(self, bot: Bot) -> pb.Bot:
        player = self._arena.player(bot.id)
        return codec.encode_bot(
            bot,
            is_connected=player is not None and player.connection is not None,
            seats_in_play=0 if player is None else len(player.seats),
        )

    async def _tournament(self, tournament: Tournament) -> pb.Tournament:
        entries = await asyncio.to_thread(self._repository.entries, tournament.id)
        running = self._arena.matches.count(tournament.id)
        return codec.encode_tournament(tournament, entries, running=running)


def _next_few(records: Iterator[str]) -> list[str]:
    """The next records, at most `RECORDS_AT_ONCE`."""
    return [record for _, record in zip(range(RECORDS_AT_ONCE), records, strict=False)]
