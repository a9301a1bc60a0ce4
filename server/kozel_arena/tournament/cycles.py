"""What the formats have in common whose matches are all known from the start.

Match `number` is meeting `number` mod `meetings` of a design, in cycle `number` div `meetings`;
each cycle seats the meeting in the next order. Nothing is kept for a match but its mark in
`Progress`.
"""

from typing import Final

from kozel_arena.tournament.designs import Design
from kozel_arena.tournament.fitting import Fitting
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament, Pairing

LARGEST_TOTAL: Final = 20_000_000
"""Matches in one tournament; `Progress` keeps a byte for each."""


class Cycles:
    """A schedule of equal cycles; immutable.

    Args:
        entries: entry ids in their drawn order, checked by the seating.
        design: who meets in a cycle, by places in `entries`.
        seating: how those that meet are seated.
        matches_per_pairing: cycles, checked by the seating.
        deals: which matches play the same deals.

    Raises:
        InvalidTournament: there are too many matches, or the design has no rounds that could
            play the same deals.
    """

    __slots__ = (
        "_deals",
        "_design",
        "_places",
        "_seating",
        "entries",
        "entries_per_match",
        "matches_per_pairing",
        "meetings",
    )

    needs_outcomes: Final = False

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        design: Design,
        seating: Seating,
        matches_per_pairing: int,
        deals: DealMode,
    ) -> None:
        check_total(design.meetings * matches_per_pairing)
        if deals is DealMode.FIELD and design.rounds == 0:
            raise InvalidTournament(
                "deals",
                "field deals need rounds in which several tables play and nobody sits twice, and "
                "here there are none: choose independent or mirrored deals, or the format swiss",
            )
        self.entries = entries
        self.entries_per_match = seating.entries
        self.matches_per_pairing = matches_per_pairing
        self.meetings = design.meetings
        self._design = design
        self._seating = seating
        self._deals = deals
        self._places = {id: place for place, id in enumerate(entries)}

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match: 2 in team games, else 1."""
        return self._seating.seats_per_entry

    def total(self) -> int:
        """Number of matches: meetings times matches for each."""
        return self.meetings * self.matches_per_pairing

    def pairing(self, number: int) -> Pairing:
        """The pairing of match `number`, 0 ≤ number < `total()`."""
        return Pairing(number, self._seating.seats(self.entries_of(number)), self._group(number))

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The pairings to start now, marked as running in `state.progress`.

        They are the lowest open numbers whose entries have seats (see `Fitting` for the one
        case in which entries wait), so nobody idles for the sake of the order. The result
        depends only on which numbers are open, on `free` and on `wanted`.
        """
        gone = state.progress.withdrawn
        free = {id: n for id, n in state.free.items() if id not in gone} if gone else state.free
        fitting = Fitting(state.progress, self, free)
        return [self.pairing(number) for number in fitting.numbers(state.wanted)]

    def upcoming(self, progress: Progress, most: int) -> list[Pairing]:
        """The lowest open numbers of entries that have not withdrawn."""
        found: list[Pairing] = []
        number = progress.first_open(0, step=1)
        while number is not None and len(found) < most:
            if progress.withdrawn.isdisjoint(self.entries_of(number)):
                found.append(self.pairing(number))
            number = progress.first_open(number + 1, step=1)
        return found

    def is_over(self, progress: Progress) -> bool:
        """Whether every match has a result, those of entries that withdrew not counted."""
        if progress.finished_count == progress.total:
            return True
        if not progress.withdrawn or progress.running_count:
            return False
        return all(
            progress.first_open(number, step=self.meetings) is None
            or not progress.withdrawn.isdisjoint(self.entries_of(number))
            for number in range(self.meetings)
        )

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of the deal group of match `number`, ascending."""
        cycle, at = divmod(number, self.meetings)
        match self._deals:
            case DealMode.INDEPENDENT:
                return [number]
            case DealMode.MIRRORED:
                size = self._seating.mirrored
                first = cycle // size * size
                return [one * self.meetings + at for one in range(first, first + size)]
            case DealMode.FIELD:
                return [cycle * self.meetings + table for table in self._tables_of(at)]

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Nothing does: every pairing was known before."""
        return False

    def entries_of(self, number: int) -> tuple[str, ...]:
        """The entries that meet in match `number`, in the order in which they are seated."""
        cycle, at = divmod(number, self.meetings)
        met = self._design.meeting(at)
        return tuple([self.entries[met[corner]] for corner in self._seating.order(cycle)])

    def meetings_of(self, entries: tuple[str, ...]) -> tuple[int, ...]:
        """The meetings of those entries, in any order: the inverse of `entries_of`, cycle 0."""
        return tuple(self._design.meetings_of([self._places[id] for id in entries]))

    def _tables_of(self, at: int) -> range:
        """The meetings of the round of a meeting; they stand side by side."""
        round_of = self._design.round_of
        first, after = at, at + 1
        while first > 0 and round_of(first - 1) == round_of(at):
            first -= 1
        while after < self.meetings and round_of(after) == round_of(at):
            after += 1
        return range(first, after)

    def _group(self, number: int) -> int:
        cycle, at = divmod(number, self.meetings)
        match self._deals:
            case DealMode.INDEPENDENT:
                return number
            case DealMode.MIRRORED:
                return cycle // self._seating.mirrored * self.meetings + at
            case DealMode.FIELD:
                return cycle * self._design.rounds + self._design.round_of(at)


def check_total(total: int) -> None:
    """See that a tournament is not larger than the arena can hold.

    Raises:
        InvalidTournament: it is.
    """
    if total > LARGEST_TOTAL:
        advice = f"{total} matches are more than {LARGEST_TOTAL}: make it smaller"
        raise InvalidTournament("matches_per_pairing", advice)
