"""From the matches of a tournament to its tables: scores, points, pairs, ratings, the field."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kozel.stats import (
    DEAL_POINTS,
    Interval,
    RatioSums,
    clustered_score_interval,
    ratio_interval,
)
from kozel_arena.rating.bradley_terry import Ratings, bradley_terry
from kozel_arena.rating.field import field_intervals
from kozel_arena.rating.samples import (
    Cells,
    PairSamples,
    SeatSamples,
    distinct,
    in_order,
    pair_samples,
    renumbered,
    seat_samples,
)
from kozel_arena.rating.values import Analysis, EntryAnalysis, MatchTable, PairAnalysis

DRAWS: Final = 1000
"""Draws of the bootstrap: the ends of an interval are then known to about 3 % of its width."""
_DIGITS: Final = 9
"""Scores that agree to so many digits are the same: sums of thirds depend on their order."""


def analyse(table: MatchTable, *, seed: int, draws: int = DRAWS) -> Analysis:
    """Work out all tables. The same table and seed give the same result, in any order of rows.

    Args:
        table: the rated matches.
        seed: of the bootstrap, 0 or more; it moves the intervals of ratings a little.
        draws: of the bootstrap, at least 1.

    Raises:
        ValueError: `draws` is below 1 or `seed` below 0.
    """
    if seed < 0:
        raise ValueError(f"{seed} cannot be the seed of a bootstrap: give 0 or more")
    if draws < 1:
        raise ValueError(f"a bootstrap of {draws} draws says nothing: give 1 or more")
    ordered, sample, samples = in_order(table)
    seats = seat_samples(ordered, sample)
    met = pair_samples(ordered, sample)
    entries = len(table.entries)
    ratings = bradley_terry(met, entries=entries, samples=samples, seed=seed, draws=draws)
    lines = _entries(table.entries, seats, ratings)
    order = [table.entries.index(line.entry) for line in lines]
    superiority = ratings.superiority()[np.ix_(order, order)]
    return Analysis(
        entries=lines,
        pairs=_pairs(table.entries, order, met),
        superiority=tuple(map(tuple, superiority.tolist())),
        matches=len(table.numbers),
        groups=samples,
    )


def _entries(ids: Sequence[str], seats: SeatSamples, ratings: Ratings) -> tuple[EntryAnalysis, ...]:
    count = len(ids)
    ones = np.ones(len(seats.entry))
    cells = Cells.of(seats.entry, count, seats.sample)
    scores = cells.ratio_sums(seats.match_points, ones)
    points = cells.ratio_sums(seats.deal_points, seats.deals)
    fields = field_intervals(seats, entries=count)
    rounded = [round(sums.ratio, _DIGITS) if sums.groups else -1.0 for sums in scores]
    order = sorted(range(count), key=lambda n: (-rounded[n], -scores[n].weights, ids[n]))
    return tuple(
        EntryAnalysis(
            entry=ids[n],
            place=1 + sum(other > rounded[n] for other in rounded),
            matches=round(scores[n].weights),
            groups=scores[n].groups,
            deals=round(points[n].weights),
            score=clustered_score_interval(scores[n]),
            points=ratio_interval(points[n], low=0, high=DEAL_POINTS),
            field=fields[n],
            elo=_elo(ratings, n),
        )
        for n in order
    )


def _elo(ratings: Ratings, entry: int) -> Interval | None:
    if not ratings.is_rated[entry]:
        return None
    low, high = ratings.interval(entry)
    return Interval(float(ratings.elo[entry]), low, high)


def _pairs(ids: Sequence[str], order: Sequence[int], met: PairSamples) -> tuple[PairAnalysis, ...]:
    count = len(ids)
    pairs = renumbered(met, np.arange(count))
    keys, key, _ = distinct(pairs.entry * count + pairs.opponent)
    cells = Cells.of(key, len(keys), pairs.sample)
    scores = cells.ratio_sums(pairs.score, np.ones(len(key)))
    cards = cells.ratio_sums(pairs.difference, pairs.deals)
    found = {}
    for cell, score, card in zip(keys.tolist(), scores, cards, strict=True):
        one, two = divmod(cell, count)
        line = _pair(ids[one], ids[two], score, card)
        found[one, two], found[two, one] = line, _turned(line)
    return tuple(found[one, two] for one in order for two in order if (one, two) in found)


def _pair(entry: str, opponent: str, score: RatioSums, cards: RatioSums) -> PairAnalysis:
    return PairAnalysis(
        entry=entry,
        opponent=opponent,
        matches=round(score.weights),
        groups=score.groups,
        score=clustered_score_interval(score),
        difference=ratio_interval(cards, low=-DEAL_POINTS, high=DEAL_POINTS),
        score_deviation=score.deviation if score.groups > 1 else None,
        difference_deviation=cards.deviation if cards.groups > 1 else None,
    )


def _turned(line: PairAnalysis) -> PairAnalysis:
    """The same pair as the opponent sees it."""
    score, cards = line.score, line.difference
    return PairAnalysis(
        entry=line.opponent,
        opponent=line.entry,
        matches=line.matches,
        groups=line.groups,
        score=Interval(1 - score.value, 1 - score.high, 1 - score.low),
        difference=Interval(-cards.value, -cards.high, -cards.low),
        score_deviation=line.score_deviation,
        difference_deviation=line.difference_deviation,
    )
