"""The conformance suite for bots: clean bots pass, every fault is named with its match."""

from kozel import Bot
from kozel.testing import check_bot
from kozel.testing.conformance import settings_of
from kozel.testing.faulty import Crashing, Illegal


class First(Bot):
    def choose(self, view):
        return view.legal_actions[0]


class FirstLater(Bot):
    async def choose(self, view):
        return view.legal_actions[0]


def test_a_bot_that_plays_legally_is_clean_on_every_ruleset():
    report = check_bot(First(), matches=1)

    assert report.is_clean
    assert report.matches > 20
    assert report.decisions > 1000
    assert 0 < report.p99_ns < 1_000_000_000


def test_an_async_bot_is_checked_too():
    assert check_bot(FirstLater(), rulesets=["miner"], matches=1).is_clean


def test_illegal_choices_are_reported_with_the_setting():
    report = check_bot(Illegal(), rulesets=["miner"], matches=1)

    assert not report.is_clean
    assert str(report.problems[0]).startswith("miner, match conformance-0: seat ")
    assert "Illegal.choose returned" in str(report.problems[0])
    assert any(str(problem).startswith("miner short=True") for problem in report.problems)


def test_crashes_are_reported_with_their_traceback():
    report = check_bot(Crashing(), rulesets=["widow"], matches=1)

    assert "ZeroDivisionError: this bot always fails" in report.problems[0].text


def test_slow_decisions_are_reported_once_a_match():
    report = check_bot(First(), rulesets=["miner"], matches=1, limit_ns=0)

    assert len(report.problems) == report.matches
    assert "decisions took longer than 0 s" in report.problems[0].text


def test_every_option_value_gets_its_turn():
    given = [rules.given for rules in settings_of("miner")]

    assert {} in given
    assert {"short": True} in given
    assert {"marker": "AC"} in given
    assert all(len(options) <= 1 for options in given)
