"""What a format finds out by itself, for the terminal: Swiss points, a knockout's rounds and
places, the ratings of a ladder.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kozel_arena.cli.output import NARROWEST
from kozel_arena.cli.result_tables import STRENGTH_NAME, percent
from kozel_arena.cli.tables import add_name_column, new_table, shown
from kozel_arena.rpc.admin_values import Snapshot, Standing, TournamentReport
from kozel_arena.tournament import (
    Decision,
    KnockoutMeeting,
    KnockoutTable,
    Round,
    Stage,
    SwissLine,
)

ORDER_DEPENDENT: Final = (
    "OpenSkill: depends on the order of matches; who is better is told by the Elo\n"
)
REASONS: Final = {
    Decision.MATCH_POINTS: "match points",
    Decision.DEAL_POINTS: "card points",
    Decision.SEED: "the better seed",
    Decision.WITHDRAWAL: "a withdrawal",
    Decision.BYE: "a bye",
}


def print_findings(console: Console, report: TournamentReport | Snapshot) -> None:
    """The tables of the tournament's format; nothing where it has none."""
    names = {line.bot_id: line.name for line in report.standings}
    if report.swiss:
        console.print("Swiss: points of meetings, of the rounds that are over\n")
        console.print(swiss_table(report.swiss, names, width=console.width))
        console.print("\nEqual points: Buchholz (points of all that it met), then score.\n")
    if report.knockout is not None:
        console.print("Knockout: who has met whom; > goes on\n")
        console.print(rounds_table(report.knockout, names, width=console.width))
        console.print("\nKnockout: who has come where\n")
        console.print(places_table(report.knockout, names, width=console.width))
        console.print()
    if any(line.ladder for line in report.standings):
        console.print(ORDER_DEPENDENT)
        console.print(ladder_table(report.standings, width=console.width))
        console.print()


def swiss_table(
    lines: Sequence[SwissLine], names: Mapping[str, str], *, width: int = NARROWEST
) -> Table:
    """Place, bot, points, Buchholz, score and byes."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(table, "bot", [names[line.entry] for line in lines], width=width)
    for header in ("points", "Buchholz", "score\n%", "byes"):
        table.add_column(header, justify="right", no_wrap=True)
    for line in lines:
        table.add_row(
            str(line.place),
            shown(names[line.entry]),
            number(line.points),
            number(line.buchholz),
            percent(line.score),
            str(line.byes) if line.byes else "-",
        )
    return table


def rounds_table(
    knockout: KnockoutTable, names: Mapping[str, str], *, width: int = NARROWEST
) -> Table:
    """The meetings, round by round, a bot a line."""
    table = new_table()
    table.add_column("round", no_wrap=True)
    table.add_column("")
    add_name_column(table, "bot", list(names.values()), width=width, most=STRENGTH_NAME)
    for header in ("match\npoints", "card\npoints", "matches"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("by", no_wrap=True)
    has_second = any(meeting.round.stage is Stage.SECOND for meeting in knockout.meetings)
    for meeting in knockout.meetings:
        for cells in meeting_cells(meeting, names, has_second=has_second):
            table.add_row(*cells)
    return table


def meeting_cells(
    meeting: KnockoutMeeting, names: Mapping[str, str], *, has_second: bool
) -> Iterator[tuple[str | Text, ...]]:
    """The lines of a meeting; round, matches and reason stand on the first."""
    facts = zip(meeting.entries, meeting.match_points, meeting.deal_points, strict=True)
    for place, (entry, points, cards) in enumerate(facts):
        is_first = place == 0
        reason = REASONS[meeting.decision] if meeting.decision else "open"
        is_bye = meeting.decision is Decision.BYE
        yield (
            round_text(meeting.round, has_second=has_second) if is_first else "",
            ">" if entry == meeting.winner else "",
            shown(names[entry]),
            "-" if is_bye else number(points),
            "-" if is_bye else str(cards),
            str(meeting.matches) if is_first and not is_bye else "",
            reason if is_first else "",
        )


def round_text(round: Round, *, has_second: bool) -> str:
    """The name of a round, such as `second bracket 2`."""
    match round.stage:
        case Stage.MAIN:
            return f"first bracket {round.number}" if has_second else f"round {round.number}"
        case Stage.SECOND:
            return f"second bracket {round.number}"
        case Stage.FINAL:
            return "final"
        case Stage.REPLAY:
            return "second final"


def places_table(
    knockout: KnockoutTable, names: Mapping[str, str], *, width: int = NARROWEST
) -> Table:
    """Who has come where; a dash for who is still in."""
    table = new_table()
    table.add_column("#", justify="right")
    add_name_column(table, "bot", list(names.values()), width=width)
    for line in knockout.places:
        table.add_row("-" if line.place is None else str(line.place), shown(names[line.entry]))
    return table


def ladder_table(standings: Sequence[Standing], *, width: int = NARROWEST) -> Table:
    """The ratings of a ladder, the highest ordinal first."""
    rated = [(line.ladder, line) for line in standings if line.ladder is not None]
    rated.sort(key=lambda pair: -pair[0].ordinal)
    table = new_table()
    add_name_column(table, "bot", [line.name for line in standings], width=width)
    for header in ("mu", "sigma", "mu - 3 sigma", "matches"):
        table.add_column(header, justify="right", no_wrap=True)
    for rating, line in rated:
        table.add_row(
            shown(line.name),
            f"{rating.mu:.1f}",
            f"{rating.sigma:.1f}",
            f"{rating.ordinal:.1f}",
            str(line.matches),
        )
    return table


def number(value: float) -> str:
    """Points with as many digits as they need: 2, 1.5, 0.33."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
