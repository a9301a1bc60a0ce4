"""What opens, limits and ends a stream: Hello, Welcome, refusals, Draining, Goodbye."""

from kozel.v1 import arena_pb2
from kozel.wire.enums import ANSWER_PROBLEMS, BEHINDS, GOODBYE_REASONS, REFUSAL_REASONS
from kozel.wire.matches import decode_duration, encode_duration
from kozel.wire.values import AnswerRefusal, Draining, Goodbye, Hello, Refusal, Welcome


def encode_hello(value: Hello) -> arena_pb2.Hello:
    """The message by which a bot names itself."""
    return arena_pb2.Hello(
        protocol_min=value.protocol_min,
        protocol_max=value.protocol_max,
        token=value.token,
        bot_name=value.bot_name,
        bot_version=value.bot_version,
        sdk=value.sdk,
        capacity=value.capacity,
        events=value.events,
    )


def decode_hello(message: arena_pb2.Hello) -> Hello:
    """Who dials. Ranges are for the arena to check: it answers with a Refusal."""
    return Hello(
        token=message.token,
        bot_name=message.bot_name,
        bot_version=message.bot_version,
        sdk=message.sdk,
        capacity=message.capacity,
        events=message.events,
        protocol_min=message.protocol_min,
        protocol_max=message.protocol_max,
    )


def encode_welcome(value: Welcome) -> arena_pb2.Welcome:
    """The message that opens a stream."""
    return arena_pb2.Welcome(
        protocol=value.protocol,
        arena_version=value.arena_version,
        rules_version=value.rules_version,
        bot_id=value.bot_id,
        bot_name=value.bot_name,
        resumed=value.resumed,
        max_seats=value.max_seats,
        max_request_bytes=value.max_request_bytes,
        max_answers=value.max_answers,
        max_decisions=value.max_decisions,
        heartbeat_interval=encode_duration(value.heartbeat_interval_ns),
        silence_limit=encode_duration(value.silence_limit_ns),
        max_log_bytes=value.max_log_bytes,
        log_interval=encode_duration(value.log_interval_ns) if value.log_interval_ns else None,
    )


def decode_welcome(message: arena_pb2.Welcome) -> Welcome:
    """The limits of a stream."""
    return Welcome(
        protocol=message.protocol,
        arena_version=message.arena_version,
        rules_version=message.rules_version,
        bot_id=message.bot_id,
        bot_name=message.bot_name,
        resumed=message.resumed,
        max_seats=message.max_seats,
        max_request_bytes=message.max_request_bytes,
        max_answers=message.max_answers,
        max_decisions=message.max_decisions,
        heartbeat_interval_ns=decode_duration(message.heartbeat_interval),
        silence_limit_ns=decode_duration(message.silence_limit),
        max_log_bytes=message.max_log_bytes,
        log_interval_ns=decode_duration(message.log_interval),
    )


def encode_refusal(value: Refusal) -> arena_pb2.Refusal:
    """The message that refuses or closes a stream."""
    return arena_pb2.Refusal(
        reason=REFUSAL_REASONS.encode(value.reason),  # type: ignore[arg-type]
        text=value.text,
        behind=BEHINDS.encode(value.behind),  # type: ignore[arg-type]
        retry=value.retry,
    )


def decode_refusal(message: arena_pb2.Refusal) -> Refusal:
    """Why a stream is closed.

    Raises:
        UnknownValue: a reason that this software does not know.
    """
    return Refusal(
        reason=REFUSAL_REASONS.decode(message.reason),
        text=message.text,
        behind=BEHINDS.decode(message.behind),
        retry=message.retry,
    )


def encode_answer_refusal(value: AnswerRefusal) -> arena_pb2.AnswerRefusal:
    """The message about an answer that was not accepted."""
    return arena_pb2.AnswerRefusal(
        table_id=value.table_id,
        decision_id=value.decision_id,
        reason=ANSWER_PROBLEMS.encode(value.problem),  # type: ignore[arg-type]
        text=value.text,
    )


def decode_answer_refusal(message: arena_pb2.AnswerRefusal) -> AnswerRefusal:
    """An answer that was not accepted.

    Raises:
        UnknownValue: a reason that this software does not know.
    """
    return AnswerRefusal(
        table_id=message.table_id,
        decision_id=message.decision_id,
        problem=ANSWER_PROBLEMS.decode(message.reason),
        text=message.text,
    )


def encode_draining(value: Draining) -> arena_pb2.Draining:
    """The message that announces the arena's end."""
    return arena_pb2.Draining(grace=encode_duration(value.grace_ns))


def decode_draining(message: arena_pb2.Draining) -> Draining:
    """The arena's announcement of its end."""
    return Draining(decode_duration(message.grace))


def encode_goodbye(value: Goodbye) -> arena_pb2.Goodbye:
    """The message that ends a stream in peace."""
    return arena_pb2.Goodbye(
        reason=GOODBYE_REASONS.encode(value.reason),  # type: ignore[arg-type]
        text=value.text,
    )


def decode_goodbye(message: arena_pb2.Goodbye) -> Goodbye:
    """Why a stream ends in peace.

    Raises:
        UnknownValue: a reason that this software does not know.
    """
    return Goodbye(GOODBYE_REASONS.decode(message.reason), message.text)
