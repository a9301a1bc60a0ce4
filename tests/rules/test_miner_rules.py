"""Miner, paragraph by paragraph, with the worked examples of the rules."""

import pytest

from kozel.rules import DealStarted, DealVoided, Match, SeededChance, Standing
from kozel.rules.follow_rules import FollowRules
from kozel.rules.variants.miner import CLOCKWISE
from tests.rules.builders import (
    Stacked,
    cards,
    follow_deal,
    mask,
    may_answer,
    play_deal,
    rules,
    settled,
    taker,
)

MINER = rules("miner")
SEAT_2_HAS_JC = (
    "AC TC KC QC 9C 8C 7C 6C 6S "
    "AS TS KS QS 9S 8S 7S JS 6H "
    "AH TH KH QH 9H 8H 7H JC JH "
    "AD TD KD QD 9D 8D 7D 6D JD"
)


def test_m1_each_hand_has_nine_of_36_cards() -> None:
    match = Match(MINER, SeededChance("m1"))
    assert len(MINER.deck) == 36
    assert [hand.bit_count() for hand in match.deal.hands] == [9, 9, 9, 9]


@pytest.mark.parametrize(
    ("hand", "is_void"),
    [
        ("AC JC 6S 7S 8S 9S 6H 7H 8H", True),
        ("AC QC 6S 7S 8S 9S 6H 7H 8H", False),
    ],
)
def test_m2_a_hand_of_13_points_voids_the_deal_and_14_stands(hand: str, is_void: bool) -> None:
    assert isinstance(MINER, FollowRules)
    assert MINER.is_void(mask(hand)) is is_void


def test_m2_void_deals_are_dealt_again_and_count_nothing() -> None:
    poor = "6C 7C 8C 9C 6S 7S 8S 9S 6H"
    match = Match(MINER, Stacked(poor, SEAT_2_HAS_JC))
    voided, started = match.take_events()
    assert isinstance(voided, DealVoided)
    assert voided.hands[0] == mask(poor)
    assert isinstance(started, DealStarted)
    assert match.deal_number == voided.deal == started.deal == 1
    assert match.view(0).void_deals == 1
    assert match.score == (0, 0)


def test_m2_about_22_percent_of_deals_are_void() -> None:
    chance = SeededChance("m2")
    standing = MINER.opening(chance)
    dealt = [MINER.start_deal(standing, number, chance) for number in range(1, 1501)]
    void = sum(len(each.voided) for each in dealt)
    assert 0.19 < void / (void + len(dealt)) < 0.25


def test_m3_m6_who_is_dealt_the_marker_owns_the_cycle_and_leads() -> None:
    match = Match(MINER, Stacked(SEAT_2_HAS_JC))
    view = match.view(2)
    assert (view.owner, view.leader, str(view.marker)) == (2, 2, "JC")
    assert match.deciders() == (2,)


def test_m3_option_marker_ac() -> None:
    match = Match(rules("miner", marker="AC"), Stacked(SEAT_2_HAS_JC))
    assert (match.view(0).owner, str(match.view(0).marker)) == (0, "AC")


def test_m4_the_pairing_starts_at_the_first_marker_holder_and_stays() -> None:
    moved = " ".join(SEAT_2_HAS_JC.split()[27:] + SEAT_2_HAS_JC.split()[:27])
    match = Match(MINER, Stacked(SEAT_2_HAS_JC, moved))
    pairing = match.view(0).pairing
    assert "".join(map(str, pairing)) == "SDCH"
    assert str(match.view(0).trump) == "C"
    play_deal(match)
    assert match.view(0).pairing == pairing
    assert (match.view(0).owner, str(match.view(0).trump)) == (3, "H")


def test_m4_option_fixed_seats() -> None:
    match = Match(rules("miner", pairing="fixed_seats"), Stacked(SEAT_2_HAS_JC))
    assert match.view(0).pairing == CLOCKWISE
    assert str(match.view(0).trump) == "S"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("AH JD 6H JC", "6H"), ("TS AS JD 6S", "JD"), ("KD TD AC 9D", "TD")],
)
def test_m5_the_strongest_card_takes_the_trick(trick: str, winner: str) -> None:
    assert taker(MINER, "H", trick) == winner


