"""The check of a whole tournament before anything of it is stored."""

from dataclasses import replace

from kozel.rules import bind
from kozel_arena.tournament.config import TournamentConfig, checked_name
from kozel_arena.tournament.schedule import schedule_of
from kozel_arena.tournament.values import InvalidTournament


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
    return replace(config, name=name, options=dict(rules.given))
