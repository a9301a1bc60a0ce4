"""All metrics of an arena in one place: names, units, and labels with closed sets of values.

An object over a registry of its own, so that tests and two arenas in one process do not meet.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from kozel.table import TableResult, Verdict
from kozel.wire.values import RefusalReason

DECISION_OUTCOMES: Final = ("answered", "declined", "refused", "silent")
"""Label values of `kozel_decisions_total`: chosen by the bot, left to the arena, not accepted,
not answered in time."""

_DECISION_SECONDS: Final = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0),
)
_SHORT_SECONDS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.0)
_BATCH_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class TimesOfDecisions(Collector):
    """`kozel_decision_seconds`: a histogram that takes all times of a match at once.

    The library's own takes one at a time, for ten times as long.
    """

    def __init__(self) -> None:
        self._bounds_ns = [round(seconds * 1e9) for seconds in _DECISION_SECONDS]
        self._counts = [0] * (len(_DECISION_SECONDS) + 1)
        self._sum_ns = 0

    def count(self, times_ns: Iterable[int]) -> None:
        """Count some times, in nanoseconds."""
        ordered = sorted(times_ns)
        below = 0
        for bucket, bound_ns in enumerate(self._bounds_ns):
            upto = bisect_right(ordered, bound_ns, below)
            self._counts[bucket] += upto - below
            below = upto
        self._counts[-1] += len(ordered) - below
        self._sum_ns += sum(ordered)

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The metric as it is now; called from the thread that serves it."""
        bounds = map(floatToGoString, (*_DECISION_SECONDS, float("inf")))
        yield HistogramMetricFamily(
            "kozel_decision_seconds",
            "From a decision's message being written to its answer, counted when a match ends.",
            buckets=list(zip(bounds, accumulate(self._counts), strict=True)),
            sum_value=self._sum_ns / 1e9,
        )


class Metrics:
    """The metrics of one arena; every label value exists from the start."""

    def __init__(self, registry: CollectorRegistry, *, version: str) -> None:
        self.registry: Final = registry
        self._play(registry)
        self._server(registry)
        Gauge(
            "kozel_build_info",
            "Always 1; the label tells the version of the software.",
            ["version"],
            registry=registry,
        ).labels(version).set(1)

    def count_match(self, result: TableResult) -> None:
        """A match ended: its verdict, its decisions and their times."""
        self.matches[result.verdict].inc()
        self.decisions_silent.inc(sum(result.silences))
        for times in result.think_ns:
            self.decision_seconds.count(times)

    def _play(self, registry: CollectorRegistry) -> None:
        self.matches_running = Gauge(
            "kozel_matches_running", "Matches that are played now.", registry=registry
        )
        matches = Counter("kozel_matches", "Matches that ended.", ["verdict"], registry=registry)
        self.matches = {verdict: matches.labels(str(verdict)) for verdict in Verdict}
        decisions = Counter(
            "kozel_decisions", "Decisions by what became of them.", ["outcome"], registry=registry
        )
        answered, declined, refused, silent = map(decisions.labels, DECISION_OUTCOMES)
        self.decisions_answered = answered
        self.decisions_declined = declined
        self.decisions_refused = refused
        self.decisions_silent = silent
        self.decision_seconds = TimesOfDecisions()
        registry.register(self.decision_seconds)

    def _server(self, registry: CollectorRegistry) -> None:
        self.streams = Gauge(
            "kozel_streams_open", "Streams of bots that are welcome.", registry=registry
        )
        self.outbox_waiting = Gauge(
            "kozel_outbox_waiting",
            "Decisions, events and notices that wait to be written to bots, over all streams.",
            registry=registry,
        )
        refusals = Counter(
            "kozel_refusals", "Streams refused or closed.", ["reason"], registry=registry
        )
        self.refusals = {reason: refusals.labels(str(reason)) for reason in RefusalReason}
        self.overhead_seconds = Histogram(
            "kozel_overhead_seconds",
            "How long the oldest decision of a message waited in the arena; on no bot's clock.",
            buckets=_SHORT_SECONDS,
            registry=registry,
        )
        self.batch_decisions = Histogram(
            "kozel_batch_decisions",
            "Decisions in a message.",
            buckets=_BATCH_SIZES,
            registry=registry,
        )
        self.loop_lag_seconds = Histogram(
            "kozel_loop_lag_seconds",
            "How late the event loop runs what is due.",
            buckets=_SHORT_SECONDS,
            registry=registry,
        )
        self.results_waiting = Gauge(
            "kozel_results_waiting", "Finished matches not yet in the database.", registry=registry
        )
        self.commit_seconds = Histogram(
            "kozel_commit_seconds",
            "From the end of a match to its result being in the database.",
            buckets=_DECISION_SECONDS,
            registry=registry,
        )