def test_m5_twelve_trumps_in_order() -> None:
    order = ["6H", "JC", "JS", "JH", "JD", "AH", "TH", "KH", "QH", "9H", "8H", "7H"]
    strengths = [MINER.strength(CLOCKWISE[1], mask(card).bit_length() - 1) for card in order]
    assert strengths == sorted(strengths, reverse=True)
    trumps = [card for card in MINER.deck if MINER.is_trump(CLOCKWISE[1], card)]
    assert {str(card) for card in trumps} == set(order)


def test_m5_with_marker_ac_the_ace_of_clubs_is_an_ordinary_card() -> None:
    assert taker(rules("miner", marker="AC"), "H", "AC 7H TC KC") == "7H"


def test_m6_any_card_may_be_led() -> None:
    deal = follow_deal(MINER, "H", "6H JC AS 7D", "8D", "9D", "TD")
    assert cards(deal.legal()) == {"6H", "JC", "AS", "7D"}


@pytest.mark.parametrize(
    ("lead", "hand", "legal"),
    [
        ("AS", "JS 9S KC 7H", "9S"),
        ("AS", "JS KC 7H", "JS KC 7H"),
        ("JC", "KS 6H", "6H"),
    ],
)
def test_m7_follow_the_suit_led_where_all_trumps_are_one(lead: str, hand: str, legal: str) -> None:
    assert may_answer(MINER, "H", lead, hand) == set(legal.split())


def test_m7_option_must_trump() -> None:
    must = rules("miner", must_trump=True)
    assert may_answer(must, "H", "AS", "JS KC 7H") == {"JS", "7H"}
    assert may_answer(must, "H", "AS", "KC 7D") == {"KC", "7D"}
    assert may_answer(must, "H", "AS", "JS 9S KC") == {"9S"}


@pytest.mark.parametrize(
    ("points", "owner", "change"),
    [
        ((31, 89), 1, (1, 0)),
        ((31, 89), 0, (2, 0)),
        ((30, 90), 3, (2, 0)),
        ((30, 90), 2, (3, 0)),
        ((89, 31), 0, (0, 1)),
    ],
)
def test_m8_penalty_by_points_and_marker(
    points: tuple[int, int], owner: int, change: tuple[int, int]
) -> None:
    assert scored(points, owner=owner) == change


def scored(
    points: tuple[int, int],
    *,
    owner: int = 1,
    trick_winners: tuple[int, ...] = (0, 1),
    **options: bool,
) -> tuple[int, ...]:
    before = Standing(score=(0, 0), active=15, owner=owner)
    bound = rules("miner", **options)
    return settled(bound, points, standing=before, trick_winners=trick_winners).change


def test_m9_lusya_is_no_trick_not_no_points() -> None:
    assert scored((0, 120), trick_winners=(2, 1, 3)) == (2, 0)
    assert scored((0, 120), trick_winners=(1, 3, 1)) == (12, 0)
    assert scored((0, 120), trick_winners=(1, 3, 1), short=True) == (6, 0)


def test_m10_eggs_cost_nothing() -> None:
    assert scored((60, 60)) == (0, 0)


@pytest.mark.parametrize(("short", "limit"), [(False, 12), (True, 6)])
def test_m11_the_first_side_at_the_limit_loses(short: bool, limit: int) -> None:
    bound = rules("miner", short=short)
    before = Standing(score=(limit - 2, limit - 1), active=15, owner=1)
    assert settled(bound, (31, 89), standing=before).ended is None
    ended = settled(bound, (30, 90), standing=before).ended
    assert ended is not None
    assert ended.losers == (0,)
    assert ended.winners == (1,)


def test_silence_plays_fewest_points_then_weakest_then_suit_order() -> None:
    match = Match(MINER, SeededChance("silence"))
    match.deal = follow_deal(MINER, "H", "AS 7D 7C 9D", "6H 7H 8S", "TD", "KD")
    assert match.default(0) == mask("7C")
    match.apply(0, mask("AS"))
    assert match.default(1) == mask("8S")
    match.deal = follow_deal(MINER, "H", "6S", "6H 7H JS", "TD", "KD")
    match.apply(0, mask("6S"))
    assert match.default(1) == mask("7H")
