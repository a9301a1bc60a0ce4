"""Shokha, paragraph by paragraph, with the worked examples of the rules."""

import pytest

from kozel.rules import Match, Question, SeededChance, cards_of, parse_suit
from kozel.rules.beating import beat_all, is_molodka, is_moscow, make_beat_tables
from kozel.rules.bura import BuraDeal
from kozel.rules.scoring import singles_change, teams_change
from tests.rules.builders import (
    Stacked,
    bura_deal,
    code,
    mask,
    play_out,
    rules,
    settled,
    standing,
    words,
)

SHOKHA = rules("shokha")
PAIR = rules("shokha", players=2)
THREE = rules("shokha", players=3)
BEATERS = make_beat_tables(parse_suit("D"), has_shokha=True).beaters


def beats(cards: str, targets: str) -> bool:
    return beat_all(mask(cards), mask(targets), BEATERS)


def test_b1_two_or_three_play_singly_and_four_in_teams() -> None:
    assert [rules("shokha", players=count).sides for count in (2, 3, 4)] == [2, 3, 2]
    assert SHOKHA.seats_of(1) == (1, 3)
    assert THREE.seats_of(2) == (2,)


def test_b2_the_shokha_beats_every_card_and_nothing_beats_it() -> None:
    for card in SHOKHA.deck:
        assert beats("6S", str(card)) is (str(card) != "6S")
        assert not beats(str(card), "6S")


def test_b2_option_shokha_off_makes_it_the_lowest_spade() -> None:
    ordinary = make_beat_tables(parse_suit("D"), has_shokha=False).beaters
    assert not beat_all(mask("6S"), mask("7S"), ordinary)
    assert beat_all(mask("7S"), mask("6S"), ordinary)


def test_b2_the_shokha_is_a_spade_when_leading() -> None:
    deal = bura_deal(PAIR, "D", "6S 9S KH", "7C 8C 9C")
    assert words(deal.legal()) == {"play 6S", "play 9S", "play 6S 9S", "play KH"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_b3_four_cards_each_from_the_dealers_left_then_the_turn_up(players: int) -> None:
    deck = list(map(str, SHOKHA.deck))
    match = Match(rules("shokha", players=players), Stacked(" ".join(deck), dealer=1))
    first = (1 + 1) % players
    assert match.deal.hands[first] == mask(" ".join(deck[0 : 4 * players : players]))
    started = match.started
    turn_up = deck[4 * players]
    assert (started.dealer, started.leader) == (1, first)
    assert str(started.turn_up) == turn_up
    assert str(started.trump) == turn_up[1]
    assert list(map(str, started.stock)) == [*deck[4 * players + 1 :], turn_up]


def test_b3_the_deal_passes_clockwise_among_those_still_in() -> None:
    before = standing(score=(12, 0, 0), active=6, dealer=2)
    assert settled(THREE, (0, 70, 50), standing=before).standing.dealer == 1
    before = standing(score=(0, 0, 0), active=7, dealer=2)
    assert settled(THREE, (10, 60, 50), standing=before).standing.dealer == 0


def test_b5_lead_one_to_four_cards_of_one_suit() -> None:
    deal = bura_deal(PAIR, "D", "QS 7S TS AH", "7C 8C 9C 6D")
    leads = words(deal.legal())
    assert len(leads) == 8
    assert "play 7S TS QS" in leads
    assert "play AH" in leads


def test_b6_the_sets_of_the_first_example() -> None:
    assert beats("9D JS", "QS 7S")
    assert beats("TD KS", "9D JS")
    assert not beats("8D AS", "9D JS")


def test_b6_any_matching_counts_not_the_first_that_fits() -> None:
    assert beats("KH JH", "9H QH")


def test_b6_the_sets_of_the_third_example() -> None:
    assert beats("6S 7D 8D", "KS QS JS")
    assert not beats("6S 7D 9S", "KS QS JS")


def test_b6_respond_to_the_winning_cards_with_as_many_or_throw_any() -> None:
    deal = bura_deal(THREE, "D", "7S QS", "9D JS", "TD KS 8D AS")
    deal.apply(code("play", "7S QS"))
    deal.apply(code("beat", "JS 9D"))
    legal = words(deal.legal())
    assert {word for word in legal if word.startswith("beat")} == {
        "beat KS TD",
        "beat AS TD",
        "beat 8D TD",
    }
    assert len(legal) == 3 + 6
    assert list(deal.legal()) == sorted(deal.legal())


def test_b8_the_last_to_beat_takes_all_and_leads() -> None:
    deal = bura_deal(SHOKHA, "D", "7S AH", "8S AC", "TH TC", "9S KC")
    for kind, card in [("play", "7S"), ("beat", "8S"), ("throw", "TH"), ("beat", "9S")]:
        deal.apply(code(kind, card))
    assert deal.trick_winners == [3]
    assert deal.turn == 3
    assert deal.side_points() == (0, 10)


def test_b8_a_lead_that_nobody_beats_wins_and_partners_may_be_beaten() -> None:
    deal = bura_deal(SHOKHA, "D", "7S AH", "8C AC", "8S TC", "9C KC")
    deal.apply(code("play", "7S"))
    deal.apply(code("throw", "8C"))
    assert code("beat", "8S") in deal.legal()
    deal.apply(code("throw", "8S"))
    deal.apply(code("throw", "9C"))
    assert deal.trick_winners == [0]


@pytest.mark.parametrize(
    ("hand", "expected"), [("AC TD TH 6S", True), ("TC TD TH 6S", False), ("AC TD TH KS", False)]
)
def test_b9_moscow(hand: str, expected: bool) -> None:
    assert is_moscow(mask(hand), mask("6S")) is expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("6S 7H 8H AH", True),
        ("6S 7H 8H AD", False),
        ("6S 7S 8S AS", True),
        ("9C 7C 8C AC", True),
        ("7C 8C 9C", False),
    ],
)
def test_b9_molodka(hand: str, expected: bool) -> None:
    assert is_molodka(mask(hand), mask("6S")) is expected


