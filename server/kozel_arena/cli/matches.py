"""`kozel-arena matches`, `match show` and `match void`: single matches of a tournament."""

from typing import Annotated, Final

import typer
from rich.table import Table

from kozel.cli.replay import show_record
from kozel.records import parse_record
from kozel.table import Verdict
from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.counts import played_of
from kozel_arena.cli.documents import match_document
from kozel_arena.cli.output import NARROWEST, WrongUsage, print_json, remark, results, say
from kozel_arena.cli.tables import new_table, shown
from kozel_arena.rpc.admin_values import MatchEntry

commands = typer.Typer(
    help="Look at a match, or strike its result out.", no_args_is_help=True, rich_markup_mode=None
)

MOST: Final = 1000
"""Most matches in one answer of an arena."""

MatchId = Annotated[
    str, typer.Argument(metavar="MATCH", help="Its id, such as t1-17; 'matches' lists them.")
]


def matches(
    tournament: Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")],
    bot: Annotated[str, typer.Option(metavar="BOT", help="Only matches of this bot.")] = "",
    opponent: Annotated[
        str, typer.Option(metavar="BOT", help="Only those against this one; needs --bot.")
    ] = "",
    verdict: Annotated[
        Verdict | None, typer.Option(help="Only matches that ended so.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=MOST, metavar="N", help="At most so many.")] = 50,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """List finished matches of a tournament, the last one first.

    points: match points by side. cards: card points by side over all deals. A bot with an
    exclamation mark is charged with how the match ended.
    """
    if opponent and not bot:
        raise WrongUsage("--opponent needs --bot: name both")
    with connect(server, token_file, tls_ca) as arena:
        found = arena.matches(tournament, bot=bot, opponent=opponent, verdict=verdict, limit=limit)
    if as_json:
        print_json({"matches": [match_document(match) for match in found]})
    elif found:
        console = results()
        console.print(matches_table(found, width=console.width))
        if len(found) == limit:
            remark(f"There may be more: these are the last {limit}; see --limit.")
    else:
        remark("No such match has a result.")


def matches_table(found: tuple[MatchEntry, ...], *, width: int = NARROWEST) -> Table:
    """The matches, a line each."""
    table = new_table()
    for header in ("match", "ended", "verdict"):
        table.add_column(header, no_wrap=True)
    for header in ("deals", "points", "cards"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("bots", max_width=max(20, width - 60), overflow="fold")
    for match in found:
        sides = sides_of(match)
        table.add_row(
            match.id,
            f"{match.ended:%m-%d %H:%M}",
            match.verdict.value,
            str(match.deals),
            ":".join(f"{match.match_points[side]:.2g}" for side in range(sides)),
            ":".join(str(match.deal_points[side]) for side in range(sides)),
            shown(side_names(match)),
        )
    return table


def sides_of(match: MatchEntry) -> int:
    """Sides of a match: seats across the table are one side, three and two seats are each one."""
    return 2 if len(match.bots) == 4 else len(match.bots)


def side_names(match: MatchEntry) -> str:
    """The bots by side; one that holds both seats of a side is named once."""
    names, sides = seat_names(match), sides_of(match)
    return " : ".join(" + ".join(dict.fromkeys(names[side::sides])) for side in range(sides))


def seat_names(match: MatchEntry) -> list[str]:
    """The bots by seat, marked where the verdict is charged to them."""
    return [
        f"{name}!" if seat in match.charged_seats else name for seat, name in enumerate(match.bots)
    ]


@commands.callback()
def group() -> None:
    """Look at a match, or strike its result out."""


@commands.command()
def show(
    match: MatchId,
    seat: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="As seat N saw it, from 0.")
    ] = None,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print its record, one kozel-record/1 line.")
    ] = False,
) -> None:
    """Replay a finished match deal by deal, trick by trick, as 'kozel replay' does."""
    with connect(server, token_file, tls_ca) as arena:
        entry, record = arena.match(match)
    if as_json:
        say(record)
        return
    show_record(parse_record(record), line=1, seat=seat)
    say(f"{entry.id}: {entry.verdict.value}, {', '.join(seat_names(entry))}")


@commands.command()
def void(
    match: MatchId,
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="Why, in a sentence for the audit log.")
    ],
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Strike out the result of a match, for ever; it is played again with new deals."""
    if not reason.strip():
        raise WrongUsage("--reason is empty: say why, the audit log keeps it")
    with connect(server, token_file, tls_ca) as arena:
        entry, replay = arena.void_match(match, reason)
    place = f"{replay} is played" if replay else "the tournament is cancelled, so nothing is played"
    remark(
        f"Voided {match!r} of {entry.plan.name!r}: {place} in its place; "
        f"{played_of(entry)} matches have a result."
    )
