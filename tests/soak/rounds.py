"""One round of a soak: a tournament undisturbed, the same one under fire, and the comparison."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.soak.contest import Contest, Violation
from tests.soak.faults import faults
from tests.soak.ledger import Ledger
from tests.soak.plan import LONGEST_HOLD_S, Sameness, SoakPlan
from tests.soak.proof import differences, exports, violations

PROVED = {
    Sameness.ALL: "cards and table as undisturbed",
    Sameness.DECIDED: "cards and decision as undisturbed",
    Sameness.COUNTS: "counts right",
}

NewDatabase = Callable[[Path], str]
"""Gives the location of an empty database for a contest that lives in that folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What came of a round."""

    plan: SoakPlan
    violations: list[str]
    matches: int
    fired: int
    restarts: int
    seconds: float
    """Of the tournament under fire."""

    def __str__(self) -> str:
        event = self.plan.event
        return (
            f"{event.ruleset:8}{event.format.value:16}{event.deals.value:12}{event.mode.value:9}"
            f"{len(self.plan.bots)} bots {self.matches:5} matches in {self.seconds:5.1f} s, "
            f"{self.fired:3} faults, {self.restarts:3} restarts: "
            f"{'WRONG' if self.violations else PROVED[event.sameness]}"
        )


def play_round(plan: SoakPlan, folder: Path, new_database: NewDatabase) -> Round:
    """Play a plan and prove it; what is wrong is in the result, not raised."""
    found: list[str] = []
    undisturbed = None
    if plan.event.sameness is not Sameness.COUNTS:
        undisturbed = _undisturbed(plan, _made(folder / "undisturbed"), new_database, found)
    home = _made(folder / "under-fire")
    begun = time.monotonic()
    with Contest(plan, home, new_database(home)) as contest:
        ledger: Ledger | None = None
        try:
            contest.begin()
            hold_s = LONGEST_HOLD_S[plan.event.mode]
            contest.suffer(faults(plan.seed, bots=len(plan.bots), longest_hold_s=hold_s))
            contest.arena.kill()  # what is finished must stay so
            contest.restart()
            exported = contest.exported()
            ledger = contest.close()
            found += violations(plan, ledger) + exports(ledger, exported)
            if undisturbed is not None:
                found += differences(plan, undisturbed, ledger)
        except Violation as violation:
            found.append(str(violation))
    return Round(
        plan=plan,
        violations=found,
        matches=len(ledger.matches) if ledger else 0,
        fired=contest.fired,
        restarts=contest.restarts,
        seconds=time.monotonic() - begun,
    )


def _undisturbed(
    plan: SoakPlan, folder: Path, new_database: NewDatabase, found: list[str]
) -> Ledger | None:
    with Contest(plan, folder, new_database(folder)) as contest:
        try:
            contest.begin()
            contest.finish()
            ledger = contest.close()
        except Violation as violation:
            found.append(f"undisturbed: {violation}")
            return None
        found += [f"undisturbed: {wrong}" for wrong in violations(plan, ledger)]
        return ledger


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
