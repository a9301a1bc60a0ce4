"""Decisions and answers: what goes in comes out, and unknown numbers have a sentence."""

import pytest

from kozel.rules import Match, MatchInfo, SeededChance, Suit, bind, ruleset_names
from kozel.rules.cards import CARDS
from kozel.testing.conformance import settings_of
from kozel.v1 import play_pb2
from kozel.wire.codec import (
    InvalidMessage,
    UnknownValue,
    decode_answers,
    decode_decision,
    encode_answer,
    encode_decision,
)
from kozel.wire.values import Answer

ALL_SETTINGS = [rules for name in ruleset_names() for rules in settings_of(name)]


def views_of_a_match(rules):
    match = Match(rules, SeededChance("wire"))
    while match.outcome is None and match.deal_number < 6:
        for seat in match.deciders():
            yield match.view(seat, limit_ns=1_500_000_000, bank_ns=7)
        for seat in match.deciders():
            legal = match.legal(seat)
            match.apply(seat, legal[(match.deal_number * 7 + seat) % len(legal)])


def through_the_wire(view):
    data = encode_decision(view, 3, 9).SerializeToString()
    return decode_decision(play_pb2.Decision.FromString(data), view.match)


def a_view(**fields):
    match = Match(bind("miner"), SeededChance("wire"))
    return match.view(match.deciders()[0], limit_ns=1)._replace(**fields)


def a_message(**fields):
    message = encode_decision(a_view(), 3, 9)
    message.MergeFrom(play_pb2.Decision(**fields))
    return message


@pytest.mark.parametrize("rules", ALL_SETTINGS, ids=lambda rules: f"{rules.ruleset} {rules.given}")
def test_every_view_of_every_ruleset_comes_out_as_it_went_in(rules):
    views = list(views_of_a_match(rules))

    assert views
    for view in views:
        assert through_the_wire(view) == view


def test_zero_is_told_from_nothing():
    view = a_view(owner=0, dealer=0, marker=CARDS[0], turn_up=CARDS[0], trump=Suit.CLUBS)
    none = a_view(owner=None, dealer=None, marker=None, turn_up=None, trump=None)

    assert through_the_wire(view) == view
    assert through_the_wire(none) == none
    assert view != none


def test_ids_and_times_are_carried():
    message = encode_decision(a_view(limit_ns=2**40, bank_ns=2**50), 3, 2**32 - 1)

    assert (message.table_id, message.decision_id) == (3, 2**32 - 1)
    assert (message.limit_nanos, message.bank_nanos) == (2**40, 2**50)


def test_a_decision_is_small():
    sizes = [encode_decision(view, 3, 9).ByteSize() for view in views_of_a_match(bind("miner"))]

    assert max(sizes) < 500


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"question": 7}, "unknown question 7 in a message: the other side may be newer"),
        ({"trump": 5}, "unknown suit 5"),
        ({"pairing": [1, 0]}, "unknown suit 0"),
        ({"pairing": [6]}, "unknown suit 6"),
        ({"marker": 36}, "unknown card 36"),
        ({"turn_up": 99}, "unknown card 99"),
    ],
)
def test_an_unknown_number_is_named_and_never_a_default(fields, sentence):
    match = MatchInfo("miner", {}, 4, 0)

    with pytest.raises(UnknownValue, match=sentence):
        decode_decision(a_message(**fields), match)


def test_a_question_that_is_missing_is_not_the_last_one():
    message = encode_decision(a_view(), 3, 9)
    message.question = 0

    with pytest.raises(UnknownValue, match="unknown question 0"):
        decode_decision(message, MatchInfo("miner", {}, 4, 0))


def test_a_decision_without_actions_is_refused():
    message = encode_decision(a_view(), 3, 9)
    del message.legal[:]

    with pytest.raises(InvalidMessage, match="decision 9 offers no legal action"):
        decode_decision(message, MatchInfo("miner", {}, 4, 0))


def test_answers_keep_their_order_and_declining_is_no_index():
    answers = [Answer(2, 1, 0), Answer(1, 7, None), Answer(1, 8, 30)]

    assert decode_answers(map(encode_answer, answers)) == answers
