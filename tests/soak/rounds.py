"""One round of a soak: a tournament undisturbed, the same one under fire, and the comparison."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kozel.table import FaultPolicy
from tests.arena.postgresql import PostgreSql
from tests.soak.contest import Contest, Violation
from tests.soak.events import Sameness
from tests.soak.faults import faults
from tests.soak.ledger import Ledger
from tests.soak.plan import LONGEST_HOLD_S, SoakPlan
from tests.soak.proof import differences, exports, kept, promised, violations

PROVED = {
    Sameness.ALL: "cards and table as undisturbed",
    Sameness.DECIDED: "cards and decision as undisturbed",
    Sameness.COUNTS: "counts right",
}


@dataclass(frozen=True, slots=True)
class Databases:
    """Where contests keep their results: each in a file of its own, or all on one server."""

    server: PostgreSql | None = None

    @contextmanager
    def contest(self, plan: SoakPlan, folder: Path) -> Iterator[Contest]:
        """A contest in that folder, which is made, with an empty database."""
        folder.mkdir(parents=True)
        if self.server is None:
            with Contest(plan, folder, str(folder / "arena.db")) as contest:
                yield contest
            return
        name = self.server.create()
        with Contest(plan, folder, self.server.url(name), server=self.server) as contest:
            yield contest
        self.server.drop(name)


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
        options = "".join(f" {name}={value}" for name, value in event.options.items())
        words = [event.deals.value, "individual"] if event.individual else [event.deals.value]
        words += [event.mode.value]
        words += ["forfeit"] if event.policy is FaultPolicy.FORFEIT else []
        return (
            f"{event.format.value:16}{event.ruleset + options:17}{' '.join(words):30}"
            f"{len(self.plan.bots)} bots {self.matches:4} matches in {self.seconds:4.0f} s, "
            f"{self.fired:2} faults, {self.restarts:2} restarts: "
            f"{'WRONG' if self.violations else PROVED[event.sameness]}"
        )


def play_round(plan: SoakPlan, folder: Path, databases: Databases, *, about: int) -> Round:
    """Play a plan and prove it; what is wrong is in the result, not raised.

    Args:
        plan: what is played.
        folder: where everything goes; it is made.
        databases: where results go.
        about: how many faults there are to be, more or less.
    """
    found: list[str] = []
    undisturbed = None
    if plan.event.sameness is not Sameness.COUNTS:
        undisturbed = _undisturbed(plan, folder / "undisturbed", databases, found)
    begun = time.monotonic()
    with databases.contest(plan, folder / "under-fire") as contest:
        ledger: Ledger | None = None
        try:
            contest.begin()
            hold_s = LONGEST_HOLD_S[plan.event.mode]
            bots = len(plan.bots)
            contest.suffer(faults(plan.seed, bots=bots, about=about, longest_hold_s=hold_s))
            contest.arena.kill()  # what is finished must stay so
            contest.restart()
            exported = contest.exported()
            ledger = contest.close()
            found += violations(plan, ledger) + exports(ledger, exported)
            found += kept(contest.witness, ledger) + promised(contest.told(), ledger)
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
    plan: SoakPlan, folder: Path, databases: Databases, found: list[str]
) -> Ledger | None:
    with databases.contest(plan, folder) as contest:
        try:
            contest.begin()
            contest.finish()
            ledger = contest.close()
        except Violation as violation:
            found.append(f"undisturbed: {violation}")
            return None
        found += [f"undisturbed: {wrong}" for wrong in violations(plan, ledger)]
        return ledger
