"""How numbers, times and colours look on pages; pure."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from markupsafe import Markup, escape

BAR_WIDTH: Final = 200
"""Width of an interval's picture in its own units, for scores from 0 to 1."""
UNITS_MS: Final = (
    ("h", 3_600_000, 3_600_000),
    ("min", 60_000, 120_000),
    ("s", 1000, 1000),
)
"""Units of a time, how many ms one has, and from how many ms on it is used."""

SUITS: Final = {
    "C": ("clubs", "\u2663"),
    "S": ("spades", "\u2660"),
    "H": ("hearts", "\u2665"),
    "D": ("diamonds", "\u2666"),
}
"""By letter: the word and the sign."""
VERDICTS: Final = {
    "timeout": "the arena took over a seat that was connected but silent.",
    "illegal": "the arena took over a seat that mostly gave answers that cannot be played.",
    "disconnect": "the arena took over a seat whose bot was gone.",
    "protocol_error": "the arena took over a seat whose stream it had ended for the bot's faults.",
}
"""Of matches that count but were not played to the end by all."""
FORMATS: Final = {
    "round_robin": "round robin",
    "gauntlet": "gauntlet",
    "swiss": "Swiss system",
    "knockout": "knockout",
    "double_knockout": "double knockout",
    "ladder": "ladder",
    "sprt": "sequential test (SPRT)",
}
"""Of tournaments, in words."""
DEALS: Final = {
    "independent": "independent: every match has its own",
    "mirrored": "mirrored: every seat order of a meeting plays the same",
    "field": "field: all tables of a round play the same",
}
"""Which matches play the same deals, in words."""
_CARD: Final = re.compile(r"\b([6-9TJQKA])([CSHD])\b")


def percent(share: float) -> str:
    """A share of 0 to 1 in percent, one digit after the point."""
    return f"{share * 100:.1f}"


def milliseconds(time_ms: float) -> str:
    """A time with three digits that count: `250 ms`, `1.5 s`, `90 s`, `10 min`, `2 h`."""
    for unit, size, least in UNITS_MS:
        if time_ms >= least:
            return f"{time_ms / size:.3g} {unit}"
    return f"{time_ms:.3g} ms"


def thought(time_ms: float) -> str:
    """How long a seat thought, by a record: those of arenas have whole milliseconds."""
    return milliseconds(time_ms) if time_ms >= 1 else "under 1 ms"


def second(time: datetime) -> str:
    """A time in UTC, to the second."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def moment(time: datetime) -> str:
    """A time in UTC, to the minute."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def points(number: float) -> str:
    """Match points without digits that say nothing."""
    return f"{number:g}" if number in (0, 0.5, 1) else f"{number:.3f}"


def verdict(word: str) -> str:
    """What a verdict means, as a sentence."""
    return VERDICTS[word]


def bar(share: float) -> str:
    """Where a share lies in the picture of an interval."""
    return f"{share * BAR_WIDTH:.1f}"


def shade(score: float) -> int:
    """The class of a cell of a cross-table: 0 (lost all) to 10 (won all)."""
    return round(score * 10)


def rate(number: float) -> str:
    """How many a second, whole from 10 on."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def suited(text: str) -> Markup:
    """A sentence with cards such as 7C as pictures of their suits, readable to all."""
    return Markup(_CARD.sub(_card, str(escape(text))))


def _card(found: re.Match[str]) -> str:
    rank, suit = found[1], found[2]
    word, sign = SUITS[suit]
    shown = "10" if rank == "T" else rank
    return (
        f'<span class="card-name suit-{suit}">{shown}<span aria-hidden="true">{sign}</span>'
        f'<span class="unseen"> of {word}</span></span>'
    )


def day(time: datetime) -> str:
    """A time in UTC, to the minute, without saying so."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M}"


def words(name: str) -> str:
    """A name from the code in words."""
    return name.replace("_", " ")


def number(count: float) -> str:
    """A count with its thousands apart, match points without needless digits."""
    return f"{count:,.0f}" if count == round(count) else f"{count:,.2f}".rstrip("0")


def elo(rating: float) -> str:
    """A rating in whole Elo, with a true minus sign."""
    return f"{rating:+.0f}".replace("-", "\u2212")


def signed(number: float) -> str:
    """A whole change with its sign, with a true minus sign; 0 has none."""
    return "0" if number == 0 else f"{number:+.0f}".replace("-", "\u2212")


def decimal(number: float, digits: int) -> str:
    """A number with so many digits after the point, with a true minus sign."""
    return f"{number:.{digits}f}".replace("-", "\u2212")


def event(text: str) -> str:
    """A server-sent event with that text, whatever lines it has."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"event: part\n{lines}\n"


def counted(count: int, noun: str) -> str:
    """`1 bot`, `1,234 bots`; matches are the only ones with another ending."""
    ending = "" if count == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number(count)} {noun}{ending}"


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "percent": percent,
    "milliseconds": milliseconds,
    "thought": thought,
    "span": lambda seconds: milliseconds(seconds * 1000),
    "moment": moment,
    "second": second,
    "bar": bar,
    "shade": shade,
    "rate": rate,
    "suited": suited,
    "points": points,
    "verdict": verdict,
    "day": day,
    "words": words,
    "count": number,
    "counted": counted,
    "elo": elo,
    "signed": signed,
    "decimal": decimal,
    "format_name": FORMATS.__getitem__,
    "deals_meant": DEALS.__getitem__,
}
