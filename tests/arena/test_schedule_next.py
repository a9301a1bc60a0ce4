"""What comes next: the lowest open matches that fit, and exactly the rest after any resumption."""

from collections import Counter, deque
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import Outcome, Pairing, Progress, RoundRobin, ScheduleState
from kozel_arena.tournament.fitting import AHEAD


def round_robin(entries: int, matches: int, *, sides: int = 2) -> RoundRobin:
    ids = tuple(f"b{number}" for number in range(1, entries + 1))
    players = 4 if sides == 2 else 3
    return RoundRobin(ids, matches_per_pairing=matches, players=players, sides=sides)


def take(
    schedule: RoundRobin, progress: Progress, free: dict[str, int], wanted: int = 1
) -> list[Pairing]:
    """Ask for pairings and take the seats they need."""
    pairings = schedule.next(ScheduleState(progress=progress, free=free, wanted=wanted))
    for pairing in pairings:
        for id in pairing.seats:
            free[id] -= 1
    return pairings


def give_back(free: dict[str, int], pairing: Pairing) -> None:
    for id in pairing.seats:
        free[id] += 1


def plain_next(
    schedule: RoundRobin, progress: Progress, free: dict[str, int], wanted: int
) -> list[int]:
    """The rule written down plainly: look at every number from 0."""
    free, started, is_open = dict(free), [], progress.is_open
    need = schedule.seats_per_entry
    while len(started) < wanted:
        usable = {id for id in schedule.entries if free.get(id, 0) >= need}
        opened = [n for n in range(progress.total) if is_open(n) and n not in started]
        present = [n for n in opened if set(schedule.entries_of(n)) <= set(free)]
        fits = [n for n in present if set(schedule.entries_of(n)) <= usable]
        is_quiet = not progress.running_count and not started
        if len(usable) == schedule.entries_per_match and not is_quiet:
            fits = [n for n in fits if n < present[0] + AHEAD * schedule.meetings]
        if not fits:
            break
        started.append(fits[0])
        for id in schedule.entries_of(fits[0]):
            free[id] -= need
    return started


@given(
    seed=st.integers(0, 2**32),
    entries=st.integers(3, 7),
    sides=st.sampled_from([2, 3]),
    capacity=st.integers(1, 6),
)
@settings(max_examples=60, deadline=None)
def test_the_quick_search_finds_what_looking_at_every_number_finds(
    seed: int, entries: int, sides: int, capacity: int
) -> None:
    chance = Random(seed)
    schedule = round_robin(entries, 12 if sides == 2 else 6, sides=sides)
    numbers = range(schedule.total())
    progress = Progress(schedule.total(), chance.sample(numbers, chance.randrange(len(numbers))))
    seats = dict.fromkeys(schedule.entries, capacity)
    running: list[Pairing] = []
    for _ in range(40):
        free = {id: count for id, count in seats.items() if chance.random() < 0.85}
        wanted = chance.choice([1, 1, 2, 5, 100])
        expected = plain_next(schedule, progress, free, wanted)
        pairings = take(schedule, progress, free, wanted)
        assert [pairing.number for pairing in pairings] == expected
        seats |= free
        running += pairings
        while running and chance.random() < 0.7:
            pairing = running.pop(chance.randrange(len(running)))
            give_back(seats, pairing)
            if chance.random() < 0.8:
                progress.finish(pairing.number)
            else:
                progress.put_back(pairing.number)


@given(seed=st.integers(0, 2**32), sides=st.sampled_from([2, 3]))
@settings(max_examples=40, deadline=None)
def test_after_any_interruption_exactly_the_rest_is_played(seed: int, sides: int) -> None:
    chance = Random(seed)
    schedule = round_robin(5, 6, sides=sides)
    finished = set(chance.sample(range(schedule.total()), chance.randrange(schedule.total())))
    played: list[int] = []
    while len(finished) < schedule.total():
        progress = Progress(schedule.total(), finished)
        free = dict.fromkeys(schedule.entries, chance.randint(2, 9))
        running = deque(take(schedule, progress, free, chance.randint(1, 30)))
        for _ in range(chance.randint(1, 40)):
            if running:
                pairing = running.popleft()
                finished.add(pairing.number)
                played.append(pairing.number)
                progress.finish(pairing.number)
                give_back(free, pairing)
                running.extend(take(schedule, progress, free))
    assert len(played) == len(set(played))
    assert set(range(schedule.total())) == finished


def play(schedule: RoundRobin, capacity: dict[str, int]) -> list[tuple[str, ...]]:
    """Play all matches, each lasting as long as any other; who met, in order of starting."""
    progress, free = Progress(schedule.total()), dict(capacity)
    running = deque(take(schedule, progress, free, 1000))
    started = [pairing.seats for pairing in running]
    while running:
        pairing = running.popleft()
        progress.finish(pairing.number)
        give_back(free, pairing)
        new = take(schedule, progress, free, 1000)
        running.extend(new)
        started += [pairing.seats for pairing in new]
    assert schedule.is_over(progress) or set(capacity) != set(schedule.entries)
    return started


