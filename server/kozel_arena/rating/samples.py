"""From matches to what is summed over deal groups: seats that count, pairs that met."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kozel.stats import RatioSums
from kozel_arena.rating.values import MatchTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeatSamples:
    """Rated seats, one for an entry and match side; columns of equal length."""

    sample: Ints
    """Deal group, as a place in the groups sorted by number and attempt."""
    entry: Ints
    side: Ints
    match_points: Floats
    deal_points: Floats
    deals: Ints
    difference: Floats
    """Card points of its side minus the mean of the other sides, over the match."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairSamples:
    """Rated meetings of two entries on different sides, once for a pair and match."""

    sample: Ints
    entry: Ints
    opponent: Ints
    score: Floats
    """1, 1/2 or 0 for `entry`."""
    difference: Floats
    """Card points of its side minus those of the opponent's, over the match."""
    deals: Ints


def in_order(table: MatchTable) -> tuple[MatchTable, Ints, int]:
    """The table by match number, each match's deal group counted from 0, and how many groups.

    Nothing after this depends on the order of rows.
    """
    order = np.lexsort((table.attempts, table.numbers))
    ordered = MatchTable(
        entries=table.entries,
        sides=table.sides,
        numbers=table.numbers[order],
        attempts=table.attempts[order],
        groups=table.groups[order],
        deals=table.deals[order],
        seats=table.seats[order],
        match_points=table.match_points[order],
        deal_points=table.deal_points[order],
        is_rated=table.is_rated[order],
    )
    attempts = int(ordered.attempts.max(initial=0)) + 1
    groups, sample, _ = distinct(ordered.groups * attempts + ordered.attempts)
    return ordered, sample, len(groups)


def distinct(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """The distinct keys ascending, for each key its place among them, and where each is first.

    What `numpy.unique` does, but quick for keys that are nearly in order.
    """
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    is_new = np.ones(len(keys), dtype=np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    at = np.empty(len(keys), dtype=np.int64)
    at[order] = np.cumsum(is_new) - 1
    return ordered[is_new], at, order[is_new]


def counting_seats(table: MatchTable) -> NDArray[np.bool_]:
    """Rated seats, but of an entry that holds two seats of a side only the first."""
    counts = table.is_rated.copy()
    for seat, side in enumerate(table.sides):
        for earlier in range(seat):
            if table.sides[earlier] == side:
                same = table.seats[:, earlier] == table.seats[:, seat]
                counts[:, seat] &= ~(same & counts[:, earlier])
    return counts


def seat_samples(table: MatchTable, sample: Ints) -> SeatSamples:
    """The rated seats of a table, seat after seat, each in the order of matches."""
    counts = counting_seats(table)
    _, first_seats = np.unique(table.sides, return_index=True)
    others = len(first_seats) - 1
    total = table.deal_points[:, first_seats].sum(axis=1)
    columns = []
    for seat, side in enumerate(table.sides):
        chosen = counts[:, seat]
        own = table.deal_points[chosen, seat]
        columns.append(
            (
                sample[chosen],
                table.seats[chosen, seat],
                np.full(int(chosen.sum()), side, dtype=np.int64),
                table.match_points[chosen, seat],
                own,
                table.deals[chosen],
                own - (total[chosen] - own) / others,
            )
        )
    joined = [np.concatenate(parts) for parts in zip(*columns, strict=True)]
    names = ("sample", "entry", "side", "match_points", "deal_points", "deals", "difference")
    return SeatSamples(**dict(zip(names, joined, strict=True)))


def pair_samples(table: MatchTable, sample: Ints) -> PairSamples:
    """Every pair of seats on different sides: a match of more than two sides is several meetings.

    `entry` is the one at the earlier seat. Who has more match points did better, 1 to 0; the same
    is 1/2 (see `kozel.stats.pair_score`).
    """
    counts = counting_seats(table)
    columns = []
    for one, side in enumerate(table.sides):
        for two in range(one + 1, len(table.sides)):
            if table.sides[two] == side:
                continue
            a, b = table.seats[:, one], table.seats[:, two]
            met = counts[:, one] & counts[:, two] & (a != b)
            points = table.match_points[met, one] - table.match_points[met, two]
            cards = table.deal_points[met, one] - table.deal_points[met, two]
            score = 0.5 + np.sign(points) / 2
            columns.append((sample[met], a[met], b[met], score, cards, table.deals[met]))
    joined = [np.concatenate(parts) for parts in zip(*columns, strict=True)]
    names = ("sample", "entry", "opponent", "score", "difference", "deals")
    return PairSamples(**dict(zip(names, joined, strict=True)))


def renumbered(pairs: PairSamples, place: Ints) -> PairSamples:
    """The pairs with entry n as `place[n]`, seen from the one with the smaller number."""
    one, two = place[pairs.entry], place[pairs.opponent]
    is_turned = one > two
    return PairSamples(
        sample=pairs.sample,
        entry=np.minimum(one, two),
        opponent=np.maximum(one, two),
        score=np.where(is_turned, 1 - pairs.score, pairs.score),
        difference=np.where(is_turned, -pairs.difference, pairs.difference),
        deals=pairs.deals,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Where rows go that are summed by key (an entry, a pair) and deal group."""

    keys: int
    owner: Ints
    """Key of each cell."""
    at: Ints
    """Cell of each row."""

    @classmethod
    def of(cls, key: Ints, keys: int, sample: Ints) -> Self:
        """The cells of rows with these keys, 0 up to `keys`, and deal groups."""
        cell, at, _ = distinct(sample * keys + key)
        return cls(keys, cell % keys, at)

    def ratio_sums(self, value: Floats, weight: Ints | Floats) -> list[RatioSums]:
        """For each key the sums over deal groups of a value and a weight that rows have."""
        v = np.bincount(self.at, weights=value, minlength=len(self.owner))
        w = np.bincount(self.at, weights=weight, minlength=len(self.owner))
        has_weight = w > 0
        owner, v, w = self.owner[has_weight], v[has_weight], w[has_weight]
        columns = [
            np.bincount(owner, weights=column, minlength=self.keys).tolist()
            for column in (v, w, v * v, v * w, w * w)
        ]
        counted = np.bincount(owner, minlength=self.keys).tolist()
        return [
            RatioSums(
                groups=groups,
                values=values,
                weights=weights,
                values_squared=values_squared,
                products=products,
                weights_squared=weights_squared,
            )
            for groups, values, weights, values_squared, products, weights_squared in zip(
                counted, *columns, strict=True
            )
        ]
