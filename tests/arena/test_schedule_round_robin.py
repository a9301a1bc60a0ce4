"""The round robin as a list of pairings: everybody meets everybody, on every seat equally often."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozel_arena.tournament import InvalidTournament, RoundRobin
from kozel_arena.tournament.meetings import count_meetings, meeting, meeting_of


def bots(count: int) -> tuple[str, ...]:
    return tuple(f"b{number}" for number in range(1, count + 1))


def round_robin(count: int, matches: int, *, players: int = 4, sides: int = 2) -> RoundRobin:
    return RoundRobin(bots(count), matches_per_pairing=matches, players=players, sides=sides)


def seatings(schedule: RoundRobin, total: int | None = None) -> list[tuple[str, ...]]:
    numbers = range(schedule.total() if total is None else total)
    return [schedule.pairing(number).seats for number in numbers]


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("entries", range(3, 24))
def test_every_meeting_occurs_once_and_knows_its_number(entries: int, sides: int) -> None:
    numbers = range(count_meetings(entries, sides))
    met = [meeting(number, entries, sides) for number in numbers]
    assert {tuple(sorted(m)) for m in met} == set(combinations(range(entries), sides))
    assert [meeting_of(m[::-1], entries) for m in met] == list(numbers)


@given(entries=st.integers(3, 900), seed=st.integers(0, 10**12), sides=st.sampled_from([2, 3]))
def test_numbers_and_meetings_are_inverse_for_any_size(entries: int, seed: int, sides: int) -> None:
    number = seed % count_meetings(entries, sides)
    met = meeting(number, entries, sides)
    assert len(set(met)) == sides
    assert all(0 <= place < entries for place in met)
    assert meeting_of(met, entries) == number


def test_two_sides_play_pairings_times_matches() -> None:
    schedule = round_robin(4, 10)
    pairs = Counter(frozenset(seats) for seats in seatings(schedule))
    assert schedule.total() == 6 * 10
    assert len(pairs) == 6
    assert set(pairs.values()) == {10}


def test_in_a_team_game_an_entry_holds_both_seats_of_its_side() -> None:
    for seats in seatings(round_robin(5, 2)):
        assert seats[0] == seats[2]
        assert seats[1] == seats[3]
        assert seats[0] != seats[1]


@pytest.mark.parametrize(("entries", "matches"), [(2, 2), (5, 4), (8, 6)])
def test_each_pairing_swaps_seats_equally_often(entries: int, matches: int) -> None:
    orders = Counter(seats[:2] for seats in seatings(round_robin(entries, matches)))
    assert set(orders.values()) == {matches // 2}
    assert len(orders) == entries * (entries - 1)


def test_three_sides_play_every_seat_order_of_every_three() -> None:
    schedule = round_robin(5, 12, players=3, sides=3)
    orders = Counter(seatings(schedule))
    assert schedule.total() == 10 * 12
    assert len(orders) == 5 * 4 * 3
    assert set(orders.values()) == {2}


@pytest.mark.parametrize("entries", [4, 5, 9, 16])
def test_each_round_uses_every_bot_once_and_the_bye_goes_around(entries: int) -> None:
    schedule = round_robin(entries, 2)
    tables = entries // 2
    byes: Counter[str] = Counter()
    for start in range(0, schedule.total(), tables):
        seated = [id for n in range(start, start + tables) for id in schedule.pairing(n).seats[:2]]
        assert len(set(seated)) == 2 * tables
        byes.update(set(bots(entries)) - set(seated))
    assert set(byes.values()) in (set(), {2})


@pytest.mark.parametrize("entries", [4, 7, 10])
def test_at_any_prefix_nobody_is_far_ahead_and_seats_are_even(entries: int) -> None:
    schedule = round_robin(entries, 4)
    played: Counter[str] = Counter(dict.fromkeys(bots(entries), 0))
    first: Counter[str] = Counter()
    for number in range(schedule.total()):
        seats = schedule.pairing(number).seats
        played.update(seats[:2])
        first[seats[0]] += 1
        assert max(played.values()) - min(played.values()) <= 2
        if number + 1 == schedule.meetings:
            assert all(abs(2 * first[id] - played[id]) <= 1 for id in bots(entries))


@pytest.mark.parametrize("entries", [4, 6, 7, 11])
def test_three_sides_are_even_after_every_turn_of_a_triangle(entries: int) -> None:
    schedule = round_robin(entries, 6, players=3, sides=3)
    seated: Counter[tuple[int, str]] = Counter()
    whole = schedule.meetings // entries * entries
    for number in range(whole):
        seated.update(enumerate(schedule.pairing(number).seats))
        if (number + 1) % entries == 0:
            assert set(seated.values()) == {(number + 1) // entries}


def test_nothing_depends_on_what_entries_are_called() -> None:
    odd = RoundRobin(("A vs Z", "A", "Z vs", "ж"), matches_per_pairing=2, players=4, sides=2)
    names = dict(zip(bots(4), odd.entries, strict=True))
    renamed = [tuple(names[id] for id in seats) for seats in seatings(round_robin(4, 2))]
    assert seatings(odd) == renamed


@pytest.mark.parametrize(
    ("entries", "matches", "sides", "field", "words"),
    [
        (("b1",), 2, 2, "bots", "it has 1 bot and a match needs 2"),
        (("b1", "b2"), 6, 3, "bots", "it has 2 bots and a match needs 3"),
        (("b1", "b2", "b1"), 2, 2, "bots", "entered twice"),
        (("b1", "b2"), 3, 2, "matches_per_pairing", "choose a multiple of 2"),
        (("b1", "b2", "b3"), 8, 3, "matches_per_pairing", "choose a multiple of 6"),
        (("b1", "b2"), 0, 2, "matches_per_pairing", "choose a multiple of 2"),
        (("b1", "b2"), -2, 2, "matches_per_pairing", "choose a multiple of 2"),
        (("b1", "b2"), 10**9, 2, "matches_per_pairing", "make it smaller"),
        (("b1", "b2"), 2, 5, "ruleset", "need 2 or 3 sides, not 5"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    entries: tuple[str, ...], matches: int, sides: int, field: str, words: str
) -> None:
    with pytest.raises(InvalidTournament, match=words) as caught:
        RoundRobin(entries, matches_per_pairing=matches, players=sides, sides=sides)
    assert caught.value.field == field
