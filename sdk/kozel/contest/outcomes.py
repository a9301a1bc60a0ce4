"""What a match says of the two entries: read off its record, whether just played or kept."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Self

from kozel.contest.lineups import Order
from kozel.records import Record
from kozel.rules import Rules
from kozel.stats import MatchSample


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How often an entry did not decide for itself. Every field is a number of decisions."""

    late: int = 0
    """Not answered in time."""
    faulty: int = 0
    """It raised, or chose what is not legal."""
    gone: int = 0
    """Its process was not there."""

    def __add__(self, other: "Faults") -> "Faults":
        return Faults(
            late=self.late + other.late,
            faulty=self.faulty + other.faulty,
            gone=self.gone + other.gone,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One match, seen from entry 0."""

    number: int
    score: float
    """Its share of the match, 0 to 1: the winning sides share 1, else all do."""
    difference: float
    """Card points of its sides over the match minus those of the other's (means of the sides)."""
    deals: int
    verdict: str
    faults: tuple[Faults, Faults]
    """By entry."""

    @property
    def sample(self) -> MatchSample:
        """As the statistics take it."""
        return MatchSample(score=self.score, difference=self.difference, deals=self.deals)

    def to_json(self) -> dict[str, Any]:
        """For the parent process."""
        return asdict(self)

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Self:
        """The reverse of `to_json`."""
        first, second = raw["faults"]
        return cls(**{**raw, "faults": (Faults(**first), Faults(**second))})


def outcome_of(number: int, record: Record, rules: Rules, order: Order) -> Outcome:
    """What a finished match says; `order` is the entry by seat."""
    own, others = _sides(rules, order, 0), _sides(rules, order, 1)
    winners = record.winners or tuple(range(rules.sides))
    finished = [deal.points for deal in record.deals if deal.points is not None]
    return Outcome(
        number=number,
        score=sum(side in winners for side in own) / len(winners),
        difference=sum(_mean(points, own) - _mean(points, others) for points in finished),
        deals=len(finished),
        verdict=record.verdict or "normal",
        faults=_faults(record, order),
    )


def _sides(rules: Rules, order: Order, entry: int) -> tuple[int, ...]:
    return tuple(sorted({rules.side_of(seat) for seat, sits in enumerate(order) if sits == entry}))


def _mean(points: Sequence[int], sides: Sequence[int]) -> float:
    return fmean([points[side] for side in sides])


def _faults(record: Record, order: Order) -> tuple[Faults, Faults]:
    counts: Counter[tuple[int, str]] = Counter()
    for deal in record.deals:
        for action in deal.actions:
            if action.by is not None and action.why is not None:
                counts[order[action.seat], action.why] += 1
    late, faulty, gone = (
        [counts[entry, why] for entry in (0, 1)] for why in ("timeout", "illegal", "gone")
    )
    first, second = (
        Faults(late=late[entry], faulty=faulty[entry], gone=gone[entry]) for entry in (0, 1)
    )
    return first, second
