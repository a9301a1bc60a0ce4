"""Head to head until decided: in the order of the numbers, whatever the order of arrival."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel.stats import SprtDecision
from kozel_arena.tournament import (
    DealMode,
    InvalidTournament,
    Outcome,
    Pairing,
    Progress,
    Sprt,
    SprtBounds,
)
from tests.arena.contests import Contest, bots, outcome

BOUNDS = SprtBounds(elo0=0, elo1=50)


def sprt(
    matches: int = 4000, *, deals: DealMode = DealMode.MIRRORED, bounds: SprtBounds = BOUNDS
) -> Sprt:
    return Sprt(
        bots(2), bounds=bounds, matches_per_pairing=matches, players=4, sides=2, deals=deals
    )


def wins(share: float, seed: int) -> object:
    """The first entry wins that share of the matches; by the number of the match only."""

    def play(pairing: Pairing) -> Outcome:
        is_won = Random(f"{seed}/{pairing.number}").random() < share
        is_first = (pairing.seats[0] == "b1") == is_won
        return outcome(pairing, (1.0, 0.0) if is_first else (0.0, 1.0), (60, 60))

    return play


def contest(schedule: Sprt, share: float, seed: int = 1) -> Contest:
    play = wins(share, seed)
    assert callable(play)
    return Contest(schedule, play, seats=20, here=schedule.entries)


@pytest.mark.parametrize(
    ("share", "decision"), [(0.9, SprtDecision.ELO1), (0.3, SprtDecision.ELO0)]
)
def test_it_stops_when_it_is_decided(share: float, decision: SprtDecision) -> None:
    schedule = sprt()
    game = contest(schedule, share)
    played = game.to_the_end()
    assert schedule.state(game.progress).decision is decision
    assert len(played) < 400
    assert game.start() == []


def test_without_a_decision_it_ends_with_its_last_match() -> None:
    schedule = sprt(20, bounds=SprtBounds(elo0=0, elo1=5))
    game = contest(schedule, 0.5)
    assert len(game.to_the_end()) == 20
    assert schedule.state(game.progress).decision is SprtDecision.OPEN


@given(
    seed=st.integers(0, 2**32),
    share=st.floats(0, 1),
    deals=st.sampled_from([DealMode.MIRRORED, DealMode.INDEPENDENT]),
)
@settings(max_examples=40, deadline=None)
def test_neither_the_order_of_arrival_nor_a_restart_nor_a_late_result_changes_the_decision(
    seed: int, share: float, deals: DealMode
) -> None:
    schedule = sprt(600, deals=deals, bounds=SprtBounds(elo0=-40, elo1=60))
    plain = contest(schedule, share, seed)
    plain.seats = 2
    plain.free = dict.fromkeys(plain.here, 2)
    plain.to_the_end()
    other = contest(schedule, share, seed)
    other.to_the_end(Random(seed), kills=0.1)
    assert schedule.state(other.progress) == schedule.state(plain.progress)
    again = Progress(schedule.total(), outcomes=reversed(other.progress.outcomes.values()))
    assert schedule.state(again) == schedule.state(plain.progress)
    assert schedule.is_over(again)


def test_a_group_counts_when_it_and_all_before_it_are_complete() -> None:
    schedule = sprt(8)
    game = contest(schedule, 1.0)
    game.start()
    for number in (7, 6, 5, 3, 2, 1):
        game.finish(number)
        assert schedule.state(game.progress).groups == 0
    game.finish(0)
    assert schedule.state(game.progress).groups == 2
    game.finish(0)
    assert schedule.state(game.progress).groups == 4


def test_after_the_decision_what_runs_ends_before_it_is_over() -> None:
    schedule = sprt()
    game = contest(schedule, 1.0)
    game.start()
    while schedule.state(game.progress).decision is SprtDecision.OPEN:
        game.finish()
        game.start()
    assert game.running
    assert not schedule.is_over(game.progress)
    assert schedule.rests_on(game.progress, 0)
    assert not schedule.rests_on(game.progress, game.running[-1].number)
    game.put_back(0)
    while game.running:
        game.finish()
    assert schedule.is_over(game.progress)


def test_a_voided_match_is_taken_out_of_the_count() -> None:
    schedule = sprt(8)
    game = contest(schedule, 1.0)
    game.start()
    for _ in range(4):
        game.finish()
    assert schedule.state(game.progress).groups == 2
    game.progress.reopen(0)
    assert schedule.state(game.progress).groups == 0


def test_a_bot_that_withdraws_ends_it() -> None:
    schedule = sprt(8)
    game = contest(schedule, 0.5)
    game.withdraw("b2")
    assert game.start() == []
    assert schedule.is_over(game.progress)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"entries": bots(3)}, "bots", "name two bots"),
        ({"players": 3, "sides": 3}, "format", "two sides"),
        ({"deals": DealMode.FIELD}, "deals", "no field"),
        ({"matches_per_pairing": 3}, "matches_per_pairing", "multiple of 2"),
        ({"bounds": SprtBounds(elo0=5, elo1=5)}, "sprt", "elo0 below elo1"),
        ({"bounds": SprtBounds(elo0=0, elo1=5, alpha=0.5)}, "sprt", "alpha"),
    ],
)
def test_what_cannot_be_tested_is_refused(
    changes: dict[str, object], field: str, words: str
) -> None:
    given: dict[str, object] = {
        "entries": bots(2),
        "bounds": BOUNDS,
        "matches_per_pairing": 8,
        "players": 4,
        "sides": 2,
    }
    given |= changes
    entries = given.pop("entries")
    with pytest.raises(InvalidTournament, match=words) as caught:
        Sprt(entries, **given)  # type: ignore[arg-type]
    assert caught.value.field == field
