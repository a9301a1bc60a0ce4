"""The errors of records: one sentence that names the line, the deal and the rule.

KozelError
└── RecordError    a record cannot be read, or does not follow from the rules
"""

from enum import StrEnum
from typing import Final, Self

from kozel.rules.errors import KozelError

FORMAT: Final = "kozel-record/1"
"""The format's name; as an error's rule it stands for sdk/RECORDS.md."""


LONGEST: Final = 400
"""Characters of a problem: a damaged record may hold a word of any length."""


class Damage(StrEnum):
    """What is wrong with a record, for programs; people read the sentence."""

    UNREADABLE = "unreadable"
    """The line is not JSON, or not text."""
    FOREIGN_FORMAT = "foreign format"
    MISSING_KEY = "missing key"
    WRONG_TYPE = "wrong type"
    """A key holds something of another type, or a word outside its closed set."""
    UNKNOWN_RULESET = "unknown ruleset"
    INVALID_OPTION = "invalid option"
    RULES_VERSION = "rules version"
    """Made under rules that this version does not know."""
    COMMITMENT = "commitment"
    CARDS = "cards"
    """Duplicated, missing or foreign cards, or hands of the wrong size."""
    CHANCE = "chance"
    """The deals do not come from the record's seed."""
    DEAL = "deal"
    """Void deals, trump, owner or first dealer are not what the rules give."""
    ILLEGAL_ACTION = "illegal action"
    LEGAL_SET = "legal set"
    ARENA_CHOICE = "arena choice"
    """The arena chose something other than the default action."""
    LENGTH = "length"
    """Actions or deals are missing, or follow after the end."""
    POINTS = "points"
    SCORE = "score"
    """A deal's change or score, or the match's score, winners or losers."""


class RecordError(KozelError):
    """A record is damaged. Places count from 1 and are None where they do not apply."""

    def __init__(
        self,
        problem: str,
        *,
        damage: Damage,
        rule: str = FORMAT,
        line: int | None = None,
        deal: int | None = None,
        action: int | None = None,
    ) -> None:
        self.problem = problem if len(problem) <= LONGEST else f"{problem[:LONGEST]}…"
        self.damage = damage
        self.rule = rule
        self.line = line
        self.deal = deal
        self.action = action
        super().__init__(self._sentence())

    def placed(
        self, *, line: int | None = None, deal: int | None = None, action: int | None = None
    ) -> Self:
        """The same error with the places that it did not know yet."""
        return type(self)(
            self.problem,
            damage=self.damage,
            rule=self.rule,
            line=line if self.line is None else self.line,
            deal=deal if self.deal is None else self.deal,
            action=action if self.action is None else self.action,
        )

    def _sentence(self) -> str:
        named = (("line", self.line), ("deal", self.deal), ("action", self.action))
        places = [f"{name} {number}" for name, number in named if number is not None]
        where = f"{', '.join(places)}: " if places else ""
        return f"{where}{self.problem} ({self.rule})"
