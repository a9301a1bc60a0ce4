"""What can be played in a soak: every format, on every game, with every kind of deals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, comb, log2
from typing import assert_never

from kozel.rules import bind
from kozel.rules.options import OptionValue
from kozel.table import FaultPolicy
from kozel_arena.tournament import DealMode, SprtBounds, TournamentFormat


class Mode(StrEnum):
    """What is compared at the end."""

    EXACT = "exact"
    """No time limit bites: every card must be as in a run that nothing disturbed."""
    TIMEOUTS = "timeouts"
    """Frozen and dead bots run out of time: only the counts must be right."""


class Sameness(StrEnum):
    """What two runs of a format have in common when every bot answers in time."""

    ALL = "all"
    """Every match."""
    DECIDED = "decided"
    """A sequential test: every match that its decision rests on."""
    COUNTS = "counts"
    """A ladder: who meets depends on who is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a tournament plays: a game, a format, and how much of it to last some seconds."""

    format: TournamentFormat
    ruleset: str
    matches: int
    """Per meeting; SPRT: at most."""
    bots: int = 5
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    deals: DealMode = DealMode.INDEPENDENT
    mode: Mode = Mode.EXACT
    policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE
    individual: bool = False
    rounds: int | None = None
    challengers: int = 0
    """Gauntlet: the first so many bots."""
    sprt: SprtBounds | None = None

    @property
    def sameness(self) -> Sameness:
        """What is to be compared with the undisturbed run."""
        if self.mode is Mode.TIMEOUTS or self.format is TournamentFormat.LADDER:
            return Sameness.COUNTS
        is_sprt = self.format is TournamentFormat.SPRT
        return Sameness.DECIDED if is_sprt else Sameness.ALL

    @property
    def is_fixed(self) -> bool:
        """Whether `total` is exact, not the most that there can be."""
        return self.format not in OPEN_ENDED

    @property
    def company(self) -> int:
        """How many bots meet in a match."""
        return 4 if self.individual else bind(self.ruleset, self.options).sides

    @property
    def total(self) -> int:
        """Matches, worked out without the arena's schedules; open-ended: about the most."""
        return self._meetings() * self.matches

    def _meetings(self) -> int:
        match self.format:
            case TournamentFormat.ROUND_ROBIN:
                return self._circles() if self.individual else comb(self.bots, self.company)
            case TournamentFormat.GAUNTLET:
                return self.challengers * self._companies(self.bots - self.challengers)
            case TournamentFormat.SWISS:
                rounds = ceil(log2(self.bots)) if self.rounds is None else self.rounds
                return rounds * (self.bots // self.company)
            case TournamentFormat.KNOCKOUT:
                return (self.bots - 1) // (self.company - 1)
            case TournamentFormat.DOUBLE_KNOCKOUT:
                return 2 * self.bots - 1
            case TournamentFormat.LADDER:
                assert self.rounds is not None
                return self.rounds
            case TournamentFormat.SPRT:
                return 1
            case _:
                assert_never(self.format)

    def _circles(self) -> int:
        """Meetings of four in an individual round robin: every turn pairs all partnerships."""
        turns = self.bots - 1 + self.bots % 2
        return turns * comb(self.bots // 2, 2)

    def _companies(self, others: int) -> int:
        """In how many companies the others meet one challenger."""
        return others * ((others - 1) // 2) if self.individual else comb(others, self.company - 1)


OPEN_ENDED = {
    TournamentFormat.KNOCKOUT,
    TournamentFormat.DOUBLE_KNOCKOUT,
    TournamentFormat.SPRT,
}
_ROBIN, _GAUNTLET, _SWISS = (
    TournamentFormat.ROUND_ROBIN,
    TournamentFormat.GAUNTLET,
    TournamentFormat.SWISS,
)
_KNOCKOUT, _DOUBLE, _LADDER, _SPRT = (
    TournamentFormat.KNOCKOUT,
    TournamentFormat.DOUBLE_KNOCKOUT,
    TournamentFormat.LADDER,
    TournamentFormat.SPRT,
)
_MIRRORED, _FIELD = DealMode.MIRRORED, DealMode.FIELD
_TIMEOUTS, _FORFEIT = Mode.TIMEOUTS, FaultPolicy.FORFEIT
_CLOSE = SprtBounds(elo0=-30, elo1=30)
SHORT = {"short": True}
_TWO, _THREE = {"players": 2}, {"players": 3}

EVENTS = (
    Event(format=_ROBIN, ruleset="miner", options=SHORT, matches=10),
    Event(format=_SWISS, ruleset="widow", bots=6, matches=12, deals=_FIELD),
    Event(format=_DOUBLE, ruleset="pot", options=_TWO, bots=6, matches=8),
    Event(
        format=_SPRT,
        ruleset="miner",
        options=SHORT,
        bots=2,
        matches=400,
        deals=_MIRRORED,
        sprt=_CLOSE,
    ),
    Event(format=_LADDER, ruleset="shokha", options=_TWO, rounds=16, matches=6, mode=_TIMEOUTS),
    Event(format=_GAUNTLET, ruleset="classic", challengers=2, matches=8, deals=_FIELD),
    Event(format=_KNOCKOUT, ruleset="miner", options=SHORT, bots=6, matches=16, deals=_MIRRORED),
    Event(
        format=_ROBIN,
        ruleset="shokha",
        options=_THREE,
        bots=4,
        matches=12,
        mode=_TIMEOUTS,
        policy=_FORFEIT,
    ),
    Event(format=_SWISS, ruleset="miner", options=SHORT, bots=9, individual=True, matches=16),
    Event(format=_ROBIN, ruleset="pot", options=_THREE, bots=4, matches=24, deals=_MIRRORED),
    Event(
        format=_DOUBLE,
        ruleset="classic",
        bots=4,
        matches=8,
        deals=_FIELD,
        mode=_TIMEOUTS,
        policy=_FORFEIT,
    ),
    Event(
        format=_GAUNTLET,
        ruleset="widow",
        challengers=1,
        matches=12,
        deals=_MIRRORED,
        mode=_TIMEOUTS,
    ),
    Event(format=_LADDER, ruleset="miner", options=SHORT, individual=True, rounds=8, matches=8),
    Event(format=_SPRT, ruleset="classic", bots=2, matches=60, mode=_TIMEOUTS, sprt=_CLOSE),
    Event(
        format=_ROBIN,
        ruleset="miner",
        options=SHORT,
        individual=True,
        matches=4,
        deals=_FIELD,
        bots=8,
    ),
    Event(
        format=_KNOCKOUT,
        ruleset="shokha",
        options=_THREE,
        bots=7,
        matches=12,
        mode=_TIMEOUTS,
        deals=_FIELD,
    ),
    Event(
        format=_SWISS, ruleset="pot", matches=16, deals=_MIRRORED, mode=_TIMEOUTS, policy=_FORFEIT
    ),
    Event(
        format=_GAUNTLET, ruleset="miner", options=SHORT, individual=True, challengers=1, matches=16
    ),
    Event(format=_DOUBLE, ruleset="shokha", matches=8, deals=_MIRRORED),
    Event(format=_LADDER, ruleset="widow", rounds=12, matches=6, deals=_MIRRORED),
    Event(format=_ROBIN, ruleset="widow", bots=4, matches=24, mode=_TIMEOUTS),
    Event(
        format=_SPRT, ruleset="pot", options=_TWO, bots=2, matches=200, deals=_MIRRORED, sprt=_CLOSE
    ),
    Event(format=_SWISS, ruleset="classic", matches=16, deals=_FIELD),
    Event(
        format=_KNOCKOUT,
        ruleset="pot",
        options=_TWO,
        bots=6,
        matches=16,
        mode=_TIMEOUTS,
        policy=_FORFEIT,
    ),
)
"""One after another, over and over."""
