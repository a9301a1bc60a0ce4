"""Sums of results to lines of a table: standings, cross-table, match points."""

from collections.abc import Iterable
from dataclasses import dataclass

from kozel.stats import score_interval
from kozel_arena.rating.histogram import TimeHistogram


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTally:
    """What was summed up for one entry."""

    bot_id: str
    name: str
    matches: int
    points: float
    """Sum of its match points."""
    silences: int
    decisions: TimeHistogram


@dataclass(frozen=True, slots=True, kw_only=True)
class MetTally:
    """What was summed up for one entry over its matches against one opponent."""

    bot_id: str
    opponent_id: str
    matches: int
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine:
    """How an entry did. Scores are match points a match, 0 to 1; the interval is 95 %."""

    bot_id: str
    name: str
    matches: int
    score: float
    score_low: float
    score_high: float
    decision_p50_ns: int
    decision_p99_ns: int
    silences: int
    """Decisions that the arena made for the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTableCell:
    """How an entry did in its matches against one opponent; the score is the entry's own."""

    bot_id: str
    opponent_id: str
    matches: int
    score: float


def match_points(side: int, winners: tuple[int, ...]) -> float:
    """Match points of a side: 1 for a win, an equal share of it when several win, 0 for a loss.

    The points of a match sum to 1, so scores can be compared between bots and tournaments.

    Raises:
        ValueError: nobody won; such a match does not count.
    """
    if not winners:
        raise ValueError("a match without winners has no match points")
    return 1 / len(winners) if side in winners else 0.0


def standings(tallies: Iterable[ScoreTally]) -> list[StandingLine]:
    """The table, best score first; equal scores by more matches, then by id; unplayed last."""
    lines = [_line(tally) for tally in tallies]
    return sorted(lines, key=_place)


def _place(line: StandingLine) -> tuple[bool, float, int, str]:
    return line.matches == 0, -line.score, -line.matches, line.bot_id


def cross_table(tallies: Iterable[MetTally]) -> list[CrossTableCell]:
    """Every ordered pair of opponents that has met."""
    return [
        CrossTableCell(
            bot_id=tally.bot_id,
            opponent_id=tally.opponent_id,
            matches=tally.matches,
            score=tally.points / tally.matches,
        )
        for tally in tallies
    ]


def _line(tally: ScoreTally) -> StandingLine:
    score = score_interval(tally.points, tally.matches)
    return StandingLine(
        bot_id=tally.bot_id,
        name=tally.name,
        matches=tally.matches,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        decision_p50_ns=tally.decisions.quantile_ns(0.5),
        decision_p99_ns=tally.decisions.quantile_ns(0.99),
        silences=tally.silences,
    )
