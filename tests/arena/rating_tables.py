"""Match tables for tests: written out, or simulated from known strengths."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kozel_arena.rating import MatchTable

TWO = (0, 1)
TEAMS = (0, 1, 0, 1)


def table_of(
    *matches: tuple[str, Sequence[float]],
    groups: Sequence[int] | None = None,
    cards: Sequence[Sequence[float]] | None = None,
    entries: str = "abcd",
    sides: Sequence[int] = TWO,
    deals: int = 1,
) -> MatchTable:
    """Matches as (entries by seat, match points by seat), such as ("ab", (1, 0))."""
    count = len(matches)
    rows = []
    for number, (holders, points) in enumerate(matches):
        for seat, holder in enumerate(holders):
            group = number if groups is None else groups[number]
            card = 120 * deals / 2 if cards is None else cards[number][seat]
            entry = entries.index(holder)
            rows.append((number, 0, group, deals, entry, points[seat], card, True))
    table = MatchTable.of_rows(rows, entries=tuple(entries), sides=sides)
    assert len(table.numbers) == count
    return table


def in_other_order(table: MatchTable, order: NDArray[np.int64]) -> MatchTable:
    """The same matches in other rows."""
    columns = ("numbers", "attempts", "groups", "deals", "seats", "match_points")
    columns += ("deal_points", "is_rated")
    changed: dict[str, Any] = {name: getattr(table, name)[order] for name in columns}
    return replace(table, **changed)


def renamed(table: MatchTable, names: Sequence[str], order: NDArray[np.int64]) -> MatchTable:
    """The same matches when entry n is called `names[order[n]]` and stands at that place."""
    return replace(table, entries=tuple(names), seats=order[table.seats])


def round_robin(
    ratings: Sequence[float], *, groups_a_pair: int, seed: int, luck: float = 0.0
) -> MatchTable:
    """Mirrored pairs of matches between all, from ratings in natural units.

    Args:
        ratings: by entry.
        groups_a_pair: deal groups; each is two matches with sides swapped.
        seed: of the simulation.
        luck: moves the chance to win of whoever sits first in both matches, up or down by it.
    """
    chance = np.random.default_rng(seed)
    one, two = np.triu_indices(len(ratings), 1)
    first, second = np.repeat(one, groups_a_pair), np.repeat(two, groups_a_pair)
    strength = np.asarray(ratings)
    better = 1 / (1 + np.exp(strength[second] - strength[first]))
    swing = np.where(chance.random(len(first)) < 0.5, luck, -luck)
    won = np.stack([better + swing, 1 - better + swing], axis=1) > chance.random((len(first), 2))
    seats = np.stack([first, second, second, first], axis=1).reshape(-1, 2)
    points = np.stack([won, ~won], axis=2).reshape(-1, 2).astype(float)
    matches = len(seats)
    cards = 60 + 20 * (points[:, 0] - 0.5) + chance.normal(0, 10, matches)
    own = np.clip(cards, 0, 120)
    return MatchTable(
        entries=tuple(f"b{number}" for number in range(len(ratings))),
        sides=TWO,
        numbers=np.arange(matches),
        attempts=np.zeros(matches, dtype=np.int64),
        groups=np.arange(matches) // 2,
        deals=np.ones(matches, dtype=np.int64),
        seats=seats,
        match_points=points,
        deal_points=np.stack([own, 120 - own], axis=1),
        is_rated=np.ones((matches, 2), dtype=np.bool_),
    )
