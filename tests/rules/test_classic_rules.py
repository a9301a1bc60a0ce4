"""Classic, paragraph by paragraph, with the worked examples of the rules."""

import pytest

from kozel.rules import DealStarted, DealVoided, Match, Question, SeededChance, Standing
from kozel.rules.cards import cards_of
from kozel.rules.classic_deal import ClassicDeal, longest_suit
from kozel.rules.follow_rules import FollowRules
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
    words,
)

CLASSIC = rules("classic", fixed_trump="D")
LONG = rules("classic", deck=32)
SEAT_1_HAS_JC = "AC TC QC 6C JS 6S AS TS JC KS QS 6H AH TH KH JH QH 6D KC AD TD KD JD QD"


def test_k1_24_or_32_cards() -> None:
    for bound, size, ranks in [(CLASSIC, 6, "6TJQKA"), (LONG, 8, "789TJQKA")]:
        match = Match(bound, SeededChance("k1"))
        assert {str(card)[0] for card in bound.deck} == set(ranks)
        assert [hand.bit_count() for hand in match.deal.hands] == [size] * 4


@pytest.mark.parametrize(
    ("hand", "is_void"),
    [
        ("AC JC 6S 6H 6D 6C", True),
        ("AC QC 6S 6H 6D 6C", False),
        ("QC QS QH QD AS AH", True),
        ("QC QS QH JD AS AH", False),
    ],
)
def test_k2_a_poor_hand_or_all_queens_void_the_deal(hand: str, is_void: bool) -> None:
    assert isinstance(CLASSIC, FollowRules)
    assert CLASSIC.is_void(mask(hand)) is is_void


def test_k2_is_checked_before_anyone_is_asked() -> None:
    poor = "6C 6S 6H 6D JC JS"
    match = Match(rules("classic", trump_mode="named"), Stacked(poor, SEAT_1_HAS_JC))
    voided, started = match.take_events()
    assert isinstance(voided, DealVoided)
    assert isinstance(started, DealStarted)
    assert match.question(1) is Question.NAME_TRUMP


def test_k3_fixed_trump_is_the_same_all_match() -> None:
    match = Match(CLASSIC, SeededChance("k3"))
    for _ in range(3):
        assert str(match.view(0).trump) == "D"
        play_deal(match)


def test_k3_named_the_marker_holder_names_in_cycle_1_and_later_suits_are_drawn() -> None:
    chance = Stacked(SEAT_1_HAS_JC, suits={"drawn_trump": "S"})
    match = Match(rules("classic", trump_mode="named"), chance)
    assert match.deciders() == (1,)
    assert match.view(1).trump is None
    assert words(match.legal(1)) == {"name C", "name S", "name H", "name D"}
    match.apply(1, match.legal(1)[2])
    view = match.view(1)
    assert (str(view.trump), view.trick_start, view.trick) == ("H", 1, ())
    assert match.question(1) is Question.LEAD
    play_deal(match)
    assert str(match.view(0).trump) == "S"
    assert match.question(match.deciders()[0]) is Question.LEAD


def test_k3_a_redeal_keeps_the_drawn_suit() -> None:
    bound = rules("classic", trump_mode="named")
    poor = "6C 6S 6H 6D JC JS"
    chance = Stacked(poor, SEAT_1_HAS_JC, suits={"drawn_trump": "S"})
    before = Standing(score=(0, 0), active=15, owner=2)
    dealt = bound.start_deal(before, 2, chance)
    assert len(dealt.voided) == 1
    assert str(dealt.started.drawn_trump) == "S"
    assert dealt.started.owner == 2


def test_k3_silence_at_naming_draws_from_the_seed_or_names_the_longest() -> None:
    chance = Stacked(SEAT_1_HAS_JC, suits={"silent_name": "H"})
    match = Match(rules("classic", trump_mode="named"), chance)
    assert words([match.default(1)]) == {"name H"}
    longest = rules("classic", trump_mode="named", silent_name="longest")
    match = Match(longest, Stacked(SEAT_1_HAS_JC))
    assert words([match.default(1)]) == {"name S"}


def test_k3_the_longest_suit_counts_plain_cards_and_ties_go_c_s_h_d() -> None:
    assert isinstance(CLASSIC, FollowRules)
    always = CLASSIC.tables[None].trump_mask
    assert str(longest_suit(mask("QH JH 6C KS AS TD"), always)) == "S"
    assert str(longest_suit(mask("6C QC JC KH AD QS"), always)) == "H"
    assert str(longest_suit(mask("KD KH AD AH QC QS"), always)) == "H"


def test_k4_the_marker_holder_owns_cycle_1_then_the_last_trick_decides() -> None:
    for marker, owner in [("JC", 1), ("AD", 3)]:
        match = Match(rules("classic", marker=marker), Stacked(SEAT_1_HAS_JC))
        assert (match.view(0).owner, str(match.view(0).marker)) == (owner, marker)
        while match.deal_number == 1:
            last = match.deal
            match.apply(match.deciders()[0], match.default(match.deciders()[0]))
        assert match.view(0).owner == last.trick_winners[-1]
        assert match.view(0).marker is None


@pytest.mark.parametrize(
    ("deck", "trump", "count"), [(24, "D", 13), (24, "C", 12), (32, "D", 15), (32, "C", 14)]
)
def test_k5_trump_counts(deck: int, trump: str, count: int) -> None:
    bound = rules("classic", deck=deck, fixed_trump=trump)
    suit = Match(bound, SeededChance("k5")).view(0).trump
    trumps = [card for card in bound.deck if bound.is_trump(suit, card)]
    assert len(trumps) == count
    shamok = "6C" if deck == 24 else "7C"
    assert str(max(trumps, key=lambda card: bound.strength(suit, card))) == shamok


