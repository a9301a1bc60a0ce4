"""Silence: the arena chooses, marks the seat away, and after some strikes plays on for it."""

import pytest

from kozel.records import verify_record
from kozel.table import Verdict

SECOND = 1_000_000_000

EVERY_RULESET = [
    ("miner", {}),
    ("miner", {"must_trump": True, "short": True}),
    ("classic", {}),
    ("classic", {"trump_mode": "named"}),
    ("classic", {"trump_mode": "named", "silent_name": "longest", "deck": 32}),
    ("shokha", {}),
    ("shokha", {"players": 2, "combo_auto_win": False}),
    ("shokha", {"players": 3, "shokha": False}),
    ("pot", {}),
    ("pot", {"players": 3, "scoring": "penalty"}),
    ("widow", {}),
    ("widow", {"widow_peek": False}),
]


@pytest.mark.parametrize(("ruleset", "options"), EVERY_RULESET)
def test_a_silent_seat_is_given_the_default_of_its_ruleset(talk, ruleset, options):
    """The record says what the arena chose; verifying it checks that against the rules."""
    game = talk(ruleset, strikes=10_000, **options)
    game.start()
    game.play_on(0, silent=[0, 1])
    assert game.result is not None
    record = game.result.record
    verify_record(record)
    chosen = [action for deal in record.deals for action in deal.actions if action.by]
    assert {action.why for action in chosen} == {"timeout"}
    assert {action.seat for action in chosen} == {0, 1}
    assert game.result.verdict is Verdict.NORMAL, "silences without three in a row cost no more"
    assert sum(game.result.silences) == len(chosen)


def test_an_away_seat_is_still_asked_and_an_answer_in_time_ends_it(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    seat = game.send(0).seat
    game.expire(SECOND)
    assert game.table.away_seats == (seat,)
    now = 2 * SECOND
    while game.only.seat != seat:
        game.answer(game.send(now), 0, now)
    assert game.table.away_seats == (seat,)
    game.answer(game.send(now), 0, now)
    assert game.table.away_seats == ()


def test_strikes_in_a_row_let_the_arena_play_on_for_the_seat(talk):
    game = talk(strikes=3)
    game.start()
    game.play_on(0, silent=[2])
    assert game.result is not None
    assert game.result.silences == (0, 0, 3, 0)
    assert sum(ask.seat == 2 for ask in game.asked) == 3, "never asked again"
    assert game.result.verdict is Verdict.TIMEOUT
    assert game.result.charged_seats == (2,)
    assert game.result.winners, "the score counts as it was played"
    verify_record(game.result.record)


def test_an_answer_between_two_silences_starts_the_count_anew(talk):
    game = talk(strikes=2)
    game.start()
    now, silent = 0, True
    while game.result is None:
        ask = game.send(now)
        if ask.seat == 1:
            silent = not silent
        if ask.seat == 1 and silent:
            now = game.table.next_deadline()
            game.expire(now)
        else:
            game.answer(ask, 0, now)
    assert game.result.silences[1] > 2
    assert game.result.verdict is Verdict.NORMAL


def test_a_refused_late_answer_does_not_end_the_count(talk):
    game = talk(strikes=2, bank=0)
    game.start()
    now = 0
    while game.result is None:
        ask = game.send(now)
        if ask.seat == 3:
            now += SECOND + 1
        game.answer(ask, 0, now)
    assert game.result.silences[3] == 2
    assert game.result.charged_seats == (3,)


def test_a_match_of_nobody_ends_and_charges_everybody(talk):
    game = talk(strikes=1)
    game.start()
    game.play_on(0, silent=[0, 1, 2, 3])
    assert game.result is not None
    assert game.result.charged_seats == (0, 1, 2, 3)
    assert game.result.silences == (1, 1, 1, 1)


def test_everyone_away_at_once_can_be_told_from_one_slow_bot(talk):
    game = talk()
    game.start()
    game.play_on(0, silent=[0, 1, 2], until=12)
    assert not game.table.is_everyone_away
    other = talk(strikes=100)
    other.start()
    other.play_on(0, silent=[0, 1, 2, 3], until=12)
    assert other.table.is_everyone_away


def test_a_seat_that_is_out_need_not_be_away_for_everyone_to_be(talk):
    game = talk("shokha", players=3, strikes=100_000)
    game.start()
    now = 0
    while game.match.standing.active == 0b111:
        now = game.play_on(now, until=1)
    assert game.result is None
    game.play_on(now, silent=[0, 1, 2], until=12)
    assert game.table.is_everyone_away
    assert len(game.table.away_seats) == 2


@pytest.mark.parametrize(
    ("gone", "verdict"), [(0, Verdict.DISCONNECT), (1, Verdict.TIMEOUT)], ids=str
)
def test_the_first_seat_taken_over_gives_the_verdict(talk, gone, verdict):
    game = talk(strikes=1)
    game.start()
    first = game.only.seat
    both = [first, (first + 1) % 4]
    game.table.left(both[gone], 0)
    game.play_on(0, silent=both)
    assert game.result is not None
    assert game.result.verdict is verdict
    assert game.result.charged_seats == tuple(sorted(both))


def test_the_slowest_seat_pays_for_a_match_that_takes_too_long(talk):
    game = talk(limit=100 * SECOND, bank=0)
    game.start()
    now = 0
    slow = game.send(now).seat
    game.answer(game.only, 0, now + 60 * SECOND)
    now = 61 * SECOND
    game.send(now)
    game.overrun(now + SECOND, least=10 * SECOND)
    assert game.table.away_seats == (slow,)
    game.play_on(now + SECOND)
    assert game.result.verdict is Verdict.TIMEOUT
    assert game.result.charged_seats == (slow,)
    verify_record(game.result.record)


def test_a_seat_that_thinks_for_ever_is_played_for_at_once(talk):
    game = talk(limit=100 * SECOND, bank=0)
    game.start()
    seat = game.send(0).seat
    game.overrun(50 * SECOND, least=10 * SECOND)
    game.play_on(50 * SECOND)
    assert game.result.charged_seats == (seat,)
    assert game.result.silences[seat] == 1


def test_nobody_pays_for_a_long_match_that_no_seat_made_long(talk):
    game = talk(limit=100 * SECOND, bank=0)
    game.start()
    game.send(0)
    assert game.overrun(5 * SECOND, least=10 * SECOND) == []
    assert game.table.away_seats == ()
