"""`kozel-arena tournament standings` and `cross-table`: who is how strong, and against whom."""

from collections.abc import Iterator
from typing import Annotated, Final

import typer

from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.csv_text import csv_line
from kozel_arena.cli.documents import cell_document, report_document
from kozel_arena.cli.format_tables import print_findings
from kozel_arena.cli.output import WrongUsage, print_json, remark, results, say
from kozel_arena.cli.result_tables import (
    STRENGTH_NAME,
    legend,
    print_cross_table,
    strength_table,
    verdict_lines,
    verdicts_table,
)
from kozel_arena.cli.tables import remark_cut_names
from kozel_arena.rpc.admin_values import TournamentReport

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")]
NOTHING_YET: Final = "No match of this tournament has a result yet."


def standings(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """Show who is how strong: score, Elo with 95 % intervals, points per deal, verdicts.

    score: match points a match, in per cent. Elo: Bradley-Terry rating, 0 is the mean. points: card
    points of the bot's side a deal. LOS: likelihood that the bot is stronger than the next one.
    charged: matches that ended otherwise than normally by the bot's doing.
    """
    with connect(server, token_file, tls_ca) as arena:
        report = arena.report(tournament)
    if as_json:
        document = report_document(report)
        del document["cross_table"]
        print_json(document)
        return
    console = results()
    lines = report.standings
    print_findings(console, report)
    console.print(strength_table(lines, width=console.width))
    verdicts = verdicts_table(lines, width=console.width)
    if verdicts is not None:
        console.print("\nMatches by how they ended / charged to the bot\n")
        console.print(verdicts)
    say("")
    for line in verdict_lines(report):
        say(line + "\n")
    for line in legend(lines):
        say(line)
    remark_cut_names((line.name for line in lines), width=console.width, most=STRENGTH_NAME)


def cross_table(
    tournament: Tournament,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print one line for each pair.")] = False,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """Show how each bot did against each other one.

    csv: one line for each ordered pair that has met, with the columns bot, opponent, matches,
    deal_groups, score, score_low, score_high (0 to 1), points, points_low, points_high (card points
    a deal more than the opponent), superiority (0 to 1).
    """
    if as_csv and as_json:
        raise WrongUsage("--csv and --json are two forms of the same: choose one")
    with connect(server, token_file, tls_ca) as arena:
        report = arena.report(tournament)
    if as_json:
        names = {line.bot_id: line.name for line in report.standings}
        print_json({"cross_table": [cell_document(cell, names) for cell in report.cross_table]})
    elif as_csv:
        for text in csv_lines(report):
            say(text)
    elif report.cross_table:
        console = results()
        print_cross_table(console, report)
        remark_cut_names((line.name for line in report.standings), width=0)
    else:
        remark(NOTHING_YET)


def csv_lines(report: TournamentReport) -> Iterator[str]:
    """The header and a line for each pair."""
    names = {line.bot_id: line.name for line in report.standings}
    score, points = "score,score_low,score_high", "points,points_low,points_high"
    yield f"bot,opponent,matches,deal_groups,{score},{points},superiority"
    for cell in report.cross_table:
        yield csv_line(
            (
                names[cell.bot_id],
                names[cell.opponent_id],
                cell.matches,
                cell.groups,
                *(cell.score.value, cell.score.low, cell.score.high),
                *(cell.difference.value, cell.difference.low, cell.difference.high),
                cell.superiority,
            )
        )
