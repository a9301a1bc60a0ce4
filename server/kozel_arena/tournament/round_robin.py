"""The round robin: everybody meets everybody equally often, on every seat equally often.

A match number alone gives its pairing, so a schedule of any size needs no memory and resumes
from the set of finished numbers. Numbers run through whole rounds in which everybody plays.
"""

from typing import Final

from kozel_arena.tournament.fitting import Fitting
from kozel_arena.tournament.meetings import count_meetings, meeting, meeting_of
from kozel_arena.tournament.progress import Progress, ScheduleState
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

    __slots__ = (
        "_orders",
        "_places",
        "entries",
        "entries_per_match",
        "matches_per_pairing",
        "meetings",
        "players",
    )

    needs_outcomes: Final = False

    def __init__(
        self, entries: tuple[str, ...], *, matches_per_pairing: int, players: int, sides: int
    ) -> None:
        orders = seat_orders(sides)
        if len(set(entries)) != len(entries):
            raise InvalidTournament("bots", "a bot is entered twice: name each bot once")
        if len(entries) < sides:
            bots = "1 bot" if len(entries) == 1 else f"{len(entries)} bots"
            advice = f"it has {bots} and a match needs {sides}: enter more bots"
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
        self.entries_per_match = sides
        self._places = {id: place for place, id in enumerate(entries)}
        self._orders = SEAT_ORDERS[sides]
        self.meetings = count_meetings(len(entries), sides)
        if self.total() > LARGEST_TOTAL:
            advice = f"{self.total()} matches are more than {LARGEST_TOTAL}: make it smaller"
            raise InvalidTournament("matches_per_pairing", advice)

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match: 2 in team games, else 1."""
        return self.players // self.entries_per_match

    def total(self) -> int:
        """Number of matches: pairings times matches for each."""
        return self.meetings * self.matches_per_pairing

    def pairing(self, number: int) -> Pairing:
        """The pairing of match `number`, 0 ≤ number < `total()`."""
        by_side = self.entries_of(number)
        return Pairing(number, by_side * self.seats_per_entry, group=number)

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The pairings to start now, marked as running in `state.progress`.

        They are the lowest open numbers whose entries have seats (see `Fitting` for the one
        case in which entries wait), so nobody idles for the sake of the order. The result
        depends only on which numbers are open, on `free` and on `wanted`.
        """
        fitting = Fitting(state.progress, self, state.free)
        return [self.pairing(number) for number in fitting.numbers(state.wanted)]

    def entries_of(self, number: int) -> tuple[str, ...]:
        """The entries that meet in match `number`, by side."""
        cycle, at = divmod(number, self.meetings)
        met = meeting(at, len(self.entries), self.entries_per_match)
        order = self._orders[cycle % len(self._orders)]
        return tuple([self.entries[met[corner]] for corner in order])

    def meetings_of(self, entries: tuple[str, ...]) -> tuple[int]:
        """The one meeting of those entries, in any order: the inverse of `entries_of`, cycle 0."""
        return (meeting_of([self._places[id] for id in entries], len(self.entries)),)

    def is_over(self, progress: Progress) -> bool:
        """Whether every match has a result."""
        return progress.finished_count == progress.total
