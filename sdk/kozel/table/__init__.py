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
)
from kozel.table.verdicts import Absence, FaultPolicy, Verdict

__all__ = [
    "Absence",
    "AnswerProblem",
    "Ask",
    "Effect",
    "FaultPolicy",
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
