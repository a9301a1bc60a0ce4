"""The sequential test: wrong as seldom as promised, frozen once decided, never lost for numbers."""

from collections import Counter
from collections.abc import Callable
from math import inf, isfinite, log, nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from kozel.stats import Gsprt, SprtDecision, SprtState, score_from_elo

RUNS = 1000
LONGEST = 20_000

Kind = Callable[[Random, float], float]


def mirrored(chance: Random, strength: float) -> float:
    swing = chance.choice((-0.3, 0.3))
    return ((chance.random() < strength + swing) + (chance.random() < strength - swing)) / 2


def streaky(chance: Random, strength: float) -> float:
    swing = chance.choice((-0.3, 0.3))
    return ((chance.random() < strength + swing) + (chance.random() < strength + swing)) / 2


def often_shared(chance: Random, strength: float) -> float:
    scores = [
        0.5 if chance.random() < 0.6 else float(chance.random() < 0.5 + (strength - 0.5) / 0.4)
        for _ in range(2)
    ]
    return sum(scores) / 2


def decide(kind: Kind, elo0: float, elo1: float, true_elo: float, run: int) -> SprtState:
    chance = Random(f"{true_elo}/{run}")
    test = Gsprt(elo0=elo0, elo1=elo1)
    strength = score_from_elo(true_elo)
    while test.state.decision is SprtDecision.OPEN and test.state.groups < LONGEST:
        test.add(kind(chance, strength))
    return test.state


@pytest.mark.parametrize(
    ("kind", "elo0", "elo1"),
    [
        (mirrored, 0, 60),
        (streaky, 0, 80),
        (often_shared, 0, 40),
        (mirrored, -40, 40),
        (streaky, 50, 130),
    ],
)
def test_the_test_errs_as_seldom_as_promised(kind: Kind, elo0: float, elo1: float) -> None:
    """5 % each way; three standard errors of the simulation are allowed for."""
    allowed = 0.05 + 3 * (0.05 * 0.95 / RUNS) ** 0.5
    for true_elo, wrong in ((elo0, SprtDecision.ELO1), (elo1, SprtDecision.ELO0)):
        ends = Counter(decide(kind, elo0, elo1, true_elo, run).decision for run in range(RUNS))
        assert ends[SprtDecision.OPEN] == 0
        assert ends[wrong] / RUNS <= allowed


def test_the_ratio_is_that_of_the_likeliest_distributions_of_both_means() -> None:
    """Checked with a general optimiser over all distributions on the scores."""
    scores = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 0.5, 0.25, 1.0, 0.75, 0.75]
    test = Gsprt(elo0=0, elo1=100)
    for score in scores:
        state = test.add(score)
    halfway = (score_from_elo(0) + score_from_elo(100)) / 2
    counts = Counter(scores)
    weights = {0.0: counts[0.0] + 1 - halfway, 1.0: counts[1.0] + halfway}
    weights |= {score: float(counts[score]) for score in (0.25, 0.5, 0.75)}

    def best(mean: float) -> float:
        found = minimize(
            lambda p: -sum(w * log(x) for w, x in zip(weights.values(), p, strict=True)),
            [0.2] * 5,
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: sum(p) - 1},
                {
                    "type": "eq",
                    "fun": lambda p: sum(a * x for a, x in zip(weights, p, strict=True)) - mean,
                },
            ],
            options={"ftol": 1e-12, "maxiter": 1000},
        )
        return -float(found.fun)

    expected = best(score_from_elo(100)) - best(score_from_elo(0))
    assert state.llr == pytest.approx(expected, abs=1e-5)


def test_the_decision_and_all_its_numbers_are_frozen_at_the_stop() -> None:
    test = Gsprt(elo0=0, elo1=200)
    while test.state.decision is SprtDecision.OPEN:
        test.add(1.0)
    stopped = test.state
    assert stopped.decision is SprtDecision.ELO1
    assert stopped.llr >= stopped.upper
    for _ in range(100):
        assert test.add(0.0) is stopped


@pytest.mark.parametrize(("score", "expected"), [(1.0, "elo1"), (0.0, "elo0"), (0.5, "elo0")])
def test_shut_outs_and_series_of_shared_wins_are_decided(score: float, expected: str) -> None:
    test = Gsprt(elo0=0, elo1=20)
    for _ in range(500):
        state = test.add(score)
        assert isfinite(state.llr)
    assert state.decision == expected
    assert state.groups > 3


def test_shared_wins_only_say_nothing_when_the_bounds_lie_round_them() -> None:
    test = Gsprt(elo0=-10, elo1=10)
    for _ in range(500):
        state = test.add(0.5)
    assert state.llr == pytest.approx(0, abs=1e-9)
    assert state.decision is SprtDecision.OPEN


@given(
    scores=st.lists(
        st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1.0]) | st.floats(0, 1), max_size=60
    ),
    elo0=st.floats(-1000, 990),
    width=st.floats(0.01, 2000),
    alpha=st.floats(1e-6, 0.499),
    beta=st.floats(1e-6, 0.499),
)
def test_no_scores_and_no_bounds_make_numbers_that_are_none(
    scores: list[float], elo0: float, width: float, alpha: float, beta: float
) -> None:
    test = Gsprt(elo0=elo0, elo1=min(1000.0, elo0 + width), alpha=alpha, beta=beta)
    for score in scores:
        state = test.add(score)
        assert isfinite(state.llr)
        assert isfinite(state.lower)
        assert isfinite(state.upper)
    assert test.state.groups <= len(scores)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=40))
def test_the_test_turned_round_decides_the_other_way(scores: list[float]) -> None:
    ours, theirs = Gsprt(elo0=-30, elo1=30), Gsprt(elo0=-30, elo1=30)
    for score in scores:
        own, other = ours.add(score), theirs.add(1 - score)
    assert own.llr == pytest.approx(-other.llr, abs=1e-9)
    assert own.upper == pytest.approx(-other.lower, abs=1e-9)
    assert own.groups == other.groups


def test_before_the_first_group_the_bounds_are_walds() -> None:
    state = Gsprt(elo0=0, elo1=20, alpha=0.05, beta=0.1).state
    assert (state.llr, state.groups, state.decision) == (0, 0, SprtDecision.OPEN)
    assert state.upper == pytest.approx(log(0.9 / 0.05))
    assert state.lower == pytest.approx(log(0.1 / 0.95))


@pytest.mark.parametrize(
    ("elo0", "elo1"), [(10, 10), (20, 0), (nan, 10), (0, nan), (-inf, 0), (0, 1001)]
)
def test_bounds_that_bound_nothing_are_refused(elo0: float, elo1: float) -> None:
    with pytest.raises(ValueError, match="bound no test"):
        Gsprt(elo0=elo0, elo1=elo1)


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0.05), (0.5, 0.05), (0.05, 0.5), (0.05, nan)])
def test_error_rates_outside_their_range_are_refused(alpha: float, beta: float) -> None:
    with pytest.raises(ValueError, match="give both above 0"):
        Gsprt(elo0=0, elo1=20, alpha=alpha, beta=beta)


@pytest.mark.parametrize("score", [-0.01, 1.01, nan, inf])
def test_a_score_that_is_none_is_refused_and_not_counted(score: float) -> None:
    test = Gsprt(elo0=0, elo1=20)
    with pytest.raises(ValueError, match="give 0 to 1"):
        test.add(score)
    assert test.state.groups == 0
