"""What a tournament plays, as one value that can be checked before anything is stored."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from kozel.rules.options import OptionValue
from kozel.table import FaultPolicy, TimeControl
from kozel_arena.tournament.values import (
    DealMode,
    InvalidName,
    SprtBounds,
    TournamentFormat,
)

LONGEST_NAME: Final = 64
LONGEST_SPECTATOR_DELAY_NS: Final = 3600 * 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentConfig:
    """What a tournament plays; `validated` says whether it can be played."""

    name: str
    """For people: 1 to 64 printable characters, unique in an arena."""
    ruleset: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Table options that differ from their defaults."""
    entries: tuple[str, ...]
    """Ids of the bots that take part, in the order in which they are drawn; in Swiss and knockout
    tournaments the best seed first."""
    matches_per_pairing: int
    """A multiple of the number of seat orders: 2 for two sides, 6 for three, 4 for individual
    play. Matches of a meeting; SPRT: the most matches."""
    seed: str
    """Non-empty ASCII text without a colon; every deal comes from it, so bots must not see it."""
    time_control: TimeControl
    format: TournamentFormat = TournamentFormat.ROUND_ROBIN
    individual: bool = False
    """Team rulesets only: every seat is an entry of its own, and partners rotate."""
    deals: DealMode = DealMode.INDEPENDENT
    policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE
    rounds: int | None = None
    """Swiss: how many rounds; None: log2 of the entries, rounded up. Ladder: the most meetings;
    None: until an organiser ends it. Other formats have none."""
    challengers: tuple[str, ...] = ()
    """Gauntlet: entry ids that meet all the others; neither they nor the others meet among
    themselves."""
    sprt: SprtBounds | None = None
    """SPRT only: what is tested, of the first entry against the second."""
    spectator_delay_ns: int | None = None
    """How late spectators see its tables, 0 to `LONGEST_SPECTATOR_DELAY_NS`; None: as late as the
    arena shows tables. Independent deals only: other tables are never shown."""


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
