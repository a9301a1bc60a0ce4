"""How long to wait before the next attempt: jittered, doubling, capped."""

from collections.abc import Callable
from random import random

FIRST_S = 0.1
CAP_S = 5.0


class Backoff:
    """Waits between attempts; `reset` after one that succeeded."""

    __slots__ = ("_random", "_step_s")

    def __init__(self, random: Callable[[], float] = random) -> None:
        """Make one from a source of numbers in [0, 1)."""
        self._random = random
        self._step_s = FIRST_S

    def next_s(self) -> float:
        """Seconds to wait: half to all of a step that doubles up to 5 s."""
        wait_s = self._step_s * (0.5 + self._random() / 2)
        self._step_s = min(CAP_S, self._step_s * 2)
        return wait_s

    def reset(self) -> None:
        """Begin with short waits again."""
        self._step_s = FIRST_S
