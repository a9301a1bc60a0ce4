"""Readers of single arguments, for argparse."""

import argparse
from pathlib import Path

from kozel.cli.files import STDIN
from kozel.rules import SeededChance
from kozel.rules.errors import shortened


def positive_count(text: str) -> int:
    """Read a number of 1 or more."""
    if not text.isdecimal() or len(text) > 18 or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is no count: give a whole number, 1 or more"
        )
    return int(text)


def record_path(text: str) -> Path:
    """Read the name of a file that records are to be written to."""
    path = Path(text)
    if text == STDIN or path.suffix in (".gz", ".xz"):
        advice = "records are written to a file as plain text: give a name such as out.jsonl"
        raise argparse.ArgumentTypeError(f"{shortened(text)}: {advice}")
    return path


def seed_text(text: str) -> str:
    """Read a seed."""
    try:
        return SeededChance(text).seed
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
