"""An organiser's client of a running arena: one method a call, values in and out.

KozelError
└── AdminError               the arena did not do what it was asked
    ├── ArenaUnreachable     nobody answers at that address
    └── TokenRefused         the arena does not know the organiser's token
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import grpc

from kozel.rules.errors import KozelError
from kozel.table import Verdict
from kozel.v1 import admin_pb2 as pb
from kozel.v1 import admin_pb2_grpc, oversight_pb2, practice_pb2
from kozel.wire.enums import VERDICTS
from kozel.wire.matches import encode_options, encode_time_control
from kozel_arena.roles import Role
from kozel_arena.rpc import admin_decoding as codec
from kozel_arena.rpc.admin_enums import ROLES, STATES
from kozel_arena.rpc.admin_values import (
    AuditLine,
    BotEntry,
    MatchEntry,
    PracticeOrder,
    PracticeSeat,
    Snapshot,
    TokenEntry,
    TournamentEntry,
    TournamentPlan,
    TournamentReport,
)
from kozel_arena.rpc.registration_client import RegistrationClient
from kozel_arena.rpc.results_decoding import (
    decode_audit,
    decode_match,
    decode_report,
    decode_snapshot,
    decode_token,
)
from kozel_arena.tournament import TournamentState

CALL_LIMIT_SECONDS: Final = 30
"""An arena that takes longer for a call than this is taken for dead."""
CHANNEL_OPTIONS: Final = (
    # A proxy variable of the environment breaks even 127.0.0.1.
    ("grpc.enable_http_proxy", 0),
    # A machine that is gone says nothing: these find out within 15 s. The server allows them.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    # A record of a long match may be larger than the default 4 MB.
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)

Answer = TypeVar("Answer")


class AdminError(KozelError):
    """The arena did not do what it was asked; the message is the arena's own sentence."""


class ArenaUnreachable(AdminError):
    """Nobody answers at the address."""

    def __init__(self, address: str, *, is_secure: bool) -> None:
        start = "start one with 'kozel-arena serve', or give its address with --server HOST:PORT"
        super().__init__(
            f"no arena whose certificate --tls-ca vouches for answers at {address}: check the file "
            f"and that the certificate is for this host, {start}"
            if is_secure
            else f"no arena answers at {address}: {start} (and --tls-ca if it uses TLS)"
        )
        self.address = address


class TokenRefused(AdminError):
    """The arena at the address does not accept the organiser's token."""

    def __init__(self, address: str) -> None:
        super().__init__(
            f"the arena at {address} does not accept this organiser's token: give --token-file "
            "the file that its 'kozel-arena serve' names when it starts"
        )
        self.address = address


def channel_to(address: str, ca: Path | None) -> grpc.Channel:
    """A channel to an arena; over TLS, with the PEM file of its authority, when `ca` is given.

    Raises AdminError when that file cannot be read.
    """
    if ca is None:
        return grpc.insecure_channel(address, CHANNEL_OPTIONS)
    try:
        roots = ca.read_bytes()
    except OSError as error:
        raise AdminError(f"cannot read the certificate {ca}: {error.strerror}") from None
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(roots), CHANNEL_OPTIONS)


