"""Pot, paragraph by paragraph, with the worked examples of the rules."""

import pytest

from kozel.rules import InvalidOption, Match, OptionValue, Question, SeededChance, Standing
from tests.rules.builders import bura_deal, code, play_out, rules, settled, standing

POT = rules("pot")
THREE = rules("pot", players=3)


def test_p1_special_leads_give_only_the_lead() -> None:
    deal = bura_deal(rules("pot", players=2), "D", "7C 8C 9C QC", "AC TC KD AD")
    assert deal.question(0) is Question.CLAIM
    deal.apply(deal.legal()[0])
    assert code("beat", "AC TC KD AD") in deal.legal()


def test_p2_every_side_in_antes_and_the_most_points_take_the_pot() -> None:
    match = Match(THREE, SeededChance("p2"))
    assert match.score == (12, 12, 12)
    assert match.view(0).pot == 6
    assert settled(THREE, (20, 30, 70)).change == (-2, -2, 4)
    assert Match(POT, SeededChance("p2")).view(0).pot == 4


def test_p2_ties_split_the_pot() -> None:
    after = settled(THREE, (50, 50, 20), standing=standing(score=(12, 12, 12), dealer=0))
    assert after.change == (1, 1, -2)
    assert after.standing.dealer == 1
    assert settled(POT, (60, 60)).standing.score == (12, 12)


def test_p2_a_side_that_is_out_antes_nothing() -> None:
    before = standing(score=(0, 18, 18), active=6, dealer=1)
    assert settled(THREE, (0, 50, 70), standing=before).change == (0, -2, 2)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"stack": 7}, "stack"),
        ({"players": 3, "ante": 3}, "ante"),
        ({"stack": 1}, "stack"),
    ],
)
def test_p2_chips_that_cannot_be_shared_are_refused(
    options: dict[str, OptionValue], named: str
) -> None:
    with pytest.raises(InvalidOption) as refused:
        rules("pot", **options)
    assert refused.value.option == named


def test_p2_two_sides_may_have_an_odd_ante() -> None:
    assert rules("pot", players=2, ante=3).given == {"players": 2, "ante": 3}


def test_p3_who_cannot_ante_is_out_and_the_last_side_in_wins() -> None:
    after = settled(THREE, (20, 30, 70), standing=standing(score=(2, 12, 22)))
    assert after.standing.active == 0b110
    assert after.ended is None
    before = standing(score=(0, 2, 34), active=6, dealer=1)
    ended = settled(THREE, (0, 30, 90), standing=before).ended
    assert ended is not None
    assert (ended.score, ended.winners, ended.losers) == ((0, 0, 36), (2,), (0, 1))


def test_p3_at_max_deals_the_largest_stack_wins_and_equal_ones_share() -> None:
    bound = rules("pot", players=3, max_deals=4)
    before = standing(score=(13, 13, 10))
    assert settled(bound, (50, 50, 20), standing=before, number=3).ended is None
    ended = settled(bound, (50, 50, 20), standing=before, number=4).ended
    assert ended is not None
    assert (ended.winners, ended.losers) == ((0, 1), (2,))


@pytest.mark.parametrize(
    ("points", "dealer", "next_dealer"),
    [((70, 50), 0, 2), ((70, 50), 2, 0), ((50, 70), 1, 3), ((60, 60), 3, 0)],
)
def test_p4_the_winner_nearest_to_the_old_dealers_left_deals(
    points: tuple[int, int], dealer: int, next_dealer: int
) -> None:
    before = Standing(score=(12, 12), active=15, dealer=dealer)
    assert settled(POT, points, standing=before).standing.dealer == next_dealer


def test_p4_a_single_winner_deals_again() -> None:
    before = standing(score=(12, 12, 12), dealer=2)
    assert settled(THREE, (10, 20, 90), standing=before).standing.dealer == 2


def test_p5_penalty_scoring_is_that_of_shokha_and_the_deal_passes() -> None:
    bound = rules("pot", players=3, scoring="penalty")
    match = Match(bound, SeededChance("p5"))
    assert match.score == (0, 0, 0)
    assert match.view(0).pot == 0
    after = settled(bound, (20, 40, 60), standing=standing(score=(0, 0, 0), dealer=1))
    assert after.change == (4, 2, 0)
    assert after.standing.dealer == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chips_are_neither_made_nor_lost(players: int) -> None:
    match = Match(rules("pot", players=players, max_deals=12), SeededChance("chips"))
    play_out(match)
    assert match.outcome is not None
    assert sum(match.outcome.score) == 12 * match.rules.sides
