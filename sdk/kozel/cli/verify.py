"""`kozel verify FILE…`: checks every match of record files against the rules."""

import argparse
import sys
from typing import TYPE_CHECKING

from kozel.cli.files import UnreadableFile, lines_of
from kozel.records import RecordError, parse_record, verify_record

if TYPE_CHECKING:
    from argparse import _SubParsersAction

OK, DAMAGED, UNREADABLE = 0, 1, 2


def add_parser(subparsers: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to `kozel`."""
    parser = subparsers.add_parser(
        "verify",
        help="check records of matches: deals, every action, every score",
        description="Check every match of the files against the rules: seed and commitment (where "
        "the record has them), deals, every action, legal sets, points, scores. A file is read "
        "up to its first damaged line. Exit code 0: all right, 1: damage, or a file without any "
        "record, 2: unreadable file.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=".jsonl, also .xz or .gz; - is stdin"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify the files; the exit code is that of the worst."""
    return max([_verify_file(path) for path in args.files])


def _verify_file(path: str) -> int:
    verified = seeded = 0
    code = OK
    try:
        for number, line in enumerate(lines_of(path), 1):
            if line.strip():
                record = parse_record(line, line=number)
                verify_record(record, line=number)
                verified += 1
                seeded += record.seed is not None
    except RecordError as error:
        print(f"{path}: {error}", file=sys.stderr)
        code = DAMAGED
    except UnreadableFile as error:
        print(f"kozel: {error}", file=sys.stderr)
        if not verified:
            return UNREADABLE
        code = UNREADABLE
    if code == OK and not verified:
        print(f"{path}: this file holds no record", file=sys.stderr)
        return DAMAGED
    matches = "match" if verified == 1 else "matches"
    origin = f", deals of {seeded} derived from the seed" if seeded else ""
    print(f"{path}: {verified} {matches} verified{origin}", flush=True)
    return code
