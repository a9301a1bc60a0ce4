"""The admin service's calls about tournaments: made, moved on, looked at."""

import asyncio
from collections.abc import Iterable

from kozel.v1 import admin_pb2 as pb
from kozel_arena.rpc import admin_encoding as codec
from kozel_arena.rpc.admin_enums import STATES
from kozel_arena.rpc.admin_parts import AdminPart, Context


class TournamentCalls(AdminPart):
    """Creates tournaments, moves them on, and shows them."""

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        """Check and store a tournament."""
        names = {*request.config.bots, *request.config.challengers}
        ids = await asyncio.to_thread(self._ids, names)
        config = codec.decode_config(request.config, ids, self._usual_clock)
        tournament = await self._tournaments.create(config)
        return pb.CreateTournamentResponse(tournament=await self._tournament(tournament))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, context: Context
    ) -> pb.StartTournamentResponse:
        """Start a tournament."""
        before = (await self._found(request.tournament)).state
        tournament = await self._tournaments.start(request.tournament)
        return pb.StartTournamentResponse(
            tournament=await self._tournament(tournament),
            before=STATES.encode(before),  # type: ignore[arg-type]
        )

    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Context
    ) -> pb.GetTournamentResponse:
        """A tournament with its results so far."""
        tournament = await self._found(request.tournament)
        lines = await asyncio.to_thread(self._repository.standings, tournament.id)
        cells = await asyncio.to_thread(self._repository.cross_table, tournament.id)
        return pb.GetTournamentResponse(
            tournament=await self._tournament(tournament),
            standings=map(codec.encode_standing, lines),
            cross_table=codec.encode_cells(cells),
        )

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, context: Context
    ) -> pb.ListTournamentsResponse:
        """All tournaments, newest first."""
        tournaments = await asyncio.to_thread(self._repository.tournaments)
        messages = [await self._tournament(tournament) for tournament in tournaments]
        return pb.ListTournamentsResponse(tournaments=messages)

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Context
    ) -> pb.CancelTournamentResponse:
        """Stop a tournament."""
        tournament = await self._tournaments.cancel(request.tournament)
        return pb.CancelTournamentResponse(tournament=await self._tournament(tournament))

    def _ids(self, names: Iterable[str]) -> dict[str, str]:
        """The ids of bots by the names that a request gives them."""
        return {name: self._repository.bot(name).id for name in names}
