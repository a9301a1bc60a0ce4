"""The service of organisers. Every refusal is a gRPC status with one sentence."""

from kozel.v1.admin_pb2_grpc import AdminServiceServicer
from kozel_arena.rpc.admin_bots import BotCalls
from kozel_arena.rpc.admin_matches import MatchCalls
from kozel_arena.rpc.admin_parts import AdminParts
from kozel_arena.rpc.admin_practice import PracticeCalls
from kozel_arena.rpc.admin_registration import RegistrationCalls
from kozel_arena.rpc.admin_tokens import TokenCalls
from kozel_arena.rpc.admin_tournaments import TournamentCalls
from kozel_arena.rpc.admin_watch import WatchCalls

__all__ = ["AdminParts", "AdminServicer"]


class AdminServicer(
    BotCalls,
    TournamentCalls,
    MatchCalls,
    WatchCalls,
    TokenCalls,
    RegistrationCalls,
    PracticeCalls,
    AdminServiceServicer,
):
    """`AdminService`. Errors are raised as they are: the gate turns them into statuses."""
