"""How a contest stands: groups are counted in the order of their numbers, whenever they end.

So the result depends on the matches alone, not on how many were played at once or in which order
they came in; and a sequential test that has decided is never asked again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kozel.contest.outcomes import Faults, Outcome
from kozel.rules.errors import KozelError
from kozel.stats import (
    GroupSample,
    GroupStatistics,
    Gsprt,
    SprtDecision,
    SprtState,
    group_sample,
    group_statistics,
)


class TwiceCounted(KozelError):
    """A match came in a second time."""

    def __init__(self, number: int) -> None:
        super().__init__(f"match {number} is there twice: each is counted once")
        self.number = number


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtBounds:
    """What a sequential test is asked; see `kozel.stats.Gsprt` for the ranges."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def test(self) -> Gsprt:
        """A test that has seen nothing.

        Raises:
            ValueError: a bound is outside its range.
        """
        return Gsprt(elo0=self.elo0, elo1=self.elo1, alpha=self.alpha, beta=self.beta)


class Standing:
    """The results so far.

    Args:
        matches_a_group: how many matches make a group, 1 or more.
        groups: how many groups there are to play; None: until the test decides.
        bounds: of the sequential test; None without one.
    """

    def __init__(
        self, *, matches_a_group: int, groups: int | None, bounds: SprtBounds | None
    ) -> None:
        self.matches_a_group = matches_a_group
        self.groups = groups
        self.bounds = bounds
        self.samples: list[GroupSample] = []
        """Of the groups that count, in the order of their numbers."""
        self.verdicts: dict[str, int] = {}
        """How many matches that count ended how."""
        self.faults = (Faults(), Faults())
        """By entry, in matches that count."""
        self.finished = 0
        """Matches that are over, counted or not."""
        self._test = None if bounds is None else bounds.test()
        self._waiting: dict[int, Outcome] = {}

    @property
    def sprt(self) -> SprtState | None:
        """How far the sequential test is."""
        return None if self._test is None else self._test.state

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its answer."""
        return self.sprt is not None and self.sprt.decision is not SprtDecision.OPEN

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.is_decided or len(self.samples) == self.groups

    @property
    def matches(self) -> int:
        """Matches that count."""
        return len(self.samples) * self.matches_a_group

    @property
    def total(self) -> int | None:
        """Matches to play at most."""
        return None if self.groups is None else self.groups * self.matches_a_group

    def has(self, number: int) -> bool:
        """Whether a match is over."""
        return number < self.matches or number in self._waiting

    def add(self, outcome: Outcome) -> None:
        """Take a finished match in, and count every group that is now next and complete.

        Raises:
            TwiceCounted: it was there already.
        """
        if self.has(outcome.number):
            raise TwiceCounted(outcome.number)
        self.finished += 1
        self._waiting[outcome.number] = outcome
        while not self.is_over and (group := self._next_group()):
            self._count(group)

    def statistics(self) -> GroupStatistics:
        """Entry 0 against entry 1, over the groups that count."""
        return group_statistics(self.samples)

    def _next_group(self) -> Sequence[Outcome]:
        """The outcomes of the group that counts next; empty while one is missing."""
        numbers = range(self.matches, self.matches + self.matches_a_group)
        if any(number not in self._waiting for number in numbers):
            return ()
        return [self._waiting.pop(number) for number in numbers]

    def _count(self, group: Sequence[Outcome]) -> None:
        sample = group_sample(outcome.sample for outcome in group)
        self.samples.append(sample)
        for outcome in group:
            self.verdicts[outcome.verdict] = self.verdicts.get(outcome.verdict, 0) + 1
            first, second = self.faults
            self.faults = first + outcome.faults[0], second + outcome.faults[1]
        if self._test is not None:
            self._test.add(sample.score)
