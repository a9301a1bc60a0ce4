"""The clock of one seat: a limit for each decision, then a bank for the whole match.

Knows nothing of decisions, and never reads the time: `now_ns` is a parameter.
"""

from kozel.table.values import TimeControl


class Clock:
    """One seat's clock. It stands still until `start`, and `stop` charges the bank."""

    __slots__ = ("_limit_ns", "_started_ns", "bank_ns", "deadline_ns", "used_ns")

    def __init__(self, time_control: TimeControl) -> None:
        self._limit_ns = time_control.move_limit_ns
        self._started_ns = 0
        self.bank_ns = time_control.bank_ns
        """Nanoseconds left in the bank when the clock was last stopped."""
        self.used_ns = 0
        """Nanoseconds that the clock ran, up to when it was last stopped."""
        self.deadline_ns: int | None = None
        """When limit and bank are used up; None while the clock stands still."""

    def start(self, now_ns: int) -> None:
        """Let the clock run; a clock that runs already is left alone."""
        if self.deadline_ns is None:
            self._started_ns = now_ns
            self.deadline_ns = now_ns + self._limit_ns + self.bank_ns

    def stop(self, now_ns: int) -> int:
        """Stop the clock, charge the bank, and return the nanoseconds that it ran (0 if never)."""
        deadline_ns = self.deadline_ns
        if deadline_ns is None:
            return 0
        spent = (now_ns if now_ns < deadline_ns else deadline_ns) - self._started_ns
        self.deadline_ns = None
        self.used_ns += spent
        if spent > self._limit_ns:
            self.bank_ns -= spent - self._limit_ns
        return spent

    def used_until(self, now_ns: int) -> int:
        """Nanoseconds that the clock has run, those of the open decision included."""
        if self.deadline_ns is None:
            return self.used_ns
        return self.used_ns + min(now_ns, self.deadline_ns) - self._started_ns

    def is_over(self, now_ns: int) -> bool:
        """Whether an answer now would be late; at the deadline itself it is in time."""
        return self.deadline_ns is not None and now_ns > self.deadline_ns

    def has_run_out(self, now_ns: int) -> bool:
        """Whether the arena must choose now: at the deadline and after it."""
        return self.deadline_ns is not None and now_ns >= self.deadline_ns

    def left(self, now_ns: int) -> tuple[int, int]:
        """Nanoseconds left of the limit and in the bank."""
        if self.deadline_ns is None:
            return self._limit_ns, self.bank_ns
        limit = max(0, self._started_ns + self._limit_ns - now_ns)
        return limit, max(0, min(self.bank_ns, self.deadline_ns - now_ns))
