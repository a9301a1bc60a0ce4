"""Head to head: two entries play deal groups until a sequential test has decided, or to the end."""

from typing import Final

from kozel.stats import Gsprt, SprtDecision, SprtState
from kozel_arena.tournament.cycles import check_total
from kozel_arena.tournament.live import LiveMeeting, start_live, totals, upcoming_live
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament, Pairing, SprtBounds


class Sprt:
    """A sequential test of the first entry against the second; immutable.

    Groups count in the order of their numbers, and one counts when all before it are complete:
    so neither the order in which matches end nor a restart changes the decision. After it no
    match starts; those in play end, and do not count for it.

    Args:
        entries: two entry ids.
        bounds: what is tested.
        matches_per_pairing: the most matches, a positive multiple of 2.
        players: seats of the game.
        sides: sides of the game: 2.
        deals: mirrored (a group is both seat orders) or independent (each match is a group).

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = ("_bounds", "_meeting", "_seating", "_size", "entries", "matches_per_pairing")

    needs_outcomes: Final = True

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        bounds: SprtBounds,
        matches_per_pairing: int,
        players: int,
        sides: int,
        deals: DealMode = DealMode.MIRRORED,
    ) -> None:
        if sides != 2 or len(entries) != 2:
            advice = "a sequential test is of two bots in a game of two sides: name two bots"
            raise InvalidTournament("bots" if sides == 2 else "format", advice)
        if deals is DealMode.FIELD:
            advice = (
                "two bots are alone with their deals, so there is no field to compare them with: "
                "choose mirrored or independent deals"
            )
            raise InvalidTournament("deals", advice)
        self._seating = Seating(players=players, sides=sides)
        self._seating.check(entries, matches_per_pairing)
        check_total(matches_per_pairing)
        self._size = self._seating.mirrored if deals is DealMode.MIRRORED else 1
        self._meeting = LiveMeeting(entries, range(matches_per_pairing))
        self._bounds = bounds
        self._new_test()
        self.entries = entries
        self.matches_per_pairing = matches_per_pairing

    @property
    def seats_per_entry(self) -> int:
        """Seats that an entry fills in one match."""
        return self._seating.seats_per_entry

    def total(self) -> int:
        """The most matches there can be."""
        return self.matches_per_pairing

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The lowest open matches, none after the decision."""
        if self._is_stopped(state.progress):
            return []
        live = [self._meeting]
        return start_live(state, live, seating=self._seating, group=self._group)

    def upcoming(self, progress: Progress, most: int) -> list[Pairing]:
        """The lowest open matches, none after the decision."""
        live = [] if self._is_stopped(progress) else [self._meeting]
        return upcoming_live(progress, live, most, seating=self._seating, group=self._group)

    def is_over(self, progress: Progress) -> bool:
        """Whether the test has decided, or every match has a result; and nothing runs."""
        is_done = progress.finished_count == progress.total or self._is_stopped(progress)
        return is_done and not progress.running_count

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Whether the decision was made with that match."""
        state = self.state(progress)
        return state.decision is not SprtDecision.OPEN and self._group(number) < state.groups

    def state(self, progress: Progress) -> SprtState:
        """How far the test is; after the decision, as it was then."""
        count = progress.memo
        if not isinstance(count, _Count) or count.reopened != progress.reopened:
            count = progress.memo = _Count(self._new_test(), progress.reopened)
        while (score := self._score(progress, count.group)) is not None:
            if count.test.add(score).decision is not SprtDecision.OPEN:
                break
            count.group += 1
        return count.test.state

    def _is_stopped(self, progress: Progress) -> bool:
        is_decided = self.state(progress).decision is not SprtDecision.OPEN
        return is_decided or not progress.withdrawn.isdisjoint(self.entries)

    def _score(self, progress: Progress, group: int) -> float | None:
        """The first entry's mean score in a group, None while it is not complete."""
        numbers = range(group * self._size, (group + 1) * self._size)
        outcomes = [progress.outcomes[n] for n in numbers if n in progress.outcomes]
        if len(outcomes) < self._size:
            return None
        points, _ = totals(self._meeting, outcomes)
        return points[self.entries[0]] / self._size

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of the deal group of match `number`."""
        first = number // self._size * self._size
        return list(range(first, first + self._size))

    def _group(self, number: int) -> int:
        return number // self._size

    def _new_test(self) -> Gsprt:
        bounds = self._bounds
        try:
            return Gsprt(elo0=bounds.elo0, elo1=bounds.elo1, alpha=bounds.alpha, beta=bounds.beta)
        except ValueError as error:
            raise InvalidTournament("sprt", str(error)) from error


class _Count:
    """The groups that were counted: all below `group`, or up to the decision."""

    __slots__ = ("group", "reopened", "test")

    def __init__(self, test: Gsprt, reopened: int) -> None:
        self.test = test
        self.reopened = reopened
        self.group = 0
