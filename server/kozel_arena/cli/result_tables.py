"""Tables of a tournament's results, readable at 80 columns; demo and commands share them."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from kozel.stats import SprtDecision, SprtState
from kozel.table import Verdict
from kozel_arena.cli.durations import format_measured
from kozel_arena.cli.output import NARROWEST
from kozel_arena.cli.tables import add_name_column, name_room, new_table, shown
from kozel_arena.rpc.admin_values import CrossTableCell, Standing, TournamentReport

CELL_WIDTH: Final = 7
"""Columns that one opponent takes in the cross-table, with a digit after the point."""
STRENGTH_NAME: Final = 16
"""Columns for a name in the table of strengths at NARROWEST: its numbers are wide."""
NARROW_CELL_WIDTH: Final = 5
"""The same in whole per cent, for many opponents."""


def percent(share: float) -> str:
    """A share of 0 to 1 as per cent with one digit."""
    return f"{100 * share:.1f}"


def elo_text(elo: float) -> str:
    """A rating or difference in whole Elo, with its sign."""
    return f"{elo:+.0f}"


def times_table(standings: Sequence[Standing], *, width: int = NARROWEST) -> Table:
    """Place, bot, score with its interval, matches, time per decision and silences."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(table, "bot", [line.name for line in standings], width=width)
    for header in ("score\n%", "95 %\ninterval", "matches", "time\np50", "time\np99", "silences"):
        table.add_column(header, justify="right", no_wrap=True)
    for line in standings:
        measures = ("-", "-", "0", "-", "-", "-")
        if line.matches:
            measures = (
                percent(line.score.value),
                f"{percent(line.score.low)}-{percent(line.score.high)}",
                str(line.matches),
                format_measured(line.decision_p50_ns),
                format_measured(line.decision_p99_ns),
                str(line.silences),
            )
        table.add_row(str(line.place), shown(line.name), *measures)
    return table


