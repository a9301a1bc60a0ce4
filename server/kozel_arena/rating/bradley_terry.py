"""Bradley-Terry ratings of all who met, and how sure they are: a bootstrap over deal groups.

Of two ratings r and q in natural units the better bot scores 1 / (1 + exp(q - r)). Shared wins are
half. Each bot is also given one neutral match, half won, against a player of rating 0, which keeps
one-sided results and fields that fall apart finite.
"""

from dataclasses import dataclass
from math import log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozel.stats import NORMAL_975, student_975
from kozel_arena.rating.patterns import Patterns, patterns_of
from kozel_arena.rating.samples import Floats, Ints, PairSamples, distinct, renumbered

ELO: Final = 400 / log(10)
"""Logistic Elo in a natural unit of rating."""
NEUTRAL: Final = 1.0
"""Neutral matches a bot; it is half won."""
_LEAST_NEUTRAL: Final = 1e-9
_LONGEST_STEP: Final = 2.0
_CLOSE: Final = 1e-4
"""Length of the last step; Newton's steps square the error, so it is 1e-8 after it."""
_MOST_WIDENING: Final = 2.0
_MOST_STEPS: Final = 100
_CELLS_AT_ONCE: Final = 2_000_000
"""Doubles of the largest array in the bootstrap; bounds its memory to some tens of MB."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ratings:
    """Logistic Elo of the entries that met another one, 0 on average; NaN for the others."""

    elo: Floats
    """By entry."""
    draws: Floats
    """(draws, entries): what the ratings would be after other deals."""

    @property
    def is_rated(self) -> NDArray[np.bool_]:
        """Whether each entry has a rating."""
        return ~np.isnan(self.elo)

    def interval(self, entry: int) -> tuple[float, float]:
        """The 95 % interval of the entry's Elo."""
        draws = self.draws[:, entry]
        low, high = np.quantile(draws, (0.025, 0.975), method="weibull")
        elo = float(self.elo[entry])
        return min(elo, float(low)), max(elo, float(high))

    def superiority(self) -> Floats:
        """(entries, entries): probability that the row's entry is stronger than the column's."""
        draws, entries = self.draws.shape
        better = np.full((entries, entries), 0.5)
        rated = np.flatnonzero(self.is_rated)
        for entry in rated:
            own = self.draws[:, entry, None]
            wins = (own > self.draws[:, rated]).sum(axis=0)
            same = (own == self.draws[:, rated]).sum(axis=0)
            better[entry, rated] = (wins + same / 2 + 0.5) / (draws + 1)
        return better


def bradley_terry(
    pairs: PairSamples, *, entries: int, samples: int, seed: int, draws: int
) -> Ratings:
    """Rate the entries, and rate them again as if other deals had been played, `draws` times.

    The bootstrap is Rubin's: each deal group counts as often as an exponential variable of mean 1
    says (so many alike groups as a gamma variable of their number), and so does each half of the
    neutral matches (gamma of 1/2, Jeffreys' prior). Unlike drawing groups with replacement it does
    not take one-sided results for sure.

    Args:
        pairs: who met whom, in the order of matches.
        entries: how many there are.
        samples: deal groups.
        seed: of the bootstrap.
        draws: at least 1.
    """
    order = _order_of_appearance(pairs)
    place = np.zeros(entries, dtype=np.int64)
    place[order] = np.arange(len(order))
    elo = np.full(entries, np.nan)
    drawn = np.full((draws, entries), np.nan)
    if len(order):
        chance = np.random.default_rng(seed)
        patterns = patterns_of(renumbered(pairs, place), len(order), chance.permutation(samples))
        neutral = np.full((1, len(order)), NEUTRAL / 2)
        start, known = _fit(patterns, patterns.counts[None], neutral, neutral, None)
        elo[order] = known[0]
        at_once = max(1, _CELLS_AT_ONCE // max(len(order) ** 2, len(patterns.counts)))
        for first in range(0, draws, at_once):
            some = min(at_once, draws - first)
            halves = chance.standard_gamma(NEUTRAL / 2, (2, some, len(order)))
            won, lost = np.maximum(halves, _LEAST_NEUTRAL)
            weights = _gamma(chance, patterns.counts, some)
            _, ratings = _fit(patterns, weights, won, lost, start)
            drawn[first : first + some, order] = ratings
        drawn[:, order] += (drawn[:, order] - elo[order]) * (_widening(pairs, order) - 1)
    return Ratings(elo=elo, draws=drawn)


def _widening(pairs: PairSamples, order: Ints) -> Floats:
    """By how much few groups make the bootstrap too narrow, for each entry; 1 for very many.

    Student's quantile for the entry's groups and the neutral one instead of the normal quantile,
    and the variance of a sample instead of the mean square. At most twofold: of three groups or
    fewer the draws from gamma variables say themselves that they say little.
    """
    both = np.concatenate([pairs.entry, pairs.opponent])
    entries = int(order.max()) + 1
    cells, _, _ = distinct(np.concatenate([pairs.sample, pairs.sample]) * entries + both)
    groups = np.bincount(cells % entries)[order].tolist()
    wider = [student_975(n) / NORMAL_975 * sqrt((n + 1) / n) for n in groups]
    return np.minimum(_MOST_WIDENING, wider)


def _gamma(chance: np.random.Generator, counts: Floats, draws: int) -> Floats:
    if np.all(counts == 1):
        return chance.standard_exponential((draws, len(counts)))
    return chance.standard_gamma(counts, (draws, len(counts)))


def _order_of_appearance(pairs: PairSamples) -> Ints:
    """Entries that met another, by first meeting and seat.

    It does not depend on how entries are numbered, so neither does what the bootstrap draws.
    """
    both = np.stack([pairs.entry, pairs.opponent], axis=1).ravel()
    found, _, first = distinct(both)
    return found[np.argsort(first)]


def _fit(
    patterns: Patterns, weights: Floats, won: Floats, lost: Floats, start: Floats | None
) -> tuple[Floats, Floats]:
    """Most likely ratings for each row of weights: in natural units, and as Elo of mean 0."""
    draws, entries = won.shape
    one, two = patterns.pairs
    met = np.zeros((draws, entries, entries))
    met[:, one, two] = met[:, two, one] = weights @ patterns.matches
    points = weights @ patterns.points + won
    ratings = np.zeros((draws, entries)) if start is None else np.repeat(start, draws, axis=0)
    open_ = np.arange(draws)
    for _ in range(_MOST_STEPS):
        step = _newton(ratings[open_], met[open_], points[open_], (won + lost)[open_])
        ratings[open_] += np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        open_ = open_[np.abs(step).max(axis=1) > _CLOSE]
        if not len(open_):
            break
    elo = ratings * ELO
    return ratings, elo - elo.mean(axis=1, keepdims=True)


def _newton(ratings: Floats, met: Floats, points: Floats, neutral: Floats) -> Floats:
    """The step to the maximum of the likelihood's quadratic approximation."""
    expected = 1 / (1 + np.exp(ratings[:, None, :] - ratings[:, :, None]))
    alone = 1 / (1 + np.exp(-ratings))
    gradient = points - (met * expected).sum(axis=2) - neutral * alone
    curvature = met * expected * (1 - expected)
    diagonal = curvature.sum(axis=2) + neutral * alone * (1 - alone)
    entries = ratings.shape[1]
    matrix = -curvature
    matrix[:, range(entries), range(entries)] += diagonal
    solved: Floats = np.linalg.solve(matrix, gradient[:, :, None])[:, :, 0]
    return solved
