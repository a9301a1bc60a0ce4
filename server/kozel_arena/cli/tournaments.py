"""`kozel-arena tournament`: create, start, show, list and cancel tournaments of a running arena."""

from typing import Annotated

import typer

from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.create import create
from kozel_arena.cli.documents import report_document, tournament_document
from kozel_arena.cli.durations import format_duration
from kozel_arena.cli.output import print_json, remark, results, say
from kozel_arena.cli.tables import print_results, tournaments_table
from kozel_arena.cli.watch import watch
from kozel_arena.rpc.admin_values import TournamentEntry
from kozel_arena.tournament import TournamentState

commands = typer.Typer(
    help="Create, start, watch and cancel tournaments.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

commands.command("create")(create)
commands.command("watch")(watch)

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")]


@commands.command("start")
def start_created(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Start a created tournament; its matches begin as soon as their bots are connected."""
    with connect(server, token_file, tls_ca) as arena:
        entry, before = arena.start_tournament(tournament)
    name, rest = f"{entry.plan.name!r}", f"{entry.finished} of {entry.total} matches have a result"
    if before is TournamentState.RUNNING:
        remark(f"{name} runs already: {rest}.")
    elif before is TournamentState.PAUSED:
        remark(f"{name} goes on: {rest}.")
    else:
        remark(f"Started {name}: {entry.total} matches.")


@commands.command()
def cancel(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Stop a tournament: matches that run are aborted, results are kept."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.cancel_tournament(tournament)
    remark(
        f"Cancelled {entry.plan.name!r}: {entry.finished} of {entry.total} matches have a result."
    )


@commands.command()
def show(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """Show a tournament's state, progress, cross-table and standings."""
    with connect(server, token_file, tls_ca) as arena:
        report = arena.report(tournament)
    if as_json:
        print_json(report_document(report))
        return
    for line in facts(report.tournament):
        say(line)
    print_results(results(), report)


@commands.command("list")
def list_all(
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """List all tournaments, newest first."""
    with connect(server, token_file, tls_ca) as arena:
        tournaments = arena.tournaments()
    if as_json:
        print_json({"tournaments": [tournament_document(entry) for entry in tournaments]})
    elif tournaments:
        results().print(tournaments_table(tournaments))
    else:
        remark("There is no tournament: create one with 'kozel-arena tournament create'.")


def facts(entry: TournamentEntry) -> list[str]:
    """What a tournament plays and how far it is, a line each."""
    plan = entry.plan
    options = " ".join(f"{key}={value}" for key, value in plan.options.items())
    clock = plan.clock
    lines = [
        f"{plan.name} ({entry.id}): {entry.state.value}",
        f"plays {plan.ruleset}{' ' + options if options else ''}, "
        f"{plan.matches_per_pairing} matches per pairing of {len(plan.bots)} bots",
        f"clock {format_duration(clock.move_limit_ns or 0)} per decision, "
        f"{format_duration(clock.bank_ns or 0)} bank, {clock.strikes} strikes",
        f"{entry.finished} of {entry.total} matches have a result"
        + (f", {entry.running} are played now" if entry.running else ""),
    ]
    if entry.state is TournamentState.FINISHED and plan.seed:
        lines.append(f"seed {plan.seed}")
    return lines
