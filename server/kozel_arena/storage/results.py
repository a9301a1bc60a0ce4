"""A result as rows of the database, made before its transaction begins."""

from dataclasses import dataclass
from typing import Any

from kozel.records import format_record
from kozel_arena.rating import TimeHistogram
from kozel_arena.storage.errors import ResultRejected
from kozel_arena.storage.ids import bot_number, tournament_number
from kozel_arena.storage.outcomes import outcome_of
from kozel_arena.storage.values import FinishedMatch


@dataclass(frozen=True, slots=True)
class PreparedResult:
    """A result as rows, made before the transaction begins."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]


def prepare(finished: FinishedMatch) -> PreparedResult:
    """The rows of a result.

    Raises:
        ResultRejected: the match has no result, or ids in it are none.
    """
    result = finished.result
    if not result.verdict.is_rated or not result.winners:
        raise _rejected(finished, "it ended without a result")
    tournament = tournament_number(finished.tournament_id)
    bots = [bot_number(id) for id in finished.seats]
    if tournament is None or None in bots:
        raise _rejected(finished, "it names a tournament or bot that is none")
    outcome = outcome_of(finished)
    sides = len(result.score)
    seats = [
        {
            "seat": seat,
            "tournament_id": tournament,
            "bot_id": bot,
            "side": seat % sides,
            "match_points": outcome.match_points[seat],
            "deal_points": outcome.deal_points[seat],
            "silences": result.silences[seat],
            "decisions": TimeHistogram.of(result.think_ns[seat]).format(),
            "is_charged": outcome.charged[seat],
            "is_rated": result.is_rated[seat],
        }
        for seat, bot in enumerate(bots)
    ]
    match = {
        "match_id": finished.match_id,
        "tournament_id": tournament,
        "number": finished.number,
        "verdict": result.verdict.value,
        "started": finished.started,
        "ended": finished.ended,
        "record": format_record(result.record),
        "deal_group": finished.group,
        "attempt": finished.attempt,
        "deals": outcome.deals,
    }
    return PreparedResult(match, seats)


def _rejected(finished: FinishedMatch, why: str) -> ResultRejected:
    return ResultRejected(f"match {finished.match_id} cannot be stored: {why}")
