"""What a format finds out, in the terminal and as JSON: Swiss points, knockouts, totals."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kozel.v1 import admin_pb2 as pb
from kozel.v1 import play_pb2
from kozel.v1 import ranking_pb2 as rank
from kozel_arena.cli.root import run
from tests.arena.fake_admin import TOKEN, FakeArena, a_standing, serving

Said = Callable[[], tuple[str, str]]


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeArena]:
    """An arena with a tournament of three bots, that the environment leads to."""
    monkeypatch.chdir(tmp_path)
    fake = FakeArena()
    fake.tournaments["cup"] = pb.Tournament(
        tournament_id="t1",
        config=pb.TournamentConfig(
            name="cup",
            ruleset="miner",
            bots=["ann", "bob", "cy"],
            matches_per_pairing=2,
            format=pb.TOURNAMENT_FORMAT_KNOCKOUT,
            deals=pb.DEAL_MODE_INDEPENDENT,
            policy=play_pb2.FAULT_POLICY_DEFAULT_MOVE,
        ),
        state=pb.TOURNAMENT_STATE_RUNNING,
        matches_total=120,
        matches_total_is_most=True,
        matches_finished=18,
    )
    fake.standings = [
        a_standing("b1", "ann", 0.75),
        a_standing("b2", "bob", 0.5),
        a_standing("b3", "cy", 0.25),
    ]
    with serving(fake):
        monkeypatch.setenv("KOZEL_ARENA_SERVER", fake.address)
        monkeypatch.setenv("KOZEL_ARENA_TOKEN", TOKEN)
        yield fake


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return lambda: tuple(capsys.readouterr())  # type: ignore[return-value]


def shown_by(command: str, said: Said) -> str:
    assert run(["tournament", command, "cup"]) == 0
    return said()[0]


def document(said: Said) -> dict[str, object]:
    assert run(["tournament", "standings", "cup", "--json"]) == 0
    found: dict[str, object] = json.loads(said()[0])
    return found


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.mark.parametrize("command", ["show", "standings"])
def test_swiss_points_stand_with_their_tie_breaks(
    arena: FakeArena, said: Said, command: str
) -> None:
    arena.swiss = [
        rank.SwissLine(bot_id="b2", place=1, points=1.5, buchholz=2, score=0.625),
        rank.SwissLine(bot_id="b1", place=2, points=1, buchholz=1 / 3, score=0.75, byes=1),
    ]
    lines = squeezed(shown_by(command, said))
    assert "1 bob 1.5 2 62.5 -" in lines
    assert "2 ann 1 0.33 75.0 1" in lines
    assert document(said)["swiss"] == [
        {
            "place": 1,
            "bot": "bob",
            "bot_id": "b2",
            "points": 1.5,
            "buchholz": 2.0,
            "score": 0.625,
            "byes": 0,
        },
        {
            "place": 2,
            "bot": "ann",
            "bot_id": "b1",
            "points": 1.0,
            "buchholz": pytest.approx(1 / 3),
            "score": 0.75,
            "byes": 1,
        },
    ]


def a_meeting(
    stage: "rank.KnockoutStage", ids: str, winner: str, by: "rank.MeetingDecision"
) -> rank.KnockoutMeeting:
    """A meeting of round 1 of a stage; who stands first has 1.5 points of 2."""
    return rank.KnockoutMeeting(
        stage=stage,
        round=1,
        bot_ids=ids.split(),
        match_points=[1.5, 0.5][: len(ids.split())],
        deal_points=[700, 500][: len(ids.split())],
        matches=2,
        winner_id=winner,
        decision=by,
    )


@pytest.mark.parametrize("command", ["show", "standings"])
def test_a_knockout_is_shown_round_by_round_and_by_places(
    arena: FakeArena, said: Said, command: str
) -> None:
    arena.knockout = rank.KnockoutTable(
        meetings=[
            a_meeting(rank.KNOCKOUT_STAGE_MAIN, "b1", "b1", rank.MEETING_DECISION_BYE),
            a_meeting(rank.KNOCKOUT_STAGE_MAIN, "b2 b3", "b2", rank.MEETING_DECISION_DEAL_POINTS),
            a_meeting(rank.KNOCKOUT_STAGE_FINAL, "b1 b2", "", rank.MEETING_DECISION_UNSPECIFIED),
        ],
        places=[
            rank.KnockoutPlace(bot_id="b1"),
            rank.KnockoutPlace(bot_id="b2"),
            rank.KnockoutPlace(bot_id="b3", place=3),
        ],
    )
    lines = squeezed(shown_by(command, said))
    for line in (
        "round 1 > ann - - a bye",
        "round 1 > bob 1.5 700 2 card points",
        "cy 0.5 500",
        "final ann 1.5 700 2 open",
        "- ann",
        "3 cy",
    ):
        assert line in lines
    found = document(said)["knockout"]
    assert isinstance(found, dict)
    assert found["places"][2] == {"place": 3, "bot": "cy", "bot_id": "b3"}
    assert found["meetings"][1] == {
        "stage": "main",
        "round": 1,
        "bots": ["bob", "cy"],
        "match_points": [1.5, 0.5],
        "deal_points": [700, 500],
        "matches": 2,
        "winner": "bob",
        "decided_by": "deal_points",
    }
    assert found["meetings"][2]["winner"] is found["meetings"][2]["decided_by"] is None


def test_the_brackets_of_a_double_knockout_have_names(arena: FakeArena, said: Said) -> None:
    won = rank.MEETING_DECISION_MATCH_POINTS
    arena.knockout = rank.KnockoutTable(
        meetings=[
            a_meeting(stage, "b1 b2", "b1", won)
            for stage in (
                rank.KNOCKOUT_STAGE_MAIN,
                rank.KNOCKOUT_STAGE_SECOND,
                rank.KNOCKOUT_STAGE_FINAL,
                rank.KNOCKOUT_STAGE_REPLAY,
            )
        ]
    )
    output = shown_by("standings", said)
    for name in ("first bracket 1", "second bracket 1", "final", "second final"):
        assert f"\n{name}  " in output


def test_the_ratings_of_a_ladder_are_marked_as_depending_on_the_order(
    arena: FakeArena, said: Said
) -> None:
    arena.standings[1].ladder.CopyFrom(pb.LadderRating(mu=30.14, sigma=2.04, ordinal=24.02))
    output = shown_by("standings", said)
    assert "OpenSkill: depends on the order of matches" in output
    assert "bob 30.1 2.0 24.0 90" in squeezed(output)


def test_a_total_that_is_only_a_bound_is_told_as_one(arena: FakeArena, said: Said) -> None:
    assert "18 of at most 120 matches have a result" in shown_by("show", said)
    assert run(["tournament", "list"]) == 0
    assert "18 of at most 120" in said()[0]
    assert run(["tournament", "pause", "cup"]) == 0
    assert "18 of at most 120 matches" in said()[1]
    assert document(said)["tournament"]["matches"] == {  # type: ignore[index]
        "total": 120,
        "total_is_most": True,
        "finished": 18,
        "running": 0,
        "given_up": [],
    }
    arena.tournaments["cup"].matches_total_is_most = False
    assert "18 of 120 matches have a result" in shown_by("show", said)


def test_matches_that_were_given_up_are_named_with_what_to_do(arena: FakeArena, said: Said) -> None:
    assert "given up" not in shown_by("show", said)
    arena.tournaments["cup"].matches_given_up.extend(f"t1-{number}" for number in range(7))
    shown = " ".join(shown_by("show", said).split())
    assert (
        "given up after failing again and again: t1-0, t1-1, t1-2, t1-3, t1-4 and 2 more" in shown
    )
    assert "'kozel-arena tournament resume t1' tries again" in shown
    assert len(document(said)["tournament"]["matches"]["given_up"]) == 7  # type: ignore[index]


def test_a_ladder_without_an_end_has_no_total(arena: FakeArena, said: Said) -> None:
    arena.tournaments["cup"].config.format = pb.TOURNAMENT_FORMAT_LADDER
    assert "\n18 matches have a result" in shown_by("show", said)
    assert run(["tournament", "start", "cup"]) == 0
    assert "120" not in said()[1]
