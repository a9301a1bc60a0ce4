"""The referee of one match, without sockets, clocks or chance: values in, values out.

`now_ns` is a parameter everywhere: whole nanoseconds of any clock that never goes back.
"""

from kozel.table.table import Table
from kozel.table.values import (
    AnswerProblem,
    Ask,
    Effect,
    Finish,
    InvalidTimeControl,
    MatchLabels,
    Refuse,
    TableResult,
    Tell,
    TimeControl,
    Verdict,
)

__all__ = [
    "AnswerProblem",
    "Ask",
    "Effect",
    "Finish",
    "InvalidTimeControl",
    "MatchLabels",
    "Refuse",
    "Table",
    "TableResult",
    "Tell",
    "TimeControl",
    "Verdict",
]
