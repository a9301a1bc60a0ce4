"""The end of what a bot's program writes to its stderr, kept for its author to read at the arena.

Passes everything on as it is. Knows no stream and no session; may be written to by any thread.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

MOST_CHARACTERS: Final = 8192
"""What waits to be sent; the oldest goes first."""
CUT: Final = "[…]\n"
"""Stands where something went."""
SHORTEST_SECRET: Final = 16
HIDDEN: Final = "[token]"
"""Stands for the bot's token."""


class StderrTail:
    """A file that is written to like `sys.stderr`, and remembers the end of it.

    Args:
        out: where everything goes on to.
        secret: a text that is never kept: the bot's token.
    """

    def __init__(self, out: TextIO, *, secret: str) -> None:
        self._out = out
        # What is shorter is none of an arena's tokens, and might stand in any word.
        self._secret = secret if len(secret) >= SHORTEST_SECRET else ""
        self._lock = threading.Lock()
        self._kept = ""
        self._is_cut = False

    def write(self, text: str) -> int:
        """Write a text and keep its end."""
        with self._lock:
            kept = self._kept + text
            # A secret that is written in two pieces is whole again here.
            if self._secret:
                kept = kept.replace(self._secret, HIDDEN)
            self._is_cut = self._is_cut or len(kept) > MOST_CHARACTERS
            self._kept = kept[-MOST_CHARACTERS:]
        return self._out.write(text)

    def take(self, most_bytes: int) -> bytes:
        """What was written since the last time, at most so many bytes of UTF-8; empty if nothing.

        A line that is not finished waits: it may be the first half of a secret.
        """
        with self._lock:
            whole, newline, rest = self._kept.rpartition("\n")
            if len(rest) == MOST_CHARACTERS:  # no line at all
                whole, newline, rest = rest, "", ""
            text, is_cut = whole + newline, self._is_cut
            self._kept, self._is_cut = rest, False
        if not text:
            return b""
        data = text.encode("utf-8", "replace")
        if not is_cut and len(data) <= most_bytes:
            return data
        mark = CUT.encode()
        return mark + data[-max(1, most_bytes - len(mark)) :]

    def __getattr__(self, name: str) -> object:
        """Everything else is the file's own: `flush`, `fileno`, `isatty` and so on."""
        return getattr(self._out, name)


@contextmanager
def stderr_kept(tail: StderrTail | None) -> Iterator[None]:
    """Let a tail stand for `sys.stderr` while the context lasts; None changes nothing."""
    if tail is None:
        yield
        return
    before = sys.stderr
    sys.stderr = tail
    try:
        yield
    finally:
        sys.stderr = before
