"""The round robin: everybody meets everybody equally often, on every seat equally often.

A match number alone gives its pairing, so a schedule of any size needs no memory and resumes
from the set of finished numbers. Numbers run through whole rounds in which everybody plays.
"""

from typing import Final

from kozel_arena.tournament.fitting import Fitting
from kozel_arena.tournament.meetings import count_meetings, meeting
from kozel_arena.tournament.progress import ScheduleState
from kozel_arena.tournament.values import SEAT_ORDERS, InvalidTournament, Pairing, seat_orders

LARGEST_TOTAL: Final = 20_000_000
"""Matches in one tournament; `Progress` keeps a byte for each."""


class RoundRobin:
    """A round robin over entries; immutable.

    Args:
        entries: entry ids in their drawn order, all different, at least `sides`.
        matches_per_pairing: a positive multiple of the number of seat orders.
        players: seats of the game.
        sides: sides of the game, 2 or 3; seat s belongs to side s mod `sides` (C0.2).

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = ("_meetings", "_orders", "entries", "matches_per_pairing", "players", "sides")

    def __init__(
        self, entries: tuple[str, ...], *, matches_per_pairing: int, players: int, sides: int
    ) -> None:
        orders = seat_orders(sides)
        if len(set(entries)) != len(entries):
            raise InvalidTournament("bots", "a bot is entered twice: name each bot once")
        if len(entries) < sides:
            advice = f"it has {len(entries)} bots and a match needs {sides}: enter more bots"
            raise InvalidTournament("bots", advice)
        if matches_per_pairing < 1 or matches_per_pairing % orders:
            advice = (
                f"{matches_per_pairing} matches for each pairing do not seat everybody equally: "
                f"choose a multiple of {orders}"
            )
            raise InvalidTournament("matches_per_pairing", advice)
        self.entries = entries
        self.matches_per_pairing = matches_per_pairing
        self.players = players
        self.sides = sides
        self._orders = SEAT_ORDERS[sides]
        self._meetings = count_meetings(len(entries), sides)
        if self.total() > LARGEST_TOTAL:
            advice = f"{self.total()} matches are more than {LARGEST_TOTAL}: make it smaller"
            raise InvalidTournament("matches_per_pairing", advice)

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match: 2 in team games, else 1."""
        return self.players // self.sides

    def total(self) -> int:
        """Number of matches: pairings times matches for each."""
        return self._meetings * self.matches_per_pairing

    def pairing(self, number: int) -> Pairing:
        """The pairing of match `number`, 0 ≤ number < `total()`."""
        by_side = self._by_side(number)
        return Pairing(number, tuple(by_side[seat % self.sides] for seat in range(self.players)))

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The pairings to start now: the lowest open numbers whose entries all have seats.

        The result depends on nothing but which numbers are open, `free` and `wanted`; it is
        the same as that of trying all numbers from 0 and taking each that fits. The caller
        marks what it starts (`Progress.start`). Ascending by number.
        """
        fitting = Fitting(
            state.progress,
            self._by_side,
            free=state.free,
            seats_per_entry=self.seats_per_entry,
        )
        return [self.pairing(number) for number in fitting.numbers(state.wanted)]

    def _by_side(self, number: int) -> tuple[str, ...]:
        cycle, at = divmod(number, self._meetings)
        met = meeting(at, entries=len(self.entries), sides=self.sides)
        order = self._orders[cycle % len(self._orders)]
        return tuple(self.entries[met[corner]] for corner in order)
