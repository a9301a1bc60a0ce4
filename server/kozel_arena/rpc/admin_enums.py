"""The closed lists of words of the admin service, both ways; both ends of the codec use them."""

from enum import Enum
from typing import Final, TypeVar

from kozel.stats import SprtDecision
from kozel.v1 import admin_pb2, oversight_pb2
from kozel.wire.enums import EnumCodec
from kozel_arena.roles import Role
from kozel_arena.tournament import DealMode, TournamentFormat, TournamentState

Member = TypeVar("Member", bound=Enum)

STATES: Final = EnumCodec(
    "state of a tournament",
    {
        TournamentState.CREATED: admin_pb2.TOURNAMENT_STATE_CREATED,
        TournamentState.RUNNING: admin_pb2.TOURNAMENT_STATE_RUNNING,
        TournamentState.FINISHED: admin_pb2.TOURNAMENT_STATE_FINISHED,
        TournamentState.CANCELLED: admin_pb2.TOURNAMENT_STATE_CANCELLED,
        TournamentState.PAUSED: admin_pb2.TOURNAMENT_STATE_PAUSED,
    },
)

FORMATS: Final = EnumCodec(
    "format of a tournament",
    {
        TournamentFormat.ROUND_ROBIN: admin_pb2.TOURNAMENT_FORMAT_ROUND_ROBIN,
        TournamentFormat.GAUNTLET: admin_pb2.TOURNAMENT_FORMAT_GAUNTLET,
        TournamentFormat.SWISS: admin_pb2.TOURNAMENT_FORMAT_SWISS,
        TournamentFormat.KNOCKOUT: admin_pb2.TOURNAMENT_FORMAT_KNOCKOUT,
        TournamentFormat.DOUBLE_KNOCKOUT: admin_pb2.TOURNAMENT_FORMAT_DOUBLE_KNOCKOUT,
        TournamentFormat.LADDER: admin_pb2.TOURNAMENT_FORMAT_LADDER,
        TournamentFormat.SPRT: admin_pb2.TOURNAMENT_FORMAT_SPRT,
    },
)

DEAL_MODES: Final = EnumCodec(
    "deal mode",
    {
        DealMode.INDEPENDENT: admin_pb2.DEAL_MODE_INDEPENDENT,
        DealMode.MIRRORED: admin_pb2.DEAL_MODE_MIRRORED,
        DealMode.FIELD: admin_pb2.DEAL_MODE_FIELD,
    },
)

ROLES: Final = EnumCodec(
    "role",
    {
        Role.ORGANISER: oversight_pb2.ROLE_ORGANISER,
        Role.VIEWER: oversight_pb2.ROLE_VIEWER,
        Role.AUTHOR: oversight_pb2.ROLE_AUTHOR,
    },
)

SPRT_DECISIONS: Final = EnumCodec(
    "decision of a sequential test",
    {
        SprtDecision.OPEN: admin_pb2.SPRT_DECISION_OPEN,
        SprtDecision.ELO0: admin_pb2.SPRT_DECISION_ELO0,
        SprtDecision.ELO1: admin_pb2.SPRT_DECISION_ELO1,
    },
)


def decode_or(codec: EnumCodec[Member], number: int, absent: Member) -> Member:
    """The member for a number of a request; `absent` where the protocol lets it be unset (0).

    Raises:
        UnknownValue: the number stands for nothing that this software knows.
    """
    return codec.decode(number) if number else absent
