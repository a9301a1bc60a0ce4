"""Seats that leave and come back while decisions are open."""

from kozel.records import verify_record
from kozel.table import Verdict

SECOND = 1_000_000_000


def asked_seat(game) -> int:
    return game.only.seat


def test_what_a_leaving_seat_was_asked_stays_open_until_the_deadline(talk):
    game = talk(limit=SECOND, bank=SECOND)
    game.start()
    ask = game.send(0)
    game.table.left(ask.seat, SECOND // 2)
    assert game.table.next_deadline() == 2 * SECOND
    assert game.expire(2 * SECOND - 1) == []
    game.expire(2 * SECOND)
    assert game.table.away_seats == (ask.seat,)


def test_a_decision_that_was_never_sent_starts_its_clock_when_the_seat_leaves(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    game.table.left(asked_seat(game), 5 * SECOND)
    assert game.table.next_deadline() == 6 * SECOND


def test_new_decisions_of_a_gone_seat_start_their_clock_at_once(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    first = game.send(0)
    gone = (first.seat + 1) % 4
    game.table.left(gone, 1)
    game.answer(first, 0, 10)
    assert asked_seat(game) == gone
    assert game.table.next_deadline() == SECOND + 10


def test_a_seat_that_is_back_is_asked_again_with_the_time_that_is_left(talk):
    game = talk(limit=SECOND, bank=2 * SECOND)
    game.start()
    ask = game.send(0)
    game.table.left(ask.seat, 1)
    game.back(ask.seat, SECOND // 4)
    again = game.only
    assert again.decision_id == ask.decision_id
    assert again.view.legal_codes == ask.view.legal_codes
    assert again.view.limit_ns == SECOND - SECOND // 4
    assert again.view.bank_ns == 2 * SECOND
    game.table.left(ask.seat, SECOND)
    game.back(ask.seat, SECOND + SECOND // 2)
    assert (game.only.view.limit_ns, game.only.view.bank_ns) == (0, 2 * SECOND - SECOND // 2)
    game.send(SECOND + SECOND // 2)
    assert game.table.next_deadline() == 3 * SECOND, "sending it again gives no new time"
    game.answer(game.only, 0, 2 * SECOND)
    assert game.refused == []


def test_a_seat_that_is_back_after_its_deadline_finds_the_next_state(talk):
    game = talk(limit=SECOND, bank=0)
    game.start()
    ask = game.send(0)
    game.table.left(ask.seat, 1)
    game.open.clear()
    game.back(ask.seat, 2 * SECOND)
    assert asked_seat(game) == (ask.seat + 1) % 4
    assert game.table.silences[ask.seat] == 1


def test_a_newer_connection_of_a_seat_is_asked_again_though_it_never_left(talk):
    game = talk()
    game.start()
    ask = game.send(0)
    game.back(ask.seat, 5)
    assert game.only.decision_id == ask.decision_id
    assert len(game.asked) == 2


def test_coming_back_ends_being_away_but_not_the_strikes(talk):
    game = talk(strikes=2, bank=0)
    game.start()
    now = 0
    seat = game.send(now).seat
    game.table.left(seat, now)
    now = SECOND
    game.expire(now)
    assert game.table.away_seats == (seat,)
    game.back(seat, now)
    assert game.table.away_seats == ()
    game.play_on(now, silent=[seat])
    assert game.result is not None
    assert game.result.silences[seat] == 2


def test_a_gone_seat_is_charged_with_a_disconnect(talk):
    game = talk(strikes=3)
    game.start()
    seat = asked_seat(game)
    game.table.left(seat, 0)
    game.play_on(0, silent=[seat])
    assert game.result is not None
    assert game.result.verdict is Verdict.DISCONNECT
    assert game.result.charged_seats == (seat,)
    verify_record(game.result.record)
    reasons = {a.why for deal in game.result.record.deals for a in deal.actions if a.by}
    assert reasons == {"gone"}


def test_a_seat_that_the_arena_plays_for_is_not_asked_when_it_is_back(talk):
    game = talk(strikes=1)
    game.start()
    seat = asked_seat(game)
    game.table.left(seat, 0)
    now = game.play_on(0, silent=[seat], until=20)
    before = sum(ask.seat == seat for ask in game.asked)
    game.back(seat, now)
    assert game.table.away_seats == (seat,)
    game.play_on(now)
    assert sum(ask.seat == seat for ask in game.asked) == before == 1
