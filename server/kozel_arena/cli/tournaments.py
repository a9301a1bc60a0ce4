"""`kozel-arena tournament`: create, start, show, list and cancel tournaments of a running arena."""

from typing import Annotated, Final

import typer

from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.documents import report_document, tournament_document
from kozel_arena.cli.durations import duration_of, format_duration
from kozel_arena.cli.games import rules_of
from kozel_arena.cli.output import WrongUsage, print_json, remark, results, say
from kozel_arena.cli.tables import print_results, tournaments_table
from kozel_arena.rpc.admin_values import Clock, TournamentEntry, TournamentPlan
from kozel_arena.tournament import TournamentState

commands = typer.Typer(
    help="Create, start, watch and cancel tournaments.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

LARGEST_NUMBER: Final = 2**31 - 1
"""What every number of the protocol can hold; the arena has stricter limits of its own."""

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")]


MoveLimit = Annotated[
    str | None, typer.Option(metavar="TIME", help="Time per decision, like 500ms or 5s.")
]
Bank = Annotated[
    str | None, typer.Option(metavar="TIME", help="Extra time for a whole match, like 60s.")
]
Strikes = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=LARGEST_NUMBER,
        metavar="N",
        help="Silences in a row until the arena plays on for a seat.",
    ),
]


@commands.command()
def create(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="1 to 64 printable characters, unique.")
    ],
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="Which game is played.")],
    matches: Annotated[
        int,
        typer.Option(
            min=1,
            max=LARGEST_NUMBER,
            metavar="N",
            help="Matches per pairing: even, with three sides a multiple of 6.",
        ),
    ],
    bots: Annotated[
        list[str] | None, typer.Option(metavar="A,B,...", help="Names of the bots, with commas.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="One bot, for a name with a comma; repeatable."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="Table option; repeatable.")
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="SEED", help="Seed of the deals; a secret random one if absent.")
    ] = "",
    move_limit: MoveLimit = None,
    bank: Bank = None,
    strikes: Strikes = None,
    start: Annotated[bool, typer.Option("--start", help="Start it at once.")] = False,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Create a round robin over registered bots and print its id on stdout."""
    plan = TournamentPlan(
        name=name,
        ruleset=ruleset,
        options=rules_of(ruleset, option).given,
        bots=(*split_names(bots or []), *(bot or [])),
        matches_per_pairing=matches,
        seed=seed,
        clock=clock_of(move_limit=move_limit, bank=bank, strikes=strikes),
    )
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.create_tournament(plan)
        if start:
            entry = arena.start_tournament(entry.id)
    say(entry.id)
    done, advice = ("Started", "watch it with") if start else ("Created", "start it with")
    verb = "show" if start else "start"
    remark(
        f"{done} {name!r}: {entry.total} matches; "
        f"{advice} 'kozel-arena tournament {verb} {entry.id}'."
    )


@commands.command("start")
def start_created(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Start a created tournament; its matches begin as soon as their bots are connected."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.start_tournament(tournament)
    remark(f"Started {entry.plan.name!r}: {entry.total} matches.")


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


def split_names(texts: list[str]) -> list[str]:
    """The names in texts such as `a, b`; raises WrongUsage for an empty one."""
    names = [name.strip() for text in texts for name in text.split(",")]
    if not all(names):
        raise WrongUsage("--bots: a name is empty; write A,B without a comma at an end")
    return names


def clock_of(*, move_limit: str | None, bank: str | None, strikes: int | None) -> Clock:
    """The clock of the flags; what was not given is left to the arena.

    Raises WrongUsage, also for decisions without any time.
    """
    move_limit_ns = None if move_limit is None else duration_of(move_limit)
    if move_limit_ns == 0:
        raise WrongUsage(f"--move-limit cannot be {move_limit!r}: give a bot some time to decide")
    return Clock(
        move_limit_ns=move_limit_ns,
        bank_ns=None if bank is None else duration_of(bank),
        strikes=strikes,
    )


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
