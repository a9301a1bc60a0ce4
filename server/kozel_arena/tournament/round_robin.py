"""The round robin: everybody meets everybody equally often, on every seat equally often.

Numbers run through whole rounds in which everybody plays, give or take a bye.
"""

from kozel_arena.tournament.cycles import Cycles
from kozel_arena.tournament.designs import Design, Pairs, Partners, Triples
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode


class RoundRobin(Cycles):
    """A round robin over entries; immutable.

    Args:
        entries: entry ids in their drawn order, all different, at least as many as a match needs.
        matches_per_pairing: a positive multiple of the number of seat orders: 2 for two sides,
            6 for three, 4 for four who play individually.
        players: seats of the game.
        sides: sides of the game, 2 or 3; seat s belongs to side s mod `sides` (C0.2).
        individual: every seat is an entry of its own, and partners rotate (see `Partners`).
        deals: which matches play the same deals.

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = ()

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        matches_per_pairing: int,
        players: int,
        sides: int,
        individual: bool = False,
        deals: DealMode = DealMode.INDEPENDENT,
    ) -> None:
        seating = Seating(players=players, sides=sides, individual=individual)
        seating.check(entries, matches_per_pairing)
        design: Design
        if individual:
            design = Partners(len(entries))
        else:
            design = Pairs(len(entries)) if sides == 2 else Triples(len(entries))
        super().__init__(
            entries,
            design=design,
            seating=seating,
            matches_per_pairing=matches_per_pairing,
            deals=deals,
        )
