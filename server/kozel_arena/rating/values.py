"""What is analysed and what comes out of it, as frozen values."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from kozel.stats import DEAL_POINTS, Interval

SEAT_ROW: Final = np.dtype(
    [
        ("number", np.int64),
        ("attempt", np.int64),
        ("group", np.int64),
        ("deals", np.int64),
        ("entry", np.int64),
        ("match_points", np.float64),
        ("deal_points", np.float64),
        ("is_rated", np.bool_),
    ]
)
"""A seat of a match; rows of a match follow each other by seat."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MatchTable:
    """Finished matches of one tournament as columns; one row a match, in any order.

    Only matches whose verdict is rated belong in it. Arrays by match have one dimension, those by
    match and seat have two: (matches, seats).

    Raises:
        ValueError: the columns do not fit each other, or hold numbers that cannot be.
    """

    entries: tuple[str, ...]
    """Ids of all entries, those without a match too; the numbers in `seats` are places in it."""
    sides: tuple[int, ...]
    """Side of each seat, such as (0, 1, 0, 1)."""
    numbers: NDArray[np.int64]
    """The match's number in the tournament. With `attempts` unique."""
    attempts: NDArray[np.int64]
    """How often the match was voided before; other attempts have other deals."""
    groups: NDArray[np.int64]
    """Deal group: matches of one group and attempt played the same deals."""
    deals: NDArray[np.int64]
    """Deals played, 0 or more."""
    seats: NDArray[np.int64]
    """Entry at the seat; in team games both seats of a side may have the same."""
    match_points: NDArray[np.float64]
    """Of the seat's side, 0 to 1."""
    deal_points: NDArray[np.float64]
    """Card points of the seat's side over the match, 0 to 120 a deal."""
    is_rated: NDArray[np.bool_]
    """Whether the seat counts; not for the partner of an absentee, who did not lose by itself."""

    def __post_init__(self) -> None:
        if len(set(self.sides)) < 2:
            raise ValueError("a match table needs at least two sides: name the side of every seat")
        self._check_shapes()
        if len(set(self.entries)) != len(self.entries):
            raise ValueError("two entries of a match table have the same id: give each one once")
        if self.seats.size and not 0 <= self.seats.min() <= self.seats.max() < len(self.entries):
            raise ValueError("a seat is held by no entry of the match table: list all entries")
        points = self.match_points
        if not np.all((points >= 0) & (points <= 1)):
            raise ValueError("match points of a match table must be from 0 to 1")
        most = DEAL_POINTS * self.deals[:, None]
        if not np.all((self.deal_points >= 0) & (self.deal_points <= most)):
            raise ValueError(f"deal points of a match table must be 0 to {DEAL_POINTS} a deal")
        keys = self.numbers * (self.attempts.max(initial=0) + 1) + self.attempts
        keys.sort()
        if np.any(keys[1:] == keys[:-1]):
            raise ValueError("a match is twice in the match table: give each attempt once")

    def _check_shapes(self) -> None:
        matches = (len(self.numbers),)
        by_seat = (len(self.numbers), len(self.sides))
        for name in ("numbers", "attempts", "groups", "deals"):
            if getattr(self, name).shape != matches:
                raise ValueError(f"the column {name} of a match table must have one value a match")
        for name in ("seats", "match_points", "deal_points", "is_rated"):
            if getattr(self, name).shape != by_seat:
                raise ValueError(f"the column {name} of a match table must have one value a seat")

    @classmethod
    def of_rows(
        cls,
        rows: Iterable[tuple[int, int, int, int, int, float, float, bool]],
        *,
        entries: Sequence[str],
        sides: Sequence[int],
    ) -> Self:
        """Make a table of seat rows as a query gives them, in the order of `SEAT_ROW`.

        Args:
            rows: (number, attempt, group, deals, entry, match_points, deal_points, is_rated), the
                seats of a match one after another; `entry` is the place in `entries`.
            entries: ids.
            sides: side of each seat; its length is the number of seats of a match.

        Raises:
            ValueError: a match has not all its seats, or a number cannot be.
        """
        flat = np.fromiter(rows, dtype=SEAT_ROW)
        if not sides or len(flat) % len(sides):
            raise ValueError(f"{len(flat)} seats are no whole matches of {len(sides)} seats")
        seats = flat.reshape(-1, len(sides))
        if not np.all(seats[["number", "attempt"]] == seats[["number", "attempt"]][:, :1]):
            raise ValueError("the seats of a match do not follow each other: sort the rows")
        return cls(
            entries=tuple(entries),
            sides=tuple(sides),
            numbers=seats["number"][:, 0],
            attempts=seats["attempt"][:, 0],
            groups=seats["group"][:, 0],
            deals=seats["deals"][:, 0],
            seats=seats["entry"],
            match_points=seats["match_points"],
            deal_points=seats["deal_points"],
            is_rated=seats["is_rated"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAnalysis:
    """What is known about one entry; all intervals are 95 % with deal groups as samples."""

    entry: str
    place: int
    """From 1; entries with the same score share a place."""
    matches: int
    """Rated matches."""
    groups: int
    deals: int
    score: Interval
    """Match points a match, 0 to 1."""
    points: Interval
    """Card points of its side a deal, 0 to 120."""
    field: Interval | None
    """Card points a deal more than the others who held its side on the same deals, taken from
    the difference to the opponents, -240 to 240; None where no deal was played at two tables."""
    elo: Interval | None
    """Bradley-Terry rating in logistic Elo, 0 is the mean of all rated entries; None without a
    match against another entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAnalysis:
    """How `entry` did against `opponent`, on different sides; seen from `entry`."""

    entry: str
    opponent: str
    matches: int
    groups: int
    score: Interval
    """Share of the matches in which it did better, shared wins half; 0 to 1."""
    difference: Interval
    """Card points a deal, -120 to 120."""
    score_deviation: float | None
    """Standard deviation of a deal group's score: what `plan` needs; None below two groups."""
    difference_deviation: float | None
    """Standard deviation of a deal group's points a deal; None below two groups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The tables of a tournament. The same for any order of matches and any names."""

    entries: tuple[EntryAnalysis, ...]
    """Best score first, unplayed last."""
    pairs: tuple[PairAnalysis, ...]
    """Every ordered pair that has met, in the order of `entries`."""
    superiority: tuple[tuple[float, ...], ...]
    """Row by column in the order of `entries`: probability that the row's entry is the stronger
    one by the ratings; 1/2 on the diagonal and where one has no match."""
    matches: int
    groups: int
    """Deal groups: the samples behind all of it."""
