"""How much the arena does a second, from the counters that it keeps anyway."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry

WINDOW_NS: Final = 2_000_000_000
"""Rates are means over at least this long."""
NS_PER_SECOND: Final = 1_000_000_000


class Pulse:
    """Decisions and messages a second.

    Args:
        registry: where the arena's metrics are.
        clock: whole nanoseconds that never go back.
    """

    def __init__(self, registry: CollectorRegistry, clock: Callable[[], int]) -> None:
        self._registry = registry
        self._clock = clock
        self._since = (clock(), *self._counted())
        self._rates = (0.0, 0.0)

    def rates(self) -> tuple[float, float]:
        """Decisions and messages a second, over the last window that is complete."""
        now_ns = self._clock()
        then_ns, decisions_then, messages_then = self._since
        passed_ns = now_ns - then_ns
        if passed_ns >= WINDOW_NS:
            decisions, messages = self._counted()
            seconds = passed_ns / NS_PER_SECOND
            self._rates = (
                (decisions - decisions_then) / seconds,
                (messages - messages_then) / seconds,
            )
            self._since = (now_ns, decisions, messages)
        return self._rates

    def _counted(self) -> tuple[float, float]:
        value = self._registry.get_sample_value
        decisions = value("kozel_decisions_total", {"outcome": "answered"})
        return decisions or 0.0, value("kozel_batch_decisions_count") or 0.0
