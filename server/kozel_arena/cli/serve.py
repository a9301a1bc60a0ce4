"""`kozel-arena serve`: run an arena. Its flags are the settings themselves, one flag each."""

import asyncio
import inspect
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from pydantic.fields import FieldInfo

from kozel_arena.cli.output import WrongUsage, remark
from kozel_arena.config import PREFIX, Settings, load_settings
from kozel_arena.errors import ArenaError
from kozel_arena.interrupts import ending_at_once

if TYPE_CHECKING:
    from kozel_arena.app import RunningArena

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        envvar=f"{PREFIX}CONFIG",
        metavar="FILE.toml",
        help="Settings as a TOML file; flags and variables win over it.",
    ),
]


def serve(config: ConfigFile = None, **flags: str | None) -> None:
    """Run an arena until Ctrl+C or SIGTERM.

    Then it drains, that is it lets running matches end.

    Every setting is a flag, a variable KOZEL_ARENA_NAME and a key of the TOML file, in this order.
    Durations are written like 250ms, 5s, 10m or 2h.
    """
    with ending_at_once():
        from kozel_arena.app import serve as run_until_stopped
    settings = settings_of(flags, config)
    asyncio.run(run_until_stopped(settings, ready=partial(announce, settings)))


def announce(settings: Settings, arena: "RunningArena") -> None:
    """Say where everything is; not where machines read the log, which says the same."""
    if settings.log_format == "json":
        return
    remark(
        f"The arena listens on {arena.address}; end it with Ctrl+C.\n"
        f"Database: {arena.database}\n"
        f"Organiser's token: {arena.token_file}"
    )
    if arena.http_address is not None:
        remark(f"Dashboard: http://{arena.http_address}")


def settings_of(flags: Mapping[str, str | None], file: Path | None) -> Settings:
    """The settings from everywhere; raises WrongUsage when they cannot be meant."""
    try:
        return load_settings(flags, file=file)
    except ArenaError as error:
        raise WrongUsage(str(error)) from None


def flag(name: str, field: FieldInfo) -> inspect.Parameter:
    """The flag of a setting: a text that the settings read, so a wrong one has one explanation."""
    summary = " ".join((field.description or "").split()).rstrip(".")
    default = "" if field.default is None else f" [{shown_default(field.default)}]"
    option = typer.Option(f"--{name.replace('_', '-')}", metavar="VALUE", help=summary + default)
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, option],
    )


def shown_default(value: object) -> str:
    """A default as it would be typed."""
    return f"{value.total_seconds():g}s" if isinstance(value, timedelta) else str(value)


SIGNATURE: Final = inspect.Signature(
    [
        inspect.Parameter(
            "config", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=ConfigFile
        ),
        *(flag(name, field) for name, field in Settings.model_fields.items()),
    ]
)
serve.__dict__["__signature__"] = SIGNATURE
