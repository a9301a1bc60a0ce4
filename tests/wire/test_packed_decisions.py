"""Packed decisions are byte for byte what protobuf writes, in every ruleset and at every edge."""

import random

import pytest

from kozel.rules import Match, SeededChance, Suit, bind, ruleset_names
from kozel.rules.cards import CARDS
from kozel.testing.conformance import settings_of
from kozel.v1.arena_pb2 import PlayResponse
from kozel.wire import packing
from kozel.wire.codec import encode_decision
from kozel.wire.packing import pack_decision, varint

ALL_SETTINGS = [rules for name in ruleset_names() for rules in settings_of(name)]


def views_of_a_match(rules, seed):
    chance = random.Random(seed)
    match = Match(rules, SeededChance(str(seed)))
    while match.outcome is None and match.deal_number < 8:
        for seat in match.deciders():
            yield match.view(
                seat, limit_ns=5 * 10**9, bank_ns=chance.choice((0, 10**9, 6 * 10**10))
            )
        for seat in match.deciders():
            match.apply(seat, chance.choice(match.legal(seat)))


def a_view(**fields):
    match = Match(bind("miner"), SeededChance("wire"))
    return match.view(match.deciders()[0], limit_ns=1)._replace(**fields)


def by_protobuf(view, table_id, decision_id):
    decisions = [encode_decision(view, table_id, decision_id)]
    return PlayResponse(decisions=decisions).SerializeToString()


@pytest.mark.parametrize("rules", ALL_SETTINGS, ids=lambda rules: f"{rules.ruleset} {rules.given}")
def test_every_decision_of_many_matches_is_what_protobuf_writes(rules):
    views = [view for seed in range(6) for view in views_of_a_match(rules, seed)]

    assert views
    for number, view in enumerate(views, start=1):
        assert pack_decision(view, number, number) == by_protobuf(view, number, number)


@pytest.mark.parametrize("table_id", [1, 127, 128, 16383, 16384, 2**32 - 1])
@pytest.mark.parametrize("decision_id", [1, 127, 128, 4095, 4096, 2**32 - 1])
def test_ids_may_be_of_any_size(table_id, decision_id):
    view = a_view()

    assert pack_decision(view, table_id, decision_id) == by_protobuf(view, table_id, decision_id)


@pytest.mark.parametrize("length", [0, 1, 15, 16, 255, 256, 257, 5000])
def test_lists_may_be_of_any_length(length):
    codes = tuple(range(length))
    seats = tuple(code % 4 for code in codes)
    for fields in (
        {"legal_codes": codes},
        {"history_codes": codes, "trick_start": length},
        {"trick_winners": seats, "hand_sizes": codes, "points": codes},
    ):
        view = a_view(**fields)
        assert pack_decision(view, 1, 1) == by_protobuf(view, 1, 1)


def test_zero_is_told_from_nothing():
    zeros = a_view(owner=0, dealer=0, marker=CARDS[0], turn_up=CARDS[0], trump=Suit.CLUBS)
    nothing = a_view(owner=None, dealer=None, marker=None, turn_up=None, trump=None)
    empty = a_view(hand_mask=0, score=(), points=(), hand_sizes=(), pairing=(), limit_ns=0)
    chips = a_view(score=(-300, 4000, 0), stock_size=20, pot=700, widow_mask=7, void_deals=3)

    for view in (zeros, nothing, empty, chips, zeros):
        assert pack_decision(view, 1, 1) == by_protobuf(view, 1, 1)


def test_what_is_kept_does_not_grow_for_ever(monkeypatch):
    monkeypatch.setattr(packing, "MOST_KEPT", 3)
    views = [a_view(deal=number, bank_ns=number) for number in range(1, 12)]

    for view in views * 2:
        assert pack_decision(view, 1, 1) == by_protobuf(view, 1, 1)


def test_a_varint_is_protobufs():
    assert [varint(number).hex() for number in (0, 127, 128, 300)] == ["00", "7f", "8001", "ac02"]
