"""What is summed over deal groups to know a ratio (points a match or a deal) and its error.

Sums can be added up and made by any library; intervals need nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioSums:
    """Sums over groups of a value `v` (points) and its weight `w` (matches or deals, 0 or more)."""

    groups: int
    """Groups with a weight above 0."""
    values: float
    weights: float
    values_squared: float
    """Sum of v·v."""
    products: float
    """Sum of v·w."""
    weights_squared: float
    """Sum of w·w."""

    @classmethod
    def of(cls, samples: Iterable[tuple[float, float]]) -> Self:
        """Sum up (value, weight) of each group; groups without weight say nothing and are left out.

        Raises:
            ValueError: a value or weight is not finite, or a weight is negative.
        """
        groups, v, w, vv, vw, ww = 0, 0.0, 0.0, 0.0, 0.0, 0.0
        for value, weight in samples:
            if not (abs(value) < float("inf") and 0 <= weight < float("inf")):
                raise ValueError(
                    f"a group of value {value} and weight {weight} cannot be counted: "
                    "give finite numbers, the weight 0 or more"
                )
            if weight:
                groups += 1
                v, w = v + value, w + weight
                vv, vw, ww = vv + value * value, vw + value * weight, ww + weight * weight
        return cls(
            groups=groups,
            values=v,
            weights=w,
            values_squared=vv,
            products=vw,
            weights_squared=ww,
        )

    def with_neutral_group(self) -> Self:
        """These sums and one more group of mean weight, half of it at ratio 0 and half at 1.

        This is the one regularisation of scores: after it no score is 0 or 1, none varies by
        nothing, and a table of many groups hardly changes. Without a group the score is 1/2.
        """
        weight = self.weights / self.groups if self.groups else 1.0
        return type(self)(
            groups=self.groups + 1,
            values=self.values + weight / 2,
            weights=self.weights + weight,
            values_squared=self.values_squared + weight * weight / 2,
            products=self.products + weight * weight / 2,
            weights_squared=self.weights_squared + weight * weight,
        )

    @property
    def ratio(self) -> float:
        """Sum of values by sum of weights. Raises ZeroDivisionError without a group."""
        return self.values / self.weights

    @property
    def error(self) -> float:
        """Standard error of the ratio over groups (linearised, as for cluster samples).

        Needs two groups; 0 when all groups agree.
        """
        ratio = self.ratio
        residuals = (
            self.values_squared - 2 * ratio * self.products + ratio * ratio * self.weights_squared
        )
        spread = residuals * self.groups / (self.groups - 1)
        return sqrt(max(0.0, spread)) / self.weights

    @property
    def deviation(self) -> float:
        """Standard deviation of the ratio from one group of mean weight to the next.

        Needs two groups. What `error` is for them all, times the root of their number.
        """
        return self.error * sqrt(self.groups)