def test_b9_without_the_shokha_6s_helps_no_special_lead() -> None:
    assert not is_moscow(mask("AC TD TH 6S"), 0)
    assert not is_molodka(mask("6S 7H 8H AH"), 0)


WINDOW = ("KC QD JH 9S", "7C 8C 9C QC", "6S 7H 8H 9H", "AC TD TH AH")
"""Seat 0 leads by nature and has nothing; 1 and 2 have a molodka, 3 has a Moscow."""


def window(*claims: int, hands: tuple[str, ...] = WINDOW) -> BuraDeal:
    deal = bura_deal(SHOKHA, "D", *hands)
    for seat in deal.deciders():
        assert deal.turn == seat
        claim, decline = deal.legal()
        deal.apply(claim if seat in claims else decline)
    return deal


def test_b9_everyone_who_qualifies_is_asked_in_turn_order_from_the_leader() -> None:
    deal = bura_deal(SHOKHA, "D", *WINDOW)
    assert deal.deciders() == (1, 2, 3)
    assert words(deal.legal_for(2)) == {"claim 6S 7H 8H 9H", "pass"}
    assert [deal.question(seat) for seat in range(4)] == [Question.LEAD] + [Question.CLAIM] * 3


def test_b9_moscow_goes_before_molodka_then_turn_order() -> None:
    assert window(1, 2, 3).leader == 3
    assert window(1, 2).leader == 1
    assert window(2).leader == 2


def test_b9_if_all_pass_the_natural_leader_leads() -> None:
    deal = window()
    assert (deal.turn, deal.leader) == (0, 0)
    assert deal.question(0) is Question.LEAD


def test_b9_passes_and_vain_claims_are_their_owners_affair() -> None:
    deal = window(1, 2)
    assert [len(deal.history_for(seat)[0]) for seat in range(4)] == [1, 1, 2, 2]
    for seat in range(4):
        history, trick_start = deal.history_for(seat)
        assert list(history[trick_start:]) == deal.history[2:]


def test_b9_nothing_is_asked_with_fewer_than_four_cards() -> None:
    deal = bura_deal(PAIR, "D", "AC TD AH", "7C 8C 9C")
    assert deal.deciders() == (0,)


def test_b10_the_claimant_wins_outright_and_the_others_throw_four() -> None:
    deal = window(1, hands=("6D QD JH 9S", "7C 8C 9C QC", "6S 7H 8D 9H", "AC TD TH KD"))
    for hand in ("6S 7H 8D 9H", "AC TD TH KD", "6D QD JH 9S"):
        assert list(deal.legal()) == [code("throw", hand)]
        deal.apply(deal.legal()[0])
    assert deal.trick_winners == [1]
    assert deal.is_over


def test_b10_four_of_one_suit_plainly_led_are_a_molodka() -> None:
    deal = bura_deal(PAIR, "D", "7C 8C 9C QC", "AC TC KD AD")
    deal.apply(code("pass"))
    deal.apply(code("play", "7C 8C 9C QC"))
    assert list(deal.legal()) == [code("throw", "AC TC KD AD")]


@pytest.mark.parametrize("options", [{"combo_auto_win": False}, {"combos": False}])
def test_b10_options_make_four_cards_beatable(options: dict[str, bool]) -> None:
    bound = rules("shokha", players=2, **options)
    deal = bura_deal(bound, "D", "7C 8C 9C QC", "AC TC KD AD")
    if deal.question(0) is Question.CLAIM:
        assert "combos" not in options
        deal.apply(deal.legal()[0])
    else:
        deal.apply(code("play", "7C 8C 9C QC"))
    assert list(deal.legal()) == [code("beat", "AC TC KD AD"), code("throw", "AC TC KD AD")]


