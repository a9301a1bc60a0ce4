"""The whole arena's speed beside a raw echo: 4 sample bots in 2 processes, 512 matches in flight.

Decisions a second are read from the arena's own metrics over the middle of the tournament. The
echo then sends such messages on as many streams, with as many decisions in each as the arena had.
"""

import asyncio
import urllib.request
from dataclasses import dataclass
from time import perf_counter

from tests.bench.contest import running_contest
from tests.bench.echo import Echo

IN_FLIGHT = 512
MATCHES_A_PAIRING = 400
ECHOES = 400_000
WANTED = 0.25


@dataclass(frozen=True, slots=True)
class Sample:
    """The arena's counters at one moment."""

    seconds: float
    decisions: float
    batches: float
    batched: float

    @classmethod
    def take(cls, metrics_address: str) -> "Sample":
        with urllib.request.urlopen(f"http://{metrics_address}/metrics") as page:
            lines = [line for line in page.read().decode().splitlines() if line[0] != "#"]
        values = {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}
        return cls(
            perf_counter(),
            values['kozel_decisions_total{outcome="answered"}'],
            values["kozel_batch_decisions_count"],
            values["kozel_batch_decisions_sum"],
        )


async def measure(
    bots: tuple[str, ...], *, matches_a_pairing: int = MATCHES_A_PAIRING
) -> tuple[float, float]:
    """Decisions a second, and decisions a message, of a tournament's middle."""
    samples = []
    async with running_contest(
        bots=bots, processes=2, matches_a_pairing=matches_a_pairing, tables=IN_FLIGHT
    ) as contest:
        async for report in contest.reports():
            done = report.tournament.finished / report.tournament.total
            if done > 0.1:
                samples.append(await asyncio.to_thread(Sample.take, contest.metrics_address))
            if done > 0.6:
                break
    first, last = samples[0], samples[-1]
    return (
        (last.decisions - first.decisions) / (last.seconds - first.seconds),
        (last.batched - first.batched) / (last.batches - first.batches),
    )


def echo(streams: int, decisions_a_message: int) -> float:
    """Decisions a second of the raw echo with two client processes."""
    run = Echo(streams, decisions_a_message, ECHOES)
    asyncio.run(run.serve(2))
    return run.answered * 1e9 / run.elapsed_ns


def main() -> None:
    """Print a line for quick bots and one for the sample bots."""
    for bots in (("random",) * 4, ("greedy", "random", "greedy", "random")):
        speed, a_message = asyncio.run(measure(bots))
        reference = echo(len(bots), round(a_message))
        print(
            f"arena, {' '.join(bots)}: {speed:,.0f} decisions/s, {a_message:.0f} a message; "
            f"raw grpc.aio echo {reference:,.0f}; ratio {speed / reference:.2f} "
            f"(wanted: at least {WANTED})",
            flush=True,
        )
