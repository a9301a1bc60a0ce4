"""Standings, matches, tokens, steps, audit log: against an arena that answers from memory."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from kozel.v1 import admin_pb2 as pb
from kozel.v1 import oversight_pb2, play_pb2
from kozel_arena.cli.root import run
from tests.arena.fake_admin import TOKEN, FakeArena, a_match, a_standing, serving
from tests.arena.test_cli_export import a_record

Said = Callable[[], tuple[str, str]]
TOURNAMENT = pb.Tournament(
    tournament_id="t1",
    config=pb.TournamentConfig(
        name="cup",
        ruleset="miner",
        bots=["ann", "bob"],
        matches_per_pairing=90,
        format=pb.TOURNAMENT_FORMAT_SPRT,
        deals=pb.DEAL_MODE_MIRRORED,
        policy=play_pb2.FAULT_POLICY_FORFEIT,
        sprt=pb.SprtBounds(elo0=0, elo1=20, alpha=0.05, beta=0.05),
    ),
    state=pb.TOURNAMENT_STATE_RUNNING,
    matches_total=90,
    matches_finished=45,
)


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeArena]:
    """An arena with a tournament of two bots, that the environment leads to."""
    monkeypatch.chdir(tmp_path)
    fake = FakeArena()
    for name in ("t1", "cup"):
        fake.tournaments[name] = TOURNAMENT
    TOURNAMENT.state = pb.TOURNAMENT_STATE_RUNNING
    fake.standings = [a_standing("b1", "=ann", 0.75), a_standing("b2", "bob", 0.25)]
    fake.cross_table = [
        pb.CrossTableCell(
            bot_id=bot,
            opponent_id=opponent,
            matches=90,
            score=score,
            score_low=score - 0.1,
            score_high=score + 0.1,
            difference=pb.Interval(value=-3.5, low=-5, high=-2),
            deal_groups=45,
            superiority=0.9,
        )
        for bot, opponent, score in (("b1", "b2", 0.75), ("b2", "b1", 0.25))
    ]
    fake.matches = [a_match(number, "ann", "bob", "ann", "bob") for number in (17, 16)]
    fake.records = [a_record(17), a_record(16)]
    with serving(fake):
        monkeypatch.setenv("KOZEL_ARENA_SERVER", fake.address)
        monkeypatch.setenv("KOZEL_ARENA_TOKEN", TOKEN)
        yield fake


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What came out since the last question: stdout, stderr."""

    def read() -> tuple[str, str]:
        output = capsys.readouterr()
        return output.out, output.err

    return read


def test_standings_show_strength_and_verdicts(arena: FakeArena, said: Said) -> None:
    assert run(["tournament", "standings", "cup"]) == 0
    output, _ = said()
    assert "+85  +12..+159" in output
    assert "97.3" in output
    assert "88/0" in output
    assert "2/1" in output
    assert "LOS: how likely" in output
    assert all(len(line) <= 80 for line in output.splitlines())


def test_standings_as_json_hold_every_measure(arena: FakeArena, said: Said) -> None:
    arena.sprt = pb.SprtStatus(
        llr=1.5, lower=-2.9, upper=2.9, decision=pb.SPRT_DECISION_OPEN, deal_groups=45
    )
    assert run(["tournament", "standings", "cup", "--json"]) == 0
    document = json.loads(said()[0])
    [ann, _] = document["standings"]
    assert ann["elo"] == pytest.approx({"value": 85.4, "low": 12, "high": 158.6})
    assert ann["points_per_deal"]["value"] == pytest.approx(61.5)
    assert ann["superiority_over_next"] == pytest.approx(0.973)
    assert ann["verdicts"]["timeout"] == {"matches": 2, "charged": 1}
    assert ann["points_against_field"] is None
    assert "cross_table" not in document
    assert document["sprt"]["decision"] == "open"
    assert document["tournament"]["sprt"]["elo1"] == 20


def test_show_says_what_kind_of_tournament_it_is_and_how_far_its_test_is(
    arena: FakeArena, said: Said
) -> None:
    arena.sprt = pb.SprtStatus(
        llr=-3.1, lower=-2.9, upper=2.9, decision=pb.SPRT_DECISION_ELO0, deal_groups=45
    )
    assert run(["tournament", "show", "cup"]) == 0
    output, _ = said()
    assert "format sprt, mirrored deals, a silent bot's side forfeits, elo0 0, elo1 20" in output
    assert "SPRT: elo0 is accepted, ann is not stronger than bob: LLR -3.10" in output


