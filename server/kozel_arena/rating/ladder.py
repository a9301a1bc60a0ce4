"""Ratings of a ladder, match by match, by OpenSkill's Plackett-Luce model.

They depend on the order of matches: the same results in another order give other ratings. They
are for watching a ladder on which bots come and go; who is better is told by `analyse`.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from kozel_arena.rating.samples import in_order
from kozel_arena.rating.values import MatchTable

_DEVIATIONS: Final = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDependentRating:
    """An entry of a ladder after its last match. Not Elo: a new bot has mu 25 and sigma 8.3."""

    entry: str
    mu: float
    """Estimated strength in OpenSkill's own unit."""
    sigma: float
    """Standard deviation of the estimate; falls with the matches."""
    ordinal: float
    """mu - 3·sigma: what the bot has shown it is worth at least; ladders are sorted by it."""
    matches: int


class OrderDependentLadder:
    """Ratings that are brought up to date by each match. Mutable; feed matches by number."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}
        self._matches: dict[str, int] = {}

    def join(self, entry: str) -> None:
        """Give an entry its first rating; nothing changes for one that is there."""
        if entry not in self._ratings:
            self._ratings[entry] = self._model.rating()
            self._matches[entry] = 0

    def add(self, sides: list[list[str]], match_points: list[float]) -> None:
        """Count a match.

        Args:
            sides: the rated entries of each side, each once; a side without one is left out.
            match_points: of each side; more is better, equal is a tie.

        Raises:
            ValueError: there are not as many points as sides.
        """
        played = [pair for pair in zip(sides, match_points, strict=True) if pair[0]]
        if len(played) < 2:
            return
        entries = [side for side, _ in played]
        for entry in (entry for side in entries for entry in side):
            self.join(entry)
        teams = [[self._ratings[entry] for entry in side] for side in entries]
        rated = self._model.rate(teams, scores=[points for _, points in played])
        for side, ratings in zip(entries, rated, strict=True):
            for entry, rating in zip(side, ratings, strict=True):
                self._ratings[entry] = rating
                self._matches[entry] += 1

    def ratings(self) -> tuple[OrderDependentRating, ...]:
        """All entries, best ordinal first, then by id."""
        found = [
            OrderDependentRating(
                entry=entry,
                mu=rating.mu,
                sigma=rating.sigma,
                ordinal=rating.mu - _DEVIATIONS * rating.sigma,
                matches=self._matches[entry],
            )
            for entry, rating in self._ratings.items()
        ]
        return tuple(sorted(found, key=lambda one: (-one.ordinal, one.entry)))


def order_dependent_ratings(table: MatchTable) -> tuple[OrderDependentRating, ...]:
    """The ladder after all matches of the table, taken in the order of their numbers."""
    ladder = OrderDependentLadder()
    for entry in table.entries:
        ladder.join(entry)
    ordered, _, _ = in_order(table)
    names = np.array(table.entries, dtype=object)[ordered.seats].tolist()
    sides = sorted(set(table.sides))
    first_seats = [table.sides.index(side) for side in sides]
    rows = zip(names, ordered.is_rated.tolist(), ordered.match_points.tolist(), strict=True)
    for holders, is_rated, points in rows:
        seated = list(zip(table.sides, holders, is_rated, strict=True))
        teams = [
            list(dict.fromkeys(holder for at, holder, counts in seated if at == side and counts))
            for side in sides
        ]
        ladder.add(teams, [points[seat] for seat in first_seats])
    return ladder.ratings()
