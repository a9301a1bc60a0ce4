"""Notices when all bots fall silent at once: that is rather the arena than all of them.

A value: it is told who was silent and when.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

Struck = TypeVar("Struck", bound=Hashable)
"""What a silence spoils: a table."""


class Blackout(Generic[Struck]):
    """The silences since anybody answered, as far as they lie in one instant."""

    __slots__ = ("_bots", "_since_ns", "_tables")

    def __init__(self) -> None:
        self._bots: set[str] = set()
        self._tables: set[Struck] = set()
        self._since_ns = 0

    def heard(self) -> None:
        """Some bot has answered: this is no blackout."""
        if self._bots:
            self._bots.clear()
            self._tables.clear()

    def fell_silent(
        self, table: Struck, bots: set[str], *, playing: set[str], now_ns: int, window_ns: int
    ) -> list[Struck]:
        """Bots did not answer in time at a table; gives the tables that a blackout has spoiled.

        Args:
            table: where.
            bots: their ids.
            playing: ids of all connected bots with a seat; one alone is simply slow.
            now_ns: when.
            window_ns: silences further apart than this are no blackout.
        """
        if now_ns - self._since_ns > window_ns:
            self.heard()
        if not self._bots:
            self._since_ns = now_ns
        self._bots |= bots
        self._tables.add(table)
        if len(playing) < 2 or not playing <= self._bots:
            return []
        spoiled = list(self._tables)
        self._tables.clear()
        return spoiled