@pytest.mark.parametrize(
    ("trick", "winner"), [("AC TC QH KC", "QH"), ("6D KD TD AD", "AD"), ("QD QC 6C JS", "6C")]
)
def test_k5_the_strongest_card_takes_the_trick(trick: str, winner: str) -> None:
    assert taker(CLASSIC, "D", trick) == winner


@pytest.mark.parametrize(("hand", "legal"), [("QC 7D", "7D"), ("QC JH", "QC JH")])
def test_k6_only_the_owners_side_may_lead_a_trump(hand: str, legal: str) -> None:
    deal = follow_deal(LONG, "C", "AS", hand, "AH", "AD", leader=1, owner=0)
    assert cards(deal.legal()) == set(legal.split())
    deal = follow_deal(LONG, "C", "AS", "AD", hand, "AH", leader=2, owner=0)
    assert cards(deal.legal()) == set(hand.split())


def test_k6_holds_all_cycle_long_and_binds_leads_only() -> None:
    deal = follow_deal(CLASSIC, "D", "AS 6S", "JC 6D AH", "TS KS", "TH KH", leader=0, owner=0)
    deal.apply(mask("AS"))
    assert cards(deal.legal()) == {"JC", "6D", "AH"}
    for card in ("JC", "TS", "TH"):
        deal.apply(mask(card))
    assert deal.turn == 1
    assert cards(deal.legal()) == {"AH"}


@pytest.mark.parametrize(
    ("lead", "hand", "legal"), [("AS", "QS KS 6H AD", "KS"), ("JD", "6C KC AH", "6C")]
)
def test_k7_follow_as_in_miner(lead: str, hand: str, legal: str) -> None:
    assert may_answer(CLASSIC, "D", lead, hand) == set(legal.split())


def test_k7_option_must_trump() -> None:
    must = rules("classic", must_trump=True, fixed_trump="D")
    assert may_answer(must, "D", "AS", "QS KH 6D") == {"QS", "6D"}
    assert may_answer(CLASSIC, "D", "AS", "QS KH 6D") == {"QS", "KH", "6D"}


def test_k7_penalty_by_points_whoever_owns() -> None:
    for owner in (0, 1):
        before = Standing(score=(0, 0), active=15, owner=owner)
        assert settled(CLASSIC, (31, 89), standing=before).change == (2, 0)
        assert settled(CLASSIC, (90, 30), standing=before).change == (0, 4)


def caught_trick(*cards_by_seat: str) -> ClassicDeal:
    deal = follow_deal(CLASSIC, "D", *[f"{card} AH" for card in cards_by_seat])
    assert isinstance(deal, ClassicDeal)
    for card in cards_by_seat:
        deal.apply(mask(card))
    return deal


def test_k8_caught_queen_ends_the_cycle_and_costs_4() -> None:
    deal = caught_trick("QC", "6C", "JD", "AD")
    assert deal.is_over
    assert deal.trick_winners == [1]
    before = Standing(score=(5, 0), active=15, owner=0)
    after = CLASSIC.settle(before, deal, 2)
    assert after.change == (4, 0)
    assert after.points == (0, 16)
    assert after.standing.owner == 1


def test_k8_caught_queen_in_either_order() -> None:
    deal = caught_trick("6C", "JD", "AD", "QC")
    assert deal.is_over
    after = CLASSIC.settle(Standing(score=(0, 0), active=15, owner=0), deal, 1)
    assert after.change == (0, 4)
    assert after.standing.owner == 0


def test_k8_from_partners_nothing_happens() -> None:
    deal = caught_trick("QC", "JD", "6C", "AD")
    assert not deal.is_over
    assert deal.caught is None


def test_k8_a_caught_queen_leaves_lusya_aside_and_can_end_the_match() -> None:
    deal = caught_trick("QC", "6C", "JD", "AD")
    after = CLASSIC.settle(Standing(score=(8, 0), active=15, owner=0), deal, 2)
    assert after.change == (4, 0)
    assert after.ended is not None
    assert after.ended.losers == (0,)


def test_k8_in_a_match_the_next_deal_starts_right_after() -> None:
    deck = "QC AH AS TS KS KH 6C TH JH QH 6H 6S JD TD KD JS QS 6D AD AC TC KC JC QD"
    match = Match(rules("classic", marker="AD", fixed_trump="D"), Stacked(deck))
    for card in ("QD", "QC", "6C", "6D"):
        match.apply(match.deciders()[0], mask(card))
    assert match.deal_number == 2
    assert match.score == (4, 0)
    assert match.view(0).owner == 1


def test_k9_lusya_eggs_and_the_end() -> None:
    assert settled(CLASSIC, (0, 120), trick_winners=(1, 3)).change == (12, 0)
    assert settled(CLASSIC, (0, 120), trick_winners=(0, 3)).change == (4, 0)
    assert settled(CLASSIC, (60, 60)).change == (0, 0)
    short = rules("classic", short=True)
    assert settled(short, (0, 120), trick_winners=(1, 3)).change == (6, 0)
    ended = settled(short, (120, 0), trick_winners=(0, 2)).ended
    assert ended is not None
    assert ended.winners == (0,)


def test_hands_hold_the_whole_deck() -> None:
    match = Match(LONG, SeededChance("all"))
    everything = sum(match.deal.hands)
    assert cards_of(everything) == LONG.deck
