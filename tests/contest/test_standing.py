"""Counting: groups in the order of their numbers, each match once, a decision that stays."""

import random

import pytest

from kozel.contest.outcomes import Faults, Outcome
from kozel.contest.standing import SprtBounds, Standing, TwiceCounted
from kozel.stats import SprtDecision


def outcome(number: int, score: float = 1.0, **fields: object) -> Outcome:
    values = {"difference": 10.0, "deals": 5, "verdict": "normal", "faults": (Faults(), Faults())}
    return Outcome(number=number, score=score, **{**values, **fields})


def standing(groups: int | None = 100, *, a_group: int = 2, sprt: bool = False) -> Standing:
    bounds = SprtBounds(elo0=0, elo1=100) if sprt else None
    return Standing(matches_a_group=a_group, groups=groups, bounds=bounds)


def test_a_group_counts_when_all_its_matches_and_all_groups_before_it_are_there():
    counted = standing()
    for number, then in ((3, 0), (2, 0), (0, 0), (1, 4), (4, 4), (5, 6)):
        counted.add(outcome(number))
        assert counted.matches == then


def test_the_order_in_which_matches_end_changes_nothing():
    chance = random.Random(7)
    outcomes = [outcome(n, chance.choice([0.0, 0.5, 1.0])) for n in range(60)]
    results = []
    for _ in range(5):
        chance.shuffle(outcomes)
        counted = standing(groups=30, sprt=True)
        for each in outcomes:
            counted.add(each)
        results.append((counted.samples, counted.sprt, counted.matches))
    assert all(result == results[0] for result in results)


def test_a_match_is_not_counted_twice_whether_its_group_counts_or_waits():
    counted = standing()
    for number in (0, 1, 5):
        counted.add(outcome(number))
    for number in (0, 5):
        with pytest.raises(TwiceCounted, match=f"match {number} is there twice"):
            counted.add(outcome(number))


def test_after_the_decision_nothing_counts_any_more():
    counted = standing(groups=None, sprt=True)
    number = 0
    while not counted.is_over:
        counted.add(outcome(number))
        number += 1
    assert counted.sprt is not None
    assert counted.sprt.decision is SprtDecision.ELO1
    then = (counted.sprt, counted.matches, counted.statistics())
    for more in range(number, number + 20):
        counted.add(outcome(more, score=0.0))
    assert (counted.sprt, counted.matches, counted.statistics()) == then
    assert counted.finished == number + 20


def test_it_is_over_when_all_groups_are_played_though_the_test_is_open():
    counted = standing(groups=2, sprt=True)
    for number in range(4):
        assert not counted.is_over
        counted.add(outcome(number, score=number % 2))
    assert counted.is_over
    assert not counted.is_decided


def test_verdicts_and_faults_are_those_of_the_matches_that_count():
    counted = standing()
    mine = (Faults(late=1), Faults(faulty=2, gone=3))
    for number in (0, 1, 2):
        counted.add(outcome(number, verdict="timeout", faults=mine))
    assert counted.verdicts == {"timeout": 2}
    assert counted.faults == (Faults(late=2), Faults(faulty=4, gone=6))


def test_bounds_that_bound_nothing_are_refused():
    with pytest.raises(ValueError, match="give elo0 below elo1"):
        Standing(matches_a_group=1, groups=None, bounds=SprtBounds(elo0=20, elo1=0))
