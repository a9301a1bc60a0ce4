"""Histograms of times: about 5 % exact, added up in any order, the same after a round trip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozel_arena.rating import TimeHistogram
from kozel_arena.rating.histogram import bucket_bounds, bucket_of

TIMES = st.integers(0, 10**13)


@given(time_ns=TIMES)
def test_a_time_lies_within_the_bounds_of_its_bucket(time_ns: int) -> None:
    low, high = bucket_bounds(bucket_of(time_ns))
    assert low <= time_ns < high
    assert high - low == 1 or high - low <= low / 16


@given(bucket=st.integers(0, 700))
def test_buckets_leave_no_gap(bucket: int) -> None:
    assert bucket_bounds(bucket)[1] == bucket_bounds(bucket + 1)[0]
    assert bucket_of(bucket_bounds(bucket)[0]) == bucket


@given(times=st.lists(TIMES, min_size=1), share=st.sampled_from([0.5, 0.9, 0.99, 1.0]))
def test_quantiles_are_within_four_percent_of_the_exact_ones(
    times: list[int], share: float
) -> None:
    rank = max(1, -(-share * len(times) // 1))
    exact = sorted(times)[int(rank) - 1]
    assert TimeHistogram.of(times).quantile_ns(share) == pytest.approx(exact, rel=0.04)


@given(first=st.lists(TIMES), second=st.lists(TIMES))
def test_adding_up_histograms_is_counting_all_times(first: list[int], second: list[int]) -> None:
    merged = TimeHistogram.of(first)
    merged.merge(TimeHistogram.of(second))
    assert merged == TimeHistogram.of(second + first)
    assert merged.count == len(first) + len(second)


@given(times=st.lists(TIMES))
def test_a_histogram_survives_being_written_and_read(times: list[int]) -> None:
    histogram = TimeHistogram.of(times)
    assert TimeHistogram.parse(histogram.format()) == histogram


def test_without_times_every_quantile_is_zero() -> None:
    assert TimeHistogram().quantile_ns(0.5) == 0
    assert TimeHistogram().format() == "[]"


@pytest.mark.parametrize("text", ["{}", "[1]", '["1",2]', "[1.5,2]", "[1,true]", "nothing"])
def test_text_that_is_no_histogram_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON list|Expecting"):
        TimeHistogram.parse(text)


def test_a_negative_time_is_refused() -> None:
    with pytest.raises(ValueError, match="a time cannot be -1 ns"):
        TimeHistogram.of([-1])
