"""Lines of CSV (RFC 4180) that a spreadsheet opens without running anything."""

import csv
import io
from collections.abc import Iterable
from typing import Final

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins with one of these would be taken for a formula."""

DIGITS: Final = 6
"""Of measures after the point."""


def csv_line(values: Iterable[object]) -> str:
    """The values as one line without its end; numbers stay numbers."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(map(harmless, values))
    return line.getvalue()


def harmless(value: object) -> object:
    """No text is taken for a formula (an apostrophe stands before it), no measure is too long."""
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0  # no minus before a zero
    return "" if value is None else value
