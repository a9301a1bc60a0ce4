"""Deal groups prepared for the bootstrap: those that say the same are counted, not kept."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.sparse import csr_array

from kozel_arena.rating.samples import Floats, Ints, PairSamples, distinct

BLOCKS: Final = 2000
"""Most deal groups of several pairs that are drawn one by one. More of them are put together by
lot, and all groups of a block are drawn as one: that leaves the variance what it is and makes it
known to 3 %, which is far less than the intervals' own."""
_DENSE: Final = 5_000_000
"""Cells up to which a full matrix is quicker than a sparse one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Patterns:
    """Kinds of deal groups, and what one group of each kind says."""

    counts: Floats
    """Groups of each kind."""
    matches: csr_array | Floats
    """(patterns, pairs): matches played."""
    points: csr_array | Floats
    """(patterns, entries): matches won, shared wins half."""
    pairs: tuple[Ints, Ints]
    """Both entries of each pair."""


@dataclass(slots=True)
class _Cells:
    """What each deal group says about each pair that met in it."""

    group: Ints
    pair: Ints
    matches: Floats
    points: Floats
    """Of the pair's first entry."""


def patterns_of(pairs: PairSamples, entries: int, lots: Ints) -> Patterns:
    """Sort the groups into kinds, by the first group of each.

    A group of one pair is like any other in which that pair had the same result; of groups of
    several pairs hardly two are alike, so each (or each block) is a kind by itself.

    Args:
        pairs: each from its entry with the smaller number; at least one.
        entries: how many there are.
        lots: by group, a permutation that puts groups into blocks.
    """
    key, pair, _ = distinct(pairs.entry * entries + pairs.opponent)
    ones = np.ones(len(pair))
    cells = _summed(_Cells(pairs.sample, pair, ones, pairs.score), len(key))
    samples = len(lots)
    met = np.bincount(cells.group, minlength=samples)
    if int((met > 1).sum()) > BLOCKS:
        block = np.where(met > 1, samples + lots % BLOCKS, np.arange(samples))
        cells.group = block[cells.group]
        cells = _summed(cells, len(key))
    is_alone = np.append(met, np.full(BLOCKS, 2))[cells.group] == 1
    pattern = _kinds(cells, is_alone)
    return _matrices(cells, pattern, is_alone, key, entries)


def _summed(cells: _Cells, pairs: int) -> _Cells:
    """One cell for each group and pair, by group."""
    keys, at, _ = distinct(cells.group * pairs + cells.pair)
    group, pair = np.divmod(keys, pairs)
    matches = np.bincount(at, weights=cells.matches).astype(np.float64)
    points = np.bincount(at, weights=cells.points).astype(np.float64)
    return _Cells(group, pair, matches, points)


def _kinds(cells: _Cells, is_alone: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ints:
    """The pattern of each cell, counted from 0 in the order in which they occur first."""
    looks = np.stack([np.where(is_alone, -1, cells.group), cells.pair, cells.matches, cells.points])
    looks[1:, ~is_alone] = 0
    order = np.lexsort(looks[::-1])
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = np.any(looks[:, order[1:]] != looks[:, order[:-1]], axis=0)
    label = np.empty(len(order), dtype=np.int64)
    label[order] = np.cumsum(is_new) - 1
    _, _, first = distinct(label)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[label]


def _matrices(
    cells: _Cells,
    pattern: Ints,
    is_alone: np.ndarray[tuple[int], np.dtype[np.bool_]],
    key: Ints,
    entries: int,
) -> Patterns:
    """One row a pattern: of groups that are alike the first is taken."""
    count = int(pattern.max()) + 1
    counts = np.ones(count)
    alike = np.bincount(pattern, minlength=count)
    counts[pattern[is_alone]] = alike[pattern[is_alone]]
    chosen = ~is_alone
    chosen[distinct(pattern)[2]] = True
    row, pair = pattern[chosen], cells.pair[chosen]
    matches, points = cells.matches[chosen], cells.points[chosen]
    one, two = np.divmod(key, entries)
    won = np.concatenate([points, matches - points])
    who = np.concatenate([one[pair], two[pair]])
    return Patterns(
        counts=counts,
        matches=_matrix(matches, row, pair, (count, len(key))),
        points=_matrix(won, np.concatenate([row, row]), who, (count, entries)),
        pairs=(one, two),
    )


def _matrix(values: Floats, row: Ints, column: Ints, shape: tuple[int, int]) -> csr_array | Floats:
    sparse = csr_array((values, (row, column)), shape=shape)
    return sparse.toarray() if shape[0] * shape[1] <= _DENSE else sparse
