"""Who sits where: from a few named bots to the seat orders that a run goes through."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from kozel.bot import Bot
from kozel.finder import find_bot, make_bot
from kozel.local import WrongLineup
from kozel.rules import Rules

Order = tuple[int, ...]
"""By seat: the number of the entrant that sits there."""


@dataclass(frozen=True, slots=True)
class Lineups:
    """The entrants of a run and its seat orders, with a bot for every seat of every order."""

    names: tuple[str, ...]
    """By entrant; unique."""
    orders: tuple[Order, ...]
    bots: tuple[tuple[Bot, ...], ...]
    """By order, then by seat. An entrant that holds two seats has an object for each."""


def seat_orders(rules: Rules, entrants: int) -> tuple[Order, ...]:
    """The seat orders that a run takes in turn, balanced when it is a multiple of their number.

    Two entrants and four seats: each holds a side, and they swap. As many entrants as seats: with
    four the order rotates (so partners stay partners), else all orders. Two entrants and three
    seats: one alone against two of the other, every way round.

    Raises:
        WrongLineup: the ruleset cannot be played with so many entrants.
    """
    players = rules.players
    if entrants == players == 4:
        return tuple(tuple((seat - shift) % 4 for seat in range(4)) for shift in range(4))
    if entrants == players:
        return tuple(permutations(range(players)))
    if entrants == 2 and players == 4:
        return (0, 1, 0, 1), (1, 0, 1, 0)
    if entrants == 2 and players == 3:
        return (0, 1, 1), (1, 0, 0), (1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 0, 1)
    fitting = {2: "2 bots", 3: "3 bots (one a seat) or 2", 4: "2 bots (one a side) or 4"}[players]
    raise WrongLineup(f"{rules.ruleset} has {players} seats: name {fitting}, not {entrants}")


def make_lineups(rules: Rules, names: Sequence[str], *, seed: str) -> Lineups:
    """Find the bots and seat them.

    Raises:
        WrongLineup: the number of bots does not fit.
        BotNotFound: a name leads to no bot.
    """
    orders = seat_orders(rules, len(names))
    kinds = [find_bot(name) for name in names]
    unique = _unique([kind.name for kind in kinds])
    seats_held = [max(order.count(entrant) for order in orders) for entrant in range(len(names))]
    objects: list[list[Bot]] = []
    for entrant, held in enumerate(seats_held):
        own = []
        for copy in range(held):
            bot = make_bot(names[entrant], kinds[entrant], seed=f"{seed}/{entrant}/{copy}")
            bot.name = unique[entrant]
            own.append(bot)
        objects.append(own)
    return Lineups(unique, orders, tuple(_seated(order, objects) for order in orders))


def _seated(order: Order, objects: Sequence[Sequence[Bot]]) -> tuple[Bot, ...]:
    return tuple(
        objects[entrant][order[:seat].count(entrant)] for seat, entrant in enumerate(order)
    )


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """The names, a number added to those that have been used already."""
    used: list[str] = []
    for name in names:
        number, candidate = 2, name
        while candidate in used:
            candidate = f"{name} {number}"
            number += 1
        used.append(candidate)
    return tuple(used)
