"""Shows a match while it is played: a table redrawn in place, or a line now and then."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from kozel.cli.match_report import RunFacts, table
from kozel.contest.standing import Standing
from kozel.contest.values import Plan

REDRAW_S: Final = 0.5
"""At most so often the table is drawn; less often when drawing takes long."""
REDRAW_SHARE: Final = 0.05
"""At most this share of the time goes into drawing."""
LINE_S: Final = 30.0
"""So often a line is written when nobody watches."""
FAULTS_SHOWN: Final = 3
"""So many faults of each bot are shown in words."""


class Display:
    """What is on standard error; results go to standard output."""

    def __init__(self, plan: Plan, standing: Standing) -> None:
        self.names = ("", "")
        """Of the bots, once they are known."""
        self._already = 0
        self._seconds = 0.0
        self._plan = plan
        self._standing = standing
        self._is_live = sys.stderr.isatty()
        self._lines = 0
        self._began = monotonic()
        self._due = self._began + (REDRAW_S if self._is_live else LINE_S)
        self._faults = [0, 0]
        self.lost: Sequence[int] = (0, 0)
        """By entry: attempts that its process ended in the midst of."""

    def facts(self, jobs: int, record: Path | None) -> RunFacts:
        """What is to be said of the run when it is over."""
        return RunFacts(
            names=self.names,
            jobs=jobs,
            seconds=self._seconds,
            already=self._already,
            played=self._played,
            lost_attempts=self.lost,
            record=record,
        )

    @property
    def _played(self) -> int:
        return self._standing.finished - self._already

    def resumed(self, matches: int) -> None:
        """So many matches were in the file."""
        self._already = matches
        self._began = monotonic()

    def fault(self, entry: int, text: str) -> None:
        """Show what went wrong, the first few times."""
        self._faults[entry] += 1
        if self._faults[entry] <= FAULTS_SHOWN:
            self._clear()
            print(f"{self.names[entry]}: {text}", file=sys.stderr, flush=True)

    def tick(self) -> None:
        """Draw anew when it is time."""
        now = monotonic()
        if now < self._due or not self.names[0]:
            return
        if self._is_live:
            self._draw()
        else:
            print(self._pace(), file=sys.stderr, flush=True)
        took = monotonic() - now
        self._due = now + (max(REDRAW_S, took / REDRAW_SHARE) if self._is_live else LINE_S)

    def close(self) -> None:
        """Take the table away, and stop the watch."""
        self._clear()
        self._seconds = monotonic() - self._began

    def stopped(self, record: Path | None) -> None:
        """The match was interrupted: say how far it came."""
        self._clear()
        if not self.names[0]:
            return
        advice = "" if record is None else f"; go on with --record {record} --resume"
        if self._standing.samples:
            lines = table(self._plan, self._standing, self.names, self.lost)
            print(*lines, "", sep="\n", file=sys.stderr)
        print(f"kozel: stopped after {self._standing.finished} matches{advice}", file=sys.stderr)

    def _draw(self) -> None:
        width = shutil.get_terminal_size().columns
        lines = [self._pace()]
        if self._standing.samples:
            lines[:0] = [*table(self._plan, self._standing, self.names, self.lost), ""]
        self._clear()
        print(*(line[: width - 1] for line in lines), sep="\n", file=sys.stderr, flush=True)
        self._lines = len(lines)

    def _clear(self) -> None:
        """Go back to where the table began and wipe everything below."""
        if self._lines:
            print(f"\x1b[{self._lines}F\x1b[J", end="", file=sys.stderr, flush=True)
            self._lines = 0

    def _pace(self) -> str:
        """How quick it is and how long it will take."""
        standing = self._standing
        speed = self._played / max(monotonic() - self._began, 1e-9)
        of = "" if standing.total is None else f" of {standing.total}"
        parts = [f"{standing.finished}{of} matches", f"{speed:.1f} a second"]
        left_s = self._left_s(speed)
        if left_s is not None:
            parts.append(f"about {_time(left_s)} to go")
        if not self._is_live and standing.samples:
            score = standing.statistics().score
            parts.append(f"score {score.value:.3f} ({score.low:.3f} to {score.high:.3f})")
            if standing.sprt is not None:
                parts.append(f"LLR {standing.sprt.llr:+.2f}")
        return ", ".join(parts)

    def _left_s(self, speed: float) -> float | None:
        """Seconds to go; with a test, if its walk goes on as it went. None: it cannot be told."""
        standing, state = self._standing, self._standing.sprt
        left = [] if standing.total is None else [standing.total - standing.finished]
        if state is not None and state.llr and standing.samples:
            bound = state.upper if state.llr > 0 else state.lower
            left.append(round(standing.matches * max(0.0, bound / state.llr - 1)))
        return min(left) / speed if left and speed else None


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
