"""Who meets whom: meeting number -> the entries (as indices) that sit down together.

Two sides use the circle method; three sides turn one triangle after another around a circle of
the entries. Both are closed formulas, so that any number can be asked without counting up to it.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, isqrt


def count_meetings(entries: int, sides: int) -> int:
    """In how many ways `sides` of the entries can meet."""
    return comb(entries, sides)


@lru_cache(maxsize=16_384)
def meeting(number: int, entries: int, sides: int) -> tuple[int, ...]:
    """The indices of the entries in meeting `number` (0 ≤ number < `count_meetings`).

    The order inside a meeting is the one in which seat order 0 seats them.
    """
    return _pair(number, entries) if sides == 2 else _triple(number, entries)


def meeting_of(met: Sequence[int], entries: int) -> int:
    """The number of the meeting of those two or three entries, in any order."""
    if len(met) == 2:
        low, high = sorted(met)
        return _number_of_pair(low, high, entries)
    low, middle, high = sorted(met)
    return _number_of_triple(low, middle, high, entries)


def _pair(number: int, entries: int) -> tuple[int, int]:
    """Circle method: in each round everybody plays once; with an odd count one has a bye.

    With an odd number of entries the fixed place of the circle is a ghost, and its table, the
    first of each round, is left out: so every entry has exactly one bye.
    """
    circle = entries - 1 if entries % 2 == 0 else entries
    tables = entries // 2
    turn, table = divmod(number, tables)
    if entries % 2:
        table += 1
    if table == 0:
        first, second = turn, entries - 1
    else:
        first, second = (turn + table) % circle, (turn - table) % circle
    return _by_parity(min(first, second), max(first, second))


def _number_of_pair(low: int, high: int, entries: int) -> int:
    circle = entries - 1 if entries % 2 == 0 else entries
    tables = entries // 2
    if entries % 2 == 0 and high == entries - 1:
        return low * tables
    half = (circle + 1) // 2
    turn = (low + high) * half % circle
    table = (low - turn) % circle
    table = min(table, circle - table)
    return turn * tables + table - entries % 2


def _by_parity(low: int, high: int) -> tuple[int, int]:
    """Seat order 0: the lower index first when the sum is odd, else the higher.

    Over one circle every entry is first in half of its meetings, give or take one.
    """
    return (low, high) if (low + high) % 2 else (high, low)


def _triple(number: int, entries: int) -> tuple[int, int, int]:
    """A triangle with corners `start`, `start + gap`, … turned once around the circle.

    A triangle is its three gaps, which sum to `entries`; written from its smallest gap on
    (`first ≤ second`, `first < third`) every triangle occurs once. A whole turn uses every
    entry once at each corner. The equilateral triangle comes last and needs a third of a turn.
    """
    shape, start = divmod(number, entries)
    if entries % 3 == 0 and shape == shape_count(entries):
        third = entries // 3
        return start, start + third, start + 2 * third
    first = _smallest_gap(shape, entries)
    second = first + shape - _shapes_before(first, entries)
    return start, (start + first) % entries, (start + first + second) % entries


def _number_of_triple(low: int, middle: int, high: int, entries: int) -> int:
    gaps = (middle - low, high - middle, entries - high + low)
    if gaps[0] == gaps[1] == gaps[2]:
        return shape_count(entries) * entries + low
    turned = ((low, *gaps), (middle, *gaps[1:], gaps[0]), (high, gaps[2], *gaps[:2]))
    start, first, second, _ = next(t for t in turned if t[1] <= t[2] and t[1] < t[3])
    return (_shapes_before(first, entries) + second - first) * entries + start


def shape_count(entries: int) -> int:
    """How many triangles make a whole turn, the equilateral one not counted."""
    return _shapes_before((entries - 1) // 3 + 1, entries)


def _shapes_before(gap: int, entries: int) -> int:
    """How many triangles have a smallest gap below `gap`: the sum of (entries - 3 * smaller)."""
    return (gap - 1) * entries - 3 * gap * (gap - 1) // 2


def _smallest_gap(shape: int, entries: int) -> int:
    """The largest gap with `_shapes_before(gap) <= shape`, from the quadratic's root."""
    reach = 2 * entries + 3
    gap = max(1, (reach - isqrt(max(0, reach * reach - 24 * (shape + entries)))) // 6)
    while gap > 1 and _shapes_before(gap, entries) > shape:
        gap -= 1
    while _shapes_before(gap + 1, entries) <= shape and 3 * (gap + 1) < entries:
        gap += 1
    return gap
