"""How results look: at 80 columns, with any names, without a terminal."""

import io
from datetime import UTC, datetime

import pytest
from rich.cells import cell_len
from rich.console import Console

from kozel_arena.cli.durations import duration_of, format_duration, format_measured
from kozel_arena.cli.output import WrongUsage, results
from kozel_arena.cli.tables import print_results, standings_table
from kozel_arena.rating import CrossTableCell, StandingLine
from kozel_arena.rpc.admin_values import TournamentEntry, TournamentPlan, TournamentReport
from kozel_arena.tournament import TournamentState


def a_report(names: list[str]) -> TournamentReport:
    """A tournament in which everybody has met everybody."""
    lines = [
        StandingLine(
            bot_id=f"b{place}",
            name=name,
            matches=12_000,
            score=1.0,
            score_low=0.0,
            score_high=1.0,
            decision_p50_ns=4_999_000_000,
            decision_p99_ns=4_999_000_000,
            silences=1_234_567,
        )
        for place, name in enumerate(names)
    ]
    cells = [
        CrossTableCell(bot_id=a.bot_id, opponent_id=b.bot_id, matches=10, score=1.0)
        for a in lines
        for b in lines
        if a is not b
    ]
    tournament = TournamentEntry(
        id="t1",
        plan=TournamentPlan(name="cup", ruleset="miner", bots=tuple(names), matches_per_pairing=10),
        state=TournamentState.FINISHED,
        total=90,
        finished=90,
        running=0,
        created=datetime(2025, 1, 1, tzinfo=UTC),
    )
    return TournamentReport(tournament=tournament, standings=tuple(lines), cross_table=tuple(cells))


def printed(names: list[str], width: int = 80) -> str:
    """What a pipe gets."""
    stream = io.StringIO()
    print_results(Console(file=stream, width=width), a_report(names))
    return stream.getvalue()


@pytest.mark.parametrize(
    "names",
    [
        ["a", "b"],
        ["x" * 64, "козёл" * 12, "山羊" * 32],
        [f"bot number {number}" for number in range(40)],
    ],
)
def test_nothing_is_wider_than_80_columns(names: list[str]) -> None:
    assert max(cell_len(line) for line in printed(names).splitlines()) <= 80


@pytest.mark.parametrize("columns", ["20", "60"])
def test_a_narrow_terminal_cuts_nothing_off(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    print_results(results(), a_report(["a", "b"]))
    assert capsys.readouterr().out == printed(["a", "b"])


def test_of_a_bot_that_has_not_played_nothing_is_claimed() -> None:
    unknown = StandingLine(
        bot_id="b1",
        name="new",
        matches=0,
        score=0.5,
        score_low=0.0,
        score_high=1.0,
        decision_p50_ns=0,
        decision_p99_ns=0,
        silences=0,
    )
    stream = io.StringIO()
    Console(file=stream, width=80).print(standings_table([unknown]))
    assert stream.getvalue().splitlines()[-1].split() == ["1", "new", "-", "-", "0", "-", "-", "-"]


def test_every_opponent_has_a_column_however_many_there_are() -> None:
    output = printed([f"bot-{number}" for number in range(40)])
    assert output.count("100.0") >= 40 * 39
    assert "…" not in output


def test_markup_and_control_characters_in_names_do_nothing() -> None:
    output = printed(["[red]loud[/red]", "esc\x1b[31m", ":goat:", "[/]"])
    assert "[red]loud[/red]" in output
    assert ":goat:" in output
    assert "[/]" in output
    assert "\x1b" not in output


def test_without_results_nothing_is_printed() -> None:
    assert printed([]) == ""


@pytest.mark.parametrize(
    ("text", "duration_ns"),
    [("500ms", 500_000_000), ("5s", 5 * 10**9), ("2m", 120 * 10**9), ("0", 0), ("0s", 0)],
)
def test_times_are_read_as_in_the_settings(text: str, duration_ns: int) -> None:
    assert duration_of(text) == duration_ns
    assert duration_of(format_duration(duration_ns)) == duration_ns


def test_a_time_without_sense_is_wrong_usage() -> None:
    with pytest.raises(WrongUsage, match="soon"):
        duration_of("soon")


def test_measured_times_have_three_figures_or_so() -> None:
    assert [format_measured(ns) for ns in (0, 420_000, 15_340_000, 2_041_000_000)] == [
        "0.00 ms",
        "0.42 ms",
        "15.3 ms",
        "2041 ms",
    ]
