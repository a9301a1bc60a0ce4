"""Seats at tables: MatchStarted, MatchEnded, options, the clock. Rare messages."""

from collections.abc import Mapping
from typing import Final, assert_never

from google.protobuf.duration_pb2 import Duration

from kozel.rules.errors import shortened
from kozel.rules.events import MatchEnded
from kozel.rules.view import MatchInfo, OptionValue
from kozel.table import TimeControl
from kozel.v1 import play_pb2
from kozel.wire.enums import FAULT_POLICIES, VERDICTS
from kozel.wire.errors import InvalidMessage
from kozel.wire.values import Ending, Seating

NANOS: Final = 1_000_000_000


def encode_duration(nanoseconds: int) -> Duration:
    """A duration of whole nanoseconds, 0 or more."""
    seconds, nanos = divmod(nanoseconds, NANOS)
    return Duration(seconds=seconds, nanos=nanos)


def decode_duration(message: Duration) -> int:
    """Nanoseconds.

    Raises:
        InvalidMessage: the duration is negative.
    """
    nanoseconds = message.seconds * NANOS + message.nanos
    if nanoseconds < 0:
        raise InvalidMessage(f"a duration of {nanoseconds} ns is negative")
    return nanoseconds


def encode_option(value: OptionValue) -> play_pb2.OptionValue:
    """The value of a table option."""
    match value:
        case bool():
            return play_pb2.OptionValue(flag=value)
        case int():
            return play_pb2.OptionValue(number=value)
        case str():
            return play_pb2.OptionValue(word=value)
        case _:
            assert_never(value)


def decode_option(name: str, message: play_pb2.OptionValue) -> OptionValue:
    """The value of the option `name`.

    Raises:
        InvalidMessage: none of the alternatives is set.
    """
    match message.WhichOneof("value"):
        case "flag":
            return message.flag
        case "number":
            return message.number
        case "word":
            return message.word
        case None:
            raise InvalidMessage(f"option {shortened(name)} has no value")
        case other:
            assert_never(other)


def encode_options(options: Mapping[str, OptionValue]) -> dict[str, play_pb2.OptionValue]:
    """Table options as a message's map field takes them."""
    return {name: encode_option(value) for name, value in options.items()}


def decode_options(messages: Mapping[str, play_pb2.OptionValue]) -> dict[str, OptionValue]:
    """Table options, by name in ascending order."""
    return {name: decode_option(name, messages[name]) for name in sorted(messages)}


def encode_time_control(value: TimeControl) -> play_pb2.TimeControl:
    """The clock of a match."""
    return play_pb2.TimeControl(
        move_limit=encode_duration(value.move_limit_ns),
        bank=encode_duration(value.bank_ns),
        strikes=value.strikes,
    )


def decode_time_control(message: play_pb2.TimeControl) -> TimeControl:
    """The clock of a match."""
    return TimeControl(
        move_limit_ns=decode_duration(message.move_limit),
        bank_ns=decode_duration(message.bank),
        strikes=message.strikes,
    )


def encode_seating(value: Seating) -> play_pb2.MatchStarted:
    """The message that seats a bot."""
    return play_pb2.MatchStarted(
        table_id=value.table_id,
        match_id=value.match_id,
        tournament_id=value.tournament_id,
        ruleset=value.match.ruleset,
        options=encode_options(value.match.options),
        seat=value.match.seat,
        players=value.match.players,
        time_control=encode_time_control(value.time_control),
        commitment=value.commitment,
        policy=FAULT_POLICIES.encode(value.policy),  # type: ignore[arg-type]
    )


def decode_seating(message: play_pb2.MatchStarted) -> Seating:
    """A bot's seat at a table.

    Raises:
        InvalidMessage: the seat is not one of the table's.
        UnknownValue: a fault policy that this software does not know.
    """
    if message.seat >= message.players:
        raise InvalidMessage(
            f"match {message.match_id!r}: seat {message.seat} of {message.players} players"
        )
    match = MatchInfo(
        ruleset=message.ruleset,
        options=decode_options(message.options),
        players=message.players,
        seat=message.seat,
    )
    return Seating(
        table_id=message.table_id,
        match_id=message.match_id,
        match=match,
        time_control=decode_time_control(message.time_control),
        tournament_id=message.tournament_id,
        commitment=message.commitment,
        policy=FAULT_POLICIES.decode(message.policy or play_pb2.FAULT_POLICY_DEFAULT_MOVE),
    )


def encode_ending(value: Ending) -> play_pb2.MatchEnded:
    """The message that ends a match."""
    return play_pb2.MatchEnded(
        table_id=value.table_id,
        verdict=VERDICTS.encode(value.verdict),  # type: ignore[arg-type]
        charged_seats=value.charged_seats,
        score=value.ended.score,
        winners=value.ended.winners,
        losers=value.ended.losers,
        seed=value.seed,
    )


def decode_ending(message: play_pb2.MatchEnded) -> Ending:
    """The end of a match.

    Raises:
        UnknownValue: a verdict that this software does not know.
    """
    return Ending(
        table_id=message.table_id,
        verdict=VERDICTS.decode(message.verdict),
        ended=MatchEnded(
            score=tuple(message.score),
            winners=tuple(message.winners),
            losers=tuple(message.losers),
        ),
        charged_seats=tuple(message.charged_seats),
        seed=message.seed,
    )
