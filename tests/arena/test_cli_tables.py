"""How results look: at 80 columns, with any names, without a terminal."""

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from kozel.stats import Interval, SprtDecision, SprtState
from kozel.table import Verdict
from kozel_arena.cli.durations import duration_of, format_duration, format_measured
from kozel_arena.cli.output import WrongUsage, results
from kozel_arena.cli.result_tables import (
    cross_tables,
    legend,
    print_results,
    sprt_text,
    strength_table,
    times_table,
    verdicts_table,
)
from kozel_arena.cli.tables import remark_cut_names
from kozel_arena.rpc.admin_values import VerdictCount
from tests.arena.reports import a_report, a_standing


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
    stream = io.StringIO()
    Console(file=stream, width=80).print(strength_table(a_report(names).standings))
    assert max(cell_len(line) for line in stream.getvalue().splitlines()) <= 80
    assert "-1556..-1001" in stream.getvalue()


@pytest.mark.parametrize("columns", ["20", "60"])
def test_a_narrow_terminal_cuts_nothing_off(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    print_results(results(), a_report(["a", "b"]))
    assert capsys.readouterr().out == printed(["a", "b"])


def test_of_a_bot_that_has_not_played_nothing_is_claimed() -> None:
    unknown = a_standing(1, "new", matches=0, points=None, elo=None, superiority=None, verdicts=())
    for table, dashes in ((times_table, "- - 0 - - -"), (strength_table, "0 - - - - - 0")):
        stream = io.StringIO()
        Console(file=stream, width=80).print(table([unknown]))
        assert stream.getvalue().splitlines()[-1].split() == ["1", "new", *dashes.split()]


def test_every_opponent_has_a_column_however_many_there_are() -> None:
    for count, cell in ((6, "100.0"), (50, "100")):
        cross_table = printed([f"bot-{number}" for number in range(count)]).split("Standings")[0]
        assert len(re.findall(rf"\b{cell}\b", cross_table)) == count * (count - 1)
        assert "…" not in cross_table


def test_fifty_bots_need_few_pages() -> None:
    """Each page repeats the names, so pages are what makes a table long."""
    pages = list(cross_tables(a_report([f"bot number {number}" for number in range(50)]), 80))
    assert len(pages) == 5


def test_the_table_of_strengths_says_elo_points_superiority_and_what_is_charged() -> None:
    line = a_standing(
        1,
        "ann",
        score=Interval(0.756, 0.70, 0.80),
        elo=Interval(85.4, 12.0, 158.9),
        points=Interval(63.21, 60.0, 66.0),
        superiority=0.973,
    )
    stream = io.StringIO()
    Console(file=stream, width=80).print(strength_table([line]))
    cells = stream.getvalue().splitlines()[-1].split()
    expected = "1 ann 12000 75.6 ±5.0 +85 +12..+159 63.2 97.3 999"
    assert cells == expected.split()


def test_verdicts_are_shown_when_one_was_not_normal() -> None:
    stream = io.StringIO()
    table = verdicts_table([a_standing(1, "ann"), a_standing(2, "bob", verdicts=())])
    assert table is not None
    Console(file=stream, width=80).print(table)
    header, _, ann, bob = stream.getvalue().splitlines()
    assert header.split() == ["bot", "normal", "timeout"]
    assert ann.split() == ["ann", "11000/0", "1000/999"]
    assert bob.split() == ["bob"]
    normal = VerdictCount(verdict=Verdict.NORMAL, matches=1, charged=0)
    assert verdicts_table([a_standing(1, "ann", verdicts=(normal,))]) is None


def test_who_was_withdrawn_is_said() -> None:
    gone = a_standing(1, "esc\x1b", is_withdrawn=True)
    assert legend([gone, a_standing(2, "bob")])[-1] == "Withdrawn: esc\N{REPLACEMENT CHARACTER}."


def test_a_wide_terminal_shows_long_names_whole_and_a_narrow_one_says_where_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = "x" * 64
    remark_cut_names([name], width=80)
    assert "--json" in capsys.readouterr().err
    remark_cut_names([name], width=124)
    assert capsys.readouterr().err == ""
    for table in (times_table, strength_table):
        stream = io.StringIO()
        Console(file=stream, width=128).print(table([a_standing(1, name)], width=128))
        assert name in stream.getvalue()
        assert max(map(cell_len, stream.getvalue().splitlines())) <= 128


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (SprtDecision.OPEN, "SPRT: not decided, LLR +1.50 of -2.94..+2.94 after 40 deal groups"),
        (SprtDecision.ELO0, "SPRT: elo0 is accepted, new is not stronger than old: LLR +1.50"),
        (SprtDecision.ELO1, "SPRT: elo1 is accepted, new is stronger than old: LLR +1.50"),
    ],
)
def test_a_sequential_test_is_told_in_one_sentence(decision: SprtDecision, said: str) -> None:
    state = SprtState(llr=1.5, lower=-2.944, upper=2.944, groups=40, decision=decision)
    assert sprt_text(state, ("new", "old")).startswith(said)


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
