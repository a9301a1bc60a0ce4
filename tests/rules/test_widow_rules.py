"""Widow, paragraph by paragraph, with the worked examples of the rules."""

import pytest

from kozel.rules import (
    Acted,
    ActionKind,
    Match,
    Question,
    SeededChance,
    Standing,
    cards_of,
    format_cards,
    seen_by,
)
from kozel.rules.scoring import widow_mark
from kozel.rules.widow_deal import REFUSE, TAKE, WidowDeal
from tests.rules.builders import (
    Stacked,
    cards,
    code,
    mask,
    may_answer,
    play_deal,
    play_out,
    rules,
    settled,
    taker,
    words,
)

WIDOW = rules("widow")
DECK = "AC TC JC AH TH KH 6S QC QS KC AD TS KS JH 6C QH QD TD KD JD AS JS 6H 6D"
"""Seat 0 holds JC, seat 1 AD, seat 2 TD KD; the widow is JS 6H 6D."""


def test_w1_twelve_trumps_are_one_suit() -> None:
    order = ["6C", "QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AC", "TC", "KC"]
    match = Match(WIDOW, SeededChance("w1"))
    trump = match.view(0).trump
    trumps = [card for card in WIDOW.deck if WIDOW.is_trump(trump, card)]
    trumps.sort(key=lambda card: WIDOW.strength(trump, card), reverse=True)
    assert list(map(str, trumps)) == order
    assert taker(WIDOW, "C", "KD TD AD") == "AD"
    assert taker(WIDOW, "C", "AS KC TS") == "KC"


def test_w2_seven_cards_each_and_three_face_down() -> None:
    match = Match(WIDOW, SeededChance("w2"))
    assert [hand.bit_count() for hand in match.deal.hands] == [7, 7, 7]
    assert match.started.widow.bit_count() == 3
    assert match.started.widow | sum(match.deal.hands) == sum(card.mask for card in WIDOW.deck)


@pytest.mark.parametrize(
    ("in_widow", "jack", "soloist"),
    [("", "JC", 0), ("JC", "JS", 1), ("JC JS", "JH", 2), ("JC JS JH", "JD", 0)],
)
def test_w2_the_first_jack_in_a_hand_decides(in_widow: str, jack: str, soloist: int) -> None:
    hands = [mask(hand) & ~mask(in_widow) for hand in ("JC JD", "JS", "JH")] + [mask(in_widow)]
    spare = [card.mask for card in WIDOW.deck if not sum(hands) & card.mask]
    for place, size in enumerate((7, 7, 7, 3)):
        hands[place] |= sum(spare.pop() for _ in range(size - hands[place].bit_count()))
    deck = " ".join(format_cards(cards_of(hand)) for hand in hands)
    match = Match(WIDOW, Stacked(deck))
    view = match.view(1)
    assert (view.owner, str(view.marker)) == (soloist, jack)


def test_w3_taking_makes_ten_cards_of_which_any_three_are_buried() -> None:
    match = Match(WIDOW, Stacked(DECK))
    assert match.legal(0) == (TAKE, REFUSE)
    match.apply(0, TAKE)
    assert match.question(0) is Question.BURY
    assert match.deal.hands[0] == mask("AC TC JC AH TH KH 6S JS 6H 6D")
    assert len(match.legal(0)) == 120
    match.apply(0, code("bury", "AC 6S 6D"))
    assert match.deal.hands[0] == mask("TC JC AH TH KH JS 6H")


def test_w3_refused_the_widow_counts_for_the_soloist_just_as_buried_cards_do() -> None:
    match = Match(WIDOW, Stacked(DECK))
    refused = match.copy()
    refused.apply(0, REFUSE)
    assert isinstance(refused.deal, WidowDeal)
    assert refused.deal.totals() == (2, 0)
    match.apply(0, TAKE)
    match.apply(0, code("bury", "AC TC AH"))
    assert isinstance(match.deal, WidowDeal)
    assert match.deal.totals() == (32, 0)
    assert match.view(0).points == (0, 0, 0)


def test_w3_the_soloist_alone_sees_the_widow_and_what_it_buried() -> None:
    match = Match(WIDOW, Stacked(DECK))
    widow = mask("JS 6H 6D")
    assert [match.view(seat).widow_mask for seat in range(3)] == [widow, 0, 0]
    match.apply(0, TAKE)
    match.apply(0, code("bury", "AC TC AH"))
    assert [match.view(seat).widow_mask for seat in range(3)] == [widow, 0, 0]
    buried = [match.view(seat).history[1] for seat in range(3)]
    assert [move.count for move in buried] == [3, 3, 3]
    assert [len(move.cards) for move in buried] == [3, 0, 0]
    assert match.view(1).history[0].kind is ActionKind.TAKE
    told = [
        seen_by(event, 1)
        for event in match.take_events()
        if isinstance(event, Acted) and event.count == 3
    ]
    assert told == [Acted(0, code("bury"), 3)]


