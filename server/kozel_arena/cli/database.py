"""`kozel-arena db`: chores on a database while no arena uses it."""

from typing import Annotated

import typer

from kozel_arena.cli.output import remark
from kozel_arena.cli.serve import settings_of

commands = typer.Typer(help="Look after a database.", no_args_is_help=True, rich_markup_mode=None)


@commands.callback()
def group() -> None:
    """Look after a database."""


@commands.command()
def upgrade(
    database: Annotated[
        str | None,
        typer.Option(metavar="PATH|URL", help="Which database; else as 'serve' would take it."),
    ] = None,
) -> None:
    """Bring a database to the form that this version needs.

    A new one is made if there is none. An arena that runs on it must be stopped first.
    """
    from kozel_arena.storage import Database

    url = settings_of({"database": database}, None).database
    opened = Database.open(url)
    try:
        opened.lock()
        opened.upgrade()
    finally:
        opened.close()
    remark(f"The database {opened.text} is up to date.")
