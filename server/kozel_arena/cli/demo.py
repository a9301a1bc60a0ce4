"""`kozel-arena demo`: an arena, four bots in processes of their own, a round robin, a table."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from kozel.rules import Rules
from kozel.rules.errors import shortened
from kozel_arena.cli.demo_plan import OFF, DemoPlan
from kozel_arena.cli.documents import Document, report_document
from kozel_arena.cli.games import rules_of
from kozel_arena.cli.output import FileProblem, WrongUsage, print_json, results, say
from kozel_arena.cli.result_tables import print_results
from kozel_arena.config import parse_address
from kozel_arena.interrupts import ending_at_once
from kozel_arena.rpc.admin_values import TournamentReport
from kozel_arena.tournament import seat_orders

DATABASE_NAME: Final = "kozel-arena.db"
DASHBOARD: Final = "127.0.0.1:8080"
"""Where the dashboard is shown unless the user says another place."""
MATCHES: Final = 30
"""Matches per pairing unless given; a multiple of the seat orders of two and of three sides."""


def demo(
    ruleset: Annotated[
        str, typer.Option(metavar="RULESET", help="Which game is played.")
    ] = "miner",
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="Table option; repeatable.")
    ] = None,
    matches: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Matches per pairing: even, with three sides a multiple of 6."
        ),
    ] = MATCHES,
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", help="Seed of the deals; a random one if absent.")
    ] = None,
    db: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="New database for the results; else in a new folder."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the dashboard, and leave it up until Ctrl+C.")
    ] = False,
    http: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help=f"Where --serve shows it. [{DASHBOARD}]"),
    ] = None,
) -> None:
    """Run an arena with four bots and print their table.

    Two greedy and two random sample bots play a round robin. The arena listens on a free port of
    this machine only; the bots are processes of their own that dial in over gRPC. It takes less
    than a minute.
    """
    with ending_at_once():
        from kozel_arena.cli.demo_run import run_demo
    rules = rules_of(ruleset, option)
    check_matches(rules, matches)
    chosen = secrets.token_hex(8) if seed is None else checked_seed(seed)
    with place_for_results(db) as database:
        plan = DemoPlan(
            rules=rules,
            matches_per_pairing=matches,
            seed=chosen,
            database=database,
            http=address_of_dashboard(http, serve=serve),
        )
        run_demo(plan, partial(show, plan, as_json=as_json))


def show(plan: DemoPlan, report: TournamentReport, *, as_json: bool) -> None:
    """Print the results."""
    if as_json:
        print_json(demo_document(plan, report))
    else:
        print_demo(plan, report)


def address_of_dashboard(http: str | None, *, serve: bool) -> str:
    """Where the dashboard is shown, or `off`; raises WrongUsage."""
    if not serve:
        if http is not None:
            raise WrongUsage("--http says where --serve shows the dashboard: give --serve too")
        return OFF
    try:
        return parse_address(http or DASHBOARD)
    except ValueError as error:
        raise WrongUsage(f"--http {shortened(http)}: {error}") from None


def check_matches(rules: Rules, matches: int) -> None:
    """Refuse a number of matches with which the bots would not sit on all sides equally often."""
    orders = seat_orders(rules.sides)
    if matches % orders:
        nearest = (matches // orders + 1) * orders
        raise WrongUsage(
            f"--matches {matches}: the bots would not sit on all sides of {rules.ruleset} equally "
            f"often; give a multiple of {orders}, such as {nearest}"
        )


def checked_seed(seed: str) -> str:
    """The seed, if deals can be made from it; raises WrongUsage."""
    if not seed or not seed.isascii() or not seed.isprintable() or ":" in seed:
        raise WrongUsage(
            f"--seed {shortened(seed)}: a seed is a printable ASCII text without a colon"
        )
    return seed


@contextmanager
def place_for_results(path: Path | None) -> Iterator[Path]:
    """A path for a new database; a folder made for it goes away again unless all went well.

    Raises FileProblem when the path is taken or its folder is missing.
    """
    if path is not None:
        if path.exists():
            raise FileProblem(path, "the file exists; give the path of a new database")
        if not path.resolve().parent.is_dir():
            raise FileProblem(path, "its folder does not exist; create it first")
        yield path.resolve()
        return
    folder = Path(tempfile.mkdtemp(prefix="kozel-demo-"))
    try:
        yield folder / DATABASE_NAME
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def demo_document(plan: DemoPlan, report: TournamentReport) -> Document:
    """What `--json` prints: the tournament's document, the seed and where the results lie."""
    return {
        **report_document(report),
        "seed": plan.seed,
        "database": str(plan.database),
        "token_file": str(plan.token_file),
    }


def print_demo(plan: DemoPlan, report: TournamentReport) -> None:
    """The tables, and what to do with them next."""
    name = report.tournament.plan.name
    say(f"{report.tournament.finished} matches of {plan.rules.ruleset}, seed {plan.seed}")
    say("")
    print_results(results(), report)
    say(f"Database: {plan.database}")
    # Two arenas cannot work on one database.
    first = "Run an arena on it" if plan.http == OFF else "End this with Ctrl+C, run an arena on it"
    say(f"\nWhat next? {first}, and in another terminal look at it and take it with you:")
    say(f"  kozel-arena serve --database {plan.database}")
    say(f"  export KOZEL_ARENA_TOKEN=$(cat {plan.token_file})")
    say(f"  kozel-arena tournament show {name}")
    say(f"  kozel-arena export {name} --output {name}.jsonl && kozel verify {name}.jsonl")
