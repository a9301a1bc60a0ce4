"""`kozel-arena export` against an arena that answers from memory."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kozel import Action, Bot, View, bind
from kozel.local import play_match
from kozel.records import format_record, read_records, verify_record
from kozel.v1 import admin_pb2 as pb
from kozel_arena.cli.export import COLUMNS
from kozel_arena.cli.root import run
from tests.arena.fake_admin import TOKEN, FakeArena, serving


class First(Bot):
    """Plays the first legal action."""

    def choose(self, view: View) -> Action:
        return view.legal_actions[0]


def a_record(number: int, ruleset: str = "miner") -> str:
    """A match as an arena exports it; one of its bots has a name that CSV must quote."""
    rules = bind(ruleset)
    result = play_match(
        rules, [First() for _ in range(rules.players)], seed=str(number), match_id=f"t1-{number}"
    )
    names = ('a, "b"', "[red]", 'a, "b"', "[red]")[: rules.players]
    return format_record(
        replace(
            result.record,
            id=f"t1-{number}",
            tournament="cup",
            seats=names,
            started="2025-01-01T00:00:00Z",
            ended="2025-01-01T00:00:01Z",
        )
    )


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeArena]:
    """An arena with a tournament of three matches, that the environment leads to."""
    monkeypatch.chdir(tmp_path)
    fake = FakeArena()
    fake.tournaments["cup"] = pb.Tournament(tournament_id="t1", state=pb.TOURNAMENT_STATE_FINISHED)
    fake.records = [a_record(number) for number in range(3)]
    with serving(fake):
        monkeypatch.setenv("KOZEL_ARENA_SERVER", fake.address)
        monkeypatch.setenv("KOZEL_ARENA_TOKEN", TOKEN)
        yield fake


def test_records_go_to_stdout_as_they_are(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "cup"]) == 0
    output = capsys.readouterr()
    assert output.out.splitlines() == arena.records
    assert output.err == ""


def test_a_file_of_records_verifies(arena: FakeArena, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "cup", "--format", "jsonl", "--output", "out.jsonl"]) == 0
    lines = Path("out.jsonl").read_text(encoding="utf-8").splitlines()
    for record in read_records(lines):
        verify_record(record)
    assert len(lines) == 3
    output = capsys.readouterr()
    assert output.out == ""
    assert "3 matches" in output.err


def test_csv_has_one_line_a_match_and_the_documented_columns(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    arena.records.append(a_record(3, "widow"))
    assert run(["export", "cup", "--format", "csv", "--output", "out.csv"]) == 0
    assert "4 matches" in capsys.readouterr().err
    rows = list(csv.DictReader(io.StringIO(Path("out.csv").read_text(encoding="utf-8"))))
    assert tuple(rows[0]) == COLUMNS
    assert [row["number"] for row in rows] == ["0", "1", "2", "3"]
    assert rows[0]["match_id"] == "t1-0"
    assert rows[0]["bot_0"] == 'a, "b"'
    assert {rows[0]["score_2"], rows[3]["bot_3"]} == {""}
    assert rows[0]["verdict"] == "normal"
    assert int(rows[0]["deals"]) >= 1
    assert rows[0]["winners"] in ("0", "1")
    assert rows[0]["ended"] == "2025-01-01T00:00:01Z"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_name_in_csv_is_a_formula(
    name: str, arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    [record] = read_records([a_record(0)])
    arena.records = [format_record(replace(record, id="t1-0.2", seats=(name, *record.seats[1:])))]
    assert run(["export", "cup", "--format", "csv"]) == 0
    [row] = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert row["bot_0"] == f"'{name}"
    assert (row["number"], row["attempt"]) == ("0", "2")
    assert row["score_0"].isdigit()


def test_the_help_names_the_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "--help"]) == 0
    text = capsys.readouterr().out
    for column in ("match_id", "number", "bot_0", "score_0", "winners", "verdict", "deals"):
        assert column in text


def test_an_existing_file_is_kept_unless_forced(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path("out.jsonl")
    file.write_text("mine", encoding="utf-8")
    assert run(["export", "cup", "--output", "out.jsonl"]) == 1
    assert "--force" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"
    assert run(["export", "cup", "--output", "out.jsonl", "--force"]) == 0
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_an_export_that_breaks_off_leaves_no_file(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    arena.breaks_after = 2
    assert run(["export", "cup", "--output", "out.jsonl"]) == 1
    assert capsys.readouterr().err == "Error: error 4711: ask the organiser's log\n"
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("place", ["/dev/null", ".", "nowhere/out.jsonl"])
def test_a_place_that_cannot_hold_a_file_is_refused(
    arena: FakeArena, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    assert run(["export", "cup", "--output", place, "--force"]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"Error: {place}: ")
    assert error.count("\n") == 1


def test_an_unknown_tournament_or_format_is_refused(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "cop"]) == 1
    assert "no tournament 'cop'" in capsys.readouterr().err
    assert run(["export", "cup", "--format", "xml"]) == 2
