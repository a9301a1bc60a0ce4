"""Each verdict from what brought it about, and what a takeover means for those at the table."""

import pytest

from kozel.records import format_record, parse_record, replay, verify_record
from kozel.table import Absence, AnswerProblem, FaultPolicy, Verdict

SECOND = 1_000_000_000
FOUR = ("a", "b", "c", "d")


def checked(result):
    """The result, its record verified as it was written and read again."""
    record = parse_record(format_record(result.record))
    verify_record(record)
    assert len(list(replay(record))) == 1 + sum(len(deal.actions) for deal in record.deals)
    return result


def play(game, bad: int, behave, *, now: int = 0):
    """Play to the end; `behave(ask, now)` acts for the bad seat and returns the time."""
    while game.result is None:
        ask = game.send(now)
        if ask.seat == bad:
            now = behave(ask, now)
        else:
            now += 1
            game.answer(ask, 0, now)
    return checked(game.result)


def run_out(game, now: int) -> int:
    now = game.table.next_deadline()
    game.expire(now)
    return now


def test_only_three_verdicts_are_not_rated():
    assert {verdict for verdict in Verdict if not verdict.is_rated} == {
        Verdict.NO_SHOW,
        Verdict.INFRA_ERROR,
        Verdict.ABORTED,
    }


def test_a_bot_that_declines_everything_is_taken_over_as_illegal(talk):
    game = talk(strikes=3)
    game.start()

    def decline(ask, now):
        game.decline(ask, now + 1)
        return now + 1

    result = play(game, 2, decline)
    assert result.verdict is Verdict.ILLEGAL
    assert result.charged_seats == (2,)
    assert result.silences == (0, 0, 0, 0), "declining is no silence"
    assert sum(ask.seat == 2 for ask in game.asked) == 3


def test_a_decision_with_nothing_but_wrong_answers_is_an_illegal_strike_when_its_time_is_over(talk):
    game = talk(strikes=2, bank=0)
    game.start()

    def blunder(ask, now):
        refused = game.answer(ask, 99, now + 1)
        assert refused[0].reason is AnswerProblem.OUT_OF_RANGE
        return run_out(game, now)

    result = play(game, 1, blunder)
    assert result.verdict is Verdict.ILLEGAL
    why = {a.why for deal in result.record.deals for a in deal.actions if a.by}
    assert why == {"illegal"}


def test_late_and_illegal_at_once_is_late(talk):
    game = talk(strikes=2, bank=0)
    game.start()

    def blunder_late(ask, now):
        refused = game.answer(ask, 99, now + SECOND + 1)
        assert refused[0].reason is AnswerProblem.LATE
        return now + SECOND + 1

    assert play(game, 1, blunder_late).verdict is Verdict.TIMEOUT


def test_strikes_that_are_half_late_are_late(talk):
    game = talk(strikes=2, bank=0)
    game.start()
    strikes = []

    def either(ask, now):
        strikes.append(ask)
        if len(strikes) == 1:
            game.decline(ask, now + 1)
            return now + 1
        return run_out(game, now)

    assert play(game, 0, either).verdict is Verdict.TIMEOUT


def test_a_right_answer_after_a_wrong_one_is_no_strike(talk):
    game = talk(strikes=1)
    game.start()

    def correct_itself(ask, now):
        game.answer(ask, 99, now)
        game.open[ask.seat] = ask
        game.answer(ask, 0, now)
        return now

    assert play(game, 0, correct_itself).verdict is Verdict.NORMAL


@pytest.mark.parametrize(
    ("absence", "verdict"),
    [(Absence.LEFT, Verdict.DISCONNECT), (Absence.FAULTY, Verdict.PROTOCOL_ERROR)],
)
def test_an_absent_seat_is_charged_with_what_it_left_for(talk, absence, verdict):
    game = talk(strikes=2)
    game.start()
    game.table.left(3, 0, absence)
    result = play(game, 3, lambda ask, now: run_out(game, now))
    assert result.verdict is verdict
    assert result.charged_seats == (3,)
    assert result.is_rated == (True,) * 4


def test_a_faulty_bot_that_comes_back_and_is_silent_timed_out(talk):
    game = talk(strikes=2)
    game.start()
    game.table.left(3, 0, Absence.FAULTY)
    game.back(3, 1)
    result = play(game, 3, lambda ask, now: run_out(game, now))
    assert result.verdict is Verdict.TIMEOUT


@pytest.mark.parametrize("policy", FaultPolicy)
def test_a_bot_that_never_came_ends_the_match_without_a_result(talk, policy):
    game = talk(strikes=2, policy=policy)
    game.start()
    game.table.left(1, 0, Absence.NEVER_CAME)
    result = play(game, 1, lambda ask, now: run_out(game, now))
    assert result.verdict is Verdict.NO_SHOW
    assert result.charged_seats == (1,)
    assert (result.winners, result.losers) == ((), ())
    assert not any(result.is_rated)


