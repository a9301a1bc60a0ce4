"""How late the event loop runs, so that the arena's own delays are on no bot's clock.

A value: it is told what was measured and when.
"""

from typing import Final

MEMORY_NS: Final = 2_000_000_000
"""For how long a delay is remembered, at least; at most twice that."""


class Lag:
    """The longest delay of the recent past."""

    __slots__ = ("_earlier_ns", "_since_ns", "_worst_ns")

    def __init__(self) -> None:
        self._since_ns = 0
        self._worst_ns = 0
        self._earlier_ns = 0

    def measured(self, late_ns: int, now_ns: int) -> None:
        """Something that was due ran this much later."""
        self._turn(now_ns)
        self._worst_ns = max(self._worst_ns, late_ns)

    def worst_ns(self, now_ns: int) -> int:
        """The longest delay that is remembered."""
        self._turn(now_ns)
        return max(self._worst_ns, self._earlier_ns)

    def _turn(self, now_ns: int) -> None:
        """Start a new period when the last one is old."""
        if now_ns - self._since_ns > MEMORY_NS:
            is_recent = now_ns - self._since_ns <= 2 * MEMORY_NS
            self._earlier_ns = self._worst_ns if is_recent else 0
            self._worst_ns = 0
            self._since_ns = now_ns
