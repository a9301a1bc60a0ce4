"""The organiser's commands against an arena that answers from memory."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kozel.v1 import admin_pb2 as pb
from kozel_arena.cli.root import run
from tests.arena.fake_admin import TOKEN, FakeArena, a_bot, a_standing, serving

Command = Callable[..., int]

CREATE = ("tournament", "create", "cup", "--ruleset", "miner", "--matches", "2", "--bots", "a, b")


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeArena]:
    """A running arena that the environment leads to."""
    monkeypatch.chdir(tmp_path)
    with serving(FakeArena()) as fake:
        monkeypatch.setenv("KOZEL_ARENA_SERVER", fake.address)
        monkeypatch.setenv("KOZEL_ARENA_TOKEN", TOKEN)
        yield fake


def one_sentence(text: str) -> bool:
    return text.startswith("Error: ") and text.count("\n") == 1 and "Traceback" not in text


def test_bot_add_prints_nothing_but_the_token_on_stdout(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "add", "Козёл [red]"]) == 0
    output = capsys.readouterr()
    assert output.out == "token-of-Козёл [red]\n"
    assert "not shown again" in output.err
    assert [bot.name for bot in arena.bots] == ["Козёл [red]"]


def test_a_name_that_is_taken_is_refused_in_the_arenas_own_words(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    arena.bots.append(a_bot("a"))
    assert run(["bot", "add", "a"]) == 1
    assert capsys.readouterr().err == "Error: a bot 'a' exists\n"


def test_bot_list_shows_names_as_they_are_written(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    arena.bots += [a_bot("[red]Козёл[/red]", connected=True), a_bot("b", id="b2")]
    assert run(["bot", "list"]) == 0
    output = capsys.readouterr().out
    assert "[red]Козёл[/red]" in output
    assert "\x1b" not in output
    assert all(len(line) <= 80 for line in output.splitlines())


def test_bot_list_as_json(arena: FakeArena, capsys: pytest.CaptureFixture[str]) -> None:
    arena.bots.append(a_bot("Ж", connected=True))
    assert run(["bot", "list", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["bots"][0]["name"] == "Ж"
    assert document["bots"][0]["connected"] is True


def test_a_tournament_is_created_with_what_was_given_and_nothing_else(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--option", "short=true", "--seed", "s1", "--move-limit", "500ms", "--bot", "c, d")
    assert run([*CREATE, *given]) == 0
    assert capsys.readouterr().out == "t1\n"
    config = arena.tournaments["t1"].config
    assert list(config.bots) == ["a", "b", "c, d"]
    assert config.options["short"].flag is True
    assert config.seed == "s1"
    assert config.time_control.move_limit.nanos == 500_000_000
    assert not config.time_control.HasField("bank")
    assert config.time_control.strikes == 0
    assert not config.HasField("spectator_delay")


@pytest.mark.parametrize(
    ("given", "delay_ns", "said"),
    [
        ((), None, "spectators see its tables as late as the arena shows them"),
        (("--spectator-delay", "0"), 0, "spectators see its tables without a delay"),
        (("--spectator-delay", "2m"), 120 * 10**9, "spectators see its tables 2m late"),
    ],
)
def test_a_tournament_says_how_late_spectators_see_its_tables(
    given: tuple[str, ...],
    delay_ns: int | None,
    said: str,
    arena: FakeArena,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run([*CREATE, *given]) == 0
    assert arena.tournaments["t1"].config.HasField("spectator_delay") is (delay_ns is not None)
    capsys.readouterr()
    assert run(["tournament", "show", "t1"]) == 0
    assert said in capsys.readouterr().out
    assert run(["tournament", "show", "t1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["tournament"]["spectator_delay_ns"] == delay_ns


def test_a_delay_that_is_no_time_is_wrong_usage(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*CREATE, "--spectator-delay", "off"]) == 2
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert "cannot read the time 'off': write a duration such as" in error
    assert not arena.tournaments


def test_a_tournament_is_started_at_once_or_later(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*CREATE, "--start"]) == 0
    assert arena.tournaments["t1"].state == pb.TOURNAMENT_STATE_RUNNING
    assert run(list(CREATE)) == 0
    assert arena.tournaments["t2"].state == pb.TOURNAMENT_STATE_CREATED
    assert run(["tournament", "start", "t2"]) == 0
    assert arena.tournaments["t2"].state == pb.TOURNAMENT_STATE_RUNNING
    assert capsys.readouterr().err.endswith("Started 'cup': 12 matches.\n")
    assert run(["tournament", "start", "t2"]) == 0
    assert capsys.readouterr().err == "'cup' runs already: 0 of 12 matches have a result.\n"
    assert run(["tournament", "cancel", "t2"]) == 0
    assert arena.tournaments["t2"].state == pb.TOURNAMENT_STATE_CANCELLED
    assert "Cancelled 'cup'" in capsys.readouterr().err


def test_show_prints_state_progress_cross_table_and_standings(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    run(list(CREATE))
    arena.standings += [a_standing("b1", "a", 0.75), a_standing("b2", "b", 0.25)]
    arena.cross_table.append(
        pb.CrossTableCell(bot_id="b1", opponent_id="b2", matches=90, score=0.7512)
    )
    capsys.readouterr()
    assert run(["tournament", "show", "t1"]) == 0
    output = capsys.readouterr().out
    for part in ("cup (t1): created", "5s per decision, 1m bank, 3 strikes", "0 of 12 matches"):
        assert part in output
    for part in ("75.1", "65.0-85.0", "0.42 ms", "15.3 ms"):
        assert part in output
    assert all(len(line) <= 80 for line in output.splitlines())


def test_show_and_list_as_json(arena: FakeArena, capsys: pytest.CaptureFixture[str]) -> None:
    run(list(CREATE))
    arena.standings.append(a_standing("b1", "a", 0.75))
    capsys.readouterr()
    assert run(["tournament", "show", "t1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["tournament"]["state"] == "created"
    assert shown["standings"][0]["score_high"] == pytest.approx(0.85)
    assert shown["standings"][0]["decision_p50_ms"] == pytest.approx(0.42)
    assert run(["tournament", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["tournaments"] == [shown["tournament"]]


@pytest.mark.parametrize("command", ["start", "show", "cancel"])
def test_an_unknown_tournament_is_named(
    arena: FakeArena, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(["tournament", command, "nosuch"]) == 1
    assert capsys.readouterr().err == "Error: there is no tournament 'nosuch'\n"


def test_an_unknown_ruleset_or_option_is_refused_before_anything_is_sent(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*CREATE[:4], "whist", *CREATE[5:]]) == 2
    assert "miner" in capsys.readouterr().err
    assert run([*CREATE, "--option", "shrt=true"]) == 2
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert "short" in error
    assert not arena.tournaments


@pytest.mark.parametrize("value", ["soon", "-5s", "5 parsecs"])
def test_a_time_that_is_none_is_wrong_usage(
    arena: FakeArena, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    assert run([*CREATE, f"--move-limit={value}"]) == 2
    assert "write a duration such as" in capsys.readouterr().err


def test_a_wrong_token_says_where_the_right_one_is(
    arena: FakeArena, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("not-it\n", encoding="utf-8")
    assert run(["bot", "list", "--token-file", str(wrong)]) == 1
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert "--token-file" in error


def test_without_a_token_the_command_says_how_to_give_one(
    arena: FakeArena, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KOZEL_ARENA_TOKEN")
    assert run(["bot", "list"]) == 1
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert "--token-file" in error
    assert "KOZEL_ARENA_TOKEN" in error
    Path("kozel-arena.db.organiser-token").write_text(TOKEN, encoding="utf-8")
    assert run(["bot", "list"]) == 0


@pytest.mark.parametrize("content", [b"", b"two words", b"\xff\xfe", "ключ".encode()])
def test_a_file_that_holds_no_token_is_named(
    arena: FakeArena, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    assert run(["bot", "list", "--token-file", str(file)]) == 1
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert str(file) in error


def test_where_no_arena_listens_the_command_says_so(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "list", "--server", "127.0.0.1:1"]) == 1
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert "127.0.0.1:1" in error
    assert "kozel-arena serve" in error


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--matches", "99999999999"], "--matches"),
        (["--strikes", "99999999999"], "--strikes"),
        (["--bank", "99999999999999h"], "at most 8760h"),
        (["--move-limit", "0s"], "--move-limit cannot be '0s'"),
    ],
)
def test_numbers_that_no_message_can_carry_are_wrong_usage(
    flags: list[str], said: str, arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*CREATE, *flags]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
    assert not arena.tournaments


def test_a_name_that_is_no_text_is_wrong_usage(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "add", "\udcff"]) == 2
    assert one_sentence(capsys.readouterr().err)
    assert not arena.bots


def test_a_tournament_is_created_from_a_file(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tournament", "create", "--example"]) == 0
    Path("cup.toml").write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["tournament", "create", "cup.toml", "--start"]) == 0
    output = capsys.readouterr()
    assert output.out == "t1\n"
    assert "watch it with 'kozel-arena tournament watch t1'" in output.err
    config = arena.tournaments["t1"].config
    assert (config.name, list(config.bots)) == ("cup", ["alice", "bob", "carol", "dave"])
    assert config.format == pb.TOURNAMENT_FORMAT_ROUND_ROBIN
    assert config.deals == pb.DEAL_MODE_INDEPENDENT
    assert not config.HasField("rounds")
    assert not config.HasField("sprt")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give a FILE.toml (--example prints one), or a NAME"),
        (["cup"], "--ruleset is missing: 'cup' is taken for a name"),
        (["cup", "--ruleset", "miner"], "--matches is missing"),
        (["cup.toml", "--matches", "2"], "--matches cannot stand beside a file: write it into cup"),
    ],
)
def test_a_create_that_says_too_little_or_too_much_is_wrong_usage(
    words: list[str], said: str, arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tournament", "create", *words]) == 2
    error = capsys.readouterr().err
    assert one_sentence(error)
    assert said in error
    assert not arena.tournaments


def test_a_file_that_is_missing_is_no_wrong_usage(
    arena: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tournament", "create", "nosuch.toml"]) == 1
    assert capsys.readouterr().err == (
        "Error: nosuch.toml: cannot be read: No such file or directory\n"
    )
