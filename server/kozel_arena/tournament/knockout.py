"""Knockouts: who loses a meeting is out, or falls into the bracket of those who lost once."""

from typing import Final

from kozel_arena.tournament.brackets import (
    Bracket,
    Origin,
    Source,
    double_bracket,
    single_bracket,
)
from kozel_arena.tournament.cycles import check_total
from kozel_arena.tournament.live import LiveMeeting, group_of, places_of_group, start_live, totals
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament, Pairing

EXTRA_SETS: Final = 3
"""Sets of seat orders that are added at most, one by one, while a meeting is drawn."""

NOBODY: Final = ""
"""A place that stays empty: a bye for whoever should have met it."""


class Knockout:
    """A single or double knockout of two sides; immutable. Entries are seeds, best first.

    A meeting is won by more match points; if they are equal, by more deal points; if they are
    equal too, one more set of seat orders is played, up to `EXTRA_SETS` times; then the better
    seed wins. An entry that withdrew loses what it has not finished.

    Args:
        entries: entry ids, the best seed first, at least 2, all different.
        matches_per_pairing: matches of a meeting, a positive multiple of 2.
        players: seats of the game.
        sides: sides of the game: 2.
        is_double: who loses for the first time goes on in the second bracket.
        deals: independent or mirrored.

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = (
        "_bracket",
        "_deals",
        "_most",
        "_seating",
        "_seeds",
        "entries",
        "matches_per_pairing",
    )

    needs_outcomes: Final = True

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        matches_per_pairing: int,
        players: int,
        sides: int,
        is_double: bool,
        deals: DealMode = DealMode.INDEPENDENT,
    ) -> None:
        if sides != 2:
            advice = "a knockout needs a game of two sides: choose another format or ruleset"
            raise InvalidTournament("format", advice)
        if deals is DealMode.FIELD:
            advice = "a knockout has no field: choose independent or mirrored deals"
            raise InvalidTournament("deals", advice)
        self._seating = Seating(players=players, sides=sides)
        self._seating.check(entries, matches_per_pairing)
        self._bracket: Bracket = (double_bracket if is_double else single_bracket)(len(entries))
        self._most = matches_per_pairing + EXTRA_SETS * self._seating.mirrored
        self._deals = deals
        self._seeds = {id: seed for seed, id in enumerate(entries)}
        self.entries = entries
        self.matches_per_pairing = matches_per_pairing
        check_total(self.total())

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match."""
        return self._seating.seats_per_entry

    def total(self) -> int:
        """The most matches there can be: every meeting with all its extra sets."""
        return len(self._bracket.meetings) * self._most

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The matches of all meetings whose two entries are known, the least far first."""
        live, _ = self._plan(state.progress)
        return start_live(state, live, seating=self._seating, group=self._group)

    def is_over(self, progress: Progress) -> bool:
        """Whether the last meeting is decided."""
        return self.winner(progress) is not None and not progress.running_count

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Whether a later meeting may have begun because of that match's result."""
        return any(
            Source(origin, number // self._most) in sources and self._has_begun(progress, index)
            for index, sources in enumerate(self._bracket.meetings)
            for origin in (Origin.WINNER, Origin.LOSER)
        )

    def winner(self, progress: Progress) -> str | None:
        """Who has won the tournament, None while that is open."""
        _, won = self._plan(progress)
        return won[-1][0] if len(won) == len(self._bracket.meetings) and won[-1] else None

    def _plan(self, progress: Progress) -> tuple[list[LiveMeeting], list[tuple[str, str] | None]]:
        """The meetings that can be played, and (winner, loser) of each meeting; None if open."""
        key = progress.changes, frozenset(progress.withdrawn)
        if isinstance(progress.memo, _Plan) and progress.memo.key == key:
            return progress.memo.live, progress.memo.won
        live: list[LiveMeeting] = []
        won: list[tuple[str, str] | None] = []
        for index, (one, other) in enumerate(self._bracket.meetings):
            places = self._place(one, won), self._place(other, won)
            won.append(self._decide(progress, index, places, live))
            if self._is_reset(index + 1):
                won.append(self._without_reset(places, won[-1]))
                if won[-1] is not None:
                    break
                won.pop()
        progress.memo = _Plan(key, live, won)
        return live, won

    def _place(self, source: Source, won: list[tuple[str, str] | None]) -> str | None:
        if source.origin is Origin.SEED:
            return self.entries[source.number] if source.number < len(self.entries) else NOBODY
        decided = won[source.number]
        return decided and decided[source.origin is Origin.LOSER]

    def _is_reset(self, index: int) -> bool:
        return self._bracket.has_reset and index == len(self._bracket.meetings) - 1

    def _without_reset(
        self, places: tuple[str | None, str | None], final: tuple[str, str] | None
    ) -> tuple[str, str] | None:
        """The result of the second final when it need not be played."""
        is_enough = final is not None and (final[0] == places[0] or NOBODY in final)
        return final if is_enough else None

    def _decide(
        self,
        progress: Progress,
        index: int,
        places: tuple[str | None, str | None],
        live: list[LiveMeeting],
    ) -> tuple[str, str] | None:
        one, other = places
        if one is None or other is None:
            return None
        if NOBODY in (one, other):
            return (one, other) if one else (other, one)
        first = index * self._most
        planned = self.matches_per_pairing
        while True:
            meeting = LiveMeeting((one, other), range(first, first + planned))
            if not meeting.is_played(progress):
                return self._open(progress, meeting, live)
            points, cards = totals(meeting, meeting.outcomes(progress))
            if points[one] != points[other] or cards[one] != cards[other]:
                is_won = (points[one], cards[one]) > (points[other], cards[other])
                return (one, other) if is_won else (other, one)
            if planned == self._most:
                return self._by_seed(one, other)
            planned += self._seating.mirrored

    def _open(
        self, progress: Progress, meeting: LiveMeeting, live: list[LiveMeeting]
    ) -> tuple[str, str] | None:
        """A meeting that is not played out: to be played, unless somebody has withdrawn."""
        one, other = meeting.entries
        gone = progress.withdrawn & {one, other}
        if not gone:
            live.append(meeting)
        if not gone or meeting.is_running(progress):
            return None
        if len(gone) == 2:
            return self._by_later(progress, meeting) or self._by_seed(one, other)
        return (one, other) if other in gone else (other, one)

    def _by_later(self, progress: Progress, meeting: LiveMeeting) -> tuple[str, str] | None:
        """Both have withdrawn: if one of them has played on, it was after the other had left."""
        later = [
            o.seats for number, o in progress.outcomes.items() if number in self._after(meeting)
        ]
        later += [ids for number, ids in progress.playing.items() if number in self._after(meeting)]
        one, other = meeting.entries
        for seats in later:
            if one in seats or other in seats:
                return (one, other) if one in seats else (other, one)
        return None

    def _after(self, meeting: LiveMeeting) -> range:
        """The numbers of all meetings that come after that one."""
        return range((meeting.numbers.start // self._most + 1) * self._most, self.total())

    def _by_seed(self, one: str, other: str) -> tuple[str, str]:
        return (one, other) if self._seeds[one] < self._seeds[other] else (other, one)

    def _has_begun(self, progress: Progress, index: int) -> bool:
        numbers = range(index * self._most, (index + 1) * self._most)
        return any(n in progress.outcomes or n in progress.playing for n in numbers)

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of the deal group of match `number`; extra sets may not be needed."""
        meeting, at = divmod(number, self._most)
        places = places_of_group(
            self._deals, place=meeting, at=at, size=self._seating.mirrored, tables=1
        )
        return [meeting * self._most + one for meeting, one in places]

    def _group(self, number: int) -> int:
        meeting, at = divmod(number, self._most)
        return group_of(
            self._deals,
            number=number,
            place=meeting,
            at=at,
            size=self._seating.mirrored,
            tables=len(self._bracket.meetings),
        )


class _Plan:
    """What was worked out from one state of the results."""

    __slots__ = ("key", "live", "won")

    def __init__(
        self,
        key: tuple[int, frozenset[str]],
        live: list[LiveMeeting],
        won: list[tuple[str, str] | None],
    ) -> None:
        self.key = key
        self.live = live
        self.won = won
