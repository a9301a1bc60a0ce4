"""Tables of a tournament and of bots, readable at 80 columns; the demo and `show` share them.

Names are shown as they are: never as Rich markup, and without control characters.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kozel_arena.cli.durations import format_measured
from kozel_arena.rating import CrossTableCell, StandingLine
from kozel_arena.rpc.admin_values import (
    BotEntry,
    TournamentEntry,
    TournamentReport,
)

WIDEST_NAME: Final = 20
"""Columns for a name; a longer one ends in an ellipsis."""
CELL_WIDTH: Final = 7
"""Columns that one opponent takes in the cross-table."""


def shown(name: str) -> Text:
    """A name that somebody else chose, safe to print."""
    return Text(
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
    )


def new_table() -> Table:
    """An empty table in the one style of this command line."""
    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)


def add_name_column(table: Table, header: str, names: Sequence[str]) -> None:
    """A column as wide as its longest name needs, up to WIDEST_NAME."""
    width = min(WIDEST_NAME, max((cell_len(name) for name in names), default=0))
    table.add_column(header, width=max(width, len(header)), no_wrap=True, overflow="ellipsis")


def percent(share: float) -> str:
    """A share of 0 to 1 as per cent with one digit."""
    return f"{100 * share:.1f}"


def standings_table(standings: Sequence[StandingLine]) -> Table:
    """Place, bot, score with its interval, matches, time per decision and silences."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(table, "bot", [line.name for line in standings])
    for header in ("score\n%", "95 %\ninterval", "matches", "time\np50", "time\np99", "silences"):
        table.add_column(header, justify="right", no_wrap=True)
    for place, line in enumerate(standings, start=1):
        table.add_row(
            str(place),
            shown(line.name),
            *(measures(line) if line.matches else ("-", "-", "0", "-", "-", "-")),
        )
    return table


def measures(line: StandingLine) -> tuple[str, ...]:
    """What is known of a bot that has played."""
    return (
        percent(line.score),
        f"{percent(line.score_low)}-{percent(line.score_high)}",
        str(line.matches),
        format_measured(line.decision_p50_ns),
        format_measured(line.decision_p99_ns),
        str(line.silences),
    )


def cross_tables(report: TournamentReport, width: int) -> Iterator[Table]:
    """The cross-table, in as many parts side by side as the width needs.

    A cell is the score in per cent of the row's bot against the bot whose place heads the column.
    """
    standings = report.standings
    cells = {(cell.bot_id, cell.opponent_id): cell for cell in report.cross_table}
    names = min(WIDEST_NAME, max((cell_len(line.name) for line in standings), default=0))
    room = max(1, (width - names - 8) // CELL_WIDTH)
    for first in range(0, len(standings), room):
        yield cross_table_part(standings, cells, range(first, min(first + room, len(standings))))


def cross_table_part(
    standings: Sequence[StandingLine],
    cells: dict[tuple[str, str], CrossTableCell],
    columns: range,
) -> Table:
    """The cross-table with the opponents of these places (from 0)."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(table, "bot", [line.name for line in standings])
    for place in columns:
        table.add_column(str(place + 1), justify="right", min_width=CELL_WIDTH - 2)
    for place, line in enumerate(standings, start=1):
        met = (cells.get((line.bot_id, standings[column].bot_id)) for column in columns)
        table.add_row(
            str(place),
            shown(line.name),
            *(
                "-" if column == place - 1 else "" if cell is None else percent(cell.score)
                for column, cell in zip(columns, met, strict=True)
            ),
        )
    return table


def print_results(console: Console, report: TournamentReport) -> None:
    """Cross-table and standings."""
    if not report.standings:
        return
    console.print("\nCross-table: score in % of the row's bot against each of the others\n")
    for part in cross_tables(report, console.width):
        console.print(part)
        console.print()
    console.print("Standings: with the times that the bots took for a decision\n")
    console.print(standings_table(report.standings))
    console.print()


def bots_table(bots: Sequence[BotEntry]) -> Table:
    """The registered bots."""
    table = new_table()
    add_name_column(table, "bot", [bot.name for bot in bots])
    for header in ("id", "connected", "plays", "registered"):
        table.add_column(header, no_wrap=True)
    for bot in bots:
        table.add_row(
            shown(bot.name),
            bot.id,
            "yes" if bot.is_connected else "no",
            f"{bot.seats_in_play} seats" if bot.seats_in_play else "-",
            f"{bot.created:%Y-%m-%d %H:%M}Z",
        )
    return table


def tournaments_table(tournaments: Sequence[TournamentEntry]) -> Table:
    """The tournaments with their progress."""
    table = new_table()
    add_name_column(table, "tournament", [entry.plan.name for entry in tournaments])
    for header in ("id", "ruleset", "bots", "state", "matches"):
        table.add_column(header, no_wrap=True)
    for entry in tournaments:
        table.add_row(
            shown(entry.plan.name),
            entry.id,
            entry.plan.ruleset,
            str(len(entry.plan.bots)),
            entry.state.value,
            f"{entry.finished} of {entry.total}",
        )
    return table
