"""What all tables have in common, and those of bots and tournaments; readable at 80 columns.

Names are shown as they are: never as Rich markup, and without control characters.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from kozel_arena.cli.counts import played_of
from kozel_arena.cli.output import NARROWEST, remark
from kozel_arena.rpc.admin_values import BotEntry, TournamentEntry

WIDEST_NAME: Final = 20
"""Columns for a name at NARROWEST; a longer one ends in an ellipsis."""
LONGEST_NAME: Final = 128
"""Columns of 64 wide characters."""


def shown(name: str) -> Text:
    """A name that somebody else chose, safe to print."""
    return Text(
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
    )


def new_table() -> Table:
    """An empty table in the one style of this command line."""
    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)


def name_room(width: int, *, most: int = WIDEST_NAME) -> int:
    """Columns for a name where so many are there in all: `most`, and all beyond NARROWEST."""
    return min(LONGEST_NAME, most + max(0, width - NARROWEST))


def add_name_column(
    table: Table,
    header: str,
    names: Sequence[str],
    *,
    width: int = NARROWEST,
    most: int = WIDEST_NAME,
) -> None:
    """A column as wide as its longest name needs, as far as there is room in `width` columns."""
    longest = max((cell_len(name) for name in names), default=0)
    room = max(min(name_room(width, most=most), longest), len(header))
    table.add_column(header, width=room, no_wrap=True, overflow="ellipsis")


def remark_cut_names(names: Iterable[str], *, width: int, most: int = WIDEST_NAME) -> None:
    """Say where whole names are, if one was cut."""
    if any(cell_len(name) > name_room(width, most=most) for name in names):
        remark("Long names are cut: a wider terminal or --json shows them whole.")


def bots_table(bots: Sequence[BotEntry], *, width: int = NARROWEST) -> Table:
    """The registered bots."""
    table = new_table()
    add_name_column(table, "bot", [bot.name for bot in bots], width=width)
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


def tournaments_table(tournaments: Sequence[TournamentEntry], *, width: int = NARROWEST) -> Table:
    """The tournaments with their progress."""
    table = new_table()
    add_name_column(table, "tournament", [entry.plan.name for entry in tournaments], width=width)
    for header in ("id", "ruleset", "bots", "state", "matches"):
        table.add_column(header, no_wrap=True)
    for entry in tournaments:
        table.add_row(
            shown(entry.plan.name),
            entry.id,
            entry.plan.ruleset,
            str(len(entry.plan.bots)),
            entry.state.value,
            played_of(entry),
        )
    return table
