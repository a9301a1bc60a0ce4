"""The clock of a seat: it starts when the decision was written, then limit, then bank."""

import pytest

from kozel.table import AnswerProblem, InvalidTimeControl, TimeControl

SECOND = 1_000_000_000


def test_no_clock_runs_before_the_decision_was_sent(talk):
    game = talk()
    game.start()
    assert game.table.next_deadline() is None
    assert game.expire(10**15) == []
    assert len(game.asked) == 1


def test_the_deadline_is_sent_plus_limit_plus_bank(talk):
    game = talk(limit=SECOND, bank=2 * SECOND)
    game.start()
    game.send(5 * SECOND)
    assert game.table.next_deadline() == 8 * SECOND


def test_reporting_a_decision_as_sent_again_does_not_restart_its_clock(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    game.send(0)
    game.send(SECOND // 2)
    assert game.table.next_deadline() == SECOND


def test_an_older_decision_reported_as_sent_starts_no_clock(talk):
    game = talk()
    game.start()
    first = game.send(0)
    game.answer(first, 0, 1)
    game.table.sent(first.seat, first.decision_id, 2)
    assert game.table.next_deadline() is None


def test_an_answer_at_the_deadline_is_in_time(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    game.answer(game.send(0), 0, SECOND)
    assert game.refused == []
    assert game.table.silences == (0, 0, 0, 0)


def test_an_answer_after_the_deadline_is_late_even_before_the_timer_fired(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    ask = game.send(0)
    game.answer(ask, 0, SECOND + 1)
    assert [refusal.reason for refusal in game.refused] == [AnswerProblem.LATE]
    assert game.table.silences[ask.seat] == 1
    assert game.only.decision_id == 1, "the match goes on with the next seat"


def test_the_timer_may_fire_at_the_deadline_itself(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    ask = game.send(0)
    assert game.expire(SECOND - 1) == []
    game.expire(SECOND)
    assert game.table.away_seats == (ask.seat,)


def test_the_bank_pays_only_for_what_exceeds_the_limit(talk):
    game = talk(limit=SECOND, bank=2 * SECOND)
    game.start()
    ask = game.send(0)
    assert (ask.view.limit_ns, ask.view.bank_ns) == (SECOND, 2 * SECOND)
    game.answer(ask, 0, SECOND + SECOND // 4)
    now = 2 * SECOND
    while game.only.seat != ask.seat:
        game.answer(game.send(now), 0, now)
    assert game.only.view.limit_ns == SECOND
    assert game.only.view.bank_ns == 2 * SECOND - SECOND // 4


def test_a_silence_uses_up_the_bank(talk):
    game = talk(limit=SECOND, bank=2 * SECOND)
    game.start()
    seat = game.send(0).seat
    game.expire(3 * SECOND)
    while game.only.seat != seat:
        game.answer(game.send(4 * SECOND), 0, 4 * SECOND)
    assert game.only.view.bank_ns == 0


def test_times_to_think_run_from_sent_to_answer_and_leave_silences_out(talk):
    game = talk(strikes=100)
    game.start(now=0)
    first = game.send(7 * SECOND)
    game.answer(first, 0, 7 * SECOND + 123)
    game.play_on(8 * SECOND, silent=[(first.seat + 1) % 4])
    assert game.result is not None
    assert game.result.think_ns[first.seat][0] == 123
    assert game.result.think_ns[(first.seat + 1) % 4] == ()
    assert game.result.silences[(first.seat + 1) % 4] > 0


@pytest.mark.parametrize(
    ("field", "control"),
    [
        ("move_limit_ns", {"move_limit_ns": 0}),
        ("bank_ns", {"move_limit_ns": 1, "bank_ns": -1}),
        ("strikes", {"move_limit_ns": 1, "strikes": 0}),
    ],
)
def test_a_time_control_that_nobody_can_play_with_is_refused_by_name(field, control):
    with pytest.raises(InvalidTimeControl, match=field) as caught:
        TimeControl(**control)
    assert caught.value.field == field
