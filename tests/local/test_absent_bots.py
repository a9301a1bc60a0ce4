"""Matches in this process in which some bots are gone from the beginning."""

import pytest

from kozel import Bot, bind
from kozel.local import play_match
from kozel.records import verify_record
from kozel.table import TimeControl, Verdict


class First(Bot):
    """Plays the first legal action."""

    def choose(self, view):
        return view.legal_actions[0]


class NeverCalled(Bot):
    """Is not there."""

    def choose(self, view):
        raise AssertionError("an absent bot was asked")

    def match_started(self, match):
        raise AssertionError("an absent bot was told of the match")

    def event(self, match, event):
        raise AssertionError("an absent bot was told of an event")


@pytest.mark.parametrize("ruleset", ["miner", "classic", "shokha", "pot", "widow"])
@pytest.mark.parametrize("strikes", [1, 3, 1000])
def test_the_arena_plays_for_the_absent_and_nobody_waits(ruleset, strikes):
    rules = bind(ruleset)
    absent = [1, 3] if rules.players == 4 else [1]
    bots = [NeverCalled() if seat in absent else First() for seat in range(rules.players)]
    faults = []
    result = play_match(
        rules,
        bots,
        seed="7",
        time_control=TimeControl(move_limit_ns=10**12, bank_ns=10**12, strikes=strikes),
        on_fault=faults.append,
        absent=absent,
    )
    assert faults == []
    assert result.verdict is (Verdict.NORMAL if strikes == 1000 else Verdict.DISCONNECT)
    assert set(result.charged_seats) <= set(absent)
    assert all(result.silences[seat] == 0 for seat in range(rules.players) if seat not in absent)
    verify_record(result.record)


def test_even_if_all_are_gone_the_match_ends():
    rules = bind("shokha")
    result = play_match(rules, [NeverCalled() for _ in range(4)], seed="7", absent=range(4))
    assert result.winners
