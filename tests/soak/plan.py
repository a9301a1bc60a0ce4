"""What one round of a soak plays, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import comb

from kozel.rules.options import OptionValue
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from kozel_arena.tournament import TournamentFormat

NS_PER_MS = 1_000_000

NAMES = (
    "A vs Z",
    "A",
    "Z",
    "Z vs A",
    "козёл 🐐",
    "x,\"y\";'z'--",
    "t1-3",
    "山羊",
    "Ωμέγα vs A vs Z",
    "0",
    "%s {0} \\n",
    "é" * 64,
)
"""Names that a program which keys results by names, or pastes them into text, would mix up."""


class Mode(StrEnum):
    """What is compared at the end."""

    EXACT = "exact"
    """No time limit bites: every card must be as in a run that nothing disturbed."""
    TIMEOUTS = "timeouts"
    """Frozen and dead bots run out of time: only the counts must be right."""


CLOCKS = {
    Mode.EXACT: Clock(move_limit_ns=120_000 * NS_PER_MS, bank_ns=0, strikes=3),
    Mode.TIMEOUTS: Clock(move_limit_ns=300 * NS_PER_MS, bank_ns=0, strikes=3),
}
LONGEST_HOLD_S = {Mode.EXACT: 4.0, Mode.TIMEOUTS: 2.0}
"""How long something stays dead or frozen; in exact mode also beyond the silence limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A ruleset, and how many matches each meeting plays to last some seconds undisturbed."""

    ruleset: str
    sides: int
    matches: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)


GAMES = (
    Game(ruleset="miner", sides=2, matches=40, options={"short": True}),
    Game(ruleset="widow", sides=3, matches=12),
    Game(ruleset="classic", sides=2, matches=10),
    Game(ruleset="shokha", sides=3, matches=12, options={"players": 3}),
    Game(ruleset="pot", sides=2, matches=40),
)
"""Round by round, over and over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakPlan:
    """One tournament, to be played undisturbed and under fire."""

    seed: str
    """Of the deals, the tastes and the faults."""
    mode: Mode
    game: Game
    bots: tuple[str, ...]
    capacity: int = 4
    """Seats of each bot: few, so that a tournament lasts and has a middle."""
    format: TournamentFormat = TournamentFormat.ROUND_ROBIN

    @property
    def total(self) -> int:
        """How many matches a round robin has, worked out without the arena's schedule."""
        return comb(len(self.bots), self.game.sides) * self.game.matches

    @property
    def tournament(self) -> TournamentPlan:
        """What the organiser creates."""
        return TournamentPlan(
            name="soak",
            ruleset=self.game.ruleset,
            options=self.game.options,
            bots=self.bots,
            matches_per_pairing=self.game.matches,
            seed=self.seed,
            clock=CLOCKS[self.mode],
            format=self.format,
        )
