"""Runs tournaments under fire for a while and proves each; exit code 1 when anything is wrong."""

import argparse
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random

from kozel_arena.tournament import TournamentFormat
from tests.arena.postgresql import postgresql, programs
from tests.soak.events import EVENTS, Mode
from tests.soak.plan import SoakPlan, planned
from tests.soak.rounds import Databases, Round, play_round

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
    with databases(arguments.database) as place:
        for number, plan in enumerate(plans(arguments)):
            played = play_round(plan, folder / str(number), place, about=arguments.faults)
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
    add("--seed", default=secrets.token_hex(4), help="of order, deals, bots, faults (a new one)")
    add("--database", choices=DATABASES, default="sqlite", help="where results go (sqlite)")
    add("--mode", choices=list(Mode), help="what is compared (both)")
    add("--format", choices=list(TournamentFormat), help="of tournament (all)")
    add("--game", choices=sorted({event.ruleset for event in EVENTS}), help="ruleset (all)")
    add("--faults", type=positive, default=8, help="about how many a tournament (8)")
    return parser.parse_args(argv)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def plans(arguments: argparse.Namespace) -> Iterator[SoakPlan]:
    """What is played round by round, without end: every event once, in an order that follows from
    the seed, then all of them again; every round has a seed of its own."""
    chosen = [
        event
        for event in EVENTS
        if arguments.mode in (None, event.mode)
        and arguments.format in (None, event.format)
        and arguments.game in (None, event.ruleset)
    ]
    Random(arguments.seed).shuffle(chosen)
    for number, event in enumerate(cycle(chosen)):
        yield planned(event, seed=f"{arguments.seed}-{number}")


@contextmanager
def databases(kind: str) -> Iterator[Databases]:
    """Where contests keep their results."""
    if kind == "sqlite":
        yield Databases()
        return
    installed = programs()
    assert installed is not None
    with postgresql(installed) as server:
        yield Databases(server)


def report(rounds: list[Round], folder: Path) -> int:
    """Say what was proved, or what was wrong; the exit code."""
    wrong = [violation for played in rounds for violation in played.violations]
    for violation in wrong:
        print(f"VIOLATION: {violation}")
    formats = len({played.plan.event.format for played in rounds})
    games = len({played.plan.event.ruleset for played in rounds})
    matches = sum(played.matches for played in rounds)
    fired = sum(played.fired for played in rounds)
    restarts = sum(played.restarts for played in rounds)
    verdict = f"{len(wrong)} VIOLATIONS, see {folder}" if wrong else "every match exactly once"
    print(
        f"soak: {len(rounds)} tournaments ({formats} formats, {games} games), {matches} matches, "
        f"{fired} faults, {restarts} restarts of the arena: {verdict}"
    )
    if not wrong:
        shutil.rmtree(folder)
    return bool(wrong)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # end what was started
    sys.exit(main())
