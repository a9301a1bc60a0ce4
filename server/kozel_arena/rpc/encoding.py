"""One batch of a stream as the bytes of one message."""

from kozel.rules.events import MatchEnded
from kozel.v1.arena_pb2 import PlayResponse
from kozel.wire.codec import (
    encode_answer_refusal,
    encode_draining,
    encode_ending,
    encode_event,
    encode_goodbye,
    encode_refusal,
    encode_seating,
    encode_welcome,
)
from kozel.wire.packing import pack_decision
from kozel.wire.values import Refusal
from kozel_arena.runtime.outbox import Batch


def encode_batch(batch: Batch) -> bytes:
    """The PlayResponse of a batch; its decisions, which are most of it, come behind the rest."""
    decisions = [
        pack_decision(view, table_id, decision_id)
        for _, _, table_id, decision_id, view in batch.decisions
    ]
    return b"".join((_encode_rest(batch), *decisions))


def refusal_message(refusal: Refusal) -> bytes:
    """The one message of a stream that is refused."""
    return PlayResponse(refusal=encode_refusal(refusal)).SerializeToString()


def _encode_rest(batch: Batch) -> bytes:
    """All but the decisions."""
    message = PlayResponse()
    if batch.started:
        message.started.extend(map(encode_seating, batch.started))
    if batch.events:
        message.events.extend(
            [
                encode_event(told.event, told.table_id, told.deal, told.seat)
                for told in batch.events
                if not isinstance(told.event, MatchEnded)
            ]
        )
    if batch.answer_refusals:
        message.answer_refusals.extend(map(encode_answer_refusal, batch.answer_refusals))
    if batch.ended:
        message.ended.extend(map(encode_ending, batch.ended))
    if batch.heartbeat:
        message.heartbeat = batch.heartbeat
    _encode_rare(message, batch)
    return message.SerializeToString(deterministic=True)


def _encode_rare(message: PlayResponse, batch: Batch) -> None:
    """What a stream carries once."""
    if batch.welcome is not None:
        message.welcome.CopyFrom(encode_welcome(batch.welcome))
    if batch.draining is not None:
        message.draining.CopyFrom(encode_draining(batch.draining))
    if batch.refusal is not None:
        message.refusal.CopyFrom(encode_refusal(batch.refusal))
    if batch.goodbye is not None:
        message.goodbye.CopyFrom(encode_goodbye(batch.goodbye))
