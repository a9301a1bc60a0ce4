"""The organiser's end of the admin service's codec: plans to messages, answers to values."""

from dataclasses import replace
from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from kozel.v1 import admin_pb2, play_pb2
from kozel.wire.enums import FAULT_POLICIES
from kozel.wire.matches import (
    decode_duration,
    decode_options,
    decode_time_control,
    encode_duration,
    encode_options,
)
from kozel_arena.rpc.admin_enums import DEAL_MODES, FORMATS, STATES
from kozel_arena.rpc.admin_values import (
    BotEntry,
    Clock,
    TournamentEntry,
    TournamentPlan,
)
from kozel_arena.tournament import SprtBounds


def encode_clock(clock: Clock) -> play_pb2.TimeControl:
    """The parts of a clock that were given; the arena fills in the others."""
    message = play_pb2.TimeControl(strikes=clock.strikes or 0)
    if clock.move_limit_ns is not None:
        message.move_limit.CopyFrom(encode_duration(clock.move_limit_ns))
    if clock.bank_ns is not None:
        message.bank.CopyFrom(encode_duration(clock.bank_ns))
    return message


def encode_plan(plan: TournamentPlan) -> admin_pb2.TournamentConfig:
    """What a tournament is to play."""
    return admin_pb2.TournamentConfig(
        name=plan.name,
        ruleset=plan.ruleset,
        options=encode_options(plan.options),
        bots=plan.bots,
        matches_per_pairing=plan.matches_per_pairing,
        seed=plan.seed,
        time_control=encode_clock(plan.clock),
        format=FORMATS.encode(plan.format),  # type: ignore[arg-type]
        individual=plan.individual,
        deals=DEAL_MODES.encode(plan.deals),  # type: ignore[arg-type]
        policy=FAULT_POLICIES.encode(plan.policy),  # type: ignore[arg-type]
        rounds=plan.rounds,
        challengers=plan.challengers,
        sprt=None if plan.sprt is None else encode_bounds(plan.sprt),
        spectator_delay=None
        if plan.spectator_delay_ns is None
        else encode_duration(plan.spectator_delay_ns),
    )


def encode_bounds(bounds: SprtBounds) -> admin_pb2.SprtBounds:
    """What a sequential test decides between."""
    return admin_pb2.SprtBounds(
        elo0=bounds.elo0, elo1=bounds.elo1, alpha=bounds.alpha, beta=bounds.beta
    )


def decode_bounds(message: admin_pb2.SprtBounds) -> SprtBounds:
    """What a sequential test decides between; error rates of 0 are the usual ones."""
    usual = SprtBounds(elo0=message.elo0, elo1=message.elo1)
    return replace(usual, alpha=message.alpha or usual.alpha, beta=message.beta or usual.beta)


def decode_plan(message: admin_pb2.TournamentConfig) -> TournamentPlan:
    """What a tournament plays; its clock is complete."""
    control = decode_time_control(message.time_control)
    return TournamentPlan(
        name=message.name,
        ruleset=message.ruleset,
        options=decode_options(message.options),
        bots=tuple(message.bots),
        matches_per_pairing=message.matches_per_pairing,
        seed=message.seed,
        clock=Clock(
            move_limit_ns=control.move_limit_ns, bank_ns=control.bank_ns, strikes=control.strikes
        ),
        format=FORMATS.decode(message.format),
        individual=message.individual,
        deals=DEAL_MODES.decode(message.deals),
        policy=FAULT_POLICIES.decode(message.policy),
        rounds=message.rounds if message.HasField("rounds") else None,
        challengers=tuple(message.challengers),
        sprt=decode_bounds(message.sprt) if message.HasField("sprt") else None,
        spectator_delay_ns=decode_spectator_delay(message),
    )


def decode_spectator_delay(message: admin_pb2.TournamentConfig) -> int | None:
    """Nanoseconds; None where the tournament says nothing.

    Raises:
        InvalidMessage: the duration is negative.
    """
    if not message.HasField("spectator_delay"):
        return None
    return decode_duration(message.spectator_delay)


def encode_time(time: datetime) -> Timestamp:
    """A point of time."""
    message = Timestamp()
    message.FromDatetime(time)
    return message


def decode_time(message: Timestamp) -> datetime:
    """A point of time, in UTC."""
    return message.ToDatetime(tzinfo=UTC)


def decode_bot(message: admin_pb2.Bot) -> BotEntry:
    """A registered bot."""
    return BotEntry(
        id=message.bot_id,
        name=message.name,
        created=decode_time(message.created),
        is_connected=message.connected,
        seats_in_play=message.seats_in_play,
    )


def decode_tournament(message: admin_pb2.Tournament) -> TournamentEntry:
    """A tournament without its results."""
    return TournamentEntry(
        id=message.tournament_id,
        plan=decode_plan(message.config),
        state=STATES.decode(message.state),
        total=message.matches_total,
        finished=message.matches_finished,
        running=message.matches_running,
        created=decode_time(message.created),
        is_total_most=message.matches_total_is_most,
        given_up=tuple(message.matches_given_up),
    )
