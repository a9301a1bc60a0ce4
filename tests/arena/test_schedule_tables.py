"""What formats find out by themselves: Swiss points and tie-breaks, rounds and places."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import DealMode, Knockout, Outcome, Pairing, Progress
from kozel_arena.tournament.ranking import Decision, KnockoutTable
from tests.arena.contests import Contest, bots, by_chance, outcome
from tests.arena.test_schedule_swiss import better_wins, swiss


def knockout(
    entries: int,
    *,
    sides: int = 2,
    is_double: bool = False,
    deals: DealMode = DealMode.INDEPENDENT,
) -> Knockout:
    return Knockout(
        bots(entries),
        matches_per_pairing=2 if sides == 2 else 6,
        players=sides,
        sides=sides,
        is_double=is_double,
        deals=deals,
    )


def best_seed_wins(pairing: Pairing) -> Outcome:
    """Cards and points go with the seeds."""
    seeds = [int(id[1:]) for id in pairing.seats]
    points = [1.0 if seed == min(seeds) else 0.0 for seed in seeds]
    return outcome(pairing, points, [60 - seed for seed in seeds])


def places(table: KnockoutTable) -> dict[str, int | None]:
    return {line.entry: line.place for line in table.places}


def rounds(table: KnockoutTable) -> Counter[str]:
    return Counter(f"{meeting.round.stage} {meeting.round.number}" for meeting in table.meetings)


def played(schedule: Knockout) -> KnockoutTable:
    game = Contest(schedule, best_seed_wins, here=schedule.entries)
    game.to_the_end()
    return schedule.table(game.progress)


def test_swiss_points_are_told_with_the_tie_breaks_that_make_the_places() -> None:
    schedule = swiss(4)
    game = Contest(schedule, better_wins, here=schedule.entries)
    assert {line.place for line in schedule.table(game.progress)} == {1}
    game.to_the_end()
    table = schedule.table(game.progress)
    # b1 beats b3 and b2, b2 beats b4, b3 beats b4.
    assert [(line.entry, line.place, line.points, line.buchholz) for line in table] == [
        ("b1", 1, 2.0, 2.0),
        ("b2", 2, 1.0, 2.0),
        ("b3", 2, 1.0, 2.0),
        ("b4", 4, 0.0, 2.0),
    ]
    assert [line.score for line in table] == [1.0, 0.5, 0.5, 0.0]


def test_buchholz_and_then_the_match_score_part_those_with_equal_points() -> None:
    def play(pairing: Pairing) -> Outcome:
        # b4 wins its meetings by one match of four only.
        is_lost = "b4" in pairing.seats and pairing.number // 2 % 4 == 0
        result = better_wins(pairing)
        points = (0.5, 0.5) if is_lost else result.match_points[:2]
        return outcome(pairing, points, (60, 60))

    schedule = swiss(5, times=2, rounds=2)
    game = Contest(schedule, play, here=schedule.entries)
    game.to_the_end()
    table = schedule.table(game.progress)
    assert [line.place for line in table] == [
        1 + sum((o.points, o.buchholz, o.score) > (n.points, n.buchholz, n.score) for o in table)
        for n in table
    ]
    assert {line.entry: line.byes for line in table} == dict.fromkeys(bots(3), 0) | {
        "b4": 1,
        "b5": 1,
    }
    equal = [line for line in table if line.points == 1.0]
    assert len({(line.buchholz, line.score) for line in equal}) == len(equal) > 1
    assert [line.buchholz for line in equal] == sorted((n.buchholz for n in equal), reverse=True)


def test_only_rounds_that_are_over_count_in_the_swiss_table() -> None:
    schedule = swiss(4)
    game = Contest(schedule, better_wins, here=schedule.entries)
    game.start()
    game.finish()
    assert {(line.points, line.score) for line in schedule.table(game.progress)} == {(0.0, 0.0)}


def test_a_knockout_is_told_round_by_round_with_its_byes_and_shared_places() -> None:
    table = played(knockout(6))
    assert rounds(table) == {"main 1": 4, "main 2": 2, "final 1": 1}
    assert [m.entries for m in table.meetings] == [
        ("b1",),
        ("b4", "b5"),
        ("b2",),
        ("b3", "b6"),
        ("b1", "b4"),
        ("b2", "b3"),
        ("b1", "b2"),
    ]
    assert [m.decision is Decision.BYE for m in table.meetings] == [True, False, True] + [False] * 4
    assert places(table) == {"b1": 1, "b2": 2, "b3": 3, "b4": 3, "b5": 5, "b6": 5}
    assert table.winner == "b1"
    final = table.meetings[-1]
    assert (final.match_points, final.deal_points) == ((2.0, 0.0), (118, 116))
    assert (final.matches, final.winner, final.decision) == (2, "b1", Decision.MATCH_POINTS)


def test_who_has_lost_twice_has_its_place_in_a_double_knockout() -> None:
    table = played(knockout(4, is_double=True))
    assert rounds(table) == {"main 1": 2, "main 2": 1, "second 1": 1, "second 2": 1, "final 1": 1}
    assert places(table) == {"b1": 1, "b2": 2, "b3": 3, "b4": 4}


def test_who_is_still_in_has_no_place_yet() -> None:
    schedule = knockout(4)
    game = Contest(schedule, best_seed_wins, here=schedule.entries)
    game.start()
    while game.running:
        game.finish()
    assert places(schedule.table(game.progress)) == {"b1": None, "b2": None, "b3": 3, "b4": 3}
    game.withdraw("b1")
    table = schedule.table(game.progress)
    assert places(table) == {"b2": 1, "b1": 2, "b3": 3, "b4": 3}
    assert table.meetings[-1].decision is Decision.WITHDRAWAL


@pytest.mark.parametrize(
    ("entries", "tables", "byes"), [(3, [1], 0), (5, [1, 1], 2), (7, [2, 1], 1), (9, [3, 1], 0)]
)
def test_of_three_at_a_table_one_goes_on(entries: int, tables: list[int], byes: int) -> None:
    schedule = knockout(entries, sides=3)
    table = played(schedule)
    assert list(rounds(table).values()) == tables
    assert all(len(meeting.entries) == 3 for meeting in table.meetings)
    best = [(f"b{seed}", seed) for seed in (1, 2, 3)]
    assert [(line.entry, line.place) for line in table.places[:3]] == best
    first = {id for m in table.meetings if m.round == table.meetings[0].round for id in m.entries}
    assert set(schedule.entries) - first == set(bots(byes))


@given(seed=st.integers(0, 2**32), half=st.integers(1, 20))
@settings(max_examples=40, deadline=None)
def test_a_knockout_of_threes_ends_whoever_withdraws(seed: int, half: int) -> None:
    chance = Random(seed)
    schedule = knockout(2 * half + 1, sides=3)
    game = Contest(schedule, by_chance(seed, 3), here=schedule.entries)
    for id in chance.sample(schedule.entries, chance.randint(0, 2 * half)):
        for _ in range(chance.randint(0, 9)):
            game.start()
            if game.running:
                game.finish(chance.randrange(len(game.running)))
        game.withdraw(id)
    game.to_the_end(chance, kills=0.1)
    table = schedule.table(game.progress)
    again = Progress(schedule.total(), outcomes=game.progress.outcomes.values())
    again.withdrawn |= game.progress.withdrawn
    assert schedule.table(again) == table
    assert table.winner == schedule.winner(game.progress)


@given(seed=st.integers(0, 2**32), entries=st.integers(2, 20), is_double=st.booleans())
@settings(max_examples=60, deadline=None)
def test_at_the_end_everybody_has_a_place_and_as_many_stand_before_it(
    seed: int, entries: int, is_double: bool
) -> None:
    schedule = knockout(entries, is_double=is_double)
    game = Contest(schedule, by_chance(seed), here=schedule.entries)
    if seed % 2:
        game.start()
        game.progress.withdrawn |= set(Random(seed).sample(schedule.entries, entries // 2))
    game.to_the_end()
    table = schedule.table(game.progress)
    found = [line.place for line in table.places]
    assert sorted(places(table)) == sorted(schedule.entries)
    assert found == [1 + sum(other < place for other in found) for place in found]  # type: ignore[operator]
    assert table.places[0].entry == table.winner == schedule.winner(game.progress)
    lost = Counter(
        id for meeting in table.meetings for id in meeting.entries if id != meeting.winner
    )
    assert set(lost) >= set(schedule.entries) - {table.winner}
    assert set(lost.values()) <= {1, 2 if is_double else 1}


def test_tables_of_a_knockout_round_play_the_same_deals_when_they_are_field_deals() -> None:
    schedule = knockout(8, deals=DealMode.FIELD)
    game = Contest(schedule, best_seed_wins, here=schedule.entries)
    met: dict[int, list[str]] = {}
    for match in game.to_the_end():
        met.setdefault(match.group, []).extend(match.seats)
    assert sorted(len(ids) for ids in met.values()) == [2, 2, 4, 4, 8, 8]
    assert all(len(ids) == len(set(ids)) for ids in met.values())
