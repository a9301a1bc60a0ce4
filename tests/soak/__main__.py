"""Runs tournaments under fire for a while and proves each; exit code 1 when anything is wrong."""

import argparse
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from kozel_arena.tournament import TournamentFormat
from tests.arena.postgresql import postgresql, programs
from tests.soak.plan import EVENTS, NAMES, Mode, SoakPlan, planned
from tests.soak.rounds import NewDatabase, Round, play_round

DATABASES = ("sqlite", "postgresql")


def main(argv: Sequence[str] | None = None) -> int:
    """Round after round until the time is over or something is wrong; the exit code."""
    arguments = parsed(argv)
    if arguments.database == "postgresql" and programs() is None:
        print("PostgreSQL is not installed: apt-get install postgresql", file=sys.stderr)
        return 2
    folder = Path(tempfile.mkdtemp(prefix="kozel-soak-"))
    print(f"soak: seed {arguments.seed}, {arguments.database}, in {folder}", flush=True)
    end = time.monotonic() + arguments.seconds
    rounds: list[Round] = []
    with databases(arguments.database, folder) as new_database:
        for number, plan in enumerate(plans(arguments)):
            played = play_round(plan, folder / str(number), new_database)
            rounds.append(played)
            print(played, flush=True)
            if played.violations or time.monotonic() >= end:
                break
            shutil.rmtree(folder / str(number))
    if not rounds:
        print("no tournament of this mode, format and game is in the list", file=sys.stderr)
        return 2
    return report(rounds, folder)


def parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=60, help="begin no round after so long (60)")
    add("--seed", default=secrets.token_hex(4), help="of deals, bots and faults (a new one)")
    add("--database", choices=DATABASES, default="sqlite", help="where results go (sqlite)")
    add("--mode", choices=list(Mode), help="what is compared (both)")
    add("--format", choices=list(TournamentFormat), help="of tournament (all)")
    add("--game", choices=sorted({event.ruleset for event in EVENTS}), help="ruleset (all)")
    add("--bots", type=int, default=5, choices=range(3, len(NAMES) + 1), help="entrants (5)")
    return parser.parse_args(argv)


def plans(arguments: argparse.Namespace) -> Iterator[SoakPlan]:
    """What is played round by round, without end; every round has a seed of its own."""
    chosen = [
        event
        for event in EVENTS
        if arguments.mode in (None, event.mode)
        and arguments.format in (None, event.format)
        and arguments.game in (None, event.ruleset)
    ]
    for number, event in enumerate(cycle(chosen)):
        yield planned(event, seed=f"{arguments.seed}-{number}", bots=arguments.bots)


@contextmanager
def databases(kind: str, folder: Path) -> Iterator[NewDatabase]:
    """Where contests keep their results."""
    if kind == "sqlite":
        yield lambda home: str(home / "arena.db")
        return
    installed = programs()
    assert installed is not None
    with postgresql(installed) as server:
        yield lambda home: server.url(server.create())


def report(rounds: list[Round], folder: Path) -> int:
    """Say what was proved, or what was wrong; the exit code."""
    wrong = [violation for played in rounds for violation in played.violations]
    for violation in wrong:
        print(f"VIOLATION: {violation}")
    matches = sum(played.matches for played in rounds)
    fired = sum(played.fired for played in rounds)
    restarts = sum(played.restarts for played in rounds)
    verdict = f"{len(wrong)} VIOLATIONS, see {folder}" if wrong else "every match exactly once"
    print(
        f"soak: {len(rounds)} tournaments, {matches} matches, {fired} faults, "
        f"{restarts} restarts of the arena: {verdict}"
    )
    if not wrong:
        shutil.rmtree(folder)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
