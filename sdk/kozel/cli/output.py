"""Where a run's progress and records go: a bar on a terminal, lines in a file."""

import os
import stat
import sys
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, Self

from kozel.records import Record, format_record
from kozel.rules.errors import KozelError

BAR_WIDTH: Final = 30
REDRAW_S: Final = 0.1


class OutputError(KozelError):
    """A file cannot be written; the message says why and what to do."""


class Progress:
    """A bar on standard error, drawn only when that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._is_shown = sys.stderr.isatty()
        self._began = self._drawn = monotonic()

    def show(self, done: int) -> None:
        """Draw the bar anew, at most ten times a second."""
        now = monotonic()
        if not self._is_shown or (now - self._drawn < REDRAW_S and done < self._total):
            return
        self._drawn = now
        filled = BAR_WIDTH * done // self._total
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        speed = done / max(now - self._began, 1e-9)
        text = f"\r{bar} {done}/{self._total} matches, {speed:.0f} a second "
        print(text, end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class RecordFile:
    """A file of records, one line at a time; whatever happens it ends on a whole line.

    Raises:
        OutputError: the file is there already (unless forced), or cannot be written.
    """

    def __init__(self, path: Path, *, force: bool) -> None:
        self._path = path
        self._whole_bytes = 0
        self.lines = 0
        try:
            self._file = path.open("wb" if force else "xb", buffering=0)
        except FileExistsError:
            problem = f"{path} is there already: give another name, or --force to overwrite it"
            raise OutputError(problem) from None
        except OSError as error:
            raise self._failed(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        with self._file:
            if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                self._file.truncate(self._whole_bytes)

    def write(self, record: Record) -> None:
        """Append one record."""
        line = format_record(record).encode() + b"\n"
        try:
            written = self._file.write(line)
        except OSError as error:
            raise self._failed(error) from None
        if written != len(line):
            raise OutputError(f"{self._path} cannot be written: the disk took only a part")
        self._whole_bytes += len(line)
        self.lines += 1

    def _failed(self, error: OSError) -> OutputError:
        return OutputError(f"{self._path} cannot be written: {error.strerror or error}")
