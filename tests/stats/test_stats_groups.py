"""Groups of matches on the same deals, and Elo."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozel.stats import (
    GroupSample,
    MatchSample,
    elo_from_score,
    group_sample,
    group_statistics,
    pair_score,
    score_from_elo,
)

MIRRORED = (
    MatchSample(score=1, difference=40, deals=4),
    MatchSample(score=0, difference=-10, deals=2),
)


def test_a_group_is_the_mean_of_its_matches() -> None:
    assert group_sample(MIRRORED) == GroupSample(score=0.5, difference=5, matches=2, deals=6)


def test_a_group_without_a_deal_has_no_points() -> None:
    forfeited = group_sample([MatchSample(score=1, difference=0, deals=0)])
    assert forfeited == GroupSample(score=1, difference=0, matches=1, deals=0)
    only = group_statistics([forfeited])
    assert (only.difference.low, only.difference.value, only.difference.high) == (-120, 0, 120)


def test_an_empty_group_or_a_score_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="leave it out"):
        group_sample([])
    for score in (-0.1, 1.1, nan):
        with pytest.raises(ValueError, match="give 0 to 1"):
            group_sample([MatchSample(score=score, difference=0, deals=1)])


def test_without_a_group_everything_is_possible() -> None:
    nothing = group_statistics([])
    assert (nothing.score.low, nothing.score.value, nothing.score.high) == (0, 0.5, 1)
    assert nothing.elo.value == 0
    assert nothing.superiority == 0.5


def test_statistics_do_not_depend_on_the_order_and_turn_round_with_the_sides() -> None:
    samples = [
        GroupSample(score=score, difference=difference, matches=2, deals=8)
        for score, difference in ((0.5, 3), (1, 12), (0.75, -1), (0, -20), (1, 8))
    ]
    ahead, backwards = group_statistics(samples), group_statistics(samples[::-1])
    assert ahead.score.low == pytest.approx(backwards.score.low)
    turned = group_statistics(
        GroupSample(score=1 - one.score, difference=-one.difference, matches=2, deals=8)
        for one in samples
    )
    assert turned.score.value == pytest.approx(1 - ahead.score.value)
    assert turned.score.low == pytest.approx(1 - ahead.score.high)
    assert turned.difference.high == pytest.approx(-ahead.difference.low)
    assert turned.elo.low == pytest.approx(-ahead.elo.high)
    assert turned.superiority == pytest.approx(1 - ahead.superiority)


def test_half_played_groups_count_for_what_they_are() -> None:
    whole = GroupSample(score=0.5, difference=0, matches=2, deals=10)
    half = GroupSample(score=1, difference=6, matches=1, deals=2)
    found = group_statistics([whole, half])
    assert (found.groups, found.matches, found.deals) == (2, 3, 12)
    assert found.score.value == pytest.approx(2 / 3)
    assert found.difference.value == pytest.approx(1)


def test_who_has_more_has_beaten_the_other_and_shared_wins_are_half() -> None:
    assert (pair_score(1, 0), pair_score(0, 1)) == (1, 0)
    assert (pair_score(0.5, 0.5), pair_score(0, 0)) == (0.5, 0.5)
    assert pair_score(0.5, 0) == 1


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.64)])
def test_elo_is_logistic_with_400_for_ten_to_one(elo: float, score: float) -> None:
    assert score_from_elo(elo) == pytest.approx(score, abs=1e-4)


@given(st.floats(-600, 600))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_from_score(score_from_elo(elo), 1000) == pytest.approx(elo, abs=1e-6)


def test_one_sided_results_have_finite_elo_that_grows_with_the_groups() -> None:
    assert elo_from_score(1, 0) == 0
    assert elo_from_score(1, 10) == pytest.approx(528.9, abs=0.1)
    assert elo_from_score(0, 10) == pytest.approx(-elo_from_score(1, 10))
    assert elo_from_score(1, 100) == pytest.approx(921.2, abs=0.1)


def test_elo_of_no_number_is_refused_and_infinite_elo_is_certainty() -> None:
    with pytest.raises(ValueError, match="nan is none"):
        score_from_elo(nan)
    assert (score_from_elo(inf), score_from_elo(-inf)) == (1, pytest.approx(0, abs=1e-200))
    for score, groups in ((1.1, 3), (nan, 3), (0.5, -1), (0.5, inf)):
        with pytest.raises(ValueError, match="give 0"):
            elo_from_score(score, groups)
