"""The check of a whole tournament before anything of it is stored."""

from dataclasses import replace

from kozel.rules import bind
from kozel_arena.tournament.config import (
    LONGEST_SPECTATOR_DELAY_NS,
    TournamentConfig,
    checked_name,
)
from kozel_arena.tournament.schedule import schedule_of
from kozel_arena.tournament.values import DealMode, InvalidTournament


def validated(config: TournamentConfig) -> TournamentConfig:
    """The config, its name in normal form and its options without the defaults.

    Raises:
        InvalidTournament: too few bots, one of them twice, seats that cannot be equal, a name
            or seed that cannot be used, something that its format would ignore or cannot do.
        UnknownRuleset, InvalidOption: no such game.
    """
    name = checked_name(config.name)
    if not config.seed or not config.seed.isascii() or ":" in config.seed:
        raise InvalidTournament("seed", "its seed must be an ASCII text without a colon")
    rules = bind(config.ruleset, config.options)
    schedule_of(config)
    _check_spectators(config)
    return replace(config, name=name, options=dict(rules.given))


def _check_spectators(config: TournamentConfig) -> None:
    delay_ns = config.spectator_delay_ns
    if delay_ns is None:
        return
    if config.deals is not DealMode.INDEPENDENT:
        advice = (
            f"tables with {config.deals} deals are never shown while they are played: leave the "
            "spectator delay out"
        )
        raise InvalidTournament("spectator_delay", advice)
    if not 0 <= delay_ns <= LONGEST_SPECTATOR_DELAY_NS:
        advice = "spectators see its tables 0s to 1h late: give a spectator delay of at most 1h"
        raise InvalidTournament("spectator_delay", advice)


def validated_draft(config: TournamentConfig, *, most: int) -> TournamentConfig:
    """The same for a tournament that bots may still enter: it is checked as if it were full.

    Args:
        config: its entries may be too few to play, or none.
        most: how many entries it takes.

    Raises:
        InvalidTournament, UnknownRuleset, InvalidOption: as `validated`; also more entries
            than it takes.
    """
    missing = most - len(config.entries)
    if missing < 0:
        advice = f"{len(config.entries)} bots are entered already: let it take at least so many"
        raise InvalidTournament("most_bots", advice)
    # A question mark stands in no id, so no stand-in is anybody.
    stand_ins = tuple(f"?{number}" for number in range(missing))
    full = validated(replace(config, entries=config.entries + stand_ins))
    return replace(full, entries=config.entries)
