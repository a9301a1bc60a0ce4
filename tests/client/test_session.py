"""Conversations of the session, as values."""

from dataclasses import replace

import pytest

from kozel.client.happenings import Asked, Ended, Lost, Told
from kozel.client.session import State
from kozel.rules import TrickTaken
from kozel.table import AnswerProblem
from kozel.testing.fake_arena import WELCOME
from kozel.wire.codec import InvalidMessage
from kozel.wire.messages import Notice, decode_request
from kozel.wire.values import (
    Answer,
    AnswerRefusal,
    Draining,
    Goodbye,
    GoodbyeReason,
    Refusal,
    RefusalReason,
)
from tests.client.building import VIEW, Talk, ending, question, seating


def said(talk: Talk) -> list[object]:
    return [decode_request(message) for message in talk.says()]


def answers(talk: Talk) -> list[Answer]:
    return [answer for request in said(talk) for answer in request.answers]


def test_hello_comes_first_and_alone():
    talk = Talk(bot_name="sly", capacity=3)
    talk.session.connected()

    (first,) = said(talk)

    assert first.hello.token == "secret"
    assert first.hello.bot_name == "sly"
    assert first.hello.capacity == 3
    assert said(talk) == []


def test_nothing_is_sent_before_welcome_but_hello():
    talk = Talk()
    talk.session.connected()
    talk.says()
    talk.session.leave()

    assert said(talk) == []

    talk.hears(welcome=WELCOME)
    (request,) = said(talk)
    assert request.leaving


def test_a_decision_is_asked_with_its_seat_and_answered_once():
    talk = Talk()
    assert talk.opens() == [WELCOME]

    happenings = talk.hears(started=[seating()], decisions=[question()])

    assert happenings == [seating(), Asked(seating(), 1, VIEW)]
    talk.session.answer(Answer(1, 1, 2))
    talk.session.answer(Answer(1, 1, 0))
    assert answers(talk) == [Answer(1, 1, 2)]
    assert answers(talk) == []


def test_all_answers_that_are_ready_go_into_one_request():
    talk = Talk()
    talk.opens(started=[seating(1), seating(2)])
    talk.hears(decisions=[question(1), question(2)])
    talk.session.answer(Answer(2, 1, 0))
    talk.session.answer(Answer(1, 1, None))

    (request,) = said(talk)

    assert request.answers == (Answer(2, 1, 0), Answer(1, 1, None))


def test_requests_are_cut_to_the_arena_s_number_of_answers():
    talk = Talk()
    tables = range(1, 6)
    talk.session.connected()
    talk.says()
    talk.hears(
        welcome=replace(WELCOME, max_answers=2), started=[seating(table) for table in tables]
    )
    talk.hears(decisions=[question(table) for table in tables])
    for table in tables:
        talk.session.answer(Answer(table, 1, 0))

    assert [len(request.answers) for request in said(talk)] == [2, 2, 1]


def test_requests_stay_below_the_arena_s_bytes():
    talk = Talk()
    tables = range(4_000_000_000, 4_000_000_100)
    talk.session.connected()
    talk.says()
    talk.hears(
        welcome=replace(WELCOME, max_request_bytes=256),
        started=[seating(table) for table in tables],
    )
    huge = 4_000_000_000
    talk.hears(decisions=[question(table, huge) for table in tables], heartbeat=2**63)
    for table in tables:
        talk.session.answer(Answer(table, huge, 4_000_000_000))

    messages = talk.says()

    assert sum(len(message.answers) for message in messages) == 100
    assert max(message.ByteSize() for message in messages) <= 256


def test_a_heartbeat_is_returned_with_its_number():
    talk = Talk()
    talk.opens()
    talk.hears(heartbeat=41)
    talk.hears(heartbeat=42)

    (request,) = said(talk)

    assert request.heartbeat == 42
    assert said(talk) == []


def test_a_decision_that_is_sent_again_is_not_thought_about_twice():
    talk = Talk()
    talk.opens(started=[seating()])
    talk.hears(decisions=[question()])
    talk.session.disconnected()
    talk.session.answer(Answer(1, 1, 3))
    assert said(talk) == []

    assert talk.opens(started=[seating()]) == [WELCOME]
    assert talk.hears(decisions=[question()]) == []
    assert answers(talk) == [Answer(1, 1, 3)]


def test_an_answer_that_was_sent_on_the_broken_stream_is_sent_again_when_asked_again():
    talk = Talk()
    talk.opens(started=[seating()])
    talk.hears(decisions=[question()])
    talk.session.answer(Answer(1, 1, 3))
    assert answers(talk) == [Answer(1, 1, 3)]
    talk.session.disconnected()

    talk.opens(started=[seating()])
    talk.hears(decisions=[question()])

    assert answers(talk) == [Answer(1, 1, 3)]


