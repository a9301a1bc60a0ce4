"""What goes wrong in a soak, and when: endless, and the same for the same seed. Starts nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Kind(StrEnum):
    """What happens to a victim."""

    KILL_ARENA = "kill_arena"
    """SIGKILL, a pause, started again."""
    KILL_STARTING_ARENA = "kill_starting_arena"
    """The same twice: the second time while it starts."""
    STOP_ARENA = "stop_arena"
    """SIGTERM, it drains and ends, started again."""
    KILL_DRAINING_ARENA = "kill_draining_arena"
    """SIGTERM, and SIGKILL while it drains."""
    FREEZE_ARENA = "freeze_arena"
    """SIGSTOP, a pause, SIGCONT."""
    KILL_BOT = "kill_bot"
    STOP_BOT = "stop_bot"
    """SIGTERM: it plays its matches to their end, or is killed after the pause."""
    FREEZE_BOT = "freeze_bot"
    FREEZE_BOTS = "freeze_bots"
    """SIGSTOP for all of them at once, a pause, SIGCONT."""
    BREAK_DATABASE = "break_database"
    """SQLite: another program holds the file for a while. PostgreSQL: the server crashes, a
    pause, it starts again."""
    POWER_CUT = "power_cut"
    """SIGKILL for everything at once, a pause, all started again."""


WEIGHTS = {
    Kind.KILL_ARENA: 6,
    Kind.KILL_STARTING_ARENA: 3,
    Kind.STOP_ARENA: 2,
    Kind.KILL_DRAINING_ARENA: 3,
    Kind.FREEZE_ARENA: 2,
    Kind.KILL_BOT: 3,
    Kind.STOP_BOT: 1,
    Kind.FREEZE_BOT: 3,
    Kind.FREEZE_BOTS: 1,
    Kind.BREAK_DATABASE: 2,
    Kind.POWER_CUT: 2,
}
"""How often each kind happens, in proportion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One blow."""

    kind: Kind
    bot: int
    """Which bot it hits, where it hits one."""
    after_share: float
    """When so large a share of the tournament's results has come since the blow before: a blow
    that waited for time alone would, on a slow machine, never let anything happen in between."""
    after_s: float
    """And so much later."""
    hold_s: float
    """How long the victim is dead, frozen, or left to itself before the second blow."""


def faults(seed: str, *, bots: int, about: int, longest_hold_s: float) -> Iterator[Fault]:
    """Blows without end.

    Args:
        seed: the same seed gives the same blows.
        bots: how many bots there are.
        about: how many blows there are before a tournament is over, more or less.
        longest_hold_s: most seconds that something stays dead or frozen.
    """
    chance = Random(seed)
    kinds, weights = list(WEIGHTS), list(WEIGHTS.values())
    while True:
        yield Fault(
            kind=chance.choices(kinds, weights)[0],
            bot=chance.randrange(bots),
            after_share=max(0.0, chance.uniform(-1.2, 2.8)) / about,
            after_s=chance.choice((0.0, 0.02, 0.1, 0.5)) * chance.random(),
            hold_s=longest_hold_s * chance.random() ** 2,
        )