class AdminClient(RegistrationClient):
    """A connection of an organiser; use it in a `with`. Every method raises AdminError."""

    def __init__(self, *, address: str, token: str, ca: Path | None = None) -> None:
        self.address = address
        self._is_secure = ca is not None
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._channel = channel_to(address, ca)
        self._calls = admin_pb2_grpc.AdminServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; calls that run end with an error."""
        self._channel.close()

    def add_bot(self, name: str) -> tuple[BotEntry, str]:
        """Register a bot: the bot and its token, which cannot be had again."""
        answer = self._call(self._calls.AddBot, pb.AddBotRequest(name=name))
        return codec.decode_bot(answer.bot), answer.token

    def bots(self) -> tuple[BotEntry, ...]:
        """The registered bots in the order of their names."""
        answer = self._call(self._calls.ListBots, pb.ListBotsRequest())
        return tuple(map(codec.decode_bot, answer.bots))

    def create_tournament(self, plan: TournamentPlan, *, most_bots: int = 0) -> TournamentEntry:
        """Create a tournament; it plays from `start_tournament` on.

        With `most_bots` over 0 authors may register bots until it has so many.
        """
        config = codec.encode_plan(plan)
        request = pb.CreateTournamentRequest(config=config, most_bots=most_bots)
        answer = self._call(self._calls.CreateTournament, request)
        return codec.decode_tournament(answer.tournament)

    def start_tournament(self, tournament: str) -> tuple[TournamentEntry, TournamentState]:
        """Start a created tournament, by id or name; also the state that it had before."""
        request = pb.StartTournamentRequest(tournament=tournament)
        answer = self._call(self._calls.StartTournament, request)
        return codec.decode_tournament(answer.tournament), STATES.decode(answer.before)

    def cancel_tournament(self, tournament: str) -> TournamentEntry:
        """Stop a tournament, by id or name; its results are kept."""
        request = pb.CancelTournamentRequest(tournament=tournament)
        answer = self._call(self._calls.CancelTournament, request)
        return codec.decode_tournament(answer.tournament)

    def pause_tournament(self, tournament: str) -> TournamentEntry:
        """Let no match of a tournament start; those in play end and count."""
        request = pb.PauseTournamentRequest(tournament=tournament)
        answer = self._call(self._calls.PauseTournament, request)
        return codec.decode_tournament(answer.tournament)

    def resume_tournament(self, tournament: str) -> TournamentEntry:
        """Go on with a paused tournament."""
        request = pb.ResumeTournamentRequest(tournament=tournament)
        answer = self._call(self._calls.ResumeTournament, request)
        return codec.decode_tournament(answer.tournament)

    def finish_tournament(self, tournament: str) -> TournamentEntry:
        """End a ladder; its results are kept."""
        request = pb.FinishTournamentRequest(tournament=tournament)
        answer = self._call(self._calls.FinishTournament, request)
        return codec.decode_tournament(answer.tournament)

    def enter_bot(self, tournament: str, bot: str) -> TournamentEntry:
        """Let a bot take part in a ladder, both by id or name."""
        request = pb.EnterBotRequest(tournament=tournament, bot=bot)
        return codec.decode_tournament(self._call(self._calls.EnterBot, request).tournament)

    def withdraw_bot(self, tournament: str, bot: str) -> TournamentEntry:
        """Take a bot out of a tournament, both by id or name; its results are kept."""
        request = pb.WithdrawBotRequest(tournament=tournament, bot=bot)
        return codec.decode_tournament(self._call(self._calls.WithdrawBot, request).tournament)

    def void_match(self, match_id: str, reason: str) -> tuple[TournamentEntry, str]:
        """Strike out a result: the tournament, and the id of the match that replaces it."""
        request = pb.VoidMatchRequest(match_id=match_id, reason=reason)
        answer = self._call(self._calls.VoidMatch, request)
        return codec.decode_tournament(answer.tournament), answer.replay_match_id

    def matches(
        self,
        tournament: str,
        *,
        bot: str = "",
        opponent: str = "",
        verdict: Verdict | None = None,
        limit: int,
    ) -> tuple[MatchEntry, ...]:
        """Finished matches, the last first; empty texts and None leave a filter out."""
        request = oversight_pb2.ListMatchesRequest(
            tournament=tournament,
            bot=bot,
            opponent=opponent,
            verdict=None if verdict is None else VERDICTS.encode(verdict),  # type: ignore[arg-type]
            limit=limit,
        )
        return tuple(map(decode_match, self._call(self._calls.ListMatches, request).matches))

    def match(self, match_id: str) -> tuple[MatchEntry, str]:
        """A finished match and its record, one kozel-record/1 line."""
        request = oversight_pb2.GetMatchRequest(match_id=match_id)
        answer = self._call(self._calls.GetMatch, request)
        return decode_match(answer.match), answer.record

    def audit(self, limit: int) -> tuple[AuditLine, ...]:
        """What organisers did, the last thing first."""
        request = oversight_pb2.ListAuditRequest(limit=limit)
        return tuple(map(decode_audit, self._call(self._calls.ListAudit, request).entries))

    def add_token(self, name: str, role: Role) -> tuple[TokenEntry, str]:
        """Make a token: it and its secret, which cannot be had again."""
        request = oversight_pb2.AddTokenRequest(name=name, role=ROLES.encode(role))  # type: ignore[arg-type]
        answer = self._call(self._calls.AddToken, request)
        return decode_token(answer.token), answer.secret

    def tokens(self) -> tuple[TokenEntry, ...]:
        """All tokens by name."""
        answer = self._call(self._calls.ListTokens, oversight_pb2.ListTokensRequest())
        return tuple(map(decode_token, answer.tokens))

    def revoke_token(self, name: str) -> TokenEntry:
        """Make a token useless, for ever."""
        request = oversight_pb2.RevokeTokenRequest(name=name)
        return decode_token(self._call(self._calls.RevokeToken, request).token)

    def open_practice(self, order: PracticeOrder) -> PracticeSeat:
        """Open a practice table for a person who then dials in with its token."""
        request = practice_pb2.OpenPracticeRequest(
            ruleset=order.ruleset,
            options=encode_options(order.options),
            seat=order.seat,
            opponents=order.opponents,
            time_control=encode_time_control(order.time_control),
            name=order.name,
        )
        answer = self._call(self._calls.OpenPractice, request)
        return PracticeSeat(answer.token, answer.match_id, tuple(answer.seats))

    def leave_practice(self, token: str) -> None:
        """Stop a practice match."""
        self._call(self._calls.LeavePractice, practice_pb2.LeavePracticeRequest(token=token))

    def practice_record(self, token: str) -> str:
        """The record of a practice match that is over, one kozel-record/1 line."""
        request = practice_pb2.GetPracticeRecordRequest(token=token)
        return str(self._call(self._calls.GetPracticeRecord, request).record)

    def report(self, tournament: str) -> TournamentReport:
        """A tournament, by id or name, with its results so far."""
        request = pb.GetTournamentRequest(tournament=tournament)
        return decode_report(self._call(self._calls.GetTournament, request))

    def tournaments(self) -> tuple[TournamentEntry, ...]:
        """All tournaments, newest first."""
        answer = self._call(self._calls.ListTournaments, pb.ListTournamentsRequest())
        return tuple(map(codec.decode_tournament, answer.tournaments))

    def watch(self, tournament: str) -> Iterator[Snapshot]:
        """A tournament about once a second, until it is over.

        Raises ArenaUnreachable when the arena goes away meanwhile; it may come back.
        """
        request = pb.WatchTournamentRequest(tournament=tournament)
        yield from map(decode_snapshot, self._stream(self._calls.WatchTournament, request))

    def records(self, tournament: str) -> Iterator[str]:
        """The finished matches of a tournament, each as one kozel-record/1 line."""
        request = pb.ExportMatchesRequest(tournament=tournament)
        for answer in self._stream(self._calls.ExportMatches, request):
            yield answer.record

    def _stream(self, method: Callable[..., Iterable[Answer]], request: object) -> Iterator[Answer]:
        try:
            yield from method(request, metadata=self._metadata)
        except grpc.RpcError as error:
            raise self._reason(error) from None

    def _call(self, method: Callable[..., Answer], request: object) -> Answer:
        try:
            return method(request, metadata=self._metadata, timeout=CALL_LIMIT_SECONDS)
        except grpc.RpcError as error:
            raise self._reason(error) from None

    def _reason(self, error: grpc.RpcError) -> AdminError:
        """What went wrong as a sentence: the arena's own where it spoke."""
        if not isinstance(error, grpc.Call):
            return AdminError(f"the call to {self.address} failed: {error}")
        match error.code():
            # An arena that stops cancels the streams that are open.
            case grpc.StatusCode.UNAVAILABLE | grpc.StatusCode.CANCELLED:
                return ArenaUnreachable(self.address, is_secure=self._is_secure)
            case grpc.StatusCode.DEADLINE_EXCEEDED:
                return AdminError(f"the arena at {self.address} did not answer: try again")
            case grpc.StatusCode.UNAUTHENTICATED:
                return TokenRefused(self.address)
            case grpc.StatusCode.UNIMPLEMENTED:
                return AdminError(
                    f"the server at {self.address} is no arena, or an older one: "
                    "check --server and compare 'kozel-arena --version' on both sides"
                )
            case _:
                return AdminError(error.details() or f"the arena answered {error.code().name}")
