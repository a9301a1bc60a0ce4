"""Scheduling 64 entries with 100 matches a pairing: time of `next`, and memory beside a list."""

import random
import tracemalloc
from time import process_time_ns

from kozel_arena.tournament import Pairing, Progress, RoundRobin, ScheduleState

ENTRIES = 64
MATCHES = 100
TABLES = 256
"""Matches in play at a time."""
WANTED_US = 50.0


def schedule() -> RoundRobin:
    """The tournament of the issue: 201,600 matches."""
    ids = tuple(f"b{number}" for number in range(ENTRIES))
    return RoundRobin(ids, matches_per_pairing=MATCHES, players=4, sides=2)


def play(plan: RoundRobin, *, seats: int) -> tuple[int, list[int]]:
    """Play it all, one `next` for each table that is free; matches end in random order.

    Returns the matches that were played and the nanoseconds of CPU of each `next`.
    """
    progress = Progress(plan.total())
    free = dict.fromkeys(plan.entries, seats)
    chance = random.Random(7)
    running: list[Pairing] = []
    times: list[int] = []
    while not plan.is_over(progress):
        while len(running) < TABLES:
            state = ScheduleState(progress=progress, free=free, wanted=1)
            start = process_time_ns()
            found = plan.next(state)
            times.append(process_time_ns() - start)
            if not found:
                break
            for id in found[0].seats:
                free[id] -= 1
            running.append(found[0])
        at = chance.randrange(len(running))
        running[at], running[-1] = running[-1], running[at]
        ended = running.pop()
        progress.finish(ended.number)
        for id in ended.seats:
            free[id] += 1
    return progress.finished_count, times


def memory(plan: RoundRobin) -> tuple[int, int, int]:
    """Bytes of a progress before the first match, the most while it is played, and of a list."""
    tracemalloc.start()
    progress = Progress(plan.total())
    before, _ = tracemalloc.get_traced_memory()
    free = dict.fromkeys(plan.entries, 2)
    while pairings := plan.next(ScheduleState(progress=progress, free=free, wanted=1)):
        progress.finish(pairings[0].number)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    tracemalloc.start()
    pairings = [plan.pairing(number) for number in range(plan.total())]
    _, listed = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(pairings) == plan.total()
    return before, most, listed


def main() -> None:
    """Print a line for many free seats, one for few, and one for memory."""
    plan = schedule()
    for seats in (1000, 8):
        count, times = play(plan, seats=seats)
        times.sort()
        mean = sum(times) / len(times) / 1000
        print(
            f"schedule, {count:,} matches, {seats} seats a bot".ljust(50)
            + f"{mean:8.1f} us of CPU a next (wanted: at most {WANTED_US:.0f})   "
            + f"p99 {times[len(times) * 99 // 100] / 1000:.1f}   most {times[-1] / 1000:.0f}",
            flush=True,
        )
    before, most, listed = memory(plan)
    print(
        f"schedule, memory of {plan.total():,} matches".ljust(50)
        + f"{before / 1024:8.0f} KB at first, {most / 1024:.0f} KB at most   "
        + f"(all pairings in a list: {listed / 1024:.0f} KB)",
        flush=True,
    )
