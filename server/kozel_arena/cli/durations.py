"""Times as people type and read them; typed as in the settings, so both know the same units."""

from typing import Final

from kozel.rules.errors import shortened
from kozel_arena.cli.output import WrongUsage
from kozel_arena.config import nanoseconds, parse_duration

NS_PER_MS: Final = 10**6
UNITS_NS: Final = (("h", 3600 * 10**9), ("m", 60 * 10**9), ("s", 10**9))


def duration_of(text: str) -> int:
    """Nanoseconds of a flag's text such as `500ms`, `5s` or `2m`; `0` is none at all.

    Raises WrongUsage.
    """
    if text.strip() in ("0", "0s"):
        return 0
    try:
        return nanoseconds(parse_duration(text))
    except ValueError as error:
        raise WrongUsage(f"cannot read the time {shortened(text)}: {error}") from None


def format_duration(duration_ns: int) -> str:
    """The shortest text for a time that was set: `0s`, `500ms`, `5s`, `2m`."""
    if duration_ns == 0:
        return "0s"
    for unit, size in UNITS_NS:
        if duration_ns % size == 0:
            return f"{duration_ns // size}{unit}"
    return f"{duration_ns / NS_PER_MS:g}ms"


def format_measured(duration_ns: int) -> str:
    """A measured time for a table: `0.42 ms`, `15.3 ms`, `2041 ms`."""
    milliseconds = duration_ns / NS_PER_MS
    digits = 2 if milliseconds < 10 else 1 if milliseconds < 100 else 0
    return f"{milliseconds:.{digits}f} ms"


def format_age(seconds: float) -> str:
    """A time that passes, in its two largest units: `12s`, `3m 20s`, `5h 07m`, `2d 03h`."""
    whole = max(0, round(seconds))
    minutes, hours, days = whole // 60, whole // 3600, whole // 86400
    if days:
        return f"{days}d {hours % 24:02}h"
    if hours:
        return f"{hours}h {minutes % 60:02}m"
    return f"{minutes}m {whole % 60:02}s" if minutes else f"{whole}s"
