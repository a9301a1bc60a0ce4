"""Every value of every option of every ruleset, in tables that can be played."""

from collections.abc import Iterator

from kozel.rules import OptionValue
from kozel.rules.options import Option
from kozel.rules.ruleset import find_ruleset

Options = dict[str, OptionValue]
Tables = list[tuple[str, Options]]

NUMBERS: dict[str, tuple[int, ...]] = {
    "limit": (1, 5),
    "max_deals": (0, 1, 3),
    "stack": (4, 24),
    "ante": (4, 6),
}
"""Values to try of options that are whole numbers."""

NEEDED: dict[tuple[str, str], Options] = {
    ("classic", "silent_name"): {"trump_mode": "named"},
    ("pot", "limit"): {"scoring": "penalty"},
    ("pot", "spas_at"): {"scoring": "penalty"},
}
"""What must be set too before an option means anything."""

SHORT_POT: Options = {"max_deals": 6}
"""Pot is played for its sixty deals by default: once is enough."""

EXTRA: Tables = [
    ("classic", {"deck": 32, "trump_mode": "named", "silent_name": "longest", "short": True}),
    ("classic", {"deck": 32, "fixed_trump": "D", "marker": "AD", "must_trump": True}),
    ("shokha", {"players": 2, "shokha": False, "combo_auto_win": False}),
    ("pot", {"players": 3, "combo_auto_win": True, "shokha": False, "stack": 6, "max_deals": 5}),
    ("pot", {"scoring": "penalty", "max_deals": 0, "limit": 20}),
]
"""Options that meet."""


def tables(ruleset: str) -> Tables:
    """The defaults, then each other value by itself, at every number of players."""
    offered = find_ruleset(ruleset).options
    players = next((option.choices for option in offered if option.name == "players"), (None,))
    found: Tables = []
    for count in players:
        seats: Options = {} if count in (None, 4) else {"players": int(count or 4)}
        found.append((ruleset, seats))
        for option in offered:
            if option.name != "players":
                found += [(ruleset, seats | one) for one in _settings(ruleset, option)]
    if ruleset == "pot":
        found = [(ruleset, SHORT_POT | options if options else {}) for _, options in found]
    return found + [table for table in EXTRA if table[0] == ruleset]


def _settings(ruleset: str, option: Option) -> Iterator[Options]:
    for value in option.choices or NUMBERS[option.name]:
        if value != option.default:
            yield {option.name: value} | NEEDED.get((ruleset, option.name), {})
