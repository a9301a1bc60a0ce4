"""What a match that ended is worth to its seats: for its rows, and for formats that look at it."""

from kozel_arena.rating import match_points
from kozel_arena.storage.values import FinishedMatch
from kozel_arena.tournament import Outcome


def outcome_of(finished: FinishedMatch) -> Outcome:
    """The outcome of a finished match; deals that were cut short do not count.

    Whose chair the house took has lost in any case.
    """
    result = finished.result
    sides = [seat % len(result.score) for seat in range(len(finished.seats))]
    deals = [deal.points for deal in result.record.deals if deal.points is not None]
    return Outcome(
        number=finished.number,
        seats=finished.seats,
        group=finished.group,
        match_points=tuple(
            0.0 if seat in result.replaced_seats else match_points(side, result.winners)
            for seat, side in enumerate(sides)
        ),
        deal_points=tuple(sum(points[side] for points in deals) for side in sides),
        deals=len(deals),
        charged=tuple(seat in result.charged_seats for seat in range(len(finished.seats))),
    )
