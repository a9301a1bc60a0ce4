"""How numbers, times and colours look on pages; pure."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

BAR_WIDTH: Final = 200
"""Width of an interval's picture in its own units, for scores from 0 to 1."""


def percent(share: float) -> str:
    """A share of 0 to 1 in percent, one digit after the point."""
    return f"{share * 100:.1f}"


def milliseconds(time_ms: float) -> str:
    """A time with three digits that count."""
    if time_ms >= 1000:
        return f"{time_ms / 1000:.3g} s"
    return f"{time_ms:.3g} ms"


def moment(time: datetime) -> str:
    """A time in UTC, to the minute."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def bar(share: float) -> str:
    """Where a share lies in the picture of an interval."""
    return f"{share * BAR_WIDTH:.1f}"


def shade(score: float) -> int:
    """The class of a cell of a cross-table: 0 (lost all) to 10 (won all)."""
    return round(score * 10)


def rate(number: float) -> str:
    """How many a second, whole from 10 on."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def event(text: str) -> str:
    """A server-sent event with that text, whatever lines it has."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: part\n{lines}\n"


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "percent": percent,
    "milliseconds": milliseconds,
    "moment": moment,
    "bar": bar,
    "shade": shade,
    "rate": rate,
}
