"""A tournament as a TOML file: read key by key, so that what is wrong is named. Asks no arena."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

from kozel.rules.options import OptionValue
from kozel_arena.cli.durations import duration_of
from kozel_arena.cli.games import bound
from kozel_arena.cli.output import FileProblem, WrongUsage
from kozel_arena.config import nanoseconds, parse_duration
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from kozel_arena.tournament import DealMode, FaultPolicy, SprtBounds, TournamentFormat

Word = TypeVar("Word", bound=StrEnum)

LARGEST_NUMBER: Final = 2**31 - 1
"""What every number of the protocol can hold; the arena has stricter limits of its own."""
LARGEST_FILE: Final = 1_000_000
"""Bytes; a file of a thousand bots has a tenth of it."""


class WrongPlan(WrongUsage):
    """A file that describes no tournament; nothing was created."""

    def __init__(self, path: Path, advice: str) -> None:
        super().__init__(f"{path}: {advice}")
        self.path = path
        self.advice = advice


def read_plan(path: Path) -> TournamentPlan:
    """The tournament that a file describes.

    Raises:
        FileProblem: the file cannot be read.
        WrongPlan: it is no TOML, a key is unknown or missing, a value cannot be meant.
    """
    top = Section(path, "", _values(path))
    name, ruleset = top.text("name"), top.text("ruleset")
    clock, sprt = top.section("clock"), top.section("sprt")
    plan = TournamentPlan(
        name=name,
        ruleset=ruleset,
        options=_options(top, ruleset),
        bots=top.texts("bots"),
        matches_per_pairing=top.number("matches_per_pairing"),
        seed=top.text("seed", ""),
        clock=_clock(clock) if clock else Clock(),
        format=top.word("format", TournamentFormat.ROUND_ROBIN),
        individual=top.flag("individual"),
        deals=top.word("deals", DealMode.INDEPENDENT),
        policy=top.word("policy", FaultPolicy.DEFAULT_MOVE),
        rounds=top.number("rounds") if top.has("rounds") else None,
        challengers=top.texts("challengers", ()),
        sprt=_bounds(sprt) if sprt else None,
        spectator_delay_ns=top.duration("spectator_delay", can_be_nothing=True),
    )
    top.refuse_the_rest("a tournament")
    return plan


def _values(path: Path) -> dict[str, Any]:
    try:
        if path.is_dir():
            raise FileProblem(path, "this is a folder; give a TOML file")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise FileProblem(path, f"cannot be read: {error.strerror or error}") from None
    if len(content) > LARGEST_FILE:
        raise WrongPlan(path, "this is larger than any tournament: give a TOML file")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise WrongPlan(path, f"line {line} is no UTF-8 text: save the file as UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise WrongPlan(path, f"this is no TOML: {error}") from None


def _options(top: "Section", ruleset: str) -> Mapping[str, OptionValue]:
    section = top.section("options")
    values = section.take_all() if section else {}
    for key, value in values.items():
        if not isinstance(value, bool | int | str):
            raise top.wrong(f"options.{key}", value, "give true, false, a whole number or a text")
    try:
        return bound(ruleset, values).given
    except WrongUsage as error:
        raise WrongPlan(top.path, str(error)) from None


def _clock(section: "Section") -> Clock:
    clock = Clock(
        move_limit_ns=section.duration("move_limit", can_be_nothing=False),
        bank_ns=section.duration("bank", can_be_nothing=True),
        strikes=section.number("strikes") if section.has("strikes") else None,
    )
    section.refuse_the_rest("[clock]")
    return clock


def _bounds(section: "Section") -> SprtBounds:
    elo0, elo1 = section.real("elo0"), section.real("elo1")
    usual = SprtBounds(elo0=elo0, elo1=elo1)
    bounds = SprtBounds(
        elo0=elo0,
        elo1=elo1,
        alpha=section.real("alpha", usual.alpha),
        beta=section.real("beta", usual.beta),
    )
    section.refuse_the_rest("[sprt]")
    return bounds


class Section:
    """One table of a file; every key is taken out once, and what is left at the end is unknown."""

    def __init__(self, path: Path, name: str, values: dict[str, Any]) -> None:
        self.path = path
        self._name = name
        self._values = dict(values)
        self._known: dict[str, None] = {}

    def has(self, key: str) -> bool:
        """Whether the key is there; it counts as known from now on."""
        self._known[key] = None
        return key in self._values

    def section(self, key: str) -> "Section | None":
        """The table of that name; None if there is none."""
        if not self.has(key):
            return None
        values = self._values.pop(key)
        if not isinstance(values, dict):
            raise self.wrong(key, values, f"write [{key}] on a line and its keys below")
        return Section(self.path, key, values)

    def take_all(self) -> dict[str, Any]:
        """All that is there."""
        return self._values

    def text(self, key: str, absent: str | None = None) -> str:
        """A text; `absent` where the key is not there, unless it must be."""
        value = self._take(key, absent)
        if not isinstance(value, str):
            raise self.wrong(key, value, f'give a text in quotes, such as {key} = "..."')
        return value

    def texts(self, key: str, absent: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        value = self._take(key, absent)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, value, f'give a list of names, such as {key} = ["a", "b"]')
        return tuple(value)

    def word(self, key: str, absent: Word) -> Word:
        """One of a closed list of words."""
        kind = type(absent)
        value = self._take(key, absent)
        if value not in list(kind):
            raise self.wrong(key, value, f"choose from {', '.join(kind)}{_meant(value, kind)}")
        return kind(value)

    def flag(self, key: str) -> bool:
        """True or false; false where the key is not there."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, value, "give true or false, without quotes")
        return value

    def number(self, key: str) -> int:
        """A whole number from 1."""
        value = self._take(key, None)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(key, value, "give a whole number, without quotes")
        if not 1 <= value <= LARGEST_NUMBER:
            raise self.wrong(key, value, f"give a number from 1 to {LARGEST_NUMBER}")
        return value

    def real(self, key: str, absent: float | None = None) -> float:
        """A number."""
        value = self._take(key, absent)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.wrong(key, value, "give a number, without quotes")
        try:
            return float(value)
        except OverflowError:
            raise self.wrong(key, value, "give a smaller number") from None

    def duration(self, key: str, *, can_be_nothing: bool) -> int | None:
        """Nanoseconds of a time such as "5s", or of seconds; None where the key is not there."""
        if not self.has(key):
            return None
        value = self._values.pop(key)
        try:
            nothing = isinstance(value, int) and value == 0
            time_ns = 0 if nothing else _nanoseconds(value)
        except (ValueError, WrongUsage):
            raise self.wrong(key, value, 'give a time such as "500ms", "5s" or "2m"') from None
        if time_ns == 0 and not can_be_nothing:
            raise self.wrong(key, value, "give a bot some time to decide")
        return time_ns

    def wrong(self, key: str, value: object, advice: str) -> WrongPlan:
        """The error for a value that cannot be meant."""
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        return WrongPlan(self.path, f"{self._full(key)} cannot be {shown}: {advice}")

    def refuse_the_rest(self, whole: str) -> None:
        """Raise WrongPlan for the first key that nobody asked for."""
        for key in self._values:
            advice = _meant(key, self._known) or f": choose from {', '.join(self._known)}"
            raise WrongPlan(self.path, f"{self._full(key)!r} is no key of {whole}{advice}")

    def _take(self, key: str, absent: Any) -> Any:
        if self.has(key):
            return self._values.pop(key)
        if absent is None:
            missing = f"the key {self._full(key)!r} is missing"
            near = get_close_matches(key, self._values, 1)
            hint = f" (there is {near[0]!r})" if near else ""
            example = "'kozel-arena tournament create --example' prints a whole file"
            raise WrongPlan(self.path, f"{missing}{hint}: {example}")
        return absent

    def _full(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key


def _nanoseconds(value: object) -> int:
    return duration_of(value) if isinstance(value, str) else nanoseconds(parse_duration(value))


def _meant(word: object, known: Any) -> str:
    """A hint at the nearest word that exists; empty if none is near."""
    near = get_close_matches(str(word), [str(one) for one in known], 1)
    return f": did you mean {near[0]!r}?" if near else ""
