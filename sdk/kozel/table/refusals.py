"""The sentences that a bot's author reads when an answer is not accepted."""

from typing import Final

from kozel.table.values import AnswerProblem, Refuse

_TEXTS: Final = {
    AnswerProblem.OUT_OF_RANGE: "the index is not in its list of legal actions; answer it again",
    AnswerProblem.ALREADY_ANSWERED: "it has been answered already; answer every decision once",
    AnswerProblem.LATE: "its time was over and the arena has chosen; answer within limit and bank",
    AnswerProblem.UNKNOWN_DECISION: "this seat was never asked it; copy the id from the decision",
}


def refuse(seat: int, decision_id: int, reason: AnswerProblem) -> Refuse:
    """The refusal of an answer, with its sentence."""
    text = f"answer to decision {decision_id} refused: {_TEXTS[reason]}"
    return Refuse(seat, decision_id, reason, text)
