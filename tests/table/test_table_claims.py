"""Shokha: several seats are asked at once whether they claim (B9), and none learns of another."""

import pytest

from kozel.records import verify_record
from kozel.rules import Acted, ActionKind, Match, Question, SeededChance, bind
from kozel.table import FaultPolicy

SECOND = 1_000_000_000


@pytest.fixture(scope="module")
def seed() -> str:
    """A seed whose first decision is asked of two seats or more."""
    rules = bind("shokha")
    for number in range(100_000):
        if len(Match(rules, SeededChance(f"claims{number}")).deciders()) == 2:
            return f"claims{number}"
    pytest.fail("no deal with two claims")


@pytest.fixture
def window(talk, seed):
    game = talk("shokha", seed=seed, limit=SECOND, bank=0, listeners=[0, 1, 2, 3])
    game.start()
    game.told.clear()
    return game


def index_of(ask, kind: ActionKind) -> int:
    return [action.kind for action in ask.view.legal_actions].index(kind)


def test_all_who_qualify_are_asked_at_once_each_with_its_first_decision(window):
    assert len(window.open) == 2
    assert {ask.decision_id for ask in window.open.values()} == {1}
    assert {ask.view.question for ask in window.open.values()} == {Question.CLAIM}


@pytest.mark.parametrize("first_answers_first", [True, False])
@pytest.mark.parametrize("first_kind", [ActionKind.CLAIM, ActionKind.PASS])
@pytest.mark.parametrize("second_kind", [ActionKind.CLAIM, ActionKind.PASS])
def test_the_order_of_the_answers_does_not_matter(
    talk, seed, first_answers_first, first_kind, second_kind
):
    game = talk("shokha", seed=seed)
    game.start()
    game.send(0)
    pair = list(zip(game.open.values(), (first_kind, second_kind), strict=True))
    (early, kind), (late, late_kind) = pair if first_answers_first else reversed(pair)
    assert game.answer(early, index_of(early, kind), 1) == [], "nothing shows before all answered"
    game.answer(late, index_of(late, late_kind), 2)
    game.play_on(3)
    assert game.result is not None
    verify_record(game.result.record)
    first_two = game.result.record.deals[0].actions[:2]
    assert [action.action.kind for action in first_two] == [first_kind, second_kind]
    assert [action.seat for action in first_two] == [ask.seat for ask, _ in pair]


def test_a_seat_with_two_clocks_running_beside_it_has_its_own(window):
    first, second = window.open.values()
    window.table.sent(first.seat, 1, 0)
    window.table.sent(second.seat, 1, SECOND // 2)
    assert window.table.next_deadline() == SECOND
    assert window.table.expire(SECOND) == []
    assert window.table.away_seats == (first.seat,)
    assert window.table.next_deadline() == SECOND + SECOND // 2
    window.answer(second, index_of(second, ActionKind.CLAIM), SECOND + 1)
    assert window.refused == []


def test_silence_in_the_window_is_a_pass_that_nobody_hears_of(window):
    first, second = window.open.values()
    window.send(0)
    window.answer(second, index_of(second, ActionKind.PASS), 1)
    assert [tell for tell in window.told if isinstance(tell.event, Acted)] == []
    window.expire(SECOND)
    window.play_on(SECOND)
    acted = [tell for tell in window.told if isinstance(tell.event, Acted)]
    heard = {(tell.seat, tell.event.seat) for tell in acted if tell.event.is_private}
    assert {(first.seat, first.seat), (second.seat, second.seat)} <= heard
    assert all(hearer == passer for hearer, passer in heard)
    assert window.result is not None
    action = window.result.record.deals[0].actions[0]
    assert (action.seat, action.action.kind, action.why) == (
        first.seat,
        ActionKind.PASS,
        "timeout",
    )


def test_a_seat_that_is_back_in_the_window_sees_nothing_of_the_others_answer(window):
    first, second = window.open.values()
    window.send(0)
    window.answer(first, index_of(first, ActionKind.CLAIM), 1)
    window.table.left(second.seat, 2)
    window.back(second.seat, 0)
    assert window.open[second.seat] == second


def test_a_second_answer_in_the_window_is_refused(window):
    first, _ = window.open.values()
    window.send(0)
    window.answer(first, 0, 1)
    window.answer(first, 1, 2)
    assert len(window.refused) == 1


def test_of_several_that_run_out_of_time_at_once_the_first_forfeits(talk, seed):
    game = talk("shokha", seed=seed, strikes=1, policy=FaultPolicy.FORFEIT)
    game.start()
    first, second = game.open.values()
    assert first.seat % 2 != second.seat % 2, "of two sides"
    game.table.sent(second.seat, second.decision_id, 0)
    game.table.sent(first.seat, first.decision_id, 5)
    game.expire(10 * SECOND)
    verify_record(game.result.record)
    assert game.result.charged_seats == (second.seat,)
    assert game.result.losers == (second.seat % 2,)