def test_a_bot_that_was_told_of_the_match_can_never_be_a_no_show(talk):
    """Whoever came late, saw the match and left again left it."""
    game = talk(strikes=2)
    game.start()
    game.table.left(1, 0, Absence.NEVER_CAME)
    game.back(1, 1)
    game.table.arrived(1)
    game.table.left(1, 2)
    result = play(game, 1, lambda ask, now: run_out(game, now), now=2)
    assert result.verdict is Verdict.DISCONNECT


@pytest.mark.parametrize("verdict", [v for v in Verdict if not v.is_rated])
def test_a_match_that_is_stopped_charges_nobody(talk, verdict):
    game = talk(strikes=1)
    game.start()
    game.play_on(0, silent=[2], until=9)
    game.take(game.table.abort(10**12, verdict))
    result = checked(game.result)
    assert result.verdict is verdict
    assert result.charged_seats == ()
    assert not any(result.is_rated)
    assert result.record.is_aborted


FORFEITS = [
    ("miner", {}, FOUR[:2] * 2),
    ("miner", {"short": True}, FOUR),
    ("classic", {"trump_mode": "named"}, FOUR),
    ("shokha", {"players": 2}, FOUR[:2]),
    ("shokha", {"players": 3}, FOUR[:3]),
    ("pot", {"players": 3}, FOUR[:3]),
    ("widow", {}, FOUR[:3]),
]


@pytest.mark.parametrize(("ruleset", "options", "entries"), FORFEITS)
def test_a_forfeit_ends_the_match_at_the_takeover_and_the_others_win(
    talk, ruleset, options, entries
):
    game = talk(ruleset, strikes=2, policy=FaultPolicy.FORFEIT, entries=entries, **options)
    game.start()
    result = play(game, 1, lambda ask, now: run_out(game, now))
    rules = game.match.rules
    lost = rules.side_of(1)
    assert result.verdict is Verdict.TIMEOUT
    assert result.losers == (lost,)
    assert result.winners == tuple(side for side in range(rules.sides) if side != lost)
    assert result.record.forfeit == (lost,)
    assert result.silences[1] == 2


def test_a_forfeit_when_a_side_is_out_already_is_won_by_who_is_still_in(talk):
    game = talk("shokha", players=3, strikes=1, policy=FaultPolicy.FORFEIT, entries=FOUR[:3])
    game.start()
    now = 0
    while game.match.standing.active == 0b111:
        now = game.play_on(now, until=1)
    assert game.result is None
    bad = game.only.seat
    result = play(game, bad, lambda ask, now: run_out(game, now), now=now)
    still_in = [seat for seat in range(3) if game.match.standing.active >> seat & 1]
    assert result.winners == tuple(seat for seat in still_in if seat != bad)
    assert set(result.losers) == {0, 1, 2} - set(result.winners)


def test_an_overlong_match_is_forfeited_by_the_slowest(talk):
    game = talk(limit=100 * SECOND, bank=0, policy=FaultPolicy.FORFEIT)
    game.start()
    seat = game.send(0).seat
    game.overrun(50 * SECOND, least=10 * SECOND)
    result = checked(game.result)
    assert result.verdict is Verdict.TIMEOUT
    assert result.losers == (seat % 2,)


def test_a_seat_that_made_the_match_too_long_timed_out_whatever_its_strikes(talk):
    game = talk(limit=100 * SECOND, bank=0)
    game.start()
    ask = game.send(0)
    game.table.answer(ask.seat, ask.decision_id, 99, 1)
    game.overrun(50 * SECOND, least=10 * SECOND)
    game.play_on(50 * SECOND)
    assert game.result.verdict is Verdict.TIMEOUT


def gone(talk, ruleset, entries, seat=2, **options):
    game = talk(ruleset, strikes=1, entries=entries, **options)
    game.start()
    game.table.left(seat, 0)
    return play(game, seat, lambda ask, now: run_out(game, now))


def arena_reasons(result):
    return {a.why for deal in result.record.deals for a in deal.actions if a.by}


@pytest.mark.parametrize(
    ("ruleset", "options", "entries"), [case for case in FORFEITS if len(set(case[2])) > 2]
)
def test_a_house_player_takes_the_chair_and_only_the_absentee_pays(talk, ruleset, options, entries):
    result = gone(talk, ruleset, entries, **options)
    assert result.verdict is Verdict.DISCONNECT
    assert result.charged_seats == result.replaced_seats == (2,)
    assert "house" in arena_reasons(result)
    let_down = {0} if len(entries) == 4 else set()
    assert {seat for seat, rated in enumerate(result.is_rated) if not rated} == let_down


def test_against_one_opponent_the_default_actions_stay(talk):
    for entries in ((), ("a", "b", "a", "b")):
        result = gone(talk, "miner", entries)
        assert arena_reasons(result) == {"gone"}
        assert result.replaced_seats == ()
        assert result.is_rated == (True,) * 4
