"""Answers that are taken, answers that are refused, and decisions that nobody is asked."""

import pytest

from kozel.records import format_record, verify_record
from kozel.rules import Match, SeededChance, bind
from kozel.table import AnswerProblem, Ask, Verdict

SECOND = 1_000_000_000


def test_an_answer_leads_to_the_next_decision_of_another_seat(talk):
    game = talk()
    game.start()
    first = game.send(0)
    effects = game.answer(first, 2, 1)
    assert [type(effect) for effect in effects] == [Ask]
    assert game.only.seat == (first.seat + 1) % 4
    assert game.only.view.trick[0].cards == first.view.legal_actions[2].cards


@pytest.mark.parametrize("index", [-1, 9, 10**9])
def test_an_answer_out_of_range_leaves_the_decision_open(talk, index):
    game = talk()
    game.start()
    ask = game.send(0)
    game.answer(ask, index, 1)
    assert [refusal.reason for refusal in game.refused] == [AnswerProblem.OUT_OF_RANGE]
    game.answer(ask, 0, 2)
    assert len(game.refused) == 1
    assert game.table.silences == (0, 0, 0, 0)


def test_late_and_out_of_range_at_once_is_late(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    game.answer(game.send(0), 99, 2 * SECOND)
    assert [refusal.reason for refusal in game.refused] == [AnswerProblem.LATE]


def test_a_second_answer_is_refused_and_changes_nothing(talk):
    game = talk()
    game.start()
    ask = game.send(0)
    game.answer(ask, 0, 1)
    score_before = list(game.match.deal.history)
    game.answer(ask, 1, 2)
    assert [refusal.reason for refusal in game.refused] == [AnswerProblem.ALREADY_ANSWERED]
    assert game.match.deal.history == score_before


def test_a_late_answer_is_never_read_into_the_next_decision(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    late = game.send(0)
    game.expire(SECOND)
    now = 2 * SECOND
    while game.only.seat != late.seat:
        game.answer(game.send(now), 0, now)
    game.take(game.table.answer(late.seat, late.decision_id, 1, now))
    assert game.refused[-1].reason is AnswerProblem.LATE
    assert game.only.seat == late.seat
    assert game.only.decision_id == late.decision_id + 1


@pytest.mark.parametrize(("seat_shift", "decision_id"), [(0, 2), (0, 0), (0, -1), (1, 1), (9, 1)])
def test_an_answer_to_a_decision_never_asked_is_refused(talk, seat_shift, decision_id):
    game = talk()
    game.start()
    ask = game.send(0)
    game.take(game.table.answer(ask.seat + seat_shift, decision_id, 0, 1))
    game.take(game.table.decline(ask.seat + seat_shift, decision_id, 1))
    assert {refusal.reason for refusal in game.refused} == {AnswerProblem.UNKNOWN_DECISION}
    assert str(decision_id) in game.refused[0].text
    assert game.match.deal.history == []


def test_decision_ids_count_per_seat_from_one(talk):
    game = talk()
    game.start()
    game.play_on(0)
    for seat in range(4):
        ids = [ask.decision_id for ask in game.asked if ask.seat == seat]
        assert ids == list(range(1, len(ids) + 1))


def test_a_single_legal_action_is_played_at_once_without_asking(talk):
    game = talk()
    game.start()
    game.play_on(0)
    assert all(len(ask.view.legal_codes) > 1 for ask in game.asked)
    assert game.result is not None
    untimed = [a for deal in game.result.record.deals for a in deal.actions if a.ms is None]
    assert untimed
    assert all(action.by is None for action in untimed)


def test_declining_plays_the_default_at_once_and_is_no_silence(talk):
    game = talk(strikes=2)
    game.start()
    ask = game.send(0)
    expected = Match(bind("miner"), SeededChance("table")).default(ask.seat)
    game.decline(ask, 1)
    assert game.match.deal.history[0] & ((1 << 36) - 1) == expected
    assert game.table.away_seats == ()
    game.play_on(2)
    assert game.result is not None
    assert game.result.verdict is Verdict.NORMAL
    action = game.result.record.deals[0].actions[0]
    assert (action.by, action.why) == ("arena", "illegal")


def test_declining_late_is_late(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    game.decline(game.send(0), 2 * SECOND)
    assert [refusal.reason for refusal in game.refused] == [AnswerProblem.LATE]


def test_after_the_end_nothing_is_accepted_and_nothing_runs(talk):
    game = talk()
    game.start()
    now = game.play_on(0)
    assert game.table.is_over
    last = game.asked[-1]
    game.take(game.table.answer(last.seat, last.decision_id, 0, now))
    assert game.refused[-1].reason is AnswerProblem.ALREADY_ANSWERED
    assert game.table.next_deadline() is None
    assert game.table.expire(now + 10**12) == []
    assert game.back(0, now) == []
    assert game.table.abort(now) == []


def test_the_finished_match_is_a_record_that_verifies_with_its_times(talk):
    game = talk()
    game.start()
    game.play_on(0)
    assert game.result is not None
    record = game.result.record
    verify_record(record)
    assert record.id == "m-1"
    assert record.verdict == "normal"
    assert record.time_control == {"move_limit_ms": 1000, "bank_ms": 2000, "strikes": 3}
    assert {a.ms for deal in record.deals for a in deal.actions} == {1, None}
    assert '"ms":1' in format_record(record)
    assert game.result.score == record.score
    assert game.result.winners == record.winners


def test_an_aborted_match_ends_where_it_was_and_charges_nobody(talk):
    game = talk(strikes=1)
    game.start()
    now = game.play_on(0, silent=[0], until=10)
    ask = game.send(now)
    game.take(game.table.abort(now))
    assert game.result is not None
    assert game.result.verdict is Verdict.ABORTED
    assert game.result.charged_seats == ()
    assert game.result.winners == ()
    verify_record(game.result.record)
    game.take(game.table.answer(ask.seat, ask.decision_id, 0, now))
    assert game.refused[-1].reason is AnswerProblem.LATE
    assert game.table.next_deadline() is None
