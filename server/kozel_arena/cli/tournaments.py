"""`kozel-arena tournament`: the group of its commands; `show` and `list`."""

from typing import Annotated, Final

import typer

from kozel_arena.cli import standings, steps
from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.counts import played_of
from kozel_arena.cli.create import create
from kozel_arena.cli.documents import report_document, tournament_document
from kozel_arena.cli.durations import format_duration
from kozel_arena.cli.format_tables import print_findings
from kozel_arena.cli.output import print_json, remark, results, say
from kozel_arena.cli.result_tables import print_results, verdict_lines
from kozel_arena.cli.tables import remark_cut_names, tournaments_table
from kozel_arena.cli.watch import watch
from kozel_arena.rpc.admin_values import TournamentEntry, TournamentPlan
from kozel_arena.tournament import DealMode, FaultPolicy

GIVEN_UP_SHOWN: Final = 5
"""So many ids of matches that were given up are named."""

commands = typer.Typer(
    help="Create, start, watch and cancel tournaments.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

commands.command("create")(create)
for step in (steps.start, steps.pause, steps.resume, steps.finish, steps.cancel):
    commands.command()(step)
commands.command()(steps.enter)
commands.command()(steps.withdraw)
commands.command("watch")(watch)
commands.command("standings")(standings.standings)
commands.command("cross-table")(standings.cross_table)

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")]


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
    for line in verdict_lines(report):
        say(line)
    console = results()
    console.print()
    print_findings(console, report)
    print_results(console, report)
    remark_cut_names((line.name for line in report.standings), width=console.width)


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
        console = results()
        console.print(tournaments_table(tournaments, width=console.width))
        remark_cut_names((entry.plan.name for entry in tournaments), width=console.width)
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
        ", ".join(format_facts(plan)),
        f"clock {format_duration(clock.move_limit_ns or 0)} per decision, "
        f"{format_duration(clock.bank_ns or 0)} bank, {clock.strikes} strikes",
        spectators_fact(plan),
        f"{played_of(entry)} matches have a result"
        + (f", {entry.running} are played now" if entry.running else ""),
    ]
    if entry.given_up:
        lines.append(given_up_fact(entry))
    if plan.seed:
        lines.append(f"seed {plan.seed}")
    return lines


def given_up_fact(entry: TournamentEntry) -> str:
    """What the organiser must know of matches that nobody tries any more."""
    shown, more = ", ".join(entry.given_up[:GIVEN_UP_SHOWN]), len(entry.given_up) - GIVEN_UP_SHOWN
    if more > 0:
        shown += f" and {more} more"
    return (
        f"given up after failing again and again: {shown}; "
        f"see the arena's log, then 'kozel-arena tournament resume {entry.id}' tries again"
    )


def spectators_fact(plan: TournamentPlan) -> str:
    """Who may watch its tables, and how late."""
    if plan.deals is not DealMode.INDEPENDENT:
        return "spectators see no table while it is played: others play the same deals"
    if plan.spectator_delay_ns is None:
        return "spectators see its tables as late as the arena shows them (--spectator-delay)"
    if plan.spectator_delay_ns == 0:
        return "spectators see its tables without a delay"
    return f"spectators see its tables {format_duration(plan.spectator_delay_ns)} late"


def format_facts(plan: TournamentPlan) -> list[str]:
    """Format, deals and policy, and what else was set."""
    facts = [
        f"format {plan.format.value}",
        f"{plan.deals.value} deals",
        "a silent bot's side forfeits"
        if plan.policy is FaultPolicy.FORFEIT
        else "default moves for a silent bot",
    ]
    if plan.individual:
        facts.append("every seat a bot of its own")
    if plan.rounds is not None:
        facts.append(f"{plan.rounds} rounds")
    if plan.challengers:
        facts.append(f"challengers {', '.join(plan.challengers)}")
    if (sprt := plan.sprt) is not None:
        facts.append(
            f"elo0 {sprt.elo0:g}, elo1 {sprt.elo1:g}, alpha {sprt.alpha}, beta {sprt.beta}"
        )
    return facts
