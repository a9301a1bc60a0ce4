"""How the entries that meet are put on the seats, and which orders make it even."""

from collections.abc import Sequence
from typing import Final

from kozel_arena.tournament.values import SEAT_ORDERS, InvalidTournament, seat_orders

PARTNER_ORDERS: Final = (
    *((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0)),
    *((0, 3, 2, 1), (1, 0, 3, 2), (2, 1, 0, 3), (3, 2, 1, 0)),
)
"""Four who play for themselves: four rotations put everybody on every seat, the next four with
the neighbours swapped. Partners are always across (C0.2)."""


class Seating:
    """The seats of a game for the entries of a match; immutable.

    Args:
        players: seats of the game.
        sides: sides of the game, 2 or 3; seat s belongs to side s mod `sides` (C0.2).
        individual: every seat is an entry of its own, in a game of two sides of two.

    Raises:
        InvalidTournament: no such seating can be even.
    """

    __slots__ = ("_orders", "entries", "mirrored", "seats_per_entry")

    def __init__(self, *, players: int, sides: int, individual: bool = False) -> None:
        if individual and (players, sides) != (4, 2):
            raise InvalidTournament(
                "individual",
                "partners can rotate only in games of two sides of two: leave individual out",
            )
        self.mirrored = 4 if individual else seat_orders(sides)
        """Matches after which everybody has held every seat: a pairing needs a multiple of it."""
        self._orders = PARTNER_ORDERS if individual else SEAT_ORDERS[sides]
        self.entries = players if individual else sides
        """Entries in a match."""
        self.seats_per_entry = players // self.entries
        """Seats that an entry fills in one match: 2 in team games, else 1."""

    def order(self, match: int) -> tuple[int, ...]:
        """Which of those that meet sits where in their match number `match`."""
        return self._orders[match % len(self._orders)]

    def seats(self, seated: tuple[str, ...]) -> tuple[str, ...]:
        """Entry ids by seat of the game."""
        return seated * self.seats_per_entry

    def unseated(self, seats: tuple[str, ...], match: int) -> tuple[str, ...]:
        """Those that meet, in the order of seat order 0, from the seats of match `match`."""
        at = {corner: seat for seat, corner in enumerate(self.order(match))}
        return tuple(seats[at[corner]] for corner in range(self.entries))

    def check(self, entries: Sequence[str], matches_per_pairing: int) -> None:
        """See that those entries can play so many matches a pairing.

        Raises:
            InvalidTournament: an entry twice, too few of them, or seats that are not even.
        """
        if len(set(entries)) != len(entries):
            raise InvalidTournament("bots", "a bot is entered twice: name each bot once")
        if len(entries) < self.entries:
            bots = "1 bot" if len(entries) == 1 else f"{len(entries)} bots"
            advice = f"it has {bots} and a match needs {self.entries}: enter more bots"
            raise InvalidTournament("bots", advice)
        if matches_per_pairing < 1 or matches_per_pairing % self.mirrored:
            advice = (
                f"{matches_per_pairing} matches for each pairing do not seat everybody equally: "
                f"choose a multiple of {self.mirrored}"
            )
            raise InvalidTournament("matches_per_pairing", advice)
