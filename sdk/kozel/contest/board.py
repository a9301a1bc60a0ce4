"""Two bytes outside the worker: whose code runs, and whether it still changes.

When a bot ends its process or never comes back there is nobody left to say who it was: the parent
reads it here.
"""

import mmap
import os
from collections.abc import Awaitable
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from kozel.bot import Bot, wants_events
from kozel.rules.actions import Action
from kozel.rules.events import Event, MatchEnded
from kozel.rules.view import MatchInfo, View

SIZE: Final = 2
NOBODY: Final = 0


def new_board_file() -> Path:
    """A file for a board; once both have mapped it, it may be unlinked."""
    descriptor, name = mkstemp(prefix="kozel-board-")
    try:
        os.write(descriptor, bytes(SIZE))
    finally:
        os.close(descriptor)
    return Path(name)


class Board:
    """The bytes, in a file that parent and worker have mapped."""

    def __init__(self, path: Path) -> None:
        """Map the file that `new_board_file` has made."""
        descriptor = os.open(path, os.O_RDWR)
        try:
            self.bytes = mmap.mmap(descriptor, SIZE)
        finally:
            os.close(descriptor)

    @property
    def seat(self) -> int | None:
        """The seat whose bot was called last in this match; None before the first."""
        mark = self.bytes[0]
        return None if mark == NOBODY else mark - 1

    @property
    def mark(self) -> tuple[int, int]:
        """Something that changes with every call."""
        return self.bytes[0], self.bytes[1]

    def clear(self) -> None:
        """A match begins: nobody was called."""
        self.bytes[0] = NOBODY


class Watched(Bot):
    """A bot that leaves its mark on the board whenever it is called."""

    def __init__(self, bot: Bot, seat: int, board: Board, name: str) -> None:
        self.name = name
        self._bot = bot
        self._bytes = board.bytes
        self._seat = seat
        self._board = board

    def choose(self, view: View) -> Action | Awaitable[Action]:
        self._touch()
        return self._bot.choose(view)

    def for_match(self, match: MatchInfo) -> Bot:
        self._touch()
        return watched(self._bot.for_match(match), self._seat, self._board, self.name)

    def match_started(self, match: MatchInfo) -> None:
        self._touch()
        self._bot.match_started(match)

    def match_ended(self, match: MatchInfo, ended: MatchEnded) -> None:
        self._touch()
        self._bot.match_ended(match, ended)

    def _touch(self) -> None:
        marks = self._bytes
        marks[0] = self._seat + 1
        marks[1] = (marks[1] + 1) & 255


class WatchedListener(Watched):
    """The same for a bot that wants events: overriding `event` is what asks for them."""

    def event(self, match: MatchInfo, event: Event) -> None:
        self._touch()
        self._bot.event(match, event)


def watched(bot: Bot, seat: int, board: Board, name: str) -> Bot:
    """The bot behind a proxy of the right kind."""
    kind = WatchedListener if wants_events(bot) else Watched
    return kind(bot, seat, board, name)
