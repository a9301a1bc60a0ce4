"""Lines of CSV (RFC 4180) that a spreadsheet opens without running anything."""

import csv
import io
from collections.abc import Iterable
from typing import Final

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins with one of these would be taken for a formula."""


def csv_line(values: Iterable[object]) -> str:
    """The values as one line without its end; numbers stay numbers."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(map(harmless, values))
    return line.getvalue()


def harmless(value: object) -> object:
    """A text that would be taken for a formula gets an apostrophe before it; None is empty."""
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return "" if value is None else value
