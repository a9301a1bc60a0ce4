"""`kozel-arena plan`: how many matches a difference needs to show. Asks no arena."""

from math import ceil
from typing import TYPE_CHECKING, Annotated

import typer

from kozel_arena.cli.output import WrongUsage, print_json, say
from kozel_arena.tournament import DealMode, seat_orders

if TYPE_CHECKING:
    from kozel_arena.rating import Plan

DEVIATIONS = "'tournament cross-table --json' tells it of bots that have met"


Elo = Annotated[
    float | None,
    typer.Option(metavar="E", help="The difference that shall show, in logistic Elo."),
]
Points = Annotated[
    float | None,
    typer.Option(metavar="P", help="Instead: in card points a deal; needs --deviation."),
]
Deals = Annotated[DealMode, typer.Option(help="Which matches play the same deals.")]
Deviation = Annotated[
    float | None,
    typer.Option(
        metavar="D",
        help="Standard deviation of a deal group: of its score (0 to 0.5) for --elo, of its points "
        "a deal for --points. " + DEVIATIONS[0].upper() + DEVIATIONS[1:] + ".",
    ),
]
Confidence = Annotated[
    float, typer.Option(metavar="C", help="Of the interval that must not hold 0.")
]
Power = Annotated[
    float, typer.Option(metavar="W", help="Probability that such a difference is found.")
]


def plan(
    elo: Elo = None,
    points: Points = None,
    deals: Deals = DealMode.INDEPENDENT,
    sides: Annotated[int, typer.Option(min=2, max=3, help="Sides of the game.")] = 2,
    deviation: Deviation = None,
    confidence: Confidence = 0.95,
    power: Power = 0.8,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell how many matches two bots must play until a difference between them shows.

    Without --deviation a win or a loss is counted as one throw of a coin, with independent deals.
    Deals that are shared take luck out of the result, so their deviation is smaller; how much
    smaller depends on the game and the bots, and can only be measured.
    """
    orders = seat_orders(sides)
    size = orders if deals is DealMode.MIRRORED else 1
    found = planned(elo, points, deviation, size=size, confidence=confidence, power=power)
    # A pairing plays every seat order equally often.
    matches = ceil(found.matches / orders) * orders
    if as_json:
        print_json(
            {
                "matches": matches,
                "deal_groups": found.groups,
                "difference": found.difference,
                "deviation": found.deviation,
                "confidence": confidence,
                "power": power,
            }
        )
        return
    what = f"{elo:g} Elo" if elo is not None else f"{points:g} points a deal"
    groups = f" ({found.groups} deal groups of {size})" if size > 1 else ""
    say(f"{matches} matches{groups} for each pairing")
    say(
        f"show a difference of {what} with {100 * confidence:g} % confidence and a probability of "
        f"{100 * power:g} %, at a deviation of {found.deviation:.3g}."
    )


def planned(
    elo: float | None,
    points: float | None,
    deviation: float | None,
    *,
    size: int,
    confidence: float,
    power: float,
) -> "Plan":
    """The plan for one of the two differences; raises WrongUsage for what cannot be planned."""
    from kozel_arena.rating import Precision, plan_elo, plan_points

    if (elo is None) is (points is None):
        raise WrongUsage("give either --elo or --points: the difference that shall show")
    if size > 1 and deviation is None:
        raise WrongUsage(f"mirrored deals need --deviation: {DEVIATIONS}")
    try:
        precision = Precision(confidence=confidence, power=power)
        if elo is not None:
            return plan_elo(elo, matches_a_group=size, deviation=deviation, precision=precision)
        if deviation is None:
            raise WrongUsage(f"--points needs --deviation: {DEVIATIONS}")
        assert points is not None
        return plan_points(points, matches_a_group=size, deviation=deviation, precision=precision)
    except ValueError as error:
        raise WrongUsage(str(error)) from None
