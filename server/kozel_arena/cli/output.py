"""Where a command's words go: results to stdout, everything else to stderr, files in one piece.

KozelError
└── CommandError       a command cannot do what it was asked
    ├── WrongUsage     what was typed cannot be meant
    └── FileProblem    a file cannot be written or read
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from rich.console import Console

from kozel.rules.errors import KozelError

NARROWEST: Final = 80
"""Columns that results may always use."""


class CommandError(KozelError):
    """A command cannot do what it was asked; the message says what to do. Exit code 1."""


class WrongUsage(CommandError):
    """What was typed cannot be meant; nothing was done. Exit code 2."""


class FileProblem(CommandError):
    """A file cannot be written or read."""

    def __init__(self, path: Path, advice: str) -> None:
        super().__init__(f"{path}: {advice}")
        self.path = path
        self.advice = advice


def results() -> Console:
    """The console for results (stdout): plain when it is not a terminal.

    A narrow terminal wraps the lines itself, where Rich would cut the numbers off.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST)
    return console


def table_talk() -> Console:
    """The console of a person who plays (stdout), as wide as the terminal is: all of it wraps."""
    return Console(highlight=False, markup=False, emoji=False)


def notes() -> Console:
    """The console for progress and remarks (stderr)."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(text: str, *, at_once: bool = False) -> None:
    """Print a line on stdout, never wrapped and never read as markup.

    Args:
        text: the line.
        at_once: do not let it wait in a pipe's buffer.
    """
    print(text, flush=at_once)


def remark(text: str) -> None:
    """Print a line on stderr."""
    print(text, file=sys.stderr, flush=True)


def print_json(document: Mapping[str, object]) -> None:
    """Print one JSON document on stdout, in ASCII so that every terminal's encoding can hold it."""
    print(json.dumps(document, indent=2))


def make_streams_forgiving() -> None:
    """Let stdout and stderr escape what their encoding lacks, such as a bot's name."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Lead stdout nowhere, so that the interpreter's last flush cannot fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check_free(path: Path, *, force: bool) -> None:
    """Refuse a path that must not be written, before any work is done.

    Raises FileProblem when it exists (unless `force`), is no regular file, or has no folder.
    """
    if path.exists() and not path.is_file():
        raise FileProblem(path, "this is not a regular file; choose another name")
    if path.exists() and not force:
        raise FileProblem(path, "the file exists; choose another name or add --force")
    if not path.resolve().parent.is_dir():
        raise FileProblem(path, "its folder does not exist; create it first")


def write_lines(path: Path, lines: Iterable[str], *, force: bool) -> int:
    """Write the lines, each with a line feed, as one whole file or not at all; how many there were.

    Raises FileProblem as `check_free` does, and when the disk refuses.
    """
    check_free(path, force=force)
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    count = 0
    try:
        with part.open("x", encoding="utf-8", newline="") as file:
            for line in lines:
                file.write(f"{line}\n")
                count += 1
        part.replace(target)
    except OSError as error:
        raise FileProblem(path, f"cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return count