def test_the_winner_of_a_knockout_is_named(arena: FakeArena, said: Said) -> None:
    arena.winner_id = "b2"
    for command in ("show", "standings"):
        assert run(["tournament", command, "cup"]) == 0
        assert "The knockout was won by bob.\n" in said()[0]
    assert run(["tournament", "show", "cup", "--json"]) == 0
    assert json.loads(said()[0])["winner"] == "bob"


def test_the_cross_table_in_three_forms(arena: FakeArena, said: Said) -> None:
    assert run(["tournament", "cross-table", "cup"]) == 0
    assert "75.0" in said()[0]
    assert run(["tournament", "cross-table", "cup", "--json"]) == 0
    [cell, _] = json.loads(said()[0])["cross_table"]
    assert (cell["bot"], cell["opponent"], cell["deal_groups"]) == ("=ann", "bob", 45)
    assert run(["tournament", "cross-table", "cup", "--csv"]) == 0
    [row, _] = csv.DictReader(io.StringIO(said()[0]))
    assert row["bot"] == "'=ann"
    assert row["points"] == "-3.5"
    assert row["score"] == "0.75"
    assert run(["tournament", "cross-table", "cup", "--csv", "--json"]) == 2


def test_matches_are_listed_with_what_is_charged(arena: FakeArena, said: Said) -> None:
    assert run(["matches", "cup", "--limit", "2"]) == 0
    output, remarks = said()
    assert "t1-17" in output
    assert "1:0" in output
    assert "700:500" in output
    assert "ann : bob!" in output
    assert "There may be more" in remarks


def test_the_filters_of_matches_arrive(arena: FakeArena, said: Said) -> None:
    words = ["--bot", "ann", "--opponent", "bob", "--verdict", "no_show", "--limit", "3", "--json"]
    assert run(["matches", "cup", *words]) == 0
    [request] = arena.asked
    assert request == oversight_pb2.ListMatchesRequest(
        tournament="cup",
        bot="ann",
        opponent="bob",
        verdict=play_pb2.VERDICT_NO_SHOW,
        limit=3,
    )
    assert [match["id"] for match in json.loads(said()[0])["matches"]] == ["t1-17", "t1-16"]


