"""A practice match as a form or a JSON document asks for it, read into a plan; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kozel.rules import Rules, bind, find_ruleset, parse_options, ruleset_names
from kozel.rules.errors import RulesError, shortened
from kozel.rules.options import Option, format_value
from kozel.table import InvalidTimeControl, TimeControl
from kozel_arena.runtime.practice_values import HOUSE, PracticePlan, WrongPlan

NS_PER_S: Final = 1_000_000_000
OPTION: Final = "option."
"""Before the name of a table option in a form."""
PLAYERS: Final = "players"
"""The table option that says how many play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOrder:
    """A practice match to play."""

    ruleset: str
    """The game, such as `miner`."""
    options: dict[str, bool | int | str] = field(default_factory=dict)
    """Table options that differ from their defaults."""
    opponents: list[str] | None = None
    """Clockwise from your left: ids or names of connected bots, or `house`; None: all `house`."""
    seat: int = 0
    """Yours, from 0 clockwise."""
    move_limit_s: float = 60
    """For each decision, 1 to 600 seconds."""
    bank_s: float = 300
    """For the whole match, 0 to 3600 seconds."""
    name: str = "you"
    """What you are called in the record, in 1 to 32 printable characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChoice:
    """A table option as something to choose."""

    name: str
    """As an order gives it."""
    about: str
    """What it changes: a phrase with the number of its rule."""
    default: bool | int | str
    """What it is when nothing is given."""
    choices: tuple[bool | int | str, ...]
    """What it can be; empty where it takes a whole number."""
    minimum: int
    """The least whole number that can be given, where it takes one; 1000000 is the greatest."""


def plan_of(order: PracticeOrder, *, strikes: int) -> PracticePlan:
    """The plan that an order asks for.

    Raises:
        RulesError: the ruleset or an option does not exist.
        WrongPlan: the rest cannot be played.
    """
    rules = bind(order.ruleset, order.options)
    opponents = order.opponents
    try:
        clock = TimeControl(
            move_limit_ns=round(order.move_limit_s * NS_PER_S),
            bank_ns=round(order.bank_s * NS_PER_S),
            strikes=strikes,
        )
    except (InvalidTimeControl, ValueError, OverflowError):
        text = "give 1 to 600 seconds for a decision and 0 to 3600 in the bank"
        raise WrongPlan("move_limit", text) from None
    return PracticePlan(
        rules=rules,
        seat=order.seat,
        opponents=(HOUSE,) * (rules.players - 1) if opponents is None else tuple(opponents),
        time_control=clock,
        person=order.name,
    )


def read_order(form: Mapping[str, Sequence[str]]) -> PracticeOrder:
    """The order in a form.

    Raises:
        RulesError: the ruleset or an option does not exist.
        WrongPlan: a number cannot be read.
    """
    ruleset = _last(form, "ruleset", ruleset_names()[0])
    assignments = [
        f"{name.removeprefix(OPTION)}={values[-1]}"
        for name, values in form.items()
        if name.startswith(OPTION)
    ]
    return PracticeOrder(
        ruleset=ruleset,
        options=parse_options(ruleset, assignments),
        opponents=list(form["opponent"]) if "opponent" in form else None,
        seat=int(_number(form, "seat", 0)),
        move_limit_s=_number(form, "move_limit", 60),
        bank_s=_number(form, "bank", 300),
        name=_last(form, "name", "you"),
    )


def options_of(ruleset: str) -> tuple[OptionChoice, ...]:
    """What can be chosen of a ruleset; raises RulesError."""
    return tuple(map(_option, find_ruleset(ruleset).options))


def rules_for_form(order: PracticeOrder) -> Rules:
    """The rules as far as a form needs them: also while other options do not go together."""
    try:
        return bind(order.ruleset, order.options)
    except RulesError:
        known = {option.name for option in find_ruleset(order.ruleset).options}
        players = {k: v for k, v in order.options.items() if k == PLAYERS and k in known}
        return bind(order.ruleset, players)


def value_text(value: bool | int | str) -> str:
    """A value as a form gives it back."""
    return format_value(value)


def _option(option: Option) -> OptionChoice:
    return OptionChoice(
        name=option.name,
        about=option.about,
        default=option.default,
        choices=option.choices,
        minimum=option.minimum,
    )


def _last(form: Mapping[str, Sequence[str]], name: str, default: str) -> str:
    return form[name][-1] if form.get(name) else default


def _number(form: Mapping[str, Sequence[str]], name: str, default: float) -> float:
    text = _last(form, name, str(default)).strip()
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not abs(number) < 1e9:
        raise WrongPlan(
            name, f"{shortened(text)} is no number that can be used: write one in digits"
        )
    return number
