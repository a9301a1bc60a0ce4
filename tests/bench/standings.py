"""All tables of a 64-entry round robin with 100 matches a pairing, from rows in memory."""

from dataclasses import replace
from time import perf_counter, process_time

import numpy as np

from kozel_arena.rating import MatchTable, analyse
from tests.arena.rating_tables import round_robin

ENTRIES = 64
GROUPS_A_PAIR = 50
WANTED_SECONDS = 2.0


def tables() -> dict[str, MatchTable]:
    """The same results, grouped as the deal modes group them."""
    ratings = np.random.default_rng(1).normal(0, 0.6, ENTRIES)
    mirrored = round_robin(ratings.tolist(), groups_a_pair=GROUPS_A_PAIR, seed=1)
    rounds = np.arange(len(mirrored.numbers)) // (ENTRIES // 2)
    return {
        "mirrored": mirrored,
        "independent": replace(mirrored, groups=mirrored.numbers),
        "field": replace(mirrored, groups=rounds),
    }


def main() -> None:
    """Print a line a deal mode."""
    for mode, table in tables().items():
        start, cpu_start = perf_counter(), process_time()
        found = analyse(table, seed=1)
        seconds, cpu = perf_counter() - start, process_time() - cpu_start
        print(
            f"standings, {mode}: {found.matches:,} matches in {found.groups:,} deal groups, "
            f"all intervals, {seconds:.2f} s, {cpu:.2f} s of CPU "
            f"(wanted: at most {WANTED_SECONDS:.0f})",
            flush=True,
        )