def strength_table(standings: Sequence[Standing], *, width: int = NARROWEST) -> Table:
    """Place, bot, score, Elo with its interval, points a deal, superiority, charged matches."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(
        table, "bot", [line.name for line in standings], width=width, most=STRENGTH_NAME
    )
    headers = ("matches", "score\n%", "Elo", "95 %\ninterval", "points\na deal", "LOS\n%")
    for header in (*headers, "charged"):
        table.add_column(header, justify="right", no_wrap=True)
    for line in standings:
        table.add_row(str(line.place), shown(line.name), *strength(line))
    return table


def strength(line: Standing) -> tuple[str, ...]:
    """The cells of a bot in the table of strengths; a dash for what cannot be said."""
    score, elo = line.score, line.elo
    return (
        str(line.matches),
        f"{percent(score.value)} ±{percent(score.margin)}" if line.matches else "-",
        "-" if elo is None else elo_text(elo.value),
        "-" if elo is None else f"{elo_text(elo.low)}..{elo_text(elo.high)}",
        "-" if line.points is None else f"{line.points.value:.1f}",
        "-" if line.superiority is None else percent(line.superiority),
        str(sum(count.charged for count in line.verdicts)),
    )


def legend(standings: Sequence[Standing]) -> list[str]:
    """What the columns of the table of strengths mean."""
    lines = [
        "Elo: Bradley-Terry, 0 is the mean. Intervals 95 %; matches on the same deals are",
        "one sample. LOS: how likely the bot is stronger than the next. Charged: matches",
        "that did not end normally, by the bot's doing.",
    ]
    if gone := [line.name for line in standings if line.is_withdrawn]:
        lines.append(f"Withdrawn: {', '.join(shown(name).plain for name in gone)}.")
    return lines


def verdicts_table(standings: Sequence[Standing], *, width: int = NARROWEST) -> Table | None:
    """How the matches of each bot ended, charged ones after a slash; None if all were normal."""
    verdicts = [
        verdict
        for verdict in Verdict
        if any(count.verdict is verdict for line in standings for count in line.verdicts)
    ]
    if not set(verdicts) - {Verdict.NORMAL}:
        return None
    table = new_table()
    add_name_column(table, "bot", [line.name for line in standings], width=width)
    for verdict in verdicts:
        table.add_column(verdict.value.replace("_", "\n"), justify="right", no_wrap=True)
    for line in standings:
        counts = {count.verdict: count for count in line.verdicts}
        cells = [
            "" if count is None else f"{count.matches}/{count.charged}"
            for count in map(counts.get, verdicts)
        ]
        table.add_row(shown(line.name), *cells)
    return table


def cross_tables(report: TournamentReport, width: int) -> Iterator[Table]:
    """The cross-table, in as many parts one below the other as the width needs.

    A cell is the score in per cent of the row's bot against the bot whose place heads the column:
    with one digit if all bots fit so, else in whole per cent.
    """
    standings = report.standings
    cells = {(cell.bot_id, cell.opponent_id): cell for cell in report.cross_table}
    longest = max((cell_len(line.name) for line in standings), default=0)
    names = min(name_room(NARROWEST), longest)
    digits, cell_width = 1, CELL_WIDTH
    if len(standings) * CELL_WIDTH > width - names - 8:
        digits, cell_width = 0, NARROW_CELL_WIDTH
    room = max(1, (width - names - 8) // cell_width)
    for first in range(0, len(standings), room):
        columns = range(first, min(first + room, len(standings)))
        yield cross_table_part(standings, cells, columns, digits=digits, cell_width=cell_width)


def cross_table_part(
    standings: Sequence[Standing],
    cells: dict[tuple[str, str], CrossTableCell],
    columns: range,
    *,
    digits: int,
    cell_width: int,
) -> Table:
    """The cross-table with the opponents of these rows (from 0)."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(table, "bot", [line.name for line in standings])
    for column in columns:
        table.add_column(str(column + 1), justify="right", min_width=cell_width - 2, no_wrap=True)
    for row, line in enumerate(standings):
        met = (cells.get((line.bot_id, standings[column].bot_id)) for column in columns)
        texts = (
            "-" if column == row else "" if cell is None else f"{100 * cell.score.value:.{digits}f}"
            for column, cell in zip(columns, met, strict=True)
        )
        table.add_row(str(row + 1), shown(line.name), *texts)
    return table


def print_cross_table(console: Console, report: TournamentReport) -> None:
    """The cross-table with a line about it."""
    console.print("Cross-table: score in % of the row's bot against each of the others\n")
    for part in cross_tables(report, console.width):
        console.print(part)
        console.print()


def print_results(console: Console, report: TournamentReport) -> None:
    """Cross-table and standings."""
    if not report.standings:
        return
    print_cross_table(console, report)
    console.print("Standings: with the times that the bots took for a decision\n")
    console.print(times_table(report.standings, width=console.width))
    console.print()


def sprt_text(state: SprtState, names: Sequence[str]) -> str:
    """How far a sequential test of the first bot against the second is, in one sentence."""
    numbers = f"LLR {state.llr:+.2f} of {state.lower:+.2f}..{state.upper:+.2f}"
    after = f"{numbers} after {state.groups} deal groups"
    one, two = (shown(name).plain for name in names[:2])
    match state.decision:
        case SprtDecision.OPEN:
            return f"SPRT: not decided, {after}"
        case SprtDecision.ELO0:
            return f"SPRT: elo0 is accepted, {one} is not stronger than {two}: {after}"
        case SprtDecision.ELO1:
            return f"SPRT: elo1 is accepted, {one} is stronger than {two}: {after}"


def verdict_lines(report: TournamentReport) -> list[str]:
    """What the format itself has found: the end of a test, the winner of a knockout."""
    lines = []
    if report.sprt is not None:
        lines.append(sprt_text(report.sprt, report.tournament.plan.bots))
    if report.winner:
        lines.append(f"The knockout was won by {shown(report.winner).plain}.")
    return lines
