"""The admin service's calls about tournaments: made, moved on, looked at."""

import asyncio
from collections.abc import Iterable

from kozel.v1 import admin_pb2 as pb
from kozel_arena.rpc import admin_encoding as codec
from kozel_arena.rpc.admin_enums import STATES
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.rpc.caller import current_caller
from kozel_arena.rpc.ranking_codec import encode_knockout, encode_swiss
from kozel_arena.rpc.results_encoding import encode_cells, encode_sprt, encode_standings


class TournamentCalls(AdminPart):
    """Creates tournaments, moves them on, and shows them."""

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        """Check and store a tournament."""
        names = {*request.config.bots, *request.config.challengers}
        ids = await asyncio.to_thread(self._ids, names)
        config = codec.decode_config(request.config, ids, self._usual_clock)
        most_bots = request.most_bots or None
        tournament = await self._tournaments.create(
            config, by=current_caller(), most_bots=most_bots
        )
        return pb.CreateTournamentResponse(tournament=await self._tournament(tournament))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, context: Context
    ) -> pb.StartTournamentResponse:
        """Start a tournament."""
        before = (await self._found(request.tournament)).state
        tournament = await self._tournaments.start(request.tournament, by=current_caller())
        return pb.StartTournamentResponse(
            tournament=await self._tournament(tournament),
            before=STATES.encode(before),  # type: ignore[arg-type]
        )

    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Context
    ) -> pb.GetTournamentResponse:
        """A tournament with its results so far."""
        tournament = await self._found(request.tournament)
        results = await self._results.of(tournament)
        return pb.GetTournamentResponse(
            tournament=await self._tournament(tournament),
            standings=encode_standings(results, tournament.withdrawn),
            cross_table=encode_cells(results),
            sprt=encode_sprt(results),
            winner_id=results.winner or "",
            swiss=map(encode_swiss, results.swiss),
            knockout=encode_knockout(results.knockout),
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
        tournament = await self._tournaments.cancel(request.tournament, by=current_caller())
        return pb.CancelTournamentResponse(tournament=await self._tournament(tournament))

    async def PauseTournament(
        self, request: pb.PauseTournamentRequest, context: Context
    ) -> pb.PauseTournamentResponse:
        """Start no match until it is resumed."""
        tournament = await self._tournaments.pause(request.tournament, by=current_caller())
        return pb.PauseTournamentResponse(tournament=await self._tournament(tournament))

    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, context: Context
    ) -> pb.ResumeTournamentResponse:
        """Go on with a paused tournament."""
        tournament = await self._tournaments.go_on(request.tournament, by=current_caller())
        return pb.ResumeTournamentResponse(tournament=await self._tournament(tournament))

    async def FinishTournament(
        self, request: pb.FinishTournamentRequest, context: Context
    ) -> pb.FinishTournamentResponse:
        """End a ladder."""
        tournament = await self._tournaments.finish(request.tournament, by=current_caller())
        return pb.FinishTournamentResponse(tournament=await self._tournament(tournament))

    async def EnterBot(self, request: pb.EnterBotRequest, context: Context) -> pb.EnterBotResponse:
        """Let a bot take part in a ladder."""
        tournament = await self._tournaments.enter(
            request.tournament, request.bot, by=current_caller()
        )
        return pb.EnterBotResponse(tournament=await self._tournament(tournament))

    async def WithdrawBot(
        self, request: pb.WithdrawBotRequest, context: Context
    ) -> pb.WithdrawBotResponse:
        """Take a bot out of a tournament."""
        tournament = await self._tournaments.withdraw(
            request.tournament, request.bot, by=current_caller()
        )
        return pb.WithdrawBotResponse(tournament=await self._tournament(tournament))

    def _ids(self, names: Iterable[str]) -> dict[str, str]:
        """The ids of bots by the names that a request gives them."""
        return {name: self._repository.bot(name).id for name in names}
