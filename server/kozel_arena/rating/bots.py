"""How one bot has done: over time, by opponent, by game and by seat; from columns of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozel.stats import Interval, clustered_score_interval
from kozel_arena.rating.samples import Cells, Floats, Ints, distinct

STRETCHES: Final = 60
"""Most points of a course: each costs a look at all matches before it."""
FEWEST: Final = 10
LEAST: Final = 10
"""Matches of a stretch, at least, once a course has FEWEST: few of them say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BotMatches:
    """A bot's rated matches in one tournament, in the order in which they were stored."""

    ruleset: str
    seat_names: tuple[str, ...]
    """What its seats are called: a bot that holds both seats of a side has one name for both."""
    rows: Ints
    """Rises over all tournaments."""
    groups: Ints
    """Matches of one group and attempt played the same deals."""
    attempts: Ints
    seats: Ints
    """Places in `seat_names`."""
    points: Floats
    """Match points of its side, 0 to 1."""
    met_at: Ints
    """For every opponent that was met, the place of the match in the columns above."""
    opponents: Ints
    """Their numbers."""
    scores: Floats
    """1, 1/2 or 0: who of the two had more match points."""


@dataclass(frozen=True, slots=True)
class Share:
    """How a bot did in some of its matches."""

    key: str
    """What these matches have in common."""
    matches: int
    """How many matches they are."""
    score: Interval
    """0 to 1, with its 95 % interval; deal groups are the samples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoursePoint:
    """How a bot had done after a number of matches."""

    row: int
    """Of the last one."""
    matches: int
    score: Interval
    """Of all matches up to here."""
    recent: float
    """Of those since the point before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotAnalysis:
    """How a bot has done in all its rated matches."""

    matches: int
    score: Interval | None
    """None without a match."""
    opponents: tuple[Share, ...]
    """By the opponent's number; who was met oftenest first. The score is that of the pair."""
    rulesets: tuple[Share, ...]
    seats: tuple[Share, ...]
    """By ruleset and seat, such as `miner: 0 and 2`."""
    course: tuple[CoursePoint, ...]


def analyse_bot(tournaments: Sequence[BotMatches]) -> BotAnalysis:
    """Put together what a bot did in its tournaments, in any order."""
    played = [one for one in tournaments if len(one.rows)]
    if not played:
        return BotAnalysis(matches=0, score=None, opponents=(), rulesets=(), seats=(), course=())
    samples = _samples(played)
    rows = np.concatenate([one.rows for one in played])
    points = np.concatenate([one.points for one in played])
    games = [np.full(len(one.rows), one.ruleset) for one in played]
    seats = [
        np.array([f"{one.ruleset}: {name}" for name in one.seat_names])[one.seats] for one in played
    ]
    starts = np.cumsum([0, *(len(one.rows) for one in played)])[:-1]
    met = np.concatenate([one.met_at + at for one, at in zip(played, starts, strict=True)])
    opponents = np.concatenate([one.opponents for one in played]).astype(str)
    scores = np.concatenate([one.scores for one in played])
    order = np.argsort(rows, kind="stable")
    return BotAnalysis(
        matches=len(rows),
        score=_interval(points, samples),
        opponents=tuple(
            sorted(_shares(opponents, scores, samples[met]), key=lambda share: -share.matches)
        ),
        rulesets=_shares(np.concatenate(games), points, samples),
        seats=_shares(np.concatenate(seats), points, samples),
        course=_course(rows[order], points[order], samples[order]),
    )


def _samples(tournaments: Sequence[BotMatches]) -> Ints:
    """Each match's deal group, other numbers in every tournament."""
    columns, first = [], 0
    for one in tournaments:
        attempts = int(one.attempts.max(initial=0)) + 1
        known, at, _ = distinct(one.groups * attempts + one.attempts)
        columns.append(at + first)
        first += len(known)
    return np.concatenate(columns)


def _shares(keys: NDArray[np.str_], values: Floats, samples: Ints) -> tuple[Share, ...]:
    names, key = np.unique(keys, return_inverse=True)
    cells = Cells.of(key.astype(np.int64), len(names), samples)
    sums = cells.ratio_sums(values, np.ones(len(values)))
    return tuple(
        Share(str(name), round(one.weights), clustered_score_interval(one))
        for name, one in zip(names, sums, strict=True)
    )


def _interval(points: Floats, samples: Ints) -> Interval:
    cells = Cells.of(np.zeros(len(points), dtype=np.int64), 1, samples)
    return clustered_score_interval(cells.ratio_sums(points, np.ones(len(points)))[0])


def _course(rows: Ints, points: Floats, samples: Ints) -> tuple[CoursePoint, ...]:
    """Points at equal distances, the last one at the end."""
    count = len(rows)
    stretches = min(STRETCHES, max(FEWEST, count // LEAST))
    ends = np.unique(np.linspace(0, count, min(count, stretches) + 1)[1:].round().astype(np.int64))
    course, before = [], 0
    for end in ends.tolist():
        course.append(
            CoursePoint(
                row=int(rows[end - 1]),
                matches=end,
                score=_interval(points[:end], samples[:end]),
                recent=float(points[before:end].mean()),
            )
        )
        before = end
    return tuple(course)
