"""Closed mappings between the enums of the domain and those of the wire, both ways.

The domain's numbers and the wire's need not agree, so every pair is written down.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final, Generic, TypeVar

from kozel.table import AnswerProblem, FaultPolicy, Verdict
from kozel.v1 import arena_pb2, play_pb2
from kozel.wire.errors import UnknownValue
from kozel.wire.values import Behind, GoodbyeReason, RefusalReason

Member = TypeVar("Member", bound=Enum)


class EnumCodec(Generic[Member]):
    """One enum both ways. Building it fails if a member of the domain is missing."""

    __slots__ = ("_field", "_members", "_numbers")

    def __init__(self, field: str, numbers: Mapping[Member, int]) -> None:
        members = type(next(iter(numbers)))
        missing = set(members) - set(numbers)
        if missing:
            raise ValueError(f"{field}: no wire number for {missing}")
        self._field = field
        self._numbers = dict(numbers)
        self._members = {number: member for member, number in numbers.items()}

    def encode(self, member: Member) -> int:
        """The wire's number."""
        return self._numbers[member]

    def decode(self, number: int) -> Member:
        """The domain's member.

        Raises:
            UnknownValue: the number stands for no member that this software knows.
        """
        try:
            return self._members[number]
        except KeyError:
            raise UnknownValue(self._field, number) from None


VERDICTS: Final = EnumCodec(
    "verdict",
    {
        Verdict.NORMAL: play_pb2.VERDICT_NORMAL,
        Verdict.TIMEOUT: play_pb2.VERDICT_TIMEOUT,
        Verdict.DISCONNECT: play_pb2.VERDICT_DISCONNECT,
        Verdict.ABORTED: play_pb2.VERDICT_ABORTED,
        Verdict.ILLEGAL: play_pb2.VERDICT_ILLEGAL,
        Verdict.PROTOCOL_ERROR: play_pb2.VERDICT_PROTOCOL_ERROR,
        Verdict.NO_SHOW: play_pb2.VERDICT_NO_SHOW,
        Verdict.INFRA_ERROR: play_pb2.VERDICT_INFRA_ERROR,
    },
)

FAULT_POLICIES: Final = EnumCodec(
    "fault policy",
    {
        FaultPolicy.DEFAULT_MOVE: play_pb2.FAULT_POLICY_DEFAULT_MOVE,
        FaultPolicy.FORFEIT: play_pb2.FAULT_POLICY_FORFEIT,
    },
)

ANSWER_PROBLEMS: Final = EnumCodec(
    "reason of an answer's refusal",
    {
        AnswerProblem.OUT_OF_RANGE: arena_pb2.ANSWER_REFUSAL_REASON_OUT_OF_RANGE,
        AnswerProblem.ALREADY_ANSWERED: arena_pb2.ANSWER_REFUSAL_REASON_ALREADY_ANSWERED,
        AnswerProblem.LATE: arena_pb2.ANSWER_REFUSAL_REASON_LATE,
        AnswerProblem.UNKNOWN_DECISION: arena_pb2.ANSWER_REFUSAL_REASON_UNKNOWN_DECISION,
    },
)

REFUSAL_REASONS: Final = EnumCodec(
    "reason of a refusal",
    {
        RefusalReason.HELLO_EXPECTED: arena_pb2.REFUSAL_REASON_HELLO_EXPECTED,
        RefusalReason.PROTOCOL: arena_pb2.REFUSAL_REASON_PROTOCOL,
        RefusalReason.TOKEN: arena_pb2.REFUSAL_REASON_TOKEN,
        RefusalReason.NAME: arena_pb2.REFUSAL_REASON_NAME,
        RefusalReason.DRAINING: arena_pb2.REFUSAL_REASON_DRAINING,
        RefusalReason.FULL: arena_pb2.REFUSAL_REASON_FULL,
        RefusalReason.PROTOCOL_ERROR: arena_pb2.REFUSAL_REASON_PROTOCOL_ERROR,
        RefusalReason.HELLO_INVALID: arena_pb2.REFUSAL_REASON_HELLO_INVALID,
        RefusalReason.TOO_MANY_FAULTS: arena_pb2.REFUSAL_REASON_TOO_MANY_FAULTS,
        RefusalReason.INTERNAL: arena_pb2.REFUSAL_REASON_INTERNAL,
    },
)

BEHINDS: Final = EnumCodec(
    "side that is behind",
    {
        Behind.NEITHER: arena_pb2.BEHIND_UNSPECIFIED,
        Behind.BOT: arena_pb2.BEHIND_BOT,
        Behind.ARENA: arena_pb2.BEHIND_ARENA,
    },
)

GOODBYE_REASONS: Final = EnumCodec(
    "reason of a goodbye",
    {
        GoodbyeReason.DRAINED: arena_pb2.GOODBYE_REASON_DRAINED,
        GoodbyeReason.LEFT: arena_pb2.GOODBYE_REASON_LEFT,
        GoodbyeReason.REPLACED: arena_pb2.GOODBYE_REASON_REPLACED,
        GoodbyeReason.TOO_SLOW: arena_pb2.GOODBYE_REASON_TOO_SLOW,
    },
)
