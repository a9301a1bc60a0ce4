"""The command `kozel`: play, compare, verify and replay on this machine, without an arena.

Exit status: 0 done, 1 a record is damaged, 2 the command or its input is wrong (one sentence on
standard error), 130 interrupted.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import NoReturn

from kozel.cli import match, play, replay, verify
from kozel.rules.errors import KozelError


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # names and suits may not fit its encoding
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        arguments = _parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int] = arguments.run
        status = run(arguments)
        sys.stdout.flush()
        return status
    except SystemExit as stop:  # argparse has said what it had to say
        return stop.code if isinstance(stop.code, int) else 0
    except KozelError as error:
        print(f"kozel: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has seen enough, as `head` does
        _drop_output()
        return 0
    except OSError as error:  # files are opened with errors of their own: this is stdout's
        _drop_output()
        print(f"kozel: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        return 2


def _drop_output() -> None:
    """Lead stdout nowhere, so that the interpreter's last flush cannot fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="kozel", description="Play, compare, verify and replay on this machine.")
    parser.add_argument("--version", action="version", version=f"kozel {version('kozel-arena')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    for command in (play, match, verify, replay):
        command.add_parser(commands)
    return parser
