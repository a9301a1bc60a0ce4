"""What seats are told: only those who listen, only what they may know, and no times."""

from kozel.rules import Acted, DealEnded, DealStarted, DealVoided, MatchEnded, TrickTaken
from kozel.table import Ask, Finish, Tell

SECOND = 1_000_000_000


def test_only_listeners_are_told_and_the_first_deal_comes_before_the_first_decision(talk):
    game = talk(listeners=[1, 2])
    game.start()
    game.play_on(0)
    assert {tell.seat for tell in game.told} == {1, 2}
    for seat in (1, 2):
        first = next(tell for tell in game.told if tell.seat == seat)
        assert isinstance(first.event, DealStarted | DealVoided)


def test_a_seat_is_told_what_happened_right_before_it_is_asked_and_at_the_end(talk):
    game = talk(listeners=[0, 1, 2, 3])
    steps = [game.start()]
    now = 0
    while game.result is None:
        ask = game.send(now)
        steps.append(game.answer(ask, 0, now))
    *playing, end = steps
    for effects in playing:
        asked = {effect.seat for effect in effects if isinstance(effect, Ask)}
        assert {effect.seat for effect in effects if isinstance(effect, Tell)} <= asked
        assert isinstance(effects[-1], Ask)
    assert {effect.seat for effect in end if isinstance(effect, Tell)} == {0, 1, 2, 3}
    assert isinstance(end[-1], Finish)


def test_nobody_is_told_of_other_hands(talk):
    game = talk(listeners=[0, 1, 2, 3])
    game.start()
    game.play_on(0)
    started = [tell for tell in game.told if isinstance(tell.event, DealStarted)]
    assert started
    for tell in started:
        assert isinstance(tell.event, DealStarted)
        assert [bool(hand) for hand in tell.event.hands] == [at == tell.seat for at in range(4)]
    assert all(tell.event.hands == () for tell in game.told if isinstance(tell.event, DealVoided))


def test_the_events_of_a_deal_carry_its_number_and_end_with_its_score(talk):
    game = talk(listeners=[0])
    game.start()
    game.play_on(0)
    assert game.result is not None
    for number, deal in enumerate(game.result.record.deals, 1):
        events = [tell.event for tell in game.told if tell.deal == number]
        assert isinstance(events[-1], DealEnded)
        assert events[-1].score == deal.score
        assert sum(isinstance(event, Acted) for event in events) == 36
        assert sum(isinstance(event, TrickTaken) for event in events) == 9
    assert not any(isinstance(tell.event, MatchEnded) for tell in game.told)


def test_times_of_others_change_nothing_that_a_seat_is_told_or_asked(talk):
    quick, slow = talk(listeners=[0]), talk(listeners=[0])
    quick.start()
    slow.start()
    now = 0
    while quick.result is None:
        ask = quick.send(now)
        slow.send(now)
        index = now % len(ask.view.legal_codes)
        quick.answer(ask, index, now)
        slow.answer(slow.only, index, now if ask.seat == 0 else now + SECOND // 2)
        now += SECOND
    assert quick.told == slow.told
    own = [[ask for ask in game.asked if ask.seat == 0] for game in (quick, slow)]
    assert own[0] == own[1]
