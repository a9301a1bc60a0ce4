"""`kozel-arena token` and `audit`: who may ask the arena for what, and who did."""

from typing import Annotated

import typer

from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.documents import audit_document, token_document
from kozel_arena.cli.matches import MOST
from kozel_arena.cli.output import print_json, remark, results, say
from kozel_arena.cli.tables import add_name_column, new_table, shown
from kozel_arena.roles import Role

commands = typer.Typer(
    help="Give others a token, and take it back.", no_args_is_help=True, rich_markup_mode=None
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Whose it is; 1 to 64 characters.")]


@commands.callback()
def group() -> None:
    """Give others a token, and take it back."""


@commands.command()
def add(
    name: Name,
    role: Annotated[
        Role,
        typer.Option(
            metavar="organiser|viewer",
            help="organiser: everything; viewer: results, but no seed, and no record before the "
            "tournament is over.",
        ),
    ],
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Make a token and print it on stdout. It cannot be shown again."""
    with connect(server, token_file, tls_ca) as arena:
        token, secret = arena.add_token(name, role)
    whose = f"{token.role.value} {token.name!r}"
    remark(f"A token of the {whose}; it is not stored and not shown again:")
    say(secret)


@commands.command("list")
def list_tokens(
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """List the tokens; their secrets are stored nowhere."""
    with connect(server, token_file, tls_ca) as arena:
        tokens = arena.tokens()
    if as_json:
        print_json({"tokens": [token_document(token) for token in tokens]})
        return
    console = results()
    table = new_table()
    add_name_column(table, "token", [token.name for token in tokens], width=console.width)
    for header in ("role", "created", "revoked"):
        table.add_column(header, no_wrap=True)
    for token in tokens:
        table.add_row(
            shown(token.name),
            token.role.value,
            f"{token.created:%Y-%m-%d %H:%M}Z",
            "-" if token.revoked is None else f"{token.revoked:%Y-%m-%d %H:%M}Z",
        )
    console.print(table)


@commands.command()
def revoke(
    name: Name,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Make a token useless, at once and for ever."""
    with connect(server, token_file, tls_ca) as arena:
        token = arena.revoke_token(name)
    remark(f"Revoked the token of the {token.role.value} {token.name!r}.")


def audit(
    limit: Annotated[int, typer.Option(min=1, max=MOST, metavar="N", help="At most so many.")] = 50,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """Show what organisers did, the last thing first."""
    with connect(server, token_file, tls_ca) as arena:
        lines = arena.audit(limit)
    if as_json:
        print_json({"audit": [audit_document(line) for line in lines]})
        return
    console = results()
    table = new_table()
    for header in ("time", "who", "did", "to"):
        table.add_column(header, no_wrap=True)
    table.add_column("details", overflow="fold")
    for line in lines:
        table.add_row(
            f"{line.time:%m-%d %H:%M:%S}",
            shown(line.who),
            line.action,
            shown(line.subject),
            shown(line.details),
        )
    console.print(table)
