"""Whole matches in this process: bots that fail, that are async, that listen, and hooks."""

import json

import pytest

from kozel import Bot, MatchEnded, bind
from kozel.local import BotFault, WrongLineup, play_match, play_matches, print_fault
from kozel.records import verify_record
from kozel.table import TimeControl, Verdict


class First(Bot):
    def choose(self, view):
        return view.legal_actions[0]


class AsyncFirst(Bot):
    async def choose(self, view):
        return view.legal_actions[0]


class Raising(Bot):
    def choose(self, view):
        raise RuntimeError("my mistake")


class Illegal(Bot):
    def choose(self, view):
        return "the ace"


def four(bot: Bot) -> list[Bot]:
    return [bot, First(), First(), First()]


def test_one_bot_a_seat_or_none():
    with pytest.raises(WrongLineup, match="4 seats"):
        play_match(bind("miner"), [First(), First()], seed="s")


def test_a_match_depends_on_its_seed_only_and_verifies():
    one, other = (play_match(bind("miner"), four(First()), seed="s") for _ in "12")
    assert one.record == other.record
    assert one.verdict is Verdict.NORMAL
    assert one.record.seed == "s"
    assert one.record.time_control == {}
    verify_record(one.record)


def test_times_are_kept_when_asked_for():
    result = play_match(bind("miner"), four(First()), seed="s", keep_times=True)
    assert result.record.time_control["move_limit_ms"] > 0
    assert any(a.ms is not None for deal in result.record.deals for a in deal.actions)
    assert all(result.think_ns)


def test_an_async_bot_plays_the_same_match_as_a_plain_one():
    plain = play_match(bind("miner"), [First() for _ in range(4)], seed="s")
    awaited = play_match(bind("miner"), [AsyncFirst() for _ in range(4)], seed="s")
    assert plain.record.deals == awaited.record.deals


@pytest.mark.parametrize(("bot", "said"), [(Raising(), "my mistake"), (Illegal(), "'the ace'")])
def test_a_bot_that_fails_pays_with_that_decision_only_and_is_told_why(bot, said):
    faults = []
    result = play_match(bind("miner"), four(bot), seed="s", on_fault=faults.append)
    assert result.verdict is Verdict.NORMAL
    assert result.silences == (0, 0, 0, 0)
    verify_record(result.record)
    reasons = {(a.seat, a.by, a.why) for d in result.record.deals for a in d.actions if a.by}
    assert reasons == {(0, "arena", "illegal")}
    assert {fault.seat for fault in faults} == {0}
    assert all(said in fault.text for fault in faults)


def test_an_exception_is_shown_with_its_traceback(capsys):
    play_match(bind("miner", {"short": True}), four(Raising()), seed="s")
    shown = capsys.readouterr().err
    assert "Raising, seat 0 of match local" in shown
    assert 'raise RuntimeError("my mistake")' in shown


def test_a_bot_that_is_late_in_this_process_is_late():
    strict = TimeControl(move_limit_ns=1, strikes=2)
    result = play_match(bind("miner"), four(First()), seed="s", time_control=strict)
    assert result.verdict is Verdict.TIMEOUT
    assert result.charged_seats == (0, 1, 2, 3)
    verify_record(result.record)


def test_hooks_are_called_and_may_fail_without_harm():
    called = []

    class Hooked(First):
        def for_match(self, match):
            called.append(("for", match.seat))
            return self

        def match_started(self, match):
            called.append(("started", match.seat))
            raise RuntimeError

        def match_ended(self, match, ended):
            called.append(("ended", match.seat))
            assert isinstance(ended, MatchEnded)

        def event(self, match, event):
            called.append(("event", match.seat))

    faults = []
    result = play_match(bind("miner"), four(Hooked()), seed="s", on_fault=faults.append)
    assert result.verdict is Verdict.NORMAL
    assert called[:2] == [("for", 0), ("started", 0)]
    assert called[-1] == ("ended", 0)
    assert ("event", 0) in called
    assert [fault.hook for fault in faults] == ["match_started"]


def test_a_hook_that_raises_is_shown_as_no_decision(capsys):
    print_fault(BotFault("s-0", 2, "Hooked", "RuntimeError", hook="event"))
    assert capsys.readouterr().err == "Hooked, seat 2 of match s-0: event raised\nRuntimeError\n"


def test_many_matches_take_the_lineups_in_turn():
    lineups = [four(First()), four(AsyncFirst())]
    played = list(play_matches(bind("miner"), lineups, seed=7, matches=3))
    assert [at for at, _ in played] == [0, 1, 0]
    assert [result.match_id for _, result in played] == ["7-0", "7-1", "7-2"]


def test_faults_are_counted_and_only_the_first_are_shown_in_full(kozel, bot_file):
    bot = bot_file("failing", "raise RuntimeError('my mistake')")
    run = kozel(f"play --ruleset miner --bots {bot} random --matches 1 --seed 7 --json")
    assert run.status == 0
    lines = {line["name"]: line for line in json.loads(run.out)["bots"]}
    assert lines["Failing"]["faults"] > 3
    assert run.err.count("Traceback") == 3
    assert lines["random"]["faults"] == 0


def test_what_a_bot_prints_does_not_get_into_the_result(kozel, bot_file):
    bot = bot_file("talking", "print('hm')\nreturn view.legal_actions[0]")
    run = kozel(f"play --ruleset miner --bots {bot} random --matches 1 --json")
    assert json.loads(run.out)["matches"] == 1
    assert "hm" in run.err
