"""What one round of a soak plays, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, comb, log2
from typing import assert_never

from kozel.rules.options import OptionValue
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from kozel_arena.tournament import DealMode, SprtBounds, TournamentFormat

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

    ruleset: str
    matches: int
    """Per meeting; SPRT: at most."""
    sides: int = 2
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    format: TournamentFormat = TournamentFormat.ROUND_ROBIN
    deals: DealMode = DealMode.INDEPENDENT
    mode: Mode = Mode.EXACT
    rounds: int | None = None
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

    def total(self, bots: int) -> int:
        """Matches among so many bots, worked out without the arena's schedules."""
        match self.format:
            case TournamentFormat.ROUND_ROBIN:
                return comb(bots, self.sides) * self.matches
            case TournamentFormat.GAUNTLET:
                return (bots - 1) * self.matches
            case TournamentFormat.SWISS:
                return ceil(log2(bots)) * (bots // 2) * self.matches
            case TournamentFormat.KNOCKOUT:
                return (bots - 1) * self.matches
            case TournamentFormat.DOUBLE_KNOCKOUT:
                return (2 * bots - 1) * self.matches
            case TournamentFormat.LADDER:
                return (self.rounds or 0) * self.matches
            case TournamentFormat.SPRT:
                return self.matches
            case _:
                assert_never(self.format)


OPEN_ENDED = {
    TournamentFormat.KNOCKOUT,
    TournamentFormat.DOUBLE_KNOCKOUT,
    TournamentFormat.SPRT,
}
SHORT = {"short": True}

EVENTS = (
    Event(ruleset="miner", matches=40, options=SHORT),
    Event(ruleset="miner", matches=20, options=SHORT, mode=Mode.TIMEOUTS),
    Event(ruleset="miner", matches=60, options=SHORT, format=TournamentFormat.SWISS),
    Event(ruleset="widow", matches=12, sides=3),
    Event(ruleset="miner", matches=60, options=SHORT, format=TournamentFormat.KNOCKOUT),
    Event(
        ruleset="miner",
        matches=400,
        options=SHORT,
        format=TournamentFormat.SPRT,
        deals=DealMode.MIRRORED,
        sprt=SprtBounds(elo0=-30, elo1=30),
    ),
    Event(ruleset="classic", matches=10, deals=DealMode.FIELD),
    Event(ruleset="miner", matches=10, options=SHORT, format=TournamentFormat.LADDER, rounds=20),
    Event(ruleset="shokha", matches=12, sides=3, options={"players": 3}, mode=Mode.TIMEOUTS),
    Event(ruleset="miner", matches=60, options=SHORT, format=TournamentFormat.GAUNTLET),
    Event(ruleset="miner", matches=40, options=SHORT, format=TournamentFormat.DOUBLE_KNOCKOUT),
    Event(ruleset="pot", matches=40, deals=DealMode.MIRRORED),
)
"""One after another, over and over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakPlan:
    """One tournament, to be played undisturbed and under fire."""

    seed: str
    """Of the deals, the tastes and the faults."""
    event: Event
    bots: tuple[str, ...]
    capacity: int = 4
    """Seats of each bot: few, so that a tournament lasts and has a middle."""

    @property
    def total(self) -> int:
        """How many matches there are, or, where results decide, about how many there may be."""
        return self.event.total(len(self.bots))

    @property
    def tournament(self) -> TournamentPlan:
        """What the organiser creates."""
        event = self.event
        return TournamentPlan(
            name="soak",
            ruleset=event.ruleset,
            options=event.options,
            bots=self.bots,
            matches_per_pairing=event.matches,
            seed=self.seed,
            clock=CLOCKS[event.mode],
            format=event.format,
            deals=event.deals,
            rounds=event.rounds,
            challengers=self.bots[:1] if event.format is TournamentFormat.GAUNTLET else (),
            sprt=event.sprt,
        )


def planned(event: Event, *, seed: str, bots: int) -> SoakPlan:
    """The plan of an event among so many bots; a sequential test has two."""
    entrants = 2 if event.format is TournamentFormat.SPRT else bots
    return SoakPlan(seed=seed, event=event, bots=NAMES[:entrants])
