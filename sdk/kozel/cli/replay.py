"""`kozel replay FILE`: shows matches in the terminal, trick by trick, whole or to one seat."""

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kozel.cli.files import STDIN, lines_of
from kozel.records import Record, RecordError, parse_record
from kozel.records.text import Paint, plain, replay_text
from kozel.rules import Suit
from kozel.rules.errors import shortened

if TYPE_CHECKING:
    from argparse import _SubParsersAction

OK, DAMAGED, UNUSABLE = 0, 1, 2

_COLOURS: Final = {Suit.CLUBS: "32", Suit.SPADES: "1", Suit.HEARTS: "31", Suit.DIAMONDS: "94"}
"""Terminal attributes of a four-coloured deck; spades are bold in the terminal's own colour."""


def add_parser(subparsers: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to `kozel`."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded match deal by deal, trick by trick",
        description="Show recorded matches in the terminal. Records are verified before they are "
        "shown. Suits are coloured on a terminal unless NO_COLOR is set.",
    )
    parser.add_argument("file", metavar="FILE", help=".jsonl, also .xz or .gz; - is stdin")
    parser.add_argument("--match", type=_from_one, metavar="N", help="only the Nth match, from 1")
    parser.add_argument("--seat", type=int, metavar="N", help="as seat N saw it, from 0")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each trick")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the matches of a file.

    Raises:
        UnreadableFile: the file cannot be read.
        NoSuchSeat: the match has no such seat.
    """
    if args.step and args.file == STDIN:
        return _complain("kozel: --step waits for Enter on stdin: give a file of records", UNUSABLE)
    shown = 0
    try:
        for line, record in _chosen(args.file, args.match):
            shown += 1
            if not show_record(record, line=line, seat=args.seat, stepwise=args.step):
                return OK
    except RecordError as error:
        return _complain(f"{args.file}: {error}", DAMAGED)
    if shown == 0:
        wanted = "no match" if args.match is None else f"no match {args.match}"
        return _complain(f"kozel: {args.file} holds {wanted}", UNUSABLE)
    return OK


def show_record(record: Record, *, line: int, seat: int | None, stepwise: bool = False) -> bool:
    """Print one match, as that seat saw it or whole; False when the reader has had enough.

    Raises:
        RecordError: the record breaks the rules; `line` says where it stands.
        NoSuchSeat: the match has no such seat.
    """
    return _show(replay_text(record, line=line, seat=seat, paint=_paint()), stepwise=stepwise)


def _chosen(path: str, only: int | None) -> Iterator[tuple[int, Record]]:
    """The records of a file with their lines, or the one asked for; others are not even read."""
    found = 0
    for number, line in enumerate(lines_of(path), 1):
        if not line.strip():
            continue
        found += 1
        if only is None or found == only:
            yield number, parse_record(line, line=number)
        if found == only:
            return


def _show(texts: Iterator[str], *, stepwise: bool) -> bool:
    """Print one match; False when the reader has had enough (end of input while stepping)."""
    for text in texts:
        print(text, flush=stepwise)
        if stepwise and not sys.stdin.readline():
            return False
    print()
    return True


def _paint() -> Paint:
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return plain
    return _coloured


def _coloured(text: str, suit: Suit) -> str:
    return f"\x1b[{_COLOURS[suit]}m{text}\x1b[0m"


def _from_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a number from 1")
    return int(text)


def _complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
