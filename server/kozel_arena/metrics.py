"""All metrics of an arena in one place: names, units, and labels with closed sets of values.

An object over a registry of its own, so that tests and two arenas in one process do not meet.
"""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

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
        observe = self.decision_seconds.observe
        for times in result.think_ns:
            for nanoseconds in times:
                observe(nanoseconds / 1e9)

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
        self.decision_seconds = Histogram(
            "kozel_decision_seconds",
            "From a decision's message being written to its answer, counted when a match ends.",
            buckets=_DECISION_SECONDS,
            registry=registry,
        )

    def _server(self, registry: CollectorRegistry) -> None:
        self.streams = Gauge(
            "kozel_streams_open", "Streams of bots that are welcome.", registry=registry
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
