"""The error tree of the rules.

KozelError                 everything this package raises on purpose
└── RulesError
    ├── InvalidNotation    a text cannot be read at all
    ├── UnknownRuleset     no ruleset has that name
    ├── BrokenRuleset      an installed package offers a ruleset that is none
    ├── InvalidOption      an option or its value does not exist in that ruleset
    └── IllegalAction      readable, but not allowed now
"""

from typing import Final

LONGEST_QUOTE: Final = 80
"""Characters of a foreign value in a sentence; every usable name fits."""


def shortened(value: object) -> str:
    """A foreign value as a sentence quotes it: as Python writes it, cut where it is too long."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


class KozelError(Exception):
    """Root of every error that `kozel` raises on purpose; `str(error)` says what to do."""


class RulesError(KozelError):
    """Something is wrong by the rules of the game."""


class InvalidNotation(RulesError):
    """A text, or a list of cards, cannot be read."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__(f"cannot read {shortened(text)}: {advice}")
        self.text = text
        self.advice = advice


class UnknownRuleset(RulesError):
    """No ruleset has that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown ruleset {shortened(name)}: choose one of {', '.join(known)}")
        self.name = name
        self.known = known


class BrokenRuleset(RulesError):
    """An installed package offers a ruleset under that name, but it cannot be used."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            f"ruleset {shortened(name)} from an installed package cannot be used: {why}"
        )
        self.name = name
        self.why = why


class InvalidOption(RulesError):
    """A table option does not exist in the ruleset, or has no such value."""

    def __init__(self, ruleset: str, option: str, advice: str) -> None:
        super().__init__(f"option {shortened(option)} of ruleset {ruleset}: {advice}")
        self.ruleset = ruleset
        self.option = option
        self.advice = advice


class IllegalAction(RulesError):
    """The action can be read but the rules do not allow it now; nothing was changed (C0.7)."""

    def __init__(self, action: str, seat: int, why: str) -> None:
        super().__init__(f"seat {seat} may not {action}: {why}")
        self.action = action
        self.seat = seat
        self.why = why
