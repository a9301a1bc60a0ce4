"""The game that flags ask for: `--ruleset` and `--option`."""

from collections.abc import Sequence

from kozel.rules import Rules, bind, parse_options
from kozel.rules.errors import RulesError
from kozel_arena.cli.output import WrongUsage


def rules_of(ruleset: str, options: Sequence[str] | None) -> Rules:
    """The ruleset with options such as `short=true`; raises WrongUsage naming the valid ones."""
    try:
        return bind(ruleset, parse_options(ruleset, options or ()))
    except RulesError as error:
        raise WrongUsage(str(error)) from None
