"""Everything around decisions: whole messages go in as values and come out the same."""

import pytest

from kozel.rules import (
    Acted,
    Card,
    DealEnded,
    DealStarted,
    DealVoided,
    Match,
    MatchEnded,
    MatchInfo,
    SeededChance,
    Suit,
    TrickTaken,
    bind,
    ruleset_names,
)
from kozel.rules.events import seen_by
from kozel.table import AnswerProblem, TimeControl, Verdict
from kozel.testing.fake_arena import WELCOME
from kozel.v1 import arena_pb2, play_pb2
from kozel.wire import codec
from kozel.wire.messages import (
    Request,
    Response,
    decode_request,
    encode_request,
    encode_response,
    read_request,
    write_response,
)
from kozel.wire.values import (
    Answer,
    AnswerRefusal,
    Behind,
    Draining,
    Ending,
    Goodbye,
    GoodbyeReason,
    Hello,
    Refusal,
    RefusalReason,
    Seating,
)

MATCH = MatchInfo("pot", {"stack": 30, "short": True, "deck": "24"}, players=4, seat=2)
CLOCK = TimeControl(move_limit_ns=1_500_000_001, bank_ns=60_000_000_000, strikes=2)
SEATING = Seating(7, "1-12", MATCH, CLOCK, tournament_id="1", commitment="ab" * 32)


def test_a_seating_carries_its_match_and_clock():
    assert codec.decode_seating(codec.encode_seating(SEATING)) == SEATING


def test_options_keep_their_types():
    options = {"a": True, "b": False, "c": 0, "d": -5, "e": "", "f": "JC"}
    message = play_pb2.MatchStarted(options=codec.encode_options(options))

    decoded = codec.decode_options(message.options)

    assert decoded == options
    assert [type(value) for value in decoded.values()] == [bool, bool, int, int, str, str]


def test_an_option_without_a_value_is_refused():
    message = play_pb2.MatchStarted(options={"deck": play_pb2.OptionValue()})

    with pytest.raises(codec.InvalidMessage, match="option 'deck' has no value"):
        codec.decode_options(message.options)


def test_a_seat_beyond_the_table_is_refused():
    message = codec.encode_seating(SEATING)
    message.seat = 4

    with pytest.raises(codec.InvalidMessage, match="seat 4 of 4 players"):
        codec.decode_seating(message)


@pytest.mark.parametrize("nanoseconds", [0, 1, 999_999_999, 1_000_000_000, 3600 * 10**9 + 1])
def test_durations_are_exact(nanoseconds):
    assert codec.decode_duration(codec.encode_duration(nanoseconds)) == nanoseconds


def test_a_negative_duration_is_refused():
    with pytest.raises(codec.InvalidMessage, match="-1 ns is negative"):
        codec.decode_duration(codec.encode_duration(-1))


@pytest.mark.parametrize("verdict", Verdict)
def test_endings_carry_every_verdict(verdict):
    ended = MatchEnded(score=(-3, 12, 0), winners=(0,), losers=(1, 2))
    ending = Ending(7, verdict, ended, charged_seats=(1, 3), seed="0f" * 32)

    assert codec.decode_ending(codec.encode_ending(ending)) == ending


@pytest.mark.parametrize("reason", RefusalReason)
@pytest.mark.parametrize("behind", Behind)
def test_refusals_carry_every_reason_and_side(reason, behind):
    refusal = Refusal(reason, "A sentence.", behind, retry=True)

    assert codec.decode_refusal(codec.encode_refusal(refusal)) == refusal


@pytest.mark.parametrize("problem", AnswerProblem)
def test_refused_answers_carry_every_problem(problem):
    refusal = AnswerRefusal(7, 8, problem, "A sentence.")

    assert codec.decode_answer_refusal(codec.encode_answer_refusal(refusal)) == refusal


@pytest.mark.parametrize("reason", GoodbyeReason)
def test_goodbyes_carry_every_reason(reason):
    goodbye = Goodbye(reason, "A sentence.")

    assert codec.decode_goodbye(codec.encode_goodbye(goodbye)) == goodbye