def test_b11_draw_one_at_a_time_clockwise_from_the_winner() -> None:
    deal = bura_deal(PAIR, "D", "7C 8H QS JD", "9C 9H 9S 9D", stock="AC AS KC KS TC TS")
    deal.apply(code("play", "7C"))
    deal.apply(code("beat", "9C"))
    assert deal.hands[1] == mask("9H 9S 9D AC")
    assert deal.hands[0] == mask("8H QS JD AS")
    assert deal.stock_size == 4


def test_b11_the_turn_up_is_drawn_last() -> None:
    match = Match(PAIR, SeededChance("b11"))
    turn_up = match.started.turn_up
    assert turn_up is not None
    while match.deal.stock_size:
        assert not any(hand & turn_up.mask for hand in match.deal.hands)
        match.apply(match.deciders()[0], match.default(match.deciders()[0]))
    assert sum(bool(hand & turn_up.mask) for hand in match.deal.hands) == 1


@pytest.mark.parametrize(
    ("points", "change"),
    [
        ((70, 50), (0, 2)),
        ((60, 60), (0, 0)),
        ((20, 40, 60), (4, 2, 0)),
        ((45, 45, 30), (0, 0, 4)),
        ((60, 30, 30), (0, 2, 2)),
        ((40, 40, 40), (0, 0, 0)),
    ],
)
def test_b12_singles(points: tuple[int, ...], change: tuple[int, ...]) -> None:
    assert singles_change(points, range(len(points))) == change


@pytest.mark.parametrize(
    ("points", "spas_at", "change"),
    [
        ((32, 88), 32, (2, 0)),
        ((31, 89), 32, (4, 0)),
        ((31, 89), 31, (2, 0)),
        ((119, 1), 32, (0, 4)),
        ((120, 0), 32, (0, 6)),
        ((60, 60), 32, (0, 0)),
    ],
)
def test_b12_teams(points: tuple[int, int], spas_at: int, change: tuple[int, int]) -> None:
    assert teams_change(points, spas_at=spas_at) == change


def test_b13_a_side_at_the_limit_is_out_and_two_play_on() -> None:
    before = standing(score=(10, 8, 0))
    after = settled(THREE, (20, 40, 60), standing=before)
    assert after.standing.score == (14, 10, 0)
    assert after.standing.active == 0b110
    assert after.ended is None
    dealt = THREE.start_deal(after.standing, 2, SeededChance("b13")).deal
    assert dealt.hands[0] == 0
    assert [hand.bit_count() for hand in dealt.hands] == [0, 4, 4]


def test_b13_the_last_side_in_wins() -> None:
    before = standing(score=(14, 10, 0), active=6, dealer=1)
    ended = settled(THREE, (0, 50, 70), standing=before).ended
    assert ended is not None
    assert ended.winners == (2,)
    assert ended.losers == (0, 1)


def test_b13_option_max_deals_fewest_penalties_win_and_equal_ones_share() -> None:
    bound = rules("shokha", players=3, max_deals=3)
    assert settled(bound, (20, 40, 60), standing=standing(score=(0, 0, 0)), number=2).ended is None
    ended = settled(bound, (20, 40, 60), standing=standing(score=(0, 0, 2)), number=3).ended
    assert ended is not None
    assert (ended.winners, ended.losers) == ((1, 2), (0,))


def test_running_points_are_hidden_and_totals_told_at_the_end() -> None:
    match = Match(SHOKHA, SeededChance("hidden"))
    for _ in range(10):
        match.apply(match.deciders()[0], match.default(match.deciders()[0]))
        assert match.view(0).points == ()


def thrown_view(reveal: str) -> list[int]:
    bound = rules("shokha", players=3, reveal_discards=reveal)
    deal = bura_deal(bound, "D", "AS 7H", "8C 9C", "TH TC")
    for kind, card in [("play", "AS"), ("throw", "8C"), ("throw", "TH")]:
        deal.apply(code(kind, card))
    histories = [deal.history_for(seat)[0] for seat in range(3)]
    return [len(cards_of(history[1] & (1 << 36) - 1)) for history in histories]


def test_thrown_cards_are_known_to_their_thrower_and_with_winner_to_the_winner() -> None:
    assert thrown_view("never") == [0, 1, 0]
    assert thrown_view("deal_end") == [0, 1, 0]
    assert thrown_view("winner") == [1, 1, 0]


def test_silence_passes_leads_cheaply_and_throws_the_lowest() -> None:
    match = Match(PAIR, SeededChance("silence"))
    match.deal = bura_deal(PAIR, "D", "7C 8C 9C QC", "AC TC KD 9D")
    assert match.default(0) == code("pass")
    match.apply(0, code("pass"))
    assert match.default(0) == code("play", "7C")
    match.apply(0, code("play", "7C 8C"))
    assert match.default(1) == code("throw", "KD 9D")
    match.deal = bura_deal(PAIR, "D", "6S 7D 9C", "AC TC KD")
    assert match.default(0) == code("play", "9C")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_silence_plays_whole_matches(players: int) -> None:
    match = Match(rules("shokha", players=players), SeededChance("whole"))
    play_out(match)
    assert match.outcome is not None
