"""What a tournament plays, as one value that can be checked before anything is stored."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kozel.rules import bind
from kozel.rules.options import OptionValue
from kozel.table import FaultPolicy, TimeControl
from kozel_arena.tournament.round_robin import RoundRobin
from kozel_arena.tournament.values import (
    DealMode,
    InvalidName,
    InvalidTournament,
    SprtBounds,
    TournamentFormat,
)

LONGEST_NAME: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentConfig:
    """What a tournament plays; `validated` says whether it can be played."""

    name: str
    """For people: 1 to 64 printable characters, unique in an arena."""
    ruleset: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Table options that differ from their defaults."""
    entries: tuple[str, ...]
    """Ids of the bots that take part, in the order in which they are drawn."""
    matches_per_pairing: int
    """A multiple of the number of seat orders: 2 for two sides, 6 for three."""
    seed: str
    """Non-empty ASCII text without a colon; every deal comes from it, so bots must not see it."""
    time_control: TimeControl
    format: TournamentFormat = TournamentFormat.ROUND_ROBIN
    individual: bool = False
    """Team rulesets only: every seat is an entry of its own, and partners rotate."""
    deals: DealMode = DealMode.INDEPENDENT
    policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE
    rounds: int | None = None
    """Swiss: how many rounds. Ladder: the most meetings. None: the format's usual number."""
    challengers: tuple[str, ...] = ()
    """Gauntlet: entry ids that meet everybody else; the others do not meet each other."""
    sprt: SprtBounds | None = None
    """SPRT only: what is tested, of the first entry against the second."""


def validated(config: TournamentConfig) -> TournamentConfig:
    """The config, its name in normal form and its options without the defaults.

    Raises:
        InvalidTournament: too few bots, one of them twice, seats that cannot be equal, a name
            or seed that cannot be used.
        UnknownRuleset, InvalidOption: no such game.
    """
    name = checked_name(config.name)
    if not config.seed or not config.seed.isascii() or ":" in config.seed:
        raise InvalidTournament("seed", "its seed must be an ASCII text without a colon")
    rules = bind(config.ruleset, config.options)
    RoundRobin(
        config.entries,
        matches_per_pairing=config.matches_per_pairing,
        players=rules.players,
        sides=rules.sides,
    )
    return replace(config, name=name, options=dict(rules.given))


def checked_name(name: str) -> str:
    """The name in Unicode normal form C.

    Raises:
        InvalidName: it is not 1 to 64 printable characters without space at its ends.
    """
    normal = unicodedata.normalize("NFC", name)
    if not normal.isprintable() or normal != normal.strip() or not 0 < len(normal) <= LONGEST_NAME:
        advice = f"give 1 to {LONGEST_NAME} printable characters without a space at an end"
        raise InvalidName(name, advice)
    return normal
