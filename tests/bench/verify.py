"""`kozel verify` beside `kozel play` on the same matches: a check must not cost much more.

Both run as commands in this process, without the start of an interpreter.
"""

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from kozel.cli import main as kozel
from tests.bench.report import compare

MATCHES = {"miner": 50, "classic": 50, "shokha": 30, "pot": 6, "widow": 50}
WANTED = 0.5
"""Times the speed of playing."""


def played(ruleset: str, file: Path, seed: int) -> float:
    """Matches a second of random bots, records included; the file is there afterwards."""
    bots = ["--bots", "random", "random", "--matches", str(MATCHES[ruleset]), "--seed", str(seed)]
    record = ["--record", str(file), "--force"]
    return matches_a_second(ruleset, ["play", "--ruleset", ruleset, *bots, *record])


def verified(ruleset: str, file: Path) -> float:
    """Matches a second of the check of that file."""
    return matches_a_second(ruleset, ["verify", str(file)])


def matches_a_second(ruleset: str, command: list[str]) -> float:
    said = io.StringIO()
    start = perf_counter()
    with redirect_stdout(said), redirect_stderr(said):
        code = kozel(command)
    seconds = perf_counter() - start
    if code:
        raise RuntimeError(f"kozel {' '.join(command)} failed: {said.getvalue()}")
    return MATCHES[ruleset] / seconds


def main() -> None:
    """Print a line a ruleset."""
    with TemporaryDirectory() as folder:
        for ruleset in MATCHES:
            files = [Path(folder, f"{ruleset}{number}.jsonl") for number in range(5)]
            for number, file in enumerate(files):
                played(ruleset, file, number)
            result = compare(
                f"kozel verify, {ruleset}",
                "matches/s",
                lambda number, ruleset=ruleset, files=files: verified(ruleset, files[number]),
                "kozel play of the same matches",
                lambda number, ruleset=ruleset, files=files: played(ruleset, files[number], number),
                rounds=len(files),
                more_is_better=True,
            )
            print(result.line(WANTED), flush=True)
