"""A histogram of times that can be added up: whole-number buckets, about 5 % wide.

A bucket is the position of the highest bit of the nanoseconds and the four bits after it, so
it is 1/16 to 1/31 of its value wide, the same on every machine, with no floating point.
"""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Final

STEPS_LOG2: Final = 4
STEPS: Final = 1 << STEPS_LOG2
"""Buckets from one power of two to the next; times below it have a bucket each."""


class TimeHistogram:
    """How often each time occurred. Mutable; equal when all buckets are.

    Args:
        counts: by bucket number how many times fell into it, none below 1.
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self._counts = dict(counts or {})

    @classmethod
    def of(cls, times_ns: Iterable[int]) -> "TimeHistogram":
        """The histogram of times in nanoseconds, each 0 or more."""
        return cls(Counter(map(bucket_of, times_ns)))

    @classmethod
    def parse(cls, text: str) -> "TimeHistogram":
        """Read what `format` wrote.

        Raises:
            ValueError: it is something else.
        """
        flat = json.loads(text)
        if not isinstance(flat, list) or len(flat) % 2 or not set(map(type, flat)) <= {int}:
            raise ValueError("a histogram is a JSON list of bucket, count, bucket, count, …")
        return cls(dict(zip(flat[::2], flat[1::2], strict=True)))

    def format(self) -> str:
        """A compact JSON list: bucket, count, bucket, count, … with buckets ascending."""
        flat = [number for pair in sorted(self._counts.items()) for number in pair]
        return f"[{','.join(map(str, flat))}]"

    @property
    def count(self) -> int:
        """How many times were added."""
        return sum(self._counts.values())

    def buckets(self) -> Iterator[tuple[int, int]]:
        """The middle of each bucket in nanoseconds and how many times are in it, ascending."""
        for bucket, count in sorted(self._counts.items()):
            low, high = bucket_bounds(bucket)
            yield (low + high - 1) // 2, count

    def add(self, time_ns: int) -> None:
        """Count one time, 0 or more nanoseconds."""
        bucket = bucket_of(time_ns)
        self._counts[bucket] = self._counts.get(bucket, 0) + 1

    def merge(self, other: "TimeHistogram") -> None:
        """Count all times of another histogram too."""
        for bucket, count in other._counts.items():
            self._counts[bucket] = self._counts.get(bucket, 0) + count

    def remove(self, other: "TimeHistogram") -> None:
        """Count the times of another histogram, all of which were counted here, no more.

        Raises:
            ValueError: some were not counted here.
        """
        left = self._counts.copy()
        for bucket, count in other._counts.items():
            left[bucket] = left.get(bucket, 0) - count
        if min(left.values(), default=0) < 0:
            raise ValueError("times that were not counted cannot be taken out of a histogram")
        self._counts = {bucket: count for bucket, count in left.items() if count}

    def quantile_ns(self, share: float) -> int:
        """The time that `share` (0 to 1) of all times do not exceed, at most 3.2 % off; 0 if empty.

        It is the middle of the bucket in which the time of that rank lies.
        """
        if not self._counts:
            return 0
        buckets = sorted(self._counts)
        ranks = list(accumulate(self._counts[bucket] for bucket in buckets))
        at = bisect_left(ranks, share * ranks[-1])
        low, high = bucket_bounds(buckets[min(at, len(buckets) - 1)])
        return (low + high - 1) // 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TimeHistogram) and self._counts == other._counts


def bucket_of(time_ns: int) -> int:
    """The number of the bucket of a time; grows with the time.

    Raises:
        ValueError: the time is negative.
    """
    if time_ns < 0:
        raise ValueError(f"a time cannot be {time_ns} ns")
    shift = time_ns.bit_length() - 1 - STEPS_LOG2
    if shift <= 0:
        return time_ns
    return (shift << STEPS_LOG2) + (time_ns >> shift)


def bucket_bounds(bucket: int) -> tuple[int, int]:
    """The times of a bucket in nanoseconds: from the first up to, not including, the second."""
    shift = max(0, (bucket >> STEPS_LOG2) - 1)
    low = (bucket - (shift << STEPS_LOG2)) << shift
    return low, low + (1 << shift)
