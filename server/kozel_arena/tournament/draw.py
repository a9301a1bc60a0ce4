"""The draw of one Swiss round: who meets whom, given what everybody has scored and met.

For two entries a table it is the Dutch system of the FIDE without its rules for colours (every
meeting is played in all seat orders, so nobody has a colour): score groups from the top, nobody
twice against the same, the upper half of a group against the lower, as little floating as
possible, one bye at the bottom. Instead of the handbook's trial and error it is one matching of
least cost, which finds a draw without rematches whenever there is one. For three or four entries
a table no such search is known to be quick: tables are filled from the top and then improved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

WINDOW: Final = 24
"""Places by which two may be apart in the ranking when a draw is tried at first."""
CANDIDATES: Final = 9
"""How many of the next in the ranking are looked at to fill a table of three or four."""
PASSES: Final = 4
"""How often tables of three or four are gone through for exchanges that make them better."""


@dataclass(slots=True)
class Standing:
    """What the draw knows of an entry; ranked by score, then seed."""

    seed: int
    score: float = 0.0
    byes: int = 0
    met: Counter[int] = field(default_factory=Counter)
    """How often it sat at a table with each other seed."""
    partnered: Counter[int] = field(default_factory=Counter)
    """How often it was each other seed's partner."""


@dataclass(frozen=True, slots=True)
class Round:
    """Seeds by table, best table first, and seeds that have a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def draw_round(standings: Iterable[Standing], *, size: int) -> Round:
    """Draw a round; the same standings always give the same draw.

    Args:
        standings: of those who take part.
        size: entries at a table: 2, 3 or 4.
    """
    ranked = sorted(standings, key=lambda entry: (-entry.score, entry.seed))
    if len(ranked) < size:
        return Round((), tuple(entry.seed for entry in ranked))
    return _draw_pairs(ranked) if size == 2 else _draw_tables(ranked, size)


def _draw_pairs(ranked: list[Standing]) -> Round:
    pairs = _match(ranked, WINDOW)
    is_perfect = len(pairs) == (len(ranked) + 1) // 2
    if len(ranked) > WINDOW and not (is_perfect and _is_fresh(ranked, pairs)):
        pairs = _match(ranked, len(ranked))
    tables = sorted(pair for pair in pairs if pair[1] < len(ranked))
    byes = [one for one, other in pairs if other == len(ranked)]
    return Round(
        tuple((ranked[one].seed, ranked[other].seed) for one, other in tables),
        tuple(ranked[one].seed for one in byes),
    )


def _is_fresh(ranked: list[Standing], pairs: list[tuple[int, int]]) -> bool:
    return not any(
        ranked[one].byes if other == len(ranked) else ranked[one].met[ranked[other].seed]
        for one, other in pairs
    )


def _match(ranked: list[Standing], window: int) -> list[tuple[int, int]]:
    """The pairs of least cost, by place in the ranking; the bye is a place after the last."""
    # Only a Swiss tournament needs it, and it takes long to load.
    from networkx import Graph, max_weight_matching

    count = len(ranked)
    costs = _Costs(ranked)
    edges = [
        (one, other, costs.of_pair(one, other))
        for one in range(count)
        for other in range(one + 1, min(count, one + 1 + window))
    ]
    if count % 2:
        edges += [(one, count, costs.of_bye(one)) for one in range(count)]
    graph = Graph()
    most = max(cost for _, _, cost in edges)
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in edges)
    return [
        (min(pair), max(pair)) for pair in sorted(max_weight_matching(graph, maxcardinality=True))
    ]


class _Costs:
    """Costs as whole numbers: a rematch or second bye outweighs all floats, and those all else."""

    __slots__ = ("_float", "_ranked", "_rematch", "_sizes", "_within")

    def __init__(self, ranked: list[Standing]) -> None:
        count = len(ranked)
        self._ranked = ranked
        self._float = count * count + 1
        highest = _halves(ranked[0].score - ranked[-1].score)
        self._rematch = self._float * (highest * highest + 1) * (count + 1)
        self._sizes = Counter(entry.score for entry in ranked)
        seen: Counter[float] = Counter()
        self._within = []
        for entry in ranked:
            self._within.append(seen[entry.score])
            seen[entry.score] += 1

    def of_pair(self, one: int, other: int) -> int:
        """The cost when those places in the ranking meet; `one` is the higher."""
        high, low = self._ranked[one], self._ranked[other]
        apart = _halves(high.score - low.score)
        cost = self._rematch * high.met[low.seed] ** 2 + self._float * apart * apart
        if high.score == low.score:
            half = self._sizes[high.score] // 2
            return cost + abs(self._within[other] - self._within[one] - half)
        return cost + other - one

    def of_bye(self, place: int) -> int:
        """The cost of a bye for that place; the lowest has it first."""
        entry = self._ranked[place]
        above = _halves(entry.score - self._ranked[-1].score)
        last = len(self._ranked) - 1
        return self._rematch * entry.byes**2 + self._float * above * above + last - place


def _halves(score: float) -> int:
    """A difference of scores in half points, rounded up, as shared wins of three may be thirds."""
    return round(2 * score + 0.4)


def _draw_tables(ranked: list[Standing], size: int) -> Round:
    over = len(ranked) % size
    last_first = sorted(ranked, key=lambda entry: (entry.byes, entry.score, -entry.seed))
    byes = [entry.seed for entry in last_first[:over]]
    left = [entry for entry in ranked if entry.seed not in byes]
    tables: list[list[Standing]] = []
    while left:
        first, near = left[0], left[1 : 1 + CANDIDATES]
        mates = min(combinations(near, size - 1), key=lambda mates: _cost((first, *mates)))
        tables.append([first, *mates])
        left = [entry for entry in left[1:] if entry not in mates]
    _improve(tables)
    seated = [_partnered(table) if size == 4 else tuple(table) for table in tables]
    return Round(tuple(tuple(entry.seed for entry in table) for table in seated), tuple(byes))


def _cost(table: Sequence[Standing]) -> float:
    """Rematches first, then how far the scores are apart."""
    cost = 0.0
    for one, other in combinations(table, 2):
        cost += 1000.0 * one.met[other.seed] ** 2 + (one.score - other.score) ** 2
    return cost


def _improve(tables: list[list[Standing]]) -> None:
    """Exchange two entries of different tables where that makes both together better."""
    for _ in range(PASSES):
        is_better = False
        for one, other in combinations(tables, 2):
            for a in range(len(one)):
                for b in range(len(other)):
                    before = _cost(one) + _cost(other)
                    one[a], other[b] = other[b], one[a]
                    if _cost(one) + _cost(other) < before:
                        is_better = True
                    else:
                        one[a], other[b] = other[b], one[a]
        if not is_better:
            return


def _partnered(table: list[Standing]) -> tuple[Standing, ...]:
    """The four in the order of their seats: partners who were so least, best with weakest."""
    a, b, c, d = sorted(table, key=lambda entry: (-entry.score, entry.seed))
    splits = (((a, d), (b, c)), ((a, c), (b, d)), ((a, b), (c, d)))
    (one, other) = min(
        splits, key=lambda split: sum(pair[0].partnered[pair[1].seed] for pair in split)
    )
    return one[0], other[0], one[1], other[1]
