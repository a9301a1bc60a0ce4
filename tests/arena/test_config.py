"""Settings: flags over variables over a file over defaults, and no unknown name anywhere."""

from datetime import timedelta
from pathlib import Path

import pytest

from kozel_arena.config import (
    Settings,
    load_settings,
    nanoseconds,
    parse_address,
    parse_duration,
    setting_names,
    split_address,
)
from kozel_arena.errors import ArenaError


def written(folder: Path, text: str) -> Path:
    file = folder / "arena.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(flags: dict[str, object], file: Path | None = None) -> str:
    with pytest.raises(ArenaError) as raised:
        load_settings(flags, file=file)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def complaint(name: str, value: object) -> str:
    """What is wrong with a setting; empty if nothing is."""
    try:
        load_settings({name: value})
    except ArenaError as error:
        return str(error)
    return ""


def test_flags_win_over_variables_and_these_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "max_tables = 1\nmax_seats = 2\nmax_streams = 3\n")
    monkeypatch.setenv("KOZEL_ARENA_MAX_SEATS", "20")
    monkeypatch.setenv("KOZEL_ARENA_MAX_STREAMS", "30")
    settings = load_settings({"max_streams": "300", "bank": None}, file=file)
    assert (settings.max_tables, settings.max_seats, settings.max_streams) == (1, 20, 300)
    assert settings.bank == Settings().bank


def test_an_unknown_name_is_refused_with_the_names_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "'max_table' in" in refusal({}, written(tmp_path, "max_table = 1"))
    assert "'max_table' is no setting" in refusal({"max_table": 1})
    monkeypatch.setenv("KOZEL_ARENA_MAX_TABLE", "1")
    sentence = refusal({})
    assert "KOZEL_ARENA_MAX_TABLE is no setting" in sentence
    assert "max_tables" in sentence


def test_variables_of_other_commands_are_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KOZEL_ARENA_HTTP")
    for name in ("CONFIG", "SERVER", "TOKEN"):
        monkeypatch.setenv(f"KOZEL_ARENA_{name}", "something")
    assert load_settings({}) == Settings()


def test_a_wrong_value_is_refused_with_the_place_where_it_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal({"max_tables": "0"}).startswith("--max-tables cannot be '0'")
    file = written(tmp_path, 'listen = "here"')
    assert refusal({}, file).startswith(f"listen in {file} cannot be 'here': write an address")
    monkeypatch.setenv("KOZEL_ARENA_BANK", "soon")
    assert "KOZEL_ARENA_BANK cannot be 'soon': write a duration" in refusal({})


def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "cannot read the settings file" in refusal({}, tmp_path / "none.toml")
    assert "is not TOML" in refusal({}, written(tmp_path, "max_tables"))


def test_settings_that_contradict_each_other_are_refused() -> None:
    assert "set both or none" in refusal({"tls_cert": "cert.pem"})
    assert "longer than heartbeat_interval" in refusal({"silence_limit": "1s"})


@pytest.mark.parametrize(
    ("text", "nanos"),
    [("250ms", 250_000_000), ("5s", 5 * 10**9), ("1.5 m", 90 * 10**9), (2, 2 * 10**9)],
)
def test_durations_are_read(text: object, nanos: int) -> None:
    assert nanoseconds(parse_duration(text)) == nanos


@pytest.mark.parametrize("text", ["", "5", "5 days", "-5s", "0s", 0, True, "1s2s", None])
def test_what_is_no_duration_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="duration"):
        parse_duration(text)


def test_addresses_are_read() -> None:
    assert split_address(parse_address("127.0.0.1:0")) == ("127.0.0.1", 0)
    assert split_address(parse_address("[::1]:50051")) == ("::1", 50051)
    assert split_address(parse_address("arena.example:50051")) == ("arena.example", 50051)


@pytest.mark.parametrize("text", ["", "host", "host:", ":1", "host:70000", "::1:5", "a b:1"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="HOST:PORT"):
        parse_address(text)


def test_a_day_is_longer_than_its_seconds() -> None:
    assert nanoseconds(timedelta(days=1, microseconds=1)) == 86_400 * 10**9 + 1000


def test_the_database_may_come_as_a_url_in_a_variable_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql://kozel@host/kozel"
    monkeypatch.setenv("KOZEL_ARENA_DATABASE_URL", url)
    assert load_settings({}, file=written(tmp_path, "database = 'file.db'")).database == url
    assert load_settings({"database": "flag.db"}).database == "flag.db"
    monkeypatch.setenv("KOZEL_ARENA_DATABASE", url)
    assert load_settings({}).database == url
    monkeypatch.setenv("KOZEL_ARENA_DATABASE", "other.db")
    assert "name two databases: set one of them only" in refusal({})
    monkeypatch.delenv("KOZEL_ARENA_DATABASE")
    monkeypatch.setenv("KOZEL_ARENA_DATABASE_URL", "")
    assert "KOZEL_ARENA_DATABASE_URL cannot be ''" in refusal({})


@pytest.mark.parametrize("name", setting_names())
@pytest.mark.parametrize("value", ["", "x", -1, 10**30, 1.5, True, [1], {"a": 1}, "nan"])
def test_whatever_is_wrong_with_a_setting_is_said_in_our_words(name: str, value: object) -> None:
    said = complaint(name, value)
    beginning = f"--{name.replace('_', '-')} cannot be {value!r}: "
    assert said == "" or said.startswith((beginning, "the settings do not fit together: "))
    for word in ("Input", "valid", "should", "pars", "String", "None", "\n"):
        assert word not in said.removeprefix(beginning)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("max_tables", "many", "give a whole number from 1 to 100000"),
        ("max_faults", 0, "give a whole number from 1"),
        ("practice_tables", 1.5, "give a whole number from 0 to 1000"),
        ("log_level", "loud", "choose from debug, info, warning, error"),
        ("log_format", 7, "choose from json, console"),
        ("database", "", "give the path or the URL of one, as a text"),
        ("tls_key", [1], "give a path"),
        ("bank", "soon", "write a duration such as 250ms, 5s, 10m or 2h"),
    ],
)
def test_a_wrong_value_is_answered_by_what_it_may_be(
    name: str, value: object, allowed: str
) -> None:
    assert refusal({name: value}).endswith(f" cannot be {value!r}: {allowed}")


def test_what_spectators_see_is_late_by_an_hour_at_most_or_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings().spectator_delay == timedelta(seconds=30)
    assert load_settings({"spectator_delay": "off"}).spectator_delay is None
    file = written(tmp_path, 'spectator_delay = "1h"\n')
    assert load_settings({}, file=file).spectator_delay == timedelta(hours=1)
    monkeypatch.setenv("KOZEL_ARENA_SPECTATOR_DELAY", "off")
    assert load_settings({}, file=file).spectator_delay is None
    assert "spectator_delay must be at most 1h" in refusal({"spectator_delay": "61m"})
    assert "--spectator-delay cannot be '0'" in refusal({"spectator_delay": "0"})
    assert "longer than nothing" in refusal({"spectator_delay": "0s"})
