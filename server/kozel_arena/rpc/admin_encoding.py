"""The arena's end of the admin service's codec: requests to values, values to messages."""

from collections.abc import Mapping, Sequence
from typing import Final

from kozel.table import TimeControl
from kozel.v1 import admin_pb2, play_pb2
from kozel.wire.codec import (
    decode_duration,
    decode_options,
    encode_duration,
    encode_options,
    encode_time_control,
)
from kozel.wire.enums import FAULT_POLICIES
from kozel_arena.rpc.admin_decoding import (
    decode_bounds,
    decode_spectator_delay,
    encode_bounds,
    encode_time,
)
from kozel_arena.rpc.admin_enums import DEAL_MODES, FORMATS, STATES, decode_or
from kozel_arena.storage import Bot, Tournament
from kozel_arena.tournament import (
    DealMode,
    Entry,
    FaultPolicy,
    TournamentConfig,
    TournamentFormat,
    TournamentState,
)

OVER: Final = frozenset({TournamentState.FINISHED, TournamentState.CANCELLED})
"""States in which a seed is no secret any more."""


def encode_bot(bot: Bot, *, is_connected: bool, seats_in_play: int) -> admin_pb2.Bot:
    """A registered bot and what it does now."""
    return admin_pb2.Bot(
        bot_id=bot.id,
        name=bot.name,
        created=encode_time(bot.created),
        connected=is_connected,
        seats_in_play=seats_in_play,
    )


def encode_tournament(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    running: int,
    given_up: Sequence[str],
    shows_seed: bool,
) -> admin_pb2.Tournament:
    """A tournament; its seed is told only when it is over, and only to those who may see it.

    Args:
        tournament: what is stored of it.
        entries: its bots in the order of the draw.
        running: how many of its matches are played now.
        given_up: ids of its matches that nobody tries any more.
        shows_seed: whether the caller may see the seed at all.
    """
    seed_is_told = shows_seed and tournament.state in OVER
    return admin_pb2.Tournament(
        tournament_id=tournament.id,
        config=encode_config(tournament.config, entries, shows_seed=seed_is_told),
        state=STATES.encode(tournament.state),  # type: ignore[arg-type]
        matches_total=tournament.planned,
        matches_total_is_most=tournament.may_end_before,
        matches_finished=tournament.finished,
        matches_running=running,
        matches_given_up=given_up,
        created=encode_time(tournament.created),
    )


def encode_config(
    config: TournamentConfig, entries: Sequence[Entry], *, shows_seed: bool
) -> admin_pb2.TournamentConfig:
    """What a tournament plays, its bots by name."""
    names = {entry.id: entry.name for entry in entries}
    return admin_pb2.TournamentConfig(
        name=config.name,
        ruleset=config.ruleset,
        options=encode_options(config.options),
        bots=names.values(),
        matches_per_pairing=config.matches_per_pairing,
        seed=config.seed if shows_seed else "",
        time_control=encode_time_control(config.time_control),
        format=FORMATS.encode(config.format),  # type: ignore[arg-type]
        individual=config.individual,
        deals=DEAL_MODES.encode(config.deals),  # type: ignore[arg-type]
        policy=FAULT_POLICIES.encode(config.policy),  # type: ignore[arg-type]
        rounds=config.rounds,
        challengers=[names[id] for id in config.challengers],
        sprt=None if config.sprt is None else encode_bounds(config.sprt),
        spectator_delay=None
        if config.spectator_delay_ns is None
        else encode_duration(config.spectator_delay_ns),
    )


def decode_config(
    message: admin_pb2.TournamentConfig, ids: Mapping[str, str], usual: TimeControl
) -> TournamentConfig:
    """What a tournament is to play.

    Args:
        message: as the organiser sent it.
        ids: of all bots that it names, by name.
        usual: the clock, as far as the organiser sets none.

    Raises:
        WireError: an option has no value, a duration is none, or a word is unknown.
        InvalidTimeControl: no match can be played with that clock.
    """
    return TournamentConfig(
        name=message.name,
        ruleset=message.ruleset,
        options=decode_options(message.options),
        entries=tuple(ids[name] for name in message.bots),
        matches_per_pairing=message.matches_per_pairing,
        seed=message.seed,
        time_control=_decode_clock(message.time_control, usual),
        format=decode_or(FORMATS, message.format, TournamentFormat.ROUND_ROBIN),
        individual=message.individual,
        deals=decode_or(DEAL_MODES, message.deals, DealMode.INDEPENDENT),
        policy=decode_or(FAULT_POLICIES, message.policy, FaultPolicy.DEFAULT_MOVE),
        rounds=message.rounds if message.HasField("rounds") else None,
        challengers=tuple(ids[name] for name in message.challengers),
        sprt=decode_bounds(message.sprt) if message.HasField("sprt") else None,
        spectator_delay_ns=decode_spectator_delay(message),
    )


def _decode_clock(message: play_pb2.TimeControl, usual: TimeControl) -> TimeControl:
    has_limit, has_bank = message.HasField("move_limit"), message.HasField("bank")
    return TimeControl(
        move_limit_ns=decode_duration(message.move_limit) if has_limit else usual.move_limit_ns,
        bank_ns=decode_duration(message.bank) if has_bank else usual.bank_ns,
        strikes=message.strikes or usual.strikes,
    )
