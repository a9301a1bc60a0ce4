"""A sequential test: with no more deal groups than it needs, is A stronger by elo1 or by elo0?

The generalised SPRT: the likelihood ratio of the two nearest score distributions (to what was
seen) whose means are those of `elo1` and `elo0`, as derived by M. Van den Bergh for fishtest. It
asks nothing of the scores but that groups are independent of each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import Final

from kozel.stats.elo import score_from_elo

LARGEST_ELO: Final = 1000.0
PRIOR_GROUPS: Final = 1.0
"""Weight of a group that is always counted in, split between the scores 0 and 1 so that its mean
lies halfway between the hypotheses. Without it the mean of a hypothesis could lie beyond every
score that was seen (shut-outs), and after few groups the scores would seem to vary too little."""
_STEPS: Final = 100
_TOLERANCE: Final = 1e-12


class SprtDecision(StrEnum):
    """What a sequential test has found; the value is the word in files."""

    OPEN = "open"
    """More groups are needed."""
    ELO0 = "elo0"
    """A is not stronger than `elo0`: H0 is accepted."""
    ELO1 = "elo1"
    """A is stronger by `elo1` or more: H1 is accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtState:
    """How far a sequential test is. After a decision it is the state in which it was made."""

    llr: float
    """Logarithm of the likelihood ratio of `elo1` to `elo0`."""
    lower: float
    """At or below it `elo0` is accepted; below 0."""
    upper: float
    """At or above it `elo1` is accepted; above 0."""
    groups: int
    """Groups counted."""
    decision: SprtDecision
    """What it has found so far; `open` while more groups are needed."""


class Gsprt:
    """The test of one pair. Mutable; groups come in the order of their numbers.

    The order in which groups *finish* must not be used: quick groups are not like slow ones, and
    a resumed test would decide otherwise.

    Args:
        elo0: H0, logistic Elo of A minus B; -1000 up to below `elo1`.
        elo1: H1; up to 1000.
        alpha: probability of accepting H1 when H0 is true, above 0 and below 0.5.
        beta: probability of accepting H0 when H1 is true, above 0 and below 0.5.

    Raises:
        ValueError: a bound is outside its range.
    """

    def __init__(
        self, *, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05
    ) -> None:
        if not -LARGEST_ELO <= elo0 < elo1 <= LARGEST_ELO:
            raise ValueError(
                f"elo0 = {elo0} and elo1 = {elo1} bound no test: "
                f"give elo0 below elo1, both within ±{LARGEST_ELO:.0f}"
            )
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            raise ValueError(
                f"alpha = {alpha} and beta = {beta} bound no test: give both above 0 and below 0.5"
            )
        score0, score1 = score_from_elo(elo0), score_from_elo(elo1)
        halfway = (score0 + score1) / 2
        self._counts = {0.0: PRIOR_GROUPS * (1 - halfway), 1.0: PRIOR_GROUPS * halfway}
        self._null = _Hypothesis(score0)
        self._alternative = _Hypothesis(score1)
        self._lower = log(beta / (1 - alpha))
        self._upper = log((1 - beta) / alpha)
        self._above, self._below = _Records(), _Records()
        self._state = SprtState(
            llr=0.0,
            lower=self._lower,
            upper=self._upper,
            groups=0,
            decision=SprtDecision.OPEN,
        )

    @property
    def state(self) -> SprtState:
        """How far the test is."""
        return self._state

    def add(self, score: float) -> SprtState:
        """Count the mean match score of A in one group; after a decision nothing changes any more.

        Takes time in proportion to how many different scores there have been.

        Raises:
            ValueError: the score is not from 0 to 1.
        """
        if not 0 <= score <= 1:
            raise ValueError(f"a group's score cannot be {score}: give 0 to 1")
        if self._state.decision is SprtDecision.OPEN:
            self._counts[score] = self._counts.get(score, 0.0) + 1
            self._state = self._weigh(self._state.groups + 1)
        return self._state

    def _weigh(self, groups: int) -> SprtState:
        llr = self._null.log_weight(self._counts) - self._alternative.log_weight(self._counts)
        self._above.add(llr)
        self._below.add(-llr)
        lower = self._lower + self._below.overshoot
        upper = self._upper - self._above.overshoot
        if llr >= upper:
            decision = SprtDecision.ELO1
        elif llr <= lower:
            decision = SprtDecision.ELO0
        else:
            decision = SprtDecision.OPEN
        return SprtState(llr=llr, lower=lower, upper=upper, groups=groups, decision=decision)


class _Records:
    """The expected overshoot: by how much a walk passes a bound that it is the first to reach.

    Siegmund's correction: Wald's bounds are right for a walk that stops exactly on them, so they
    are drawn in by the mean overshoot, E[h²] / 2E[h] over the heights h by which the walk has
    broken its own records so far.
    """

    __slots__ = ("_highest", "_squares", "_sum")

    def __init__(self) -> None:
        self._highest = self._sum = self._squares = 0.0

    def add(self, value: float) -> None:
        height = value - self._highest
        if height > 0:
            self._highest = value
            self._sum += height
            self._squares += height * height

    @property
    def overshoot(self) -> float:
        return self._squares / self._sum / 2 if self._sum else 0.0


class _Hypothesis:
    """The score distribution of a given mean that is nearest to what was seen.

    Of all distributions with mean m on the seen scores a with counts c, the likeliest gives each
    a probability proportional to c / (1 + tilt·(a - m)); `tilt` is where its mean is m. It is
    kept, because it hardly moves from one group to the next.
    """

    __slots__ = ("_mean", "_tilt")

    def __init__(self, mean: float) -> None:
        self._mean = mean
        self._tilt = 0.0

    def log_weight(self, counts: Mapping[float, float]) -> float:
        """Sum of c·log(1 + tilt·(a - m)): what likelihood this mean costs."""
        distances = [(score - self._mean, count) for score, count in counts.items()]
        self._tilt = self._solve(distances)
        return sum(count * log(1 + self._tilt * distance) for distance, count in distances)

    def _solve(self, distances: list[tuple[float, float]]) -> float:
        """The root of a function that falls from +inf to -inf between its two poles.

        Newton's steps, halving instead where one would leave what is left of the range.
        """
        low, high = -1 / (1 - self._mean), 1 / self._mean
        tilt = self._tilt
        for _ in range(_STEPS):
            value = slope = 0.0
            for distance, count in distances:
                share = distance / (1 + tilt * distance)
                value += count * share
                slope += count * share * share
            low, high = (tilt, high) if value > 0 else (low, tilt)
            step = tilt + value / slope
            following = step if low < step < high else (low + high) / 2
            if abs(following - tilt) <= _TOLERANCE * (high - low + abs(tilt)) or low == high:
                break
            tilt = following
        return tilt
