"""Whole messages of a stream as values, for peers that are written for clarity, not for speed."""

from collections.abc import Sequence
from dataclasses import dataclass

from kozel.rules.view import View
from kozel.v1 import arena_pb2
from kozel.wire import codec
from kozel.wire.values import (
    Answer,
    AnswerRefusal,
    Draining,
    Ending,
    Goodbye,
    Hello,
    Refusal,
    Seating,
    Welcome,
)

PLAY_METHOD = "/kozel.v1.ArenaService/Play"
"""Path of the one method that bots call."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision for a seat."""

    table_id: int
    decision_id: int
    view: View


@dataclass(frozen=True, slots=True)
class Notice:
    """An event for a seat."""

    table_id: int
    deal: int
    seat: int
    event: codec.DealEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """PlayRequest: what a bot says."""

    hello: Hello | None = None
    answers: Sequence[Answer] = ()
    heartbeat: int = 0
    leaving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """PlayResponse: what an arena says."""

    welcome: Welcome | None = None
    refusal: Refusal | None = None
    started: Sequence[Seating] = ()
    events: Sequence[Notice] = ()
    answer_refusals: Sequence[AnswerRefusal] = ()
    decisions: Sequence[Question] = ()
    ended: Sequence[Ending] = ()
    heartbeat: int = 0
    draining: Draining | None = None
    goodbye: Goodbye | None = None


def encode_request(value: Request) -> arena_pb2.PlayRequest:
    """What a bot says, as a message."""
    return arena_pb2.PlayRequest(
        hello=None if value.hello is None else codec.encode_hello(value.hello),
        answers=map(codec.encode_answer, value.answers),
        heartbeat=value.heartbeat,
        leaving=value.leaving,
    )


def decode_request(message: arena_pb2.PlayRequest) -> Request:
    """What a bot says; the reverse of `encode_request`."""
    return Request(
        hello=codec.decode_hello(message.hello) if message.HasField("hello") else None,
        answers=tuple(codec.decode_answers(message.answers)),
        heartbeat=message.heartbeat,
        leaving=message.leaving,
    )


def encode_response(value: Response) -> arena_pb2.PlayResponse:
    """What an arena says, as a message."""
    message = arena_pb2.PlayResponse(
        started=map(codec.encode_seating, value.started),
        events=[
            codec.encode_event(notice.event, notice.table_id, notice.deal, notice.seat)
            for notice in value.events
        ],
        answer_refusals=map(codec.encode_answer_refusal, value.answer_refusals),
        decisions=[
            codec.encode_decision(asked.view, asked.table_id, asked.decision_id)
            for asked in value.decisions
        ],
        ended=map(codec.encode_ending, value.ended),
        heartbeat=value.heartbeat,
    )
    _encode_stream_part(message, value)
    return message


def _encode_stream_part(message: arena_pb2.PlayResponse, value: Response) -> None:
    if value.welcome is not None:
        message.welcome.CopyFrom(codec.encode_welcome(value.welcome))
    if value.refusal is not None:
        message.refusal.CopyFrom(codec.encode_refusal(value.refusal))
    if value.draining is not None:
        message.draining.CopyFrom(codec.encode_draining(value.draining))
    if value.goodbye is not None:
        message.goodbye.CopyFrom(codec.encode_goodbye(value.goodbye))


def read_request(data: bytes) -> Request:
    """A request from its bytes: a gRPC deserializer."""
    return decode_request(arena_pb2.PlayRequest.FromString(data))


def write_response(value: Response) -> bytes:
    """A response's bytes: a gRPC serializer."""
    return encode_response(value).SerializeToString()
