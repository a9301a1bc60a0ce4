"""One match at a time: the median round trip of a decision beside a raw grpc.aio ping-pong.

Both are what the server sees between a written message and its answer; the bot is `random`.
"""

import asyncio
from statistics import median

from tests.bench.contest import running_contest
from tests.bench.echo import Echo
from tests.bench.report import compare

ROUND_TRIPS = 3000
MATCHES = 20
MOST_TIMES = 2.0


async def _arena_ms() -> float:
    async with running_contest(
        bots=("random", "random"), processes=1, matches_a_pairing=MATCHES, tables=1
    ) as contest:
        async for report in contest.reports():
            standings = report.standings
    return median(line.decision_p50_ns for line in standings) / 1e6


def arena_ms(_: int) -> float:
    """Median round trip of a decision in ms."""
    return asyncio.run(_arena_ms())


def ping_pong_ms(_: int) -> float:
    """Median round trip of a raw message with one decision in ms."""
    run = Echo(1, 1, ROUND_TRIPS)
    asyncio.run(run.serve(1))
    return median(run.round_trips_ns) / 1e6


def main() -> None:
    """Print one line."""
    name, reference = "one bot, one match, round trip", "raw grpc.aio ping-pong"
    result = compare(name, "ms", arena_ms, reference, ping_pong_ms, rounds=3)
    print(result.line(1 / MOST_TIMES), flush=True)
