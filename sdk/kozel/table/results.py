"""How a match ended, gathered into one value with its record."""

from collections.abc import Sequence
from typing import Final

from kozel.records import Record, Recorder
from kozel.rules import MatchEnded
from kozel.table.charges import Charges
from kozel.table.seats import Seat
from kozel.table.values import MatchLabels, TableResult, TimeControl

_NS_PER_MS: Final = 1_000_000


def result_of(
    outcome: MatchEnded,
    *,
    match_id: str,
    charges: Charges,
    seats: Sequence[Seat],
    recorder: Recorder,
    labels: MatchLabels,
    clock: TimeControl | None,
) -> TableResult:
    """The result of a match that is over.

    Args:
        outcome: by the rules, by forfeit, or how it stood when it was stopped.
        match_id: of the match.
        charges: who was taken over.
        seats: all of the table.
        recorder: has written every action down.
        labels: what the record says beside the game.
        clock: for the record; None where it keeps no times.
    """
    return TableResult(
        match_id=match_id,
        verdict=charges.verdict,
        charged_seats=tuple(sorted(charges.seats)),
        score=outcome.score,
        winners=outcome.winners,
        losers=outcome.losers,
        is_rated=charges.is_rated,
        replaced_seats=charges.replaced,
        record=_record(outcome, match_id, charges, recorder, labels, clock),
        silences=tuple(seat.silences for seat in seats),
        think_ns=tuple(tuple(seat.think_ns) for seat in seats),
    )


def _record(
    outcome: MatchEnded,
    match_id: str,
    charges: Charges,
    recorder: Recorder,
    labels: MatchLabels,
    clock: TimeControl | None,
) -> Record:
    return recorder.record(
        id=match_id,
        tournament=labels.tournament,
        seats=labels.seats,
        seed=labels.seed,
        commitment=labels.commitment,
        time_control=None if clock is None else _clock_text(clock),
        started=labels.started,
        verdict=str(charges.verdict),
        forfeit=charges.forfeited,
        outcome=outcome,
    )


def _clock_text(control: TimeControl) -> dict[str, float]:
    return {
        "move_limit_ms": control.move_limit_ns / _NS_PER_MS,
        "bank_ms": control.bank_ns / _NS_PER_MS,
        "strikes": control.strikes,
    }
