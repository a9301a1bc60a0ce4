"""Meetings that can be played now, for formats in which results decide who meets next.

Each meeting owns its match numbers; a match is known by its number and by its place `k` in the
meeting, which says how those that meet are seated.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, Outcome, Pairing


@dataclass(frozen=True, slots=True)
class LiveMeeting:
    """Entries that meet, in the order of seat order 0, and the numbers of their matches."""

    entries: tuple[str, ...]
    numbers: range

    def outcomes(self, progress: Progress) -> list[Outcome]:
        """What was played of it, by number."""
        return [progress.outcomes[n] for n in self.numbers if n in progress.outcomes]

    def is_played(self, progress: Progress) -> bool:
        """Whether all its matches have results."""
        return all(number in progress.outcomes for number in self.numbers)

    def is_running(self, progress: Progress) -> bool:
        """Whether a match of it is being played."""
        return bool(progress.playing) and any(n in progress.playing for n in self.numbers)


def start_live(
    state: ScheduleState,
    meetings: Iterable[LiveMeeting],
    *,
    seating: Seating,
    group: Callable[[int], int],
) -> list[Pairing]:
    """Start what fits: of all meetings whose entries have seats, the one that is least far.

    Meetings of equal progress come in the order given, so nobody waits for anybody else and no
    meeting runs ahead.
    """
    progress, need = state.progress, seating.seats_per_entry
    free = dict(state.free)
    waiting: list[tuple[int, int, LiveMeeting]] = []
    for place, meeting in enumerate(meetings):
        at = _first(progress, meeting)
        if at is not None:
            waiting.append((at, place, meeting))
    waiting.sort(key=lambda meeting: meeting[:2], reverse=True)
    started: list[Pairing] = []
    while waiting and len(started) < state.wanted:
        at, place, meeting = waiting.pop()
        if any(free.get(id, 0) < need for id in meeting.entries):
            continue
        number = meeting.numbers[at]
        progress.start(number, meeting.entries)
        for id in meeting.entries:
            free[id] -= need
        seated = tuple(meeting.entries[corner] for corner in seating.order(at))
        started.append(Pairing(number, seating.seats(seated), group(number)))
        later = _first(progress, meeting)
        if later is not None:
            waiting.append((later, place, meeting))
            waiting.sort(key=lambda meeting: meeting[:2], reverse=True)
    return started


def upcoming_live(
    progress: Progress,
    meetings: Iterable[LiveMeeting],
    most: int,
    *,
    seating: Seating,
    group: Callable[[int], int],
) -> list[Pairing]:
    """What `start_live` would start if everybody were free; marks nothing as running."""
    waiting = sorted(
        (at, place, meeting)
        for place, meeting in enumerate(meetings)
        if progress.withdrawn.isdisjoint(meeting.entries)
        for at in _open_places(progress, meeting, most)
    )
    found = []
    for at, _, meeting in waiting[:most]:
        seated = tuple(meeting.entries[corner] for corner in seating.order(at))
        number = meeting.numbers[at]
        found.append(Pairing(number, seating.seats(seated), group(number)))
    return found


def group_of(deals: DealMode, *, number: int, place: int, at: int, size: int, tables: int) -> int:
    """The deal group of a match: the `at`-th of those that go on side by side at `tables` tables.

    Args:
        deals: which matches play the same deals.
        number: of the match.
        place: its table.
        at: how many matches were planned at that table before it, from the beginning on.
        size: matches of a mirrored group; every meeting has a multiple of it.
        tables: how many meetings go on side by side.
    """
    match deals:
        case DealMode.INDEPENDENT:
            return number
        case DealMode.MIRRORED:
            return at // size * tables + place
        case DealMode.FIELD:
            return at


def places_of_group(
    deals: DealMode, *, place: int, at: int, size: int, tables: int
) -> list[tuple[int, int]]:
    """Where the matches stand that have the deals of the match `at` of a table; see `group_of`.

    Returns:
        (place, at) of each of them, itself included.
    """
    match deals:
        case DealMode.INDEPENDENT:
            return [(place, at)]
        case DealMode.MIRRORED:
            first = at // size * size
            return [(place, one) for one in range(first, first + size)]
        case DealMode.FIELD:
            return [(table, at) for table in range(tables)]


def totals(
    meeting: LiveMeeting, outcomes: Sequence[Outcome]
) -> tuple[dict[str, float], dict[str, int]]:
    """Match points and deal points of each entry over a meeting's matches.

    An entry that holds several seats of its side counts once.
    """
    points = dict.fromkeys(meeting.entries, 0.0)
    cards = dict.fromkeys(meeting.entries, 0)
    for outcome in outcomes:
        for id in meeting.entries:
            seat = outcome.seats.index(id)
            points[id] += outcome.match_points[seat]
            cards[id] += outcome.deal_points[seat]
    return {id: round(sum, 6) for id, sum in points.items()}, cards


def _open_places(progress: Progress, meeting: LiveMeeting, most: int) -> Iterator[int]:
    """The first open places of a meeting, at most so many."""
    numbers, start = meeting.numbers, meeting.numbers.start
    for _ in range(most):
        found = progress.first_open(start, step=numbers.step, stop=numbers.stop)
        if found is None:
            return
        yield (found - numbers.start) // numbers.step
        start = found + numbers.step


def _first(progress: Progress, meeting: LiveMeeting) -> int | None:
    numbers = meeting.numbers
    found = progress.first_open(numbers.start, step=numbers.step, stop=numbers.stop)
    return None if found is None else (found - numbers.start) // numbers.step
