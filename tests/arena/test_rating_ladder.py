"""Ladder ratings: up with wins, surer with matches, and honest about their order."""

from dataclasses import replace

import numpy as np
import pytest

from kozel_arena.rating import OrderDependentLadder, order_dependent_ratings
from tests.arena.rating_tables import TEAMS, in_other_order, table_of

WON, LOST, SHARED = (1, 0), (0, 1), (0.5, 0.5)


def test_winners_climb_and_every_match_makes_surer() -> None:
    found = order_dependent_ratings(table_of(*[("ab", WON)] * 5, entries="abc"))
    first, second, idle = sorted(found, key=lambda one: one.entry)
    assert found[0] == first
    assert (first.matches, second.matches, idle.matches) == (5, 5, 0)
    assert first.mu > idle.mu == pytest.approx(25)
    assert first.sigma < idle.sigma == pytest.approx(25 / 3)
    assert second.mu < 25
    assert idle.ordinal == pytest.approx(0)


def test_shared_wins_bring_different_bots_together() -> None:
    ladder = OrderDependentLadder()
    for _ in range(3):
        ladder.add([["a"], ["b"]], [1, 0])
    before = {one.entry: one.mu for one in ladder.ratings()}
    ladder.add([["a"], ["b"]], [0.5, 0.5])
    after = {one.entry: one.mu for one in ladder.ratings()}
    assert after["a"] < before["a"]
    assert after["b"] > before["b"]


def test_the_order_of_rows_does_not_matter_but_that_of_numbers_does() -> None:
    table = table_of(("ab", WON), ("bc", WON), ("ca", WON), ("ab", LOST), entries="abc")
    backwards = np.arange(4)[::-1]
    plain = order_dependent_ratings(table)
    assert order_dependent_ratings(in_other_order(table, backwards)) == plain
    assert order_dependent_ratings(replace(table, numbers=backwards.copy())) != plain


def test_an_entry_at_both_seats_of_a_side_is_rated_once() -> None:
    team = order_dependent_ratings(table_of(("abab", (1, 0, 1, 0)), sides=TEAMS, entries="ab"))
    alone = order_dependent_ratings(table_of(("ab", WON), entries="ab"))
    assert team == alone


def test_the_partner_of_an_absentee_keeps_its_rating() -> None:
    table = table_of(("abcd", (0, 1, 0, 1)), sides=TEAMS)
    partner = next(
        one
        for one in order_dependent_ratings(
            replace(table, is_rated=np.array([[True, True, False, True]]))
        )
        if one.entry == "c"
    )
    assert (partner.matches, partner.mu) == (0, 25)


def test_a_match_with_one_rated_side_changes_nothing() -> None:
    table = table_of(("ab", WON), entries="ab")
    found = order_dependent_ratings(replace(table, is_rated=np.array([[True, False]])))
    assert [(one.matches, one.mu) for one in found] == [(0, 25), (0, 25)]
