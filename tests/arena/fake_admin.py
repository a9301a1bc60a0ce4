"""An arena that only answers organisers, in memory: what the command line is tried against."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from kozel.v1 import admin_pb2 as pb
from kozel.v1 import admin_pb2_grpc, oversight_pb2, play_pb2, ranking_pb2

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
        self.sprt: pb.SprtStatus | None = None
        self.winner_id = ""
        self.swiss: list[ranking_pb2.SwissLine] = []
        self.knockout: ranking_pb2.KnockoutTable | None = None
        self.matches: list[oversight_pb2.FinishedMatch] = []
        self.asked: list[object] = []
        """Requests whose fields a test wants to see."""
        self.tokens: dict[str, oversight_pb2.Token] = {}
        self.audit: list[oversight_pb2.AuditEntry] = []
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
            sprt=self.sprt,
            winner_id=self.winner_id,
            swiss=self.swiss,
            knockout=self.knockout,
        )

    def PauseTournament(
        self, request: pb.PauseTournamentRequest, context: grpc.ServicerContext
    ) -> pb.PauseTournamentResponse:
        tournament = self._moved(request.tournament, pb.TOURNAMENT_STATE_PAUSED, context)
        return pb.PauseTournamentResponse(tournament=tournament)

    def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, context: grpc.ServicerContext
    ) -> pb.ResumeTournamentResponse:
        tournament = self._moved(request.tournament, pb.TOURNAMENT_STATE_RUNNING, context)
        return pb.ResumeTournamentResponse(tournament=tournament)

    def FinishTournament(
        self, request: pb.FinishTournamentRequest, context: grpc.ServicerContext
    ) -> pb.FinishTournamentResponse:
        tournament = self._moved(request.tournament, pb.TOURNAMENT_STATE_FINISHED, context)
        return pb.FinishTournamentResponse(tournament=tournament)

    def _moved(
        self, name: str, state: pb.TournamentState.ValueType, context: grpc.ServicerContext
    ) -> pb.Tournament:
        self._check(context)
        tournament = self._find(name, context)
        tournament.state = state
        return shown(tournament)

    def EnterBot(
        self, request: pb.EnterBotRequest, context: grpc.ServicerContext
    ) -> pb.EnterBotResponse:
        self._check(context)
        tournament = self._find(request.tournament, context)
        tournament.config.bots.append(request.bot)
        return pb.EnterBotResponse(tournament=shown(tournament))

    def WithdrawBot(
        self, request: pb.WithdrawBotRequest, context: grpc.ServicerContext
    ) -> pb.WithdrawBotResponse:
        self._check(context)
        tournament = self._find(request.tournament, context)
        if request.bot not in tournament.config.bots:
            context.abort(grpc.StatusCode.NOT_FOUND, f"there is no bot {request.bot!r}")
        return pb.WithdrawBotResponse(tournament=shown(tournament))

    def VoidMatch(
        self, request: pb.VoidMatchRequest, context: grpc.ServicerContext
    ) -> pb.VoidMatchResponse:
        self._check(context)
        self.asked.append(request)
        if request.match_id not in {match.match_id for match in self.matches}:
            context.abort(grpc.StatusCode.NOT_FOUND, f"there is no match {request.match_id!r}")
        return pb.VoidMatchResponse(
            tournament=shown(self._find("t1", context)), replay_match_id=f"{request.match_id}.1"
        )

    def ListMatches(
        self, request: oversight_pb2.ListMatchesRequest, context: grpc.ServicerContext
    ) -> oversight_pb2.ListMatchesResponse:
        self._check(context)
        self.asked.append(request)
        self._find(request.tournament, context)
        return oversight_pb2.ListMatchesResponse(matches=self.matches[: request.limit])

    def GetMatch(
        self, request: oversight_pb2.GetMatchRequest, context: grpc.ServicerContext
    ) -> oversight_pb2.GetMatchResponse:
        self._check(context)
        for match, record in zip(self.matches, self.records, strict=False):
            if match.match_id == request.match_id:
                return oversight_pb2.GetMatchResponse(match=match, record=record)
        context.abort(grpc.StatusCode.NOT_FOUND, f"there is no match {request.match_id!r}")
        raise AssertionError

    def ListAudit(
        self, request: oversight_pb2.ListAuditRequest, context: grpc.ServicerContext
    ) -> oversight_pb2.ListAuditResponse:
        self._check(context)
        return oversight_pb2.ListAuditResponse(entries=self.audit[: request.limit])

    def AddToken(
        self, request: oversight_pb2.AddTokenRequest, context: grpc.ServicerContext
    ) -> oversight_pb2.AddTokenResponse:
        self._check(context)
        token = oversight_pb2.Token(
            name=request.name, role=request.role, created=Timestamp(seconds=1_700_000_000)
        )
        self.tokens[request.name] = token
        return oversight_pb2.AddTokenResponse(token=token, secret=f"secret-of-{request.name}")

    def ListTokens(
        self, request: oversight_pb2.ListTokensRequest, context: grpc.ServicerContext
    ) -> oversight_pb2.ListTokensResponse:
        self._check(context)
        return oversight_pb2.ListTokensResponse(tokens=self.tokens.values())

    def RevokeToken(
        self, request: oversight_pb2.RevokeTokenRequest, context: grpc.ServicerContext
    ) -> oversight_pb2.RevokeTokenResponse:
        self._check(context)
        if request.name not in self.tokens:
            context.abort(grpc.StatusCode.NOT_FOUND, f"there is no token {request.name!r}")
        token = self.tokens[request.name]
        token.revoked.seconds = 1_700_000_060
        return oversight_pb2.RevokeTokenResponse(token=token)

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
        place=1,
        deal_groups=45,
        points=pb.Interval(value=61.5, low=58, high=65),
        elo=pb.Interval(value=85.4, low=12, high=158.6),
        superiority=0.973,
        verdicts=[
            pb.VerdictCount(verdict=play_pb2.VERDICT_NORMAL, matches=88),
            pb.VerdictCount(verdict=play_pb2.VERDICT_TIMEOUT, matches=2, charged=1),
        ],
    )


def a_match(number: int, *bots: str) -> oversight_pb2.FinishedMatch:
    """A finished match of a game of four that the first side won."""
    return oversight_pb2.FinishedMatch(
        match_id=f"t1-{number}",
        tournament_id="t1",
        number=number,
        deal_group=number // 2,
        bots=bots,
        match_points=(1, 0, 1, 0),
        deal_points=(700, 500, 700, 500),
        verdict=play_pb2.VERDICT_TIMEOUT,
        charged_seats=(1,),
        deals=10,
        started=Timestamp(seconds=1_700_000_000),
        ended=Timestamp(seconds=1_700_000_060),
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
