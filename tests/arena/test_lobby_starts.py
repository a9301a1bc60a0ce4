"""Which matches start now: within capacity, within every bot's seats, fair between tournaments."""

from collections import Counter

from kozel_arena.lobby import RunningTournament, Start, choose_starts
from kozel_arena.tournament import Progress, RoundRobin


def tournament(id: str, *entries: str, matches: int = 10, sides: int = 2) -> RunningTournament:
    players = 4 if sides == 2 else 3
    schedule = RoundRobin(entries, matches_per_pairing=matches, players=players, sides=sides)
    return RunningTournament(id, schedule, Progress(schedule.total()))


def seats_taken(starts: list[Start]) -> Counter[str]:
    return Counter(id for start in starts for id in start.pairing.seats)


def test_nothing_starts_without_tournaments_bots_or_room() -> None:
    running = tournament("t1", "b1", "b2")
    assert choose_starts([], free_seats={"b1": 9}, capacity=9) == []
    assert choose_starts([running], free_seats={}, capacity=9) == []
    assert choose_starts([running], free_seats={"b1": 9, "b2": 9}, capacity=0) == []


def test_starts_stay_within_the_capacity_of_the_arena() -> None:
    running = tournament("t1", "b1", "b2", "b3")
    free = dict.fromkeys(("b1", "b2", "b3"), 100)
    assert len(choose_starts([running], free_seats=free, capacity=7)) == 7


def test_starts_stay_within_the_seats_of_each_bot_over_all_tournaments() -> None:
    both = [tournament("t1", "b1", "b2", "b3"), tournament("t2", "b1", "b2", "b4")]
    free = {"b1": 5, "b2": 4, "b3": 100, "b4": 3}
    taken = seats_taken(choose_starts(both, free_seats=free, capacity=1000))
    assert all(taken[id] <= free[id] for id in free)
    assert taken["b2"] == 4


def test_the_callers_counts_are_left_alone() -> None:
    free = {"b1": 4, "b2": 4}
    choose_starts([tournament("t1", "b1", "b2")], free_seats=free, capacity=9)
    assert free == {"b1": 4, "b2": 4}


def test_tournaments_share_the_arena_equally() -> None:
    first, second = tournament("t1", "b1", "b2"), tournament("t2", "b3", "b4")
    free = dict.fromkeys(("b1", "b2", "b3", "b4"), 100)
    starts = choose_starts([first, second], free_seats=free, capacity=9)
    assert Counter(start.tournament_id for start in starts) == {"t1": 5, "t2": 4}


def test_a_tournament_that_started_later_catches_up() -> None:
    first, second = tournament("t1", "b1", "b2"), tournament("t2", "b3", "b4")
    free = dict.fromkeys(("b1", "b2", "b3", "b4"), 100)
    choose_starts([first], free_seats=free, capacity=4)
    starts = choose_starts([first, second], free_seats=free, capacity=4)
    assert {start.tournament_id for start in starts} == {"t2"}


def test_a_tournament_that_is_stuck_leaves_its_room_to_the_others() -> None:
    stuck, other = tournament("t1", "b1", "absent"), tournament("t2", "b1", "b2")
    starts = choose_starts([stuck, other], free_seats={"b1": 100, "b2": 100}, capacity=6)
    assert [start.tournament_id for start in starts] == ["t2"] * 6


def test_team_games_and_three_seat_games_count_their_own_seats() -> None:
    team = tournament("t1", "b1", "b2", matches=2)
    three = tournament("t2", "b1", "b2", "b3", matches=6, sides=3)
    assert (team.seats_per_entry, three.seats_per_entry) == (2, 1)
    free = dict.fromkeys(("b1", "b2", "b3"), 100)
    taken = seats_taken(choose_starts([team, three], free_seats=free, capacity=100))
    assert taken == {"b1": 4 + 6, "b2": 4 + 6, "b3": 6}


def test_what_was_started_is_running_and_is_not_started_again() -> None:
    running = tournament("t1", "b1", "b2", matches=4)
    free = {"b1": 100, "b2": 100}
    starts = choose_starts([running], free_seats=free, capacity=3)
    again = choose_starts([running], free_seats=free, capacity=100)
    assert [start.pairing.number for start in starts + again] == [0, 1, 2, 3]
    assert running.progress.running_count == 4
