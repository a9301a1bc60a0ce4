"""Rulesets by name: the built-in five, and others through entry points of group `kozel.rulesets`.

Knows how to find and bind a ruleset, nothing of what any of them plays.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from kozel.rules.errors import BrokenRuleset, UnknownRuleset
from kozel.rules.game import Rules
from kozel.rules.options import Option, OptionValue, complete_options, parse_assignments

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

__all__ = ["Rules", "Ruleset", "bind", "bound", "parse_options", "ruleset_names"]

BUILT_IN = ("miner", "classic", "shokha", "pot", "widow")
ENTRY_POINT_GROUP = "kozel.rulesets"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset: its name, its options, and what binds it.

    `rules` is called as rules(name, all options, options that differ from their defaults); it
    may raise `InvalidOption` for values that do not go together. A package from elsewhere offers
    one through an entry point of group `kozel.rulesets`.
    """

    name: str
    rules: Callable[[str, Mapping[str, OptionValue], Mapping[str, OptionValue]], Rules]
    options: tuple[Option, ...] = ()


def ruleset_names() -> tuple[str, ...]:
    """The names of all rulesets: the built-in ones in the order of rules.md, then the others."""
    others = sorted(point.name for point in _entry_points() if point.name not in BUILT_IN)
    return BUILT_IN + tuple(others)


def find_ruleset(name: str) -> Ruleset:
    """The ruleset with this name; a built-in one cannot be replaced.

    Raises:
        UnknownRuleset: nobody offers that name.
        BrokenRuleset: an installed package offers it, but what it offers is no ruleset.
    """
    if name in BUILT_IN:
        return _checked(name, import_module(f"kozel.rules.variants.{name}").RULESET)
    for point in _entry_points():
        if point.name == name:
            return _checked(name, _load(point))
    raise UnknownRuleset(name, ruleset_names())


def bind(name: str, options: Mapping[str, OptionValue] = MappingProxyType({})) -> Rules:
    """The rules of a ruleset under some options; the rest have their defaults.

    Raises:
        UnknownRuleset: no ruleset has that name.
        InvalidOption: an option or a value does not exist; the message names the valid ones.
    """
    ruleset = find_ruleset(name)
    complete = complete_options(name, ruleset.options, options)
    defaults = {option.name: option.default for option in ruleset.options}
    given = {key: value for key, value in complete.items() if value != defaults[key]}
    return ruleset.rules(name, complete, given)


def bound(name: str, options: Mapping[str, OptionValue]) -> Rules:
    """As `bind`, but the same rules for the same options every time: for views, which are many."""
    return _bound(name, tuple(options.items()))


@lru_cache(maxsize=64)
def _bound(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Rules:
    return bind(name, dict(options))


def parse_options(name: str, assignments: Iterable[str]) -> dict[str, OptionValue]:
    """Read options as a command line gives them, such as `short=true`, into typed values.

    Raises:
        UnknownRuleset: no ruleset has that name.
        InvalidOption: an option or a value does not exist, or a text is no assignment.
    """
    return parse_assignments(name, find_ruleset(name).options, assignments)


def _entry_points() -> "EntryPoints":
    # Loaded here because finding out what is installed costs more than the rest of the import.
    from importlib.metadata import entry_points

    return entry_points(group=ENTRY_POINT_GROUP)


def _load(point: "EntryPoint") -> object:
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        raise BrokenRuleset(point.name, f"{point.value} cannot be loaded, {error}") from error


def _checked(name: str, found: object) -> Ruleset:
    if not isinstance(found, Ruleset):
        raise BrokenRuleset(name, f"it is a {type(found).__name__} where a Ruleset is needed")
    if found.name != name:
        raise BrokenRuleset(name, f"it calls itself {found.name!r}; give it one name")
    return found