@pytest.mark.parametrize(
    ("decode", "message", "sentence"),
    [
        (codec.decode_ending, play_pb2.MatchEnded(verdict=9), "unknown verdict 9"),
        (codec.decode_ending, play_pb2.MatchEnded(), "unknown verdict 0"),
        (codec.decode_refusal, arena_pb2.Refusal(reason=77), "unknown reason of a refusal 77"),
        (codec.decode_goodbye, arena_pb2.Goodbye(reason=77), "unknown reason of a goodbye 77"),
        (
            codec.decode_answer_refusal,
            arena_pb2.AnswerRefusal(reason=77),
            "unknown reason of an answer's refusal 77",
        ),
    ],
)
def test_an_unknown_reason_is_named(decode, message, sentence):
    with pytest.raises(codec.UnknownValue, match=sentence):
        decode(message)


def test_hello_and_welcome_are_carried_whole():
    hello = Hello(
        token="t",
        bot_name="n",
        bot_version="v",
        sdk="s",
        capacity=9,
        events=True,
        protocol_min=1,
        protocol_max=4,
    )

    assert codec.decode_hello(codec.encode_hello(hello)) == hello
    assert codec.decode_welcome(codec.encode_welcome(WELCOME)) == WELCOME


def test_a_request_is_carried_whole():
    request = Request(
        hello=Hello(token="t"), answers=(Answer(1, 2, 3),), heartbeat=2**60, leaving=True
    )

    assert decode_request(encode_request(request)) == request
    assert read_request(encode_request(request).SerializeToString()) == request


def test_a_response_holds_what_it_was_given():
    response = Response(heartbeat=3, draining=Draining(2), started=[SEATING])

    message = arena_pb2.PlayResponse.FromString(write_response(response))

    assert message == encode_response(response)
    assert message.heartbeat == 3
    assert codec.decode_draining(message.draining) == Draining(2)
    assert not message.HasField("welcome")


EVENTS = [
    DealVoided(deal=2, hands=()),
    DealStarted(
        deal=2,
        hands=(0, 0, 0x1FF, 0),
        stock_size=12,
        trump=Suit.CLUBS,
        drawn_trump=Suit.DIAMONDS,
        owner=0,
        dealer=0,
        leader=0,
        marker=Card(0),
        turn_up=Card(35),
        pot=4,
    ),
    DealStarted(deal=2, hands=(0, 0, 1, 0)),
    Acted(seat=3, code=5 << 40 | 4, count=0),
    Acted(seat=1, code=2 << 40, count=3),
    TrickTaken(seat=3, thrown=((0, 7), (1, 8))),
    DealEnded(deal=2, points=(20, 100), change=(4, 0), score=(-4, 12), thrown=((3, 1 << 35),)),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_come_out_as_the_seat_may_know_them(event):
    message = codec.encode_event(event, 7, 2, MATCH.seat)

    assert (message.table_id, message.deal) == (7, 2)
    assert codec.decode_event(message, MATCH) == event


@pytest.mark.parametrize("name", ruleset_names())
def test_events_of_real_matches_come_out_as_each_seat_may_know_them(name):
    match = Match(bind(name), SeededChance("events"))
    while match.outcome is None and match.deal_number < 5:
        seat = match.deciders()[0]
        match.apply(seat, match.legal(seat)[-1])
    deal = 1
    for event in match.take_events():
        deal = getattr(event, "deal", deal)
        for seat in range(match.rules.players):
            shown = seen_by(event, seat)
            if shown is not None and not isinstance(shown, MatchEnded):
                info = MatchInfo(name, {}, match.rules.players, seat)
                message = codec.encode_event(shown, 1, deal, seat)
                assert codec.decode_event(message, info) == shown


def test_another_seat_s_hand_does_not_go_over_the_wire():
    full = DealStarted(deal=1, hands=(1, 2, 4, 8), widow=16, stock=(Card(9),), stock_size=1)

    message = codec.encode_event(full, 7, 1, 2)

    assert codec.decode_event(message, MATCH) == DealStarted(
        deal=1, hands=(0, 0, 4, 0), stock_size=1
    )


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (play_pb2.MatchEvent(table_id=4), "event of table 4 says nothing"),
        (play_pb2.MatchEvent(deal_started=play_pb2.DealStarted(trump=9)), "unknown suit 9"),
        (play_pb2.MatchEvent(deal_started=play_pb2.DealStarted(marker=36)), "unknown card 36"),
    ],
)
def test_an_event_that_cannot_be_read_is_named(message, words):
    with pytest.raises(codec.WireError, match=words):
        codec.decode_event(message, MATCH)