@pytest.mark.parametrize(
    ("words", "code", "said_so"),
    [
        (["matches", "cup", "--opponent", "bob"], 2, "--opponent needs --bot"),
        (["matches", "nosuch"], 1, "there is no tournament 'nosuch'"),
        (["match", "show", "t1-99"], 1, "there is no match 't1-99'"),
        (["match", "show", "t1-17", "--seat", "7"], 1, "seat"),
        (["match", "void", "t1-99", "--reason", "x"], 1, "there is no match 't1-99'"),
        (["match", "void", "t1-17", "--reason", " "], 2, "--reason is empty"),
        (["token", "revoke", "nobody"], 1, "there is no token 'nobody'"),
        (["tournament", "withdraw", "cup", "zoe"], 1, "there is no bot 'zoe'"),
        (["tournament", "pause", "nosuch"], 1, "there is no tournament 'nosuch'"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(
    words: list[str], code: int, said_so: str, arena: FakeArena, said: Said
) -> None:
    assert run(words) == code
    _, error = said()
    assert error.startswith("Error: ")
    assert error.count("\n") == 1
    assert said_so in error


@pytest.mark.parametrize(
    "words",
    [
        ["matches", "cup", "--verdict", "lost"],
        ["matches", "cup", "--limit", "0"],
        ["match", "void", "t1-17"],
        ["token", "add", "vera"],
        ["token", "add", "vera", "--role", "king"],
    ],
)
def test_flags_that_are_wrong_or_missing_are_wrong_usage(
    words: list[str], arena: FakeArena, said: Said
) -> None:
    assert run(words) == 2
    assert "Traceback" not in said()[1]
    assert not arena.asked


def test_a_match_is_replayed_as_kozel_replay_does(arena: FakeArena, said: Said) -> None:
    assert run(["match", "show", "t1-17"]) == 0
    output, _ = said()
    assert "trump" in output
    assert output.endswith("t1-17: timeout, ann, bob!, ann, bob\n")
    assert run(["match", "show", "t1-17", "--json"]) == 0
    assert said()[0] == arena.records[0] + "\n"


def test_a_match_is_voided_with_a_reason(arena: FakeArena, said: Said) -> None:
    assert run(["match", "void", "t1-17", "--reason", "the power failed"]) == 0
    assert arena.asked == [pb.VoidMatchRequest(match_id="t1-17", reason="the power failed")]
    assert "t1-17.1 is played in its place" in said()[1]


def test_the_steps_of_a_tournament_say_what_they_did(arena: FakeArena, said: Said) -> None:
    for words, remark in (
        (["pause", "cup"], "Paused 'cup': 45 of 90 matches have a result; go on with"),
        (["start", "cup"], "'cup' goes on: 45 of 90"),
        (["pause", "cup"], "Paused 'cup'"),
        (["resume", "cup"], "'cup' goes on: 45 of 90"),
        (["withdraw", "cup", "bob"], "'bob' plays no further match of 'cup': 45 of 90"),
        (["enter", "cup", "cy"], "'cy' takes part in 'cup', with 3 bots now."),
        (["finish", "cup"], "Finished 'cup': 45 matches have a result."),
    ):
        assert run(["tournament", *words]) == 0
        assert remark in said()[1]


def test_a_token_is_shown_once_listed_and_revoked(arena: FakeArena, said: Said) -> None:
    assert run(["token", "add", "vera", "--role", "viewer"]) == 0
    output, remarks = said()
    assert output == "secret-of-vera\n"
    assert "viewer 'vera'" in remarks
    assert run(["token", "list", "--json"]) == 0
    assert json.loads(said()[0])["tokens"] == [
        {
            "name": "vera",
            "role": "viewer",
            "created": "2023-11-14T22:13:20+00:00",
            "revoked": None,
        }
    ]
    assert run(["token", "revoke", "vera"]) == 0
    assert said()[1] == "Revoked the token of the viewer 'vera'.\n"
    assert run(["token", "list"]) == 0
    assert "2023-11-14 22:14Z" in said()[0]


def test_the_audit_log_is_shown(arena: FakeArena, said: Said) -> None:
    arena.audit = [
        oversight_pb2.AuditEntry(
            time=Timestamp(seconds=1_700_000_000),
            who="olga",
            role=oversight_pb2.ROLE_ORGANISER,
            action="match_voided",
            subject="t1-17",
            details="[red]the power\x1b failed",
        )
    ]
    assert run(["audit"]) == 0
    output, _ = said()
    assert "11-14 22:13:20" in output
    assert "match_voided" in output
    assert "[red]the power\N{REPLACEMENT CHARACTER} failed" in output
    assert run(["audit", "--json"]) == 0
    assert json.loads(said()[0])["audit"][0]["role"] == "organiser"


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["--elo", "20"], ["2368 matches for each pairing", "20 Elo with 95 % confidence"]),
        (
            ["--elo", "20", "--deals", "mirrored", "--deviation", "0.25"],
            ["(594 deal groups of 2)", "at a deviation of 0.25"],
        ),
        (["--points", "3", "--deviation", "30"], ["786 matches", "3 points a deal"]),
    ],
)
def test_a_plan_needs_no_arena(
    words: list[str], lines: list[str], said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KOZEL_ARENA_SERVER", raising=False)
    assert run(["plan", *words]) == 0
    output, _ = said()
    for line in lines:
        assert line in output
    assert run(["plan", *words, "--json"]) == 0
    assert json.loads(said()[0])["matches"] == int(output.split()[0])


@pytest.mark.parametrize(
    ("words", "said_so"),
    [
        ([], "give either --elo or --points"),
        (["--elo", "5", "--points", "3"], "give either --elo or --points"),
        (["--elo", "0"], "give a difference"),
        (["--points", "3"], "--points needs --deviation"),
        (["--elo", "5", "--deals", "mirrored"], "mirrored deals need --deviation"),
        (["--elo", "5", "--power", "2"], "power"),
        (["--elo", "nan"], "number"),
        (["--elo", "5", "--deviation", "9"], "deviation"),
    ],
)
def test_a_plan_that_cannot_be_is_one_sentence(words: list[str], said_so: str, said: Said) -> None:
    assert run(["plan", *words]) == 2
    _, error = said()
    assert error.startswith("Error: ")
    assert error.count("\n") == 1
    assert said_so in error
