"""Intervals of scores and points: right on average, honest when little is known."""

from math import inf, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from kozel.stats import (
    Interval,
    RatioSums,
    clustered_score_interval,
    likelihood_of_superiority,
    ratio_interval,
    score_interval,
    student_975,
)

GROUPS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12)), max_size=30)


def sums_of_groups(scores: list[float]) -> RatioSums:
    return RatioSums.of((score, 1) for score in scores)


@given(matches=st.integers(0, 10**6), share=st.floats(0, 1))
def test_the_interval_holds_the_score_and_stays_possible(matches: int, share: float) -> None:
    found = score_interval(share * matches, matches)
    assert 0 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize(
    ("points", "matches", "low", "high"),
    [
        (0, 0, 0, 1),
        (1, 1, 0.2065, 1),
        (3, 3, 0.4385, 1),
        (0, 10, 0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (1000, 1000, 0.9962, 1),
    ],
)
def test_few_and_one_sided_results_say_little(
    points: float, matches: int, low: float, high: float
) -> None:
    found = score_interval(points, matches)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize("points", [-1, 5.5, nan])
def test_points_that_no_matches_can_have_are_refused(points: float) -> None:
    with pytest.raises(ValueError, match="cannot have"):
        score_interval(points, 5)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 10, 29, 30, 31, 32, 100, 10**6])
def test_students_quantile_is_that_of_scipy(degrees: int) -> None:
    assert student_975(degrees) == pytest.approx(student.ppf(0.975, degrees), rel=1e-7)


def test_student_needs_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="give two groups"):
        student_975(0)


@pytest.mark.parametrize(("strength", "matches"), [(0.5, 40), (0.7, 60), (0.93, 200)])
def test_95_of_100_score_intervals_hold_the_true_score(strength: float, matches: int) -> None:
    chance = np.random.default_rng(4)
    wins = chance.binomial(matches, strength, 4000)
    held = [
        found.low <= strength <= found.high
        for found in (score_interval(int(points), matches) for points in wins)
    ]
    assert 0.93 <= np.mean(held) <= 0.97


@pytest.mark.parametrize(
    ("strength", "luck", "groups"),
    [(0.5, -0.3, 30), (0.5, 0.3, 30), (0.6, -0.3, 200), (0.85, -0.1, 50), (0.85, 0.1, 100)],
)
def test_95_of_100_clustered_intervals_hold_the_true_score(
    strength: float, luck: float, groups: int
) -> None:
    """Two matches a group; the luck of the deals helps the same entry twice, or each once."""
    chance = np.random.default_rng(4)
    shape = (4000, groups)
    swing = np.where(chance.random(shape) < 0.5, abs(luck), -abs(luck))
    first = chance.random(shape) < strength + swing
    second = chance.random(shape) < strength + swing * np.sign(luck)
    points = first.astype(float) + second
    held = 0
    for row in points:
        found = clustered_score_interval(RatioSums.of((value, 2) for value in row))
        held += found.low <= strength <= found.high
    assert 0.93 <= held / len(points) <= 0.97


@pytest.mark.parametrize("groups", [5, 20, 200])
def test_95_of_100_intervals_hold_the_true_points_a_deal(groups: int) -> None:
    """Matches have 4 to 12 deals, more of them when they are close: sums depend on the weight."""
    chance = np.random.default_rng(4)
    held = 0
    for _ in range(3000):
        deals = chance.integers(4, 13, groups)
        own = chance.normal(3.0, 14.0, groups)
        sums = 3.0 * deals + (own - 3.0) * deals + chance.normal(0, 20, groups) * np.sqrt(deals)
        found = ratio_interval(
            RatioSums.of(zip(sums.tolist(), deals.tolist(), strict=True)), low=-120, high=120
        )
        held += found.low <= 3.0 <= found.high
    assert 0.93 <= held / 3000 <= 0.97


@given(GROUPS)
def test_a_clustered_interval_is_possible_whatever_was_played(
    groups: list[tuple[float, int]],
) -> None:
    sums = RatioSums.of((score * weight, weight) for score, weight in groups)
    found = clustered_score_interval(sums)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert 0 < likelihood_of_superiority(sums) < 1


def test_shut_outs_and_single_groups_say_little() -> None:
    assert clustered_score_interval(sums_of_groups([])) == Interval(0.5, 0, 1)
    one = clustered_score_interval(sums_of_groups([1]))
    assert (one.value, one.high) == (1, 1)
    assert one.low < 0.1
    three = clustered_score_interval(sums_of_groups([1, 1, 1]))
    assert three.low == pytest.approx(0.176, abs=0.001)
    many = clustered_score_interval(sums_of_groups([1] * 1000))
    assert many.low == pytest.approx(0.995, abs=0.002)


def test_pairs_that_always_share_are_known_to_be_even() -> None:
    found = clustered_score_interval(sums_of_groups([0.5] * 100))
    assert found.value == 0.5
    assert found.margin < 0.02


def test_points_are_unknown_with_fewer_than_two_groups() -> None:
    assert ratio_interval(RatioSums.of([]), low=0, high=120) == Interval(60, 0, 120)
    assert ratio_interval(RatioSums.of([(70, 1)]), low=0, high=120) == Interval(70, 0, 120)
    two = ratio_interval(RatioSums.of([(50, 1), (52, 1)]), low=0, high=120)
    assert two.high - two.value == pytest.approx(student.ppf(0.975, 1) * sqrt(2) / sqrt(2))


def test_groups_without_weight_are_left_out() -> None:
    assert RatioSums.of([(3, 4), (0, 0)]) == RatioSums.of([(3, 4)])


@pytest.mark.parametrize("sample", [(nan, 1), (inf, 1), (1, nan), (1, inf), (1, -1)])
def test_numbers_that_are_none_are_refused(sample: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="cannot be counted"):
        RatioSums.of([sample])


def test_superiority_grows_with_the_score_and_with_the_groups() -> None:
    assert likelihood_of_superiority(sums_of_groups([])) == 0.5
    assert likelihood_of_superiority(sums_of_groups([1])) == pytest.approx(0.718, abs=0.001)
    assert likelihood_of_superiority(sums_of_groups([0.5] * 9)) == pytest.approx(0.5)
    few = likelihood_of_superiority(sums_of_groups([1, 0.5, 1, 0]))
    many = likelihood_of_superiority(sums_of_groups([1, 0.5, 1, 0] * 10))
    assert 0.5 < few < many < 1
    lost = likelihood_of_superiority(sums_of_groups([0, 0.5, 0, 1] * 10))
    assert lost == pytest.approx(1 - many)
