"""Table options: what a ruleset offers, the check of a value, and the reading of a command line.

Knows the shape of options, not what any of them means.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kozel.rules.errors import InvalidOption, shortened

OptionValue = bool | int | str

LARGEST_NUMBER = 1_000_000
LONGEST_NUMBER = 9
"""Digits; Python does not read numbers of thousands of them."""


@dataclass(frozen=True, slots=True)
class Option:
    """One table option: a switch, one of some values, or a whole number within bounds.

    The default's type is the option's type. `choices` empty means any number from `minimum`
    to `LARGEST_NUMBER`, both included.
    """

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    minimum: int = 0
    about: str = ""
    """What it changes, for people who choose a game: a phrase with the number of its rule."""

    def allows(self, value: object) -> bool:
        """Whether a value is one that this option can have; `True` is no number."""
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.minimum <= value <= LARGEST_NUMBER

    @property
    def valid(self) -> str:
        """The valid values in words, the default first."""
        if self.choices:
            rest = [value for value in self.choices if value != self.default]
            return "one of " + ", ".join(map(format_value, [self.default, *rest]))
        return f"a whole number from {self.minimum} to {LARGEST_NUMBER}"


def switch(name: str, default: bool = False, *, about: str = "") -> Option:
    """An option that is true or false."""
    return Option(name, default, (False, True), about=about)


def choice(name: str, default: OptionValue, *others: OptionValue, about: str = "") -> Option:
    """An option with a closed set of values."""
    return Option(name, default, (default, *others), about=about)


def number(name: str, default: int, *, minimum: int, about: str = "") -> Option:
    """An option that is a whole number, `minimum` or more."""
    return Option(name, default, minimum=minimum, about=about)


def format_value(value: OptionValue) -> str:
    """Write a value as a command line gives it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def complete_options(
    ruleset: str, options: tuple[Option, ...], given: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Every option with its value, given or default, in the ruleset's order.

    Raises:
        InvalidOption: a name or a value that the ruleset does not have.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        option = _known(ruleset, known, name)
        if not option.allows(value):
            raise InvalidOption(
                ruleset, name, f"{shortened(value)} is no value of it: give {option.valid}"
            )
    return {option.name: given.get(option.name, option.default) for option in options}


def parse_assignments(
    ruleset: str, options: tuple[Option, ...], assignments: Iterable[str]
) -> dict[str, OptionValue]:
    """Read texts such as `short=true` into typed values; only those given are returned.

    Raises:
        InvalidOption: a text without `=`, an option given twice, an unknown name or value.
    """
    known = {option.name: option for option in options}
    values: dict[str, OptionValue] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        option = _known(ruleset, known, name)
        if not equals:
            raise InvalidOption(ruleset, name, f"write it as {name}=VALUE, {option.valid}")
        if name in values:
            raise InvalidOption(ruleset, name, "it is given twice; give it once")
        values[name] = _parse_value(ruleset, option, text)
    return values


def _known(ruleset: str, known: Mapping[str, Option], name: str) -> Option:
    if name not in known:
        raise InvalidOption(ruleset, name, f"there is no such option: use {', '.join(known)}")
    return known[name]


def _parse_value(ruleset: str, option: Option, text: str) -> OptionValue:
    for value in option.choices:
        if format_value(value) == text:
            return value
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    if not option.choices and is_number and option.allows(int(text)):
        return int(text)
    raise InvalidOption(
        ruleset, option.name, f"{shortened(text)} is no value of it: give {option.valid}"
    )
