"""The ladder: bots come and go, and whoever is free meets somebody of about the same strength."""

from typing import Final

from kozel_arena.tournament.cycles import check_total
from kozel_arena.tournament.live import (
    LiveMeeting,
    group_of,
    places_of_group,
    start_live,
    upcoming_live,
)
from kozel_arena.tournament.matchmaking import Matchmaking
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament, Pairing

LARGEST_LADDER: Final = 1_000_000
"""Matches of a ladder without a number of rounds."""


class Ladder:
    """A ladder; immutable. It goes on until an organiser ends it or `rounds` meetings are played.

    Who meets is chosen when seats are free (see `Matchmaking`), from who is connected and from
    what was played; so it is not the same in two runs. A meeting of which a match was played or
    is being played keeps its entries, also after a restart; one that was voided altogether gives
    its numbers to the next.

    Args:
        entries: entry ids, all different.
        rounds: the most meetings; None for as many as fit into `LARGEST_LADDER` matches.
        matches_per_pairing: matches of a meeting, a positive multiple of the seat orders.
        players: seats of the game.
        sides: sides of the game, 2 or 3.
        individual: every seat is an entry of its own, and partners change.
        deals: independent or mirrored.

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = ("_deals", "_seating", "_sides", "entries", "matches_per_pairing", "rounds")

    needs_outcomes: Final = True

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        rounds: int | None,
        matches_per_pairing: int,
        players: int,
        sides: int,
        individual: bool = False,
        deals: DealMode = DealMode.INDEPENDENT,
    ) -> None:
        if deals is DealMode.FIELD:
            advice = (
                "a ladder has no rounds, so no other table would play the same deals: choose "
                "independent or mirrored deals, or the format swiss"
            )
            raise InvalidTournament("deals", advice)
        self._seating = Seating(players=players, sides=sides, individual=individual)
        self._seating.check(entries, matches_per_pairing)
        self._sides = sides
        self._deals = deals
        self.rounds = LARGEST_LADDER // matches_per_pairing if rounds is None else rounds
        if self.rounds < 1:
            raise InvalidTournament("rounds", f"it has {self.rounds} meetings: give 1 or more")
        self.entries = entries
        self.matches_per_pairing = matches_per_pairing
        check_total(self.total())

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match: 2 in team games, else 1."""
        return self._seating.seats_per_entry

    def total(self) -> int:
        """The most matches there can be."""
        return self.rounds * self.matches_per_pairing

    def next(self, state: ScheduleState) -> list[Pairing]:
        """What is left of meetings that have begun, then new meetings for those still free."""
        progress = state.progress
        book = self._book(progress)
        gone = progress.withdrawn
        present = [id for id in self.entries if id in state.free and id not in gone]
        self._call_off(progress, book, set(present))
        free = {id: state.free[id] for id in present}
        begun = [book.open[turn] for turn in sorted(book.open)]
        started = self._start(progress, begun, free, state.wanted)
        while len(started) < state.wanted:
            turn = book.next_turn(self.rounds)
            company = turn is not None and book.matchmaking.choose(
                [id for id in present if free[id] >= self.seats_per_entry],
                present=present,
                size=self._seating.entries,
                turn=turn,
                may_wait=progress.running_count > 0,
            )
            if turn is None or not company:
                break
            book.begin(turn, self._meeting(turn, company))
            started += self._start(progress, [book.open[turn]], free, state.wanted - len(started))
        return started

    def upcoming(self, progress: Progress, most: int) -> list[Pairing]:
        """What is left of meetings that have begun; the others are not chosen yet."""
        live = self._book(progress).open.values()
        return upcoming_live(progress, live, most, seating=self._seating, group=self._group)

    def is_over(self, progress: Progress) -> bool:
        """Whether all its meetings are played, or too few entries have not withdrawn."""
        if progress.running_count:
            return False
        if progress.finished_count == progress.total:
            return True
        gone = progress.withdrawn
        if len(self.entries) - len(gone & set(self.entries)) < self._seating.entries:
            return True
        book = self._book(progress)
        return book.next_turn(self.rounds) is None and all(
            not gone.isdisjoint(meeting.entries) for meeting in book.open.values()
        )

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Nothing does: later meetings stay what they are."""
        return False

    def _start(
        self, progress: Progress, meetings: list[LiveMeeting], free: dict[str, int], wanted: int
    ) -> list[Pairing]:
        state = ScheduleState(progress=progress, free=free, wanted=wanted)
        started = start_live(state, meetings, seating=self._seating, group=self._group)
        for pairing in started:
            for id in pairing.seats:
                free[id] -= 1
        return started

    def _book(self, progress: Progress) -> "_Book":
        book = progress.memo
        if not isinstance(book, _Book) or book.reopened != progress.reopened:
            book = progress.memo = _Book(Matchmaking(self._sides), progress.reopened)
            progress.fresh = [progress.outcomes[number] for number in sorted(progress.outcomes)]
            for number, entries in progress.playing.items():
                turn = number // self.matches_per_pairing
                if turn not in book.turns:
                    book.begin(turn, self._meeting(turn, entries))
        for outcome in progress.fresh:
            turn, at = divmod(outcome.number, self.matches_per_pairing)
            if turn not in book.turns:
                entries = self._seating.unseated(outcome.seats, at)
                book.begin(turn, self._meeting(turn, entries))
            book.matchmaking.count(outcome)
            if turn in book.open and book.open[turn].is_played(progress):
                del book.open[turn]
        progress.fresh.clear()
        return book

    def _call_off(self, progress: Progress, book: "_Book", present: set[str]) -> None:
        """Forget meetings of which nothing was played and that cannot begin: a bot has left."""
        for turn, meeting in list(book.open.items()):
            is_begun = meeting.is_running(progress) or meeting.outcomes(progress)
            if not is_begun and not present.issuperset(meeting.entries):
                book.call_off(turn)

    def _meeting(self, turn: int, entries: tuple[str, ...]) -> LiveMeeting:
        first = turn * self.matches_per_pairing
        return LiveMeeting(entries, range(first, first + self.matches_per_pairing))

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of the deal group of match `number`."""
        places = places_of_group(
            self._deals, place=0, at=number, size=self._seating.mirrored, tables=1
        )
        return [one for _, one in places]

    def _group(self, number: int) -> int:
        return group_of(
            self._deals,
            number=number,
            place=0,
            at=number,
            size=self._seating.mirrored,
            tables=1,
        )


class _Book:
    """The meetings that have begun; a turn is the number of a meeting."""

    __slots__ = ("_lowest", "matchmaking", "open", "reopened", "turns")

    def __init__(self, matchmaking: Matchmaking, reopened: int) -> None:
        self.matchmaking = matchmaking
        self.reopened = reopened
        self.open: dict[int, LiveMeeting] = {}
        """Meetings with matches that have no result."""
        self.turns: set[int] = set()
        self._lowest = 0

    def begin(self, turn: int, meeting: LiveMeeting) -> None:
        """Those entries meet."""
        self.turns.add(turn)
        self.open[turn] = meeting
        self.matchmaking.meet(turn, meeting.entries)

    def call_off(self, turn: int) -> None:
        """They do not meet after all."""
        self.matchmaking.part(turn, self.open.pop(turn).entries)
        self.turns.discard(turn)
        self._lowest = min(self._lowest, turn)

    def next_turn(self, rounds: int) -> int | None:
        """The lowest turn that is not taken."""
        while self._lowest in self.turns:
            self._lowest += 1
        return self._lowest if self._lowest < rounds else None
