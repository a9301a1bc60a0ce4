"""What two bots are called in tables and records, so that they can be told apart."""

import shlex
from collections.abc import Sequence
from pathlib import PurePath

from kozel.contest.values import PROGRAM, is_program


def names_of(bots: tuple[str, str], own: Sequence[str]) -> tuple[str, str]:
    """The names of both: their own, if they differ, else their files', else with a number.

    Args:
        bots: as on the command line.
        own: as they call themselves.
    """
    first, second = own
    if first == second:
        first, second = map(short_name, bots)
    if first == second:
        second = f"{second} 2"
    return first, second


def short_name(bot: str) -> str:
    """What a bot's name on the command line says: `old` of `bots/old.py`, `cmd:./old --fast`."""
    if not is_program(bot):
        place, _, class_name = bot.rpartition(":") if ":" in bot else (bot, "", "")
        stem = PurePath(place).stem if place.endswith(".py") else place.rpartition(".")[2]
        return f"{stem}:{class_name}" if class_name else stem
    words = shlex.split(bot.removeprefix(PROGRAM))
    # `python old.py` is the bot old, not python
    words = [word for word in words[:1] + _files(words[1:]) if word]
    return PurePath(words[-1]).stem if words else "program"


def _files(words: Sequence[str]) -> list[str]:
    """The first argument, if it is a script's name."""
    return [word for word in words[:1] if PurePath(word).suffix and not word.startswith("-")]