@pytest.mark.parametrize("seats", [2, 3, 4, 10, 400])
def test_every_match_is_played_whatever_the_bots_can_hold(seats: int) -> None:
    schedule = round_robin(6, 10)
    assert len(play(schedule, dict.fromkeys(schedule.entries, seats))) == schedule.total()


def test_two_bots_that_become_free_together_do_not_play_all_their_matches_in_a_row() -> None:
    schedule = round_robin(8, 20)
    started = play(schedule, dict.fromkeys(schedule.entries, 2))
    half = Counter(frozenset(seats) for seats in started[: schedule.total() // 2])
    assert max(half.values()) - min(half.values()) <= 6


def test_a_bot_that_is_absent_holds_nobody_up() -> None:
    schedule = round_robin(6, 10)
    absent, *present = schedule.entries
    started = play(schedule, dict.fromkeys(present, 2))
    assert len(started) == 10 * 10
    assert not any(absent in seats for seats in started)


def test_the_matches_of_a_bot_that_comes_late_are_played_when_it_is_there() -> None:
    schedule = round_robin(4, 2)
    late, *present = schedule.entries
    progress = Progress(schedule.total())
    before = take(schedule, progress, dict.fromkeys(present, 100), 100)
    after = take(schedule, progress, dict.fromkeys(schedule.entries, 100), 100)
    assert len(before) == 6
    assert len(after) == 6
    assert all(late in pairing.seats for pairing in after)


def test_a_bot_without_a_free_seat_holds_up_only_its_own_matches() -> None:
    schedule = round_robin(5, 4)
    busy, *others = schedule.entries
    started = take(schedule, Progress(schedule.total()), {busy: 0} | dict.fromkeys(others, 100), 99)
    assert len(started) == 6 * 4


def test_a_team_needs_two_free_seats() -> None:
    schedule = round_robin(2, 2)
    progress = Progress(schedule.total())
    assert take(schedule, progress, {"b1": 1, "b2": 9}) == []
    assert len(take(schedule, progress, {"b1": 2, "b2": 9})) == 1


def test_no_more_than_wanted_is_started() -> None:
    schedule = round_robin(4, 4)
    free = dict.fromkeys(schedule.entries, 100)
    assert take(schedule, Progress(schedule.total()), free, 0) == []
    assert len(take(schedule, Progress(schedule.total()), free, 7)) == 7


def test_a_match_that_was_put_back_comes_next() -> None:
    schedule = round_robin(4, 4)
    progress = Progress(schedule.total())
    free = dict.fromkeys(schedule.entries, 100)
    started = take(schedule, progress, free, 10)
    progress.put_back(started[3].number)
    assert take(schedule, progress, free) == [started[3]]


def test_progress_counts_each_result_once() -> None:
    progress = Progress(3, finished=[1])
    progress.start(0)
    assert progress.running() == [0]
    assert progress.finish(0) is True
    assert progress.finish(0) is False
    assert (progress.finished_count, progress.running_count) == (2, 0)


def test_a_voided_match_is_open_again_and_its_outcome_forgotten() -> None:
    outcome = Outcome(
        number=1,
        seats=("b1", "b2"),
        group=1,
        match_points=(1.0, 0.0),
        deal_points=(70, 50),
        deals=1,
        charged=(False, False),
    )
    progress = Progress(3, outcomes=[outcome])
    assert (progress.finished_count, progress.outcomes) == (1, {1: outcome})
    progress.reopen(1)
    assert progress.is_open(1)
    assert (progress.finished_count, progress.outcomes) == (0, {})
    with pytest.raises(ValueError, match="has no result"):
        progress.reopen(1)


def test_a_round_robin_is_over_when_every_match_has_a_result() -> None:
    schedule = round_robin(2, 2)
    progress = Progress(schedule.total(), [0])
    assert not schedule.is_over(progress)
    progress.finish(1)
    assert schedule.is_over(progress)


@pytest.mark.parametrize("number", [-1, 3])
def test_a_number_outside_the_schedule_is_a_mistake_not_a_match(number: int) -> None:
    with pytest.raises(ValueError, match="outside a schedule of 3"):
        Progress(3).finish(number)


def test_what_runs_cannot_be_started_and_what_does_not_cannot_be_put_back() -> None:
    progress = Progress(3)
    progress.start(0)
    with pytest.raises(ValueError, match="started before"):
        progress.start(0)
    with pytest.raises(ValueError, match="is not running"):
        progress.put_back(1)
