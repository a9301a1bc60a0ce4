"""How a benchmark speaks: each figure stands beside its reference from the same run."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Comparison:
    """Alternating rounds of a subject and its reference, as figures of the same unit."""

    name: str
    unit: str
    subject: tuple[float, ...]
    reference_name: str
    reference: tuple[float, ...]
    more_is_better: bool

    @property
    def ratio(self) -> float:
        """How many times as good as the reference: the median of the rounds' own ratios."""
        pairs = zip(self.subject, self.reference, strict=True)
        ratios = [mine / other for mine, other in pairs]
        return median(ratios) if self.more_is_better else 1 / median(ratios)

    def line(self, wanted: float | None = None) -> str:
        """One line of the report; `wanted` is the ratio that the project asks for."""
        goal = "" if wanted is None else f"   (wanted: at least {wanted:.2f})"
        return (
            f"{self.name:<44} {median(self.subject):>12,.1f} {self.unit:<12}"
            f"{self.reference_name:<40} {median(self.reference):>12,.1f}   "
            f"ratio {self.ratio:.2f}{goal}"
        )


def compare(
    name: str,
    unit: str,
    subject: Callable[[int], float],
    reference_name: str,
    reference: Callable[[int], float],
    *,
    rounds: int = 5,
    more_is_better: bool = False,
) -> Comparison:
    """Run subject and reference in turns, so that a noisy machine disturbs both alike.

    Both get the round's number and return a figure in `unit`.
    """
    mine, theirs = [], []
    for number in range(rounds):
        mine.append(subject(number))
        theirs.append(reference(number))
    return Comparison(name, unit, tuple(mine), reference_name, tuple(theirs), more_is_better)