def test_an_answer_computed_while_away_waits_until_the_decision_comes_again():
    talk = Talk()
    talk.opens(started=[seating()])
    talk.hears(decisions=[question()])
    talk.session.disconnected()
    talk.opens(started=[seating()])

    talk.session.answer(Answer(1, 1, 0))
    assert answers(talk) == [Answer(1, 1, 0)]
    talk.hears(decisions=[question()])
    assert answers(talk) == [Answer(1, 1, 0)]


def test_an_answer_that_comes_after_the_next_decision_is_sent_once_all_the_same():
    talk = Talk()
    talk.opens(started=[seating()])
    talk.hears(decisions=[question(1, 1)])
    talk.hears(decisions=[question(1, 2)])

    talk.session.answer(Answer(1, 1, 3), Answer(1, 2, 0), Answer(1, 1, 2))

    assert answers(talk) == [Answer(1, 1, 3), Answer(1, 2, 0)]


def test_matches_that_are_not_named_beside_welcome_are_forgotten():
    talk = Talk()
    talk.opens(started=[seating(1), seating(2)])
    talk.hears(decisions=[question(1)])
    talk.session.disconnected()

    happenings = talk.opens(started=[seating(2)])

    assert happenings == [WELCOME, Lost(seating(1))]
    assert talk.session.seats_in_play == 1
    talk.session.answer(Answer(1, 1, 0))
    assert answers(talk) == []


def test_a_table_number_that_an_arena_has_given_anew_after_its_restart_is_another_match():
    talk = Talk()
    talk.opens(started=[seating(1, "old")])
    talk.session.disconnected()

    happenings = talk.opens(started=[seating(1, "new")])

    assert happenings == [WELCOME, Lost(seating(1, "old")), seating(1, "new")]


def test_the_end_of_a_match_frees_its_seat():
    talk = Talk()
    talk.opens(started=[seating()])

    assert talk.hears(ended=[ending()]) == [Ended(seating(), ending())]
    assert talk.session.seats_in_play == 0


def test_events_come_before_the_decisions_of_the_same_message():
    talk = Talk()
    talk.opens(started=[seating()])

    happenings = talk.hears(decisions=[question()], events=[Notice(1, 1, 0, TrickTaken(2))])

    assert happenings == [Told(seating(), TrickTaken(2)), Asked(seating(), 1, VIEW)]


def test_refused_answers_are_passed_on():
    talk = Talk()
    talk.opens()
    refusal = AnswerRefusal(1, 1, AnswerProblem.LATE, "the time was over")

    assert talk.hears(answer_refusals=[refusal]) == [refusal]


def test_draining_leaves_the_stream_open_and_goodbye_ends_it():
    talk = Talk()
    talk.opens(started=[seating()])

    assert talk.hears(draining=Draining(5)) == [Draining(5)]
    assert talk.session.state is State.OPEN
    goodbye = Goodbye(GoodbyeReason.DRAINED, "come back")
    assert talk.hears(goodbye=goodbye, heartbeat=1) == [goodbye]
    assert talk.session.state is State.CLOSED
    assert said(talk) == []


def test_a_refusal_ends_the_stream():
    talk = Talk()
    talk.session.connected()
    refusal = Refusal(RefusalReason.TOKEN, "unknown token")

    assert talk.hears(refusal=refusal) == [refusal]
    assert talk.session.state is State.CLOSED


def test_leaving_is_said_again_on_the_next_stream():
    talk = Talk()
    talk.opens()
    talk.session.leave()
    assert [request.leaving for request in said(talk)] == [True]
    talk.session.disconnected()

    talk.opens()

    assert [request.leaving for request in said(talk)] == [True]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"decisions": [question(7)]}, "decision for table 7"),
        ({"ended": [ending(7)]}, "end of a match for table 7"),
        ({"events": [Notice(7, 1, 0, TrickTaken(0))]}, "event for table 7"),
        ({"welcome": WELCOME}, "twice"),
        ({"started": [seating(1, "another")]}, "table 1 is in play"),
    ],
)
def test_an_arena_that_breaks_the_protocol_is_told_apart(fields, words):
    talk = Talk()
    talk.opens(started=[seating(1)])

    with pytest.raises(InvalidMessage, match=words):
        talk.hears(**fields)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"heartbeat": 1}, "neither Welcome nor Refusal"),
        ({"welcome": replace(WELCOME, protocol=2)}, "protocol 2"),
        ({"welcome": replace(WELCOME, max_answers=0)}, "no room"),
        ({"welcome": replace(WELCOME, max_request_bytes=10)}, "no room"),
    ],
)
def test_an_opening_that_cannot_be_used_is_named(fields, words):
    talk = Talk()
    talk.session.connected()
    talk.says()

    with pytest.raises(InvalidMessage, match=words):
        talk.hears(**fields)
