"""What people see of a tournament: what may come next, rounds that were drawn, whole brackets."""

import pytest

from kozel_arena.tournament import (
    Gauntlet,
    Knockout,
    Ladder,
    Outcome,
    Pairing,
    Progress,
    RoundRobin,
    Schedule,
    Sprt,
    SprtBounds,
    Swiss,
)
from kozel_arena.tournament.overview import rounds_of
from tests.arena.contests import Contest, bots, outcome

GAME = {"players": 4, "sides": 2}
SCHEDULES: dict[str, Schedule] = {
    "round robin": RoundRobin(bots(5), matches_per_pairing=4, **GAME),
    "gauntlet": Gauntlet(bots(4), challengers=("b1",), matches_per_pairing=4, **GAME),
    "swiss": Swiss(bots(5), rounds=3, matches_per_pairing=2, **GAME),
    "knockout": Knockout(bots(5), matches_per_pairing=2, is_double=False, **GAME),
    "double knockout": Knockout(bots(5), matches_per_pairing=2, is_double=True, **GAME),
    "ladder": Ladder(bots(4), rounds=6, matches_per_pairing=2, **GAME),
    "sprt": Sprt(bots(2), bounds=SprtBounds(elo0=0, elo1=5), matches_per_pairing=40, **GAME),
}


def better_seed_wins(pairing: Pairing) -> Outcome:
    first, second = (int(id[1:]) for id in pairing.seats[:2])
    return outcome(pairing, (1.0, 0.0) if first < second else (0.0, 1.0), (60, 60))


def contest(schedule: Schedule) -> Contest:
    return Contest(schedule, better_seed_wins, here=schedule.entries)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", SCHEDULES)
def test_what_is_upcoming_is_not_marked_and_is_what_starts_when_all_are_free(name: str) -> None:
    game = contest(SCHEDULES[name])
    seen = 0
    while not game.schedule.is_over(game.progress):
        before = game.schedule.upcoming(game.progress, 100)
        assert game.schedule.upcoming(game.progress, 100) == before
        assert game.progress.running_count == 0
        assert game.schedule.upcoming(game.progress, 1) == before[:1]
        (started,) = game.start(1)
        seen += started in before
        if name != "ladder" or before:
            assert before[0] == started
        game.finish()
    assert game.schedule.upcoming(game.progress, 100) == []
    assert seen >= len(game.played) // 2


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_bot_that_has_withdrawn_is_not_upcoming(name: str) -> None:
    game = contest(SCHEDULES[name])
    game.withdraw("b2")
    upcoming = game.schedule.upcoming(game.progress, 100)
    assert all("b2" not in pairing.seats for pairing in upcoming)


def test_a_swiss_round_tells_its_meetings_points_winners_and_byes() -> None:
    game = contest(SCHEDULES["swiss"])
    (first,) = rounds_of(game.schedule, game.progress)
    assert first.title == "Round 1 of 3"
    assert [meeting.entries for meeting in first.meetings] == [("b1", "b3"), ("b2", "b4")]
    assert first.byes == ("b5",)
    assert all(meeting.winners == () for meeting in first.meetings)
    for _ in range(4):
        game.start(1)
        game.finish()
    first, second = rounds_of(game.schedule, game.progress)
    assert [meeting.winners for meeting in first.meetings] == [("b1",), ("b2",)]
    assert first.meetings[0].points == (2.0, 0.0)
    assert [meeting.number for meeting in second.meetings] == [3, 4]


def test_a_knockout_shows_its_whole_bracket_before_anything_is_played() -> None:
    schedule = SCHEDULES["knockout"]
    rounds = rounds_of(schedule, Progress(schedule.total()))
    assert [round.title for round in rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    quarters, semis, final = (round.meetings for round in rounds)
    assert quarters[0].entries == ("b1", "")
    assert quarters[0].winners == ("b1",), "nobody meets the best seed"
    assert quarters[1].entries == ("b4", "b5")
    assert semis[0].sources == ("winner of 1", "winner of 2")
    assert semis[0].entries == ("b1", "")
    assert final[0].entries == ("", "")


def test_a_played_knockout_shows_who_went_on_and_with_how_many_points() -> None:
    game = contest(SCHEDULES["knockout"])
    game.to_the_end()
    rounds = rounds_of(game.schedule, game.progress)
    assert rounds[-1].meetings[0].entries == ("b1", "b2")
    assert rounds[-1].meetings[0].points == (2.0, 0.0)
    assert rounds[-1].meetings[0].winners == ("b1",)


def test_a_double_knockout_has_two_brackets_and_finals() -> None:
    game = contest(SCHEDULES["double knockout"])
    game.to_the_end()
    rounds = rounds_of(game.schedule, game.progress)
    titles = [(round.part, round.title) for round in rounds]
    assert titles[0] == ("First bracket", "Round 1")
    assert ("Second bracket", "Round 1") in titles
    assert titles[-1] == ("Final of both", "Final"), (
        "it was not played again, as the better seed had won it"
    )
    assert rounds[-1].meetings[0].winners == ("b1",)
    # Nobody was beaten in a meeting with a bye, so nobody comes from there.
    second = [m for r in rounds if r.part == "Second bracket" for m in r.meetings]
    unseated = [m.sources[m.entries.index("")] for m in second if "" in m.entries]
    assert unseated
    assert set(unseated) == {""}
    open_rounds = rounds_of(game.schedule, Progress(game.schedule.total()))
    assert open_rounds[-1].title == "Second final"
    meetings = [meeting.number for round in open_rounds for meeting in round.meetings]
    assert sorted(meetings) == list(range(1, len(meetings) + 1))


def test_formats_without_rounds_have_none() -> None:
    for name in ("round robin", "gauntlet", "ladder", "sprt"):
        schedule = SCHEDULES[name]
        assert rounds_of(schedule, Progress(schedule.total())) == ()
