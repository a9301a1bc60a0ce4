"""The practice tables as pages and API use them: a table by its token, a move, a record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kozel.table import AnswerProblem
from kozel_arena.runtime.practice import Practice
from kozel_arena.runtime.practice_table import PracticeTable
from kozel_arena.runtime.practice_values import NoSuchTable, NotNow

SENTENCES: Final = {
    AnswerProblem.LATE: "That was too late: your time was over, and the arena has chosen for you.",
    AnswerProblem.ALREADY_ANSWERED: "You have answered this already: wait for your next turn.",
    AnswerProblem.OUT_OF_RANGE: "That is not allowed now: choose one of the marked cards.",
    AnswerProblem.UNKNOWN_DECISION: "The table has not asked that: reload the page.",
}
OVER: Final = "The match is over: no move is left to make."


@dataclass(frozen=True, slots=True)
class PracticeRoom:
    """The practice tables of an arena."""

    practice: Practice
    clock: Callable[[], int]
    strikes: int
    """Silences in a row after which a seat has lost."""

    def find(self, token: str) -> PracticeTable:
        """The table of a person who plays on a page; raises NoSuchTable."""
        table = self.practice.find(token)
        if table.line is None:
            raise NoSuchTable
        return table

    def choose(self, table: PracticeTable, decision_id: int, index: int) -> None:
        """Make a move; raises NotNow."""
        if table.is_over:
            raise NotNow(OVER)
        problem = table.choose(decision_id, index)
        if problem is not None:
            raise NotNow(SENTENCES[problem])

    def record(self, table: PracticeTable) -> str:
        """The match as a line of a record file; raises NotNow while there is none."""
        return table.whole_record() + "\n"
