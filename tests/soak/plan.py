"""What one round of a soak plays, as a value."""

from dataclasses import dataclass

from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from tests.soak.events import Event, Mode

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

CLOCKS = {
    Mode.EXACT: Clock(move_limit_ns=120_000 * NS_PER_MS, bank_ns=0, strikes=3),
    Mode.TIMEOUTS: Clock(move_limit_ns=300 * NS_PER_MS, bank_ns=0, strikes=3),
}
LONGEST_HOLD_S = {Mode.EXACT: 4.0, Mode.TIMEOUTS: 2.0}
"""How long something stays dead or frozen; in exact mode also beyond the silence limit."""


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
        return self.event.total

    @property
    def challengers(self) -> tuple[str, ...]:
        """Who runs the gauntlet."""
        return self.bots[: self.event.challengers]

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
            individual=event.individual,
            deals=event.deals,
            policy=event.policy,
            rounds=event.rounds,
            challengers=self.challengers,
            sprt=event.sprt,
        )


def planned(event: Event, *, seed: str) -> SoakPlan:
    """The plan of an event, its bots under the first names."""
    return SoakPlan(seed=seed, event=event, bots=NAMES[: event.bots])
