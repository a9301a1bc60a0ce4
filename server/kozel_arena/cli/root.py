"""Joins the commands to `kozel-arena` and turns every known error into one sentence."""

import sys
from collections.abc import Sequence
from errno import ENOSPC
from importlib.metadata import version
from typing import Annotated

import typer
from pydantic import ValidationError
from typer.core import TyperGroup
from typer.main import get_command

from kozel.rules.errors import KozelError, shortened
from kozel_arena.cli import (
    bots,
    database,
    demo,
    export,
    matches,
    plan,
    play,
    registration,
    serve,
    tokens,
    tournaments,
)
from kozel_arena.cli.output import WrongUsage, drop_output, make_streams_forgiving, remark, say
from kozel_arena.interrupts import raise_interrupts


class Commands(TyperGroup):
    """All commands; what is wrong with a value is said in words for who has typed it."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run the command that the context names; only now is there something to interrupt."""
        raise_interrupts()
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = wanted(error)
            raise


def wanted(error: typer.BadParameter) -> str:
    """What a value should be; the library may speak of its own types."""
    if not isinstance(error.__cause__, ValidationError):
        return error.message
    [first, *_] = error.__cause__.errors(include_url=False)
    context = first.get("ctx", {})
    match first["type"]:
        case "greater_than_equal":
            return f"give {context['ge']} or more"
        case "less_than_equal":
            return f"give {context['le']} or less"
        case "float_parsing":
            return "give a number"
        case "value_error":
            return str(context["error"])
        case _:
            return "give a whole number"


application = typer.Typer(
    cls=Commands,
    name="kozel-arena",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
application.command("demo")(demo.demo)
application.command("serve")(serve.serve)
application.command("play")(play.play)
application.add_typer(bots.commands, name="bot")
application.add_typer(tournaments.commands, name="tournament")
application.add_typer(registration.commands, name="registration")
application.command("export")(export.export)
application.command("matches")(matches.matches)
application.add_typer(matches.commands, name="match")
application.command("plan")(plan.plan)
application.add_typer(tokens.commands, name="token")
application.command("audit")(tokens.audit)
application.add_typer(database.commands, name="db")


def print_version(wanted: bool) -> None:
    """Print the version and end, when `--version` is given."""
    if wanted:
        say(f"kozel-arena {version('kozel-arena')}")
        raise typer.Exit()


@application.callback()
def root(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """An arena for bots that play Kozel: run one, register bots, hold tournaments."""


def refuse_broken_text(words: Sequence[str]) -> None:
    """Raise WrongUsage for a word whose bytes were no text: no message could carry it."""
    for word in words:
        if any("\ud800" <= sign <= "\udfff" for sign in word):
            raise WrongUsage(f"{shortened(word)} is no UTF-8 text: write it in UTF-8")


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0, 1 failed, 2 wrong usage, 130 interrupted by Ctrl+C.

    Args:
        arguments: without the program's name; those of the process unless given.
    """
    make_streams_forgiving()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        refuse_broken_text(words)
        get_command(application)(words, prog_name="kozel-arena")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except WrongUsage as error:
        remark(f"Error: {error}")
        return 2
    except OSError as error:
        remark(f"Error: {sentence_of(error)}")
        return 1
    except KozelError as error:
        remark(f"Error: {error}")
        return 1
    return 0


def sentence_of(error: OSError) -> str:
    """What the system refused; a disk that is full under no file is the one under stdout."""
    if error.errno == ENOSPC and error.filename is None:
        drop_output()
        return f"the output cannot be written: {error.strerror}"
    return str(error)
