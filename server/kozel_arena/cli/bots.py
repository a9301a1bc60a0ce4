"""`kozel-arena bot`: register and list bots of a running arena."""

from typing import Annotated

import typer

from kozel_arena.cli.connection import DEFAULT_SERVER, AsJson, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.documents import bot_document
from kozel_arena.cli.output import print_json, remark, results, say
from kozel_arena.cli.tables import bots_table, remark_cut_names

commands = typer.Typer(help="Register and list bots.", no_args_is_help=True, rich_markup_mode=None)


@commands.command()
def add(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="1 to 64 printable characters, unique.")
    ],
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Register a bot and print its token on stdout. The token cannot be shown again."""
    with connect(server, token_file, tls_ca) as arena:
        bot, token = arena.add_bot(name)
    remark(f"Registered {bot.name!r}; keep its token, it is not stored and not shown again:")
    say(token)


@commands.command()
def rotate(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Its name or id.")],
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Replace a bot's token and print the new one; the old one and its stream die at once."""
    with connect(server, token_file, tls_ca) as arena:
        name, token = arena.rotate_bot_token(bot)
    remark(f"The token of {name!r} is another one now; it is not stored and not shown again:")
    say(token)


@commands.command("list")
def list_bots(
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
    as_json: AsJson = False,
) -> None:
    """List the registered bots."""
    with connect(server, token_file, tls_ca) as arena:
        bots = arena.bots()
    if as_json:
        print_json({"bots": [bot_document(bot) for bot in bots]})
    elif bots:
        console = results()
        console.print(bots_table(bots, width=console.width))
        remark_cut_names((bot.name for bot in bots), width=console.width)
    else:
        remark("No bot is registered: add one with 'kozel-arena bot add NAME'.")
