"""The histogram of decisions' times says what the library's own would say."""

import random

from prometheus_client import CollectorRegistry, Histogram
from prometheus_client.exposition import generate_latest

from kozel_arena.metrics import _DECISION_SECONDS, TimesOfDecisions


def lines_of(collector):
    registry = CollectorRegistry()
    registry.register(collector)
    lines = generate_latest(registry).decode().splitlines()
    return [line for line in lines if "_sum" not in line and "_created" not in line]


def test_it_counts_like_the_librarys_histogram():
    chance = random.Random(1)
    times_ns = [int(10 ** chance.uniform(3, 11.5)) for _ in range(3000)]
    times_ns += [round(seconds * 1e9) for seconds in _DECISION_SECONDS] + [0, 1]
    ours = TimesOfDecisions()
    theirs = Histogram(
        "kozel_decision_seconds",
        "From a decision's message being written to its answer, counted when a match ends.",
        buckets=_DECISION_SECONDS,
        registry=None,
    )

    for at in range(0, len(times_ns), 70):
        ours.count(times_ns[at : at + 70])
    for time_ns in times_ns:
        theirs.observe(time_ns / 1e9)

    assert lines_of(ours) == lines_of(theirs)
    [family] = ours.collect()
    assert next(s.value for s in family.samples if s.name.endswith("_sum")) == sum(times_ns) / 1e9


def test_it_is_there_before_anything_was_counted():
    assert 'kozel_decision_seconds_bucket{le="+Inf"} 0.0' in lines_of(TimesOfDecisions())