@pytest.mark.parametrize(("answer", "known"), [(REFUSE, ""), (TAKE, "JS 6H 6D")])
def test_w3_without_peek_the_widow_is_known_on_taking_only(answer: int, known: str) -> None:
    match = Match(rules("widow", widow_peek=False), Stacked(DECK))
    assert match.view(0).widow_mask == 0
    match.apply(0, answer)
    assert match.view(0).widow_mask == mask(known)


def test_w4_the_highest_plain_diamond_in_hand_leads_any_card() -> None:
    match = Match(WIDOW, Stacked(DECK))
    match.apply(0, REFUSE)
    assert match.deciders() == (1,)
    assert cards(match.legal(1)) == {"QC", "QS", "KC", "AD", "TS", "KS", "JH"}


def test_w4_a_buried_diamond_leads_nothing() -> None:
    deck = "AD TC JC AH TH KH 6S QC QS KC AC TS KS JH 6C QH QD TD KD JD AS JS 6H 6D"
    match = Match(WIDOW, Stacked(deck))
    match.apply(0, TAKE)
    match.apply(0, code("bury", "AD 6D JS"))
    assert match.deciders() == (2,)


def test_w4_nobody_is_told_who_will_lead_while_the_widow_lies() -> None:
    match = Match(WIDOW, Stacked(DECK))
    assert [match.view(seat).leader for seat in range(3)] == [0, 0, 0]
    assert match.started.leader is None


def test_w4_option_first_lead_forced() -> None:
    match = Match(rules("widow", first_lead_forced=True), Stacked(DECK))
    match.apply(0, REFUSE)
    assert cards(match.legal(1)) == {"AD"}
    for _ in range(3):
        match.apply(match.deciders()[0], match.default(match.deciders()[0]))
    assert len(match.legal(match.deciders()[0])) == 6


@pytest.mark.parametrize(
    ("lead", "hand", "legal"),
    [
        ("KD", "QD 6H AS", "QD"),
        ("6D", "QD KD AS", "KD"),
        ("6D", "KH AS", "KH AS"),
        ("QH", "6C 6D", "6C"),
    ],
)
def test_w5_follow_else_trump_else_any(lead: str, hand: str, legal: str) -> None:
    assert may_answer(WIDOW, "C", lead, hand) == set(legal.split())


@pytest.mark.parametrize(
    ("soloist", "marks"),
    [
        (30, (4, 0)),
        (31, (2, 0)),
        (60, (2, 2)),
        (62, (0, 2)),
        (89, (0, 2)),
        (90, (0, 4)),
        (120, (0, 0)),
        (0, (0, 0)),
    ],
)
def test_w6_marks_of_soloist_and_defenders(soloist: int, marks: tuple[int, int]) -> None:
    assert (widow_mark(soloist, sixty_costs=2), widow_mark(120 - soloist, sixty_costs=2)) == marks


def test_w6_option_sixty_costs() -> None:
    assert widow_mark(60, sixty_costs=0) == 0


def test_w6_both_defenders_take_the_pairs_mark() -> None:
    match = Match(WIDOW, Stacked(DECK))
    match.apply(0, REFUSE)
    play_deal(match)
    assert match.score[1] == match.score[2]


def test_w7_equal_highest_marks_are_all_goats() -> None:
    soloist_2 = " ".join(DECK.split()[7:21] + DECK.split()[:7] + DECK.split()[21:])
    before = Standing(score=(10, 10, 6), active=7)
    dealt = WIDOW.start_deal(before, 4, Stacked(soloist_2))
    assert isinstance(dealt.deal, WidowDeal)
    assert dealt.deal.soloist == 2
    dealt.deal.taken = [93, 25]
    after = WIDOW.settle(before, dealt.deal, 4)
    assert after.points == (25, 25, 95)
    assert after.change == (4, 4, 0)
    assert after.ended is not None
    assert after.ended.score == (14, 14, 6)
    assert after.ended.losers == (0, 1)
    assert after.ended.winners == (2,)


def test_w7_option_limit() -> None:
    bound = rules("widow", limit=4)
    before = Standing(score=(0, 0, 0), active=7)
    assert settled(bound, (60, 60), standing=before).ended is None
    before = Standing(score=(2, 2, 2), active=7)
    assert settled(bound, (58, 60), standing=before).ended is not None


def test_silence_refuses_and_buries_the_same_three() -> None:
    match = Match(WIDOW, Stacked(DECK))
    assert match.default(0) == REFUSE
    match.apply(0, TAKE)
    assert words([match.default(0)]) == {"bury JS 6H 6D"}
    play_out(match)
    assert match.outcome is not None
