"""`kozel-arena registration`: let authors register their bots by themselves."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from kozel.rules.errors import shortened
from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.documents import Document
from kozel_arena.cli.output import WrongUsage, print_json, remark, results, say
from kozel_arena.cli.plan_file import LARGEST_NUMBER
from kozel_arena.cli.tables import new_table, shown
from kozel_arena.config import parse_moment
from kozel_arena.rpc.admin_values import InvitationEntry, RegistrationEntry

MOST: int = 1000

commands = typer.Typer(
    help="Let authors register their bots on the web page.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="As 2026-12-24T18:00, in UTC unless it says otherwise (…+01:00).",
    ),
]


@commands.command("open")
def open_(
    tournament: Tournament,
    bots: Annotated[
        int,
        typer.Option(
            min=1, max=MOST, metavar="N", help="Entries that it takes at most, yours too."
        ),
    ],
    until: Until = None,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Open registration for a tournament that has not started; again changes the limits."""
    closes = moment_of("--until", until)
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.open_registration(tournament, most_bots=bots, closes=closes)
    remark(state_of(entry))


@commands.command()
def close(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Close registration; the bots that came stay. Starting the tournament closes it too."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.close_registration(tournament)
    remark(state_of(entry))


@commands.command()
def invite(
    tournament: Tournament,
    label: Annotated[str, typer.Option(metavar="TEXT", help="Whom it is for, for you.")] = "",
    uses: Annotated[
        int, typer.Option(min=1, max=MOST, metavar="N", help="Bots that it may register.")
    ] = 1,
    until: Until = None,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Make an invitation code and print it on stdout. It cannot be shown again."""
    expires = moment_of("--until", until)
    with connect(server, token_file, tls_ca) as arena:
        entry, code = arena.invite(tournament, label=label, uses=uses, expires=expires)
    bots = "1 bot" if entry.uses == 1 else f"{entry.uses} bots"
    remark(f"Invitation {entry.number}, for {bots}; the code is not stored and not shown again:")
    say(code)


@commands.command()
def revoke(
    tournament: Tournament,
    number: Annotated[
        int,
        typer.Argument(min=1, max=LARGEST_NUMBER, metavar="NUMBER", help="Of the invitation."),
    ],
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Make an invitation code worthless; bots that came with it stay."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.revoke_invitation(tournament, number)
    remark(f"Revoked invitation {entry.number}: {entry.used} of {entry.uses} bots came with it.")


@commands.command()
def show(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """Show the registration of a tournament and its invitations."""
    with connect(server, token_file, tls_ca) as arena:
        entry, invitations = arena.registration(tournament)
    if as_json:
        print_json(
            {
                "registration": None if entry is None else registration_document(entry),
                "invitations": [invitation_document(one) for one in invitations],
            }
        )
        return
    if entry is None:
        remark("Registration was never opened: 'kozel-arena registration open' does it.")
        return
    say(state_of(entry))
    if not invitations:
        return
    table = new_table()
    for header in ("number", "for", "used", "expires", "revoked"):
        table.add_column(header, overflow="fold" if header == "for" else "ellipsis")
    for one in invitations:
        table.add_row(
            str(one.number),
            shown(one.label),
            f"{one.used} of {one.uses}",
            _minute(one.expires),
            _minute(one.revoked),
        )
    results().print(table)


def moment_of(flag: str, text: str | None) -> datetime | None:
    """The moment in a flag's text, None where it was not given; raises WrongUsage."""
    if text is None:
        return None
    try:
        return parse_moment(text)
    except ValueError as error:
        raise WrongUsage(f"{flag} cannot be {shortened(text)}: {error}") from None


def state_of(entry: RegistrationEntry) -> str:
    """A registration in one sentence."""
    places = f"{entry.entries} of {entry.most_bots} bots are there"
    if entry.why_closed is not None:
        return f"Registration for {entry.tournament!r} is closed ({entry.why_closed}): {places}."
    until = "" if entry.closes is None else f" until {_minute(entry.closes)}"
    return f"Registration for {entry.tournament!r} is open{until}: {places}."


def registration_document(entry: RegistrationEntry) -> Document:
    """A registration for `--json`."""
    return {
        "tournament_id": entry.tournament_id,
        "tournament": entry.tournament,
        "most_bots": entry.most_bots,
        "entries": entry.entries,
        "opened": entry.opened.isoformat(),
        "closes": None if entry.closes is None else entry.closes.isoformat(),
        "why_closed": entry.why_closed,
    }


def invitation_document(entry: InvitationEntry) -> Document:
    """An invitation for `--json`."""
    return {
        "number": entry.number,
        "label": entry.label,
        "uses": entry.uses,
        "used": entry.used,
        "created": entry.created.isoformat(),
        "expires": None if entry.expires is None else entry.expires.isoformat(),
        "revoked": None if entry.revoked is None else entry.revoked.isoformat(),
    }


def _minute(time: datetime | None) -> str:
    return "-" if time is None else f"{time.astimezone(UTC):%Y-%m-%d %H:%M}Z"
