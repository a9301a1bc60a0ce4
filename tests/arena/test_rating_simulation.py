"""Ratings and plans hold what they promise: checked on simulated tournaments of known strengths."""

from collections.abc import Sequence

import numpy as np
import pytest

from kozel.stats import RatioSums, clustered_score_interval, ratio_interval, score_from_elo
from kozel_arena.rating import Precision, analyse, plan_elo, plan_points
from kozel_arena.rating.bradley_terry import ELO, bradley_terry
from kozel_arena.rating.samples import in_order, pair_samples
from tests.arena.rating_tables import round_robin

RUNS = 400


@pytest.mark.parametrize(
    ("ratings", "groups", "luck"),
    [
        ((0.6, 0.2, -0.2, -0.6), 20, 0.2),
        ((1.5, 0.5, -0.5, -1.5), 60, 0.0),
        ((0, 0, 0, 0, 0, 0), 10, 0.2),
        ((0.5, -0.5), 40, 0.2),
    ],
)
def test_95_of_100_intervals_hold_the_true_rating(
    ratings: Sequence[float], groups: int, luck: float
) -> None:
    true = np.array(ratings) * ELO
    held = np.zeros(len(ratings))
    for run in range(RUNS):
        table, sample, samples = in_order(
            round_robin(ratings, groups_a_pair=groups, seed=run, luck=luck)
        )
        found = bradley_terry(
            pair_samples(table, sample), entries=len(ratings), samples=samples, seed=run, draws=300
        )
        low, high = np.array([found.interval(entry) for entry in range(len(ratings))]).T
        held += (low <= true) & (true <= high)
    assert 0.93 <= np.mean(held / RUNS) <= 0.97
    assert np.all((held / RUNS > 0.90) & (held / RUNS < 0.99))


def test_95_of_100_intervals_of_a_whole_analysis_hold() -> None:
    """Scores of entries and pairs, and points a deal, of groups whose matches share their luck."""
    ratings = (0.5, 0.1, -0.6)
    better = 1 / (1 + np.exp(np.subtract.outer(ratings, ratings).T))
    expected = (better.sum(axis=1) - 0.5) / 2
    held = []
    for run in range(RUNS):
        found = analyse(round_robin(ratings, groups_a_pair=40, seed=run, luck=0.2), seed=1, draws=1)
        for line in found.entries:
            true = expected[int(line.entry[1:])]
            points = 60 + 20 * (true - 0.5)
            held.append(
                [
                    line.score.low <= true <= line.score.high,
                    line.points.low <= points <= line.points.high,
                ]
            )
        for pair in found.pairs:
            true = better[int(pair.entry[1:]), int(pair.opponent[1:])]
            difference = 40 * (true - 0.5)
            held[-1] += [
                pair.score.low <= true <= pair.score.high,
                pair.difference.low <= difference <= pair.difference.high,
            ]
    scores = [value for row in held for value in row[::2]]
    points = [value for row in held for value in row[1::2]]
    assert 0.93 <= np.mean(scores) <= 0.97
    assert 0.93 <= np.mean(points) <= 0.97


def test_the_superiority_of_equal_bots_is_even_spread() -> None:
    """Under no difference 5 % of the probabilities should lie beyond 0.975 or 0.025."""
    found = [
        analyse(round_robin((0, 0), groups_a_pair=30, seed=run, luck=0.2), seed=run, draws=300)
        for run in range(RUNS)
    ]
    surprising = [not 0.025 < one.superiority[0][1] < 0.975 for one in found]
    assert 0.02 <= np.mean(surprising) <= 0.08


@pytest.mark.parametrize("elo", [40, -90])
def test_a_planned_match_finds_its_difference_as_often_as_planned(elo: float) -> None:
    plan = plan_elo(elo, matches_a_group=1, precision=Precision(power=0.9))
    wins = np.random.default_rng(3).binomial(plan.groups, score_from_elo(elo), 2000)
    found = 0
    for points in wins.tolist():
        interval = clustered_score_interval(
            RatioSums(
                groups=plan.groups,
                values=points,
                weights=plan.groups,
                values_squared=points,
                products=points,
                weights_squared=plan.groups,
            )
        )
        found += not interval.low <= 0.5 <= interval.high
    assert 0.87 <= found / 2000 <= 0.93


def test_a_plan_in_points_finds_its_difference_as_often_as_planned() -> None:
    plan = plan_points(2.0, matches_a_group=2, deviation=12.0)
    assert plan.matches == 2 * plan.groups
    chance = np.random.default_rng(3)
    found = 0
    for _ in range(1500):
        sample = chance.normal(2.0, 12.0, plan.groups).tolist()
        interval = ratio_interval(RatioSums.of((x, 1) for x in sample), low=-120, high=120)
        found += not interval.low <= 0 <= interval.high
    assert 0.77 <= found / 1500 <= 0.83


def test_twice_the_noise_needs_four_times_the_groups_and_so_does_half_the_difference() -> None:
    plain = plan_points(1.0, matches_a_group=1, deviation=10.0).groups
    assert plan_points(1.0, matches_a_group=1, deviation=20.0).groups == pytest.approx(
        4 * plain, abs=4
    )
    assert plan_points(-0.5, matches_a_group=1, deviation=10.0).groups == pytest.approx(
        4 * plain, abs=4
    )
    assert plan_points(1.0, matches_a_group=1, deviation=0.0).groups == 2


def test_plans_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="give a difference"):
        plan_elo(0, matches_a_group=1)
    with pytest.raises(ValueError, match="cannot be a difference"):
        plan_points(121, matches_a_group=1, deviation=1)
    for deviation in (-1.0, 121.0, float("nan")):
        with pytest.raises(ValueError, match="deviation"):
            plan_points(1, matches_a_group=1, deviation=deviation)
    with pytest.raises(ValueError, match="0 matches"):
        plan_elo(10, matches_a_group=0)
    for confidence, power in ((0.5, 0.8), (1, 0.8), (0.95, 0.4), (0.95, 1)):
        with pytest.raises(ValueError, match="cannot be"):
            Precision(confidence=confidence, power=power)
