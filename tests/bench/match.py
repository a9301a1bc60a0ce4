"""`kozel match` beside `kozel play` on the same matches: what workers cost, what cores bring."""

import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from tests.bench.report import compare

MATCHES = 400
BOTS = ("greedy", "random")
GAME = ("--ruleset", "miner")


def kozel(*words: str) -> str:
    """Run a command; gives its output."""
    command = (str(Path(sys.executable).with_name("kozel")), *words)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def match(seed: int, jobs: int, *more: str, matches: int = MATCHES) -> float:
    """Matches a second, the starting of the workers included."""
    start = perf_counter()
    text = kozel("match", *BOTS, *GAME, "--matches", str(matches), "--seed", str(seed),
                 "--jobs", str(jobs), "--json", *more)  # fmt: skip
    assert json.loads(text)["matches"] == matches
    return matches / (perf_counter() - start)


def play(seed: int, matches: int = MATCHES) -> float:
    """Matches a second in one process."""
    start = perf_counter()
    kozel("play", "--bots", *BOTS, *GAME, "--matches", str(matches), "--seed", str(seed), "--json")
    return matches / (perf_counter() - start)


def main() -> None:
    """Print a line for one worker, one for two, and one for bots as programs."""
    for jobs in (1, 2):
        result = compare(
            f"kozel match, --jobs {jobs}",
            "matches/s",
            lambda number, jobs=jobs: match(number, jobs),
            "kozel play",
            play,
            rounds=3,
            more_is_better=True,
        )
        print(result.line(), flush=True)
    result = compare(
        "kozel match, --jobs 1 --processes",
        "matches/s",
        lambda number: match(number, 1, "--processes", matches=40),
        "kozel match, --jobs 1",
        lambda number: match(number, 1, matches=40),
        rounds=3,
        more_is_better=True,
    )
    print(result.line(), flush=True)
