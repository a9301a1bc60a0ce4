"""The game that flags or a file ask for: a ruleset and its options."""

from collections.abc import Mapping, Sequence

from kozel.rules import Rules, bind, parse_options
from kozel.rules.errors import RulesError
from kozel.rules.options import OptionValue
from kozel_arena.cli.output import WrongUsage


def rules_of(ruleset: str, options: Sequence[str] | None) -> Rules:
    """The ruleset with options such as `short=true`; raises WrongUsage naming the valid ones."""
    try:
        return bind(ruleset, parse_options(ruleset, options or ()))
    except RulesError as error:
        raise WrongUsage(str(error)) from None


def bound(ruleset: str, options: Mapping[str, OptionValue]) -> Rules:
    """The ruleset with the values of options; raises WrongUsage naming the valid ones."""
    try:
        return bind(ruleset, options)
    except RulesError as error:
        raise WrongUsage(str(error)) from None
