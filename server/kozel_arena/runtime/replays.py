"""How often each match ended without a result, and whether it may once more. A value.

An attempt is no result: nothing is stored and no rating moves. But what could be caused by a bot,
or never ends, is not tried again for ever.
"""

from collections import Counter
from typing import Final

LARGEST_VOIDS: Final = 2
"""How often a match is played again because everybody was silent or gone at once."""
LARGEST_FAILURES: Final = 2
"""How often a match is played again because the arena failed, before it is given up."""
LARGEST_NO_SHOWS: Final = 2
"""How often a match is played again because a bot did not come; then that is a disconnect."""


class Replays:
    """What was tried, by match id; a match whose result is stored is forgotten."""

    __slots__ = ("_failures", "_no_shows", "_voids")

    def __init__(self) -> None:
        self._voids: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._no_shows: Counter[str] = Counter()

    def allows_no_show(self, match_id: str) -> bool:
        """Whether a bot that does not come costs this match no result yet."""
        return self._no_shows[match_id] < LARGEST_NO_SHOWS

    def no_show(self, match_id: str) -> None:
        """A bot did not come."""
        self._no_shows[match_id] += 1

    def void(self, match_id: str) -> bool:
        """Everybody was silent or gone at once; whether the match is played again for it."""
        self._voids[match_id] += 1
        return self._voids[match_id] <= LARGEST_VOIDS

    def failure(self, match_id: str) -> bool:
        """The arena failed; whether the match is played again."""
        self._failures[match_id] += 1
        return self._failures[match_id] <= LARGEST_FAILURES

    def forget(self, match_id: str) -> None:
        """The match has a result that is stored, or is tried as if it were the first time."""
        for counter in (self._voids, self._failures, self._no_shows):
            counter.pop(match_id, None)
