"""An arena that only answers organisers, in memory: what the command line is tried against."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from kozel.v1 import admin_pb2 as pb
from kozel.v1 import admin_pb2_grpc

TOKEN = "organiser-secret"


class FakeArena(admin_pb2_grpc.AdminServiceServicer):
    """Keeps what it was asked; a test fills in what it should answer."""

    def __init__(self) -> None:
        self.address = ""
        self.bots: list[pb.Bot] = []
        self.tournaments: dict[str, pb.Tournament] = {}
        self.standings: list[pb.Standing] = []
        self.cross_table: list[pb.CrossTableCell] = []
        self.records: list[str] = []
        self.breaks_after: int | None = None
        """Break off an export after so many records."""

    def _check(self, context: grpc.ServicerContext) -> None:
        if ("authorization", f"Bearer {TOKEN}") not in context.invocation_metadata():
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "this is not the organiser's token")

    def _find(self, name: str, context: grpc.ServicerContext) -> pb.Tournament:
        if name not in self.tournaments:
            context.abort(grpc.StatusCode.NOT_FOUND, f"there is no tournament {name!r}")
        return self.tournaments[name]

    def AddBot(self, request: pb.AddBotRequest, context: grpc.ServicerContext) -> pb.AddBotResponse:
        self._check(context)
        if any(bot.name == request.name for bot in self.bots):
            context.abort(grpc.StatusCode.ALREADY_EXISTS, f"a bot {request.name!r} exists")
        bot = a_bot(request.name, id=f"b{len(self.bots) + 1}")
        self.bots.append(bot)
        return pb.AddBotResponse(bot=bot, token=f"token-of-{request.name}")

    def ListBots(
        self, request: pb.ListBotsRequest, context: grpc.ServicerContext
    ) -> pb.ListBotsResponse:
        self._check(context)
        return pb.ListBotsResponse(bots=self.bots)

    def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: grpc.ServicerContext
    ) -> pb.CreateTournamentResponse:
        self._check(context)
        tournament = pb.Tournament(
            tournament_id=f"t{len(self.tournaments) + 1}",
            config=request.config,
            state=pb.TOURNAMENT_STATE_CREATED,
            matches_total=12,
        )
        self.tournaments[tournament.tournament_id] = tournament
        return pb.CreateTournamentResponse(tournament=shown(tournament))

    def StartTournament(
        self, request: pb.StartTournamentRequest, context: grpc.ServicerContext
    ) -> pb.StartTournamentResponse:
        self._check(context)
        tournament = self._find(request.tournament, context)
        before, tournament.state = tournament.state, pb.TOURNAMENT_STATE_RUNNING
        return pb.StartTournamentResponse(tournament=shown(tournament), before=before)

    def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: grpc.ServicerContext
    ) -> pb.CancelTournamentResponse:
        self._check(context)
        tournament = self._find(request.tournament, context)
        tournament.state = pb.TOURNAMENT_STATE_CANCELLED
        return pb.CancelTournamentResponse(tournament=shown(tournament))

    def GetTournament(
        self, request: pb.GetTournamentRequest, context: grpc.ServicerContext
    ) -> pb.GetTournamentResponse:
        self._check(context)
        return pb.GetTournamentResponse(
            tournament=shown(self._find(request.tournament, context)),
            standings=self.standings,
            cross_table=self.cross_table,
        )

    def ListTournaments(
        self, request: pb.ListTournamentsRequest, context: grpc.ServicerContext
    ) -> pb.ListTournamentsResponse:
        self._check(context)
        return pb.ListTournamentsResponse(tournaments=map(shown, self.tournaments.values()))

    def ExportMatches(
        self, request: pb.ExportMatchesRequest, context: grpc.ServicerContext
    ) -> Iterator[pb.ExportMatchesResponse]:
        self._check(context)
        self._find(request.tournament, context)
        for number, record in enumerate(self.records):
            if number == self.breaks_after:
                context.abort(grpc.StatusCode.INTERNAL, "error 4711: ask the organiser's log")
            yield pb.ExportMatchesResponse(record=record)


def a_bot(name: str, *, id: str = "b1", connected: bool = False) -> pb.Bot:
    """A registered bot."""
    return pb.Bot(
        bot_id=id, name=name, created=Timestamp(seconds=1_700_000_000), connected=connected
    )


def a_standing(id: str, name: str, score: float) -> pb.Standing:
    """A line of the standings."""
    return pb.Standing(
        bot_id=id,
        name=name,
        matches=90,
        score=score,
        score_low=max(0.0, score - 0.1),
        score_high=min(1.0, score + 0.1),
        decision_p50=Duration(nanos=420_000),
        decision_p99=Duration(nanos=15_300_000),
        silences=3,
    )


def shown(tournament: pb.Tournament) -> pb.Tournament:
    """The tournament as an arena shows it: the clock complete."""
    copy = pb.Tournament()
    copy.CopyFrom(tournament)
    control = copy.config.time_control
    if not control.HasField("move_limit"):
        control.move_limit.seconds = 5
    if not control.HasField("bank"):
        control.bank.seconds = 60
    control.strikes = control.strikes or 3
    return copy


@contextmanager
def serving(arena: FakeArena) -> Iterator[FakeArena]:
    """The arena on a free port of the loopback interface; its address is filled in."""
    server = grpc.server(ThreadPoolExecutor(max_workers=2))
    admin_pb2_grpc.add_AdminServiceServicer_to_server(arena, server)  # type: ignore[no-untyped-call]
    arena.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        yield arena
    finally:
        server.stop(grace=None).wait()
