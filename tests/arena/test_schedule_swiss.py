"""The Swiss system: who is drawn against whom, byes, and the same draw after any interruption."""

from collections import Counter, defaultdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import DealMode, InvalidTournament, Outcome, Pairing, Swiss
from kozel_arena.tournament.draw import Standing, draw_round
from tests.arena.contests import Contest, bots, by_chance, outcome

GAMES = {"teams": (4, 2, False), "singles": (3, 3, False), "individual": (4, 2, True)}
ORDERS = {"teams": 2, "singles": 6, "individual": 4}
SIZES = {"teams": 2, "singles": 3, "individual": 4}


def swiss(
    entries: int,
    game: str = "teams",
    *,
    rounds: int | None = None,
    times: int = 1,
    deals: DealMode = DealMode.INDEPENDENT,
    ids: tuple[str, ...] = (),
) -> Swiss:
    players, sides, individual = GAMES[game]
    return Swiss(
        ids or bots(entries),
        rounds=rounds,
        matches_per_pairing=times * ORDERS[game],
        players=players,
        sides=sides,
        individual=individual,
        deals=deals,
    )


def contest(schedule: Swiss, seed: int = 1, game: str = "teams") -> Contest:
    return Contest(schedule, by_chance(seed, GAMES[game][1]), here=schedule.entries)


def rounds_of(schedule: Swiss, played: list[Outcome]) -> list[set[frozenset[str]]]:
    size = schedule.total() // schedule.rounds
    rounds: dict[int, set[frozenset[str]]] = defaultdict(set)
    for match in played:
        rounds[match.number // size].add(frozenset(match.seats))
    return [rounds[number] for number in range(schedule.rounds)]


def better_wins(pairing: Pairing) -> Outcome:
    first, second = (int(id[1:]) for id in pairing.seats[:2])
    return outcome(pairing, (1.0, 0.0) if first < second else (0.0, 1.0), (60, 60))


def test_the_upper_half_of_a_score_group_meets_the_lower() -> None:
    schedule = swiss(8)
    game = Contest(schedule, better_wins, here=schedule.entries)
    first, second, third = rounds_of(schedule, game.to_the_end())
    assert first == {frozenset((f"b{n}", f"b{n + 4}")) for n in range(1, 5)}
    assert second == {
        frozenset(pair) for pair in (("b1", "b3"), ("b2", "b4"), ("b5", "b7"), ("b6", "b8"))
    }
    assert frozenset(("b1", "b2")) in third


@given(seed=st.integers(0, 2**32), entries=st.integers(2, 20), data=st.data())
@settings(max_examples=60, deadline=None)
def test_nobody_meets_the_same_twice_and_byes_go_round(
    seed: int, entries: int, data: st.DataObject
) -> None:
    most = entries - 1 if entries % 2 == 0 else entries
    rounds = data.draw(st.integers(1, max(1, most * 2 // 3)))
    schedule = swiss(entries, rounds=rounds)
    game = contest(schedule, seed)
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter(dict.fromkeys(schedule.entries, 0))
    for drawn in rounds_of(schedule, game.to_the_end(Random(seed))):
        seated = [id for pair in drawn for id in pair]
        assert len(seated) == len(set(seated)) == entries - entries % 2
        met.update(drawn)
        byes.update(set(schedule.entries) - set(seated))
    assert set(met.values()) == {1}
    assert max(byes.values()) - min(byes.values()) <= 1


def test_a_draw_without_rematches_is_found_wherever_there_is_one() -> None:
    """Six entries of whom the ranking's neighbours have all met: only one draw is left."""
    met = set(combinations(range(6), 2)) - {(0, 5), (1, 4), (2, 3)}
    standings = [
        Standing(
            seed,
            score=6.0 - seed,
            met=Counter(a + b - seed for a, b in met if seed in (a, b)),
        )
        for seed in range(6)
    ]
    assert set(draw_round(standings, size=2).tables) == {(0, 5), (1, 4), (2, 3)}


def test_an_odd_one_meets_the_next_score_group_and_the_last_has_the_bye() -> None:
    scores = {0: 2.0, 1: 2.0, 2: 2.0, 3: 1.0, 4: 1.0, 5: 1.0, 6: 0.0}
    drawn = draw_round([Standing(seed, score=scores[seed]) for seed in scores], size=2)
    assert drawn.byes == (6,)
    crossing = [pair for pair in drawn.tables if scores[pair[0]] != scores[pair[1]]]
    assert len(crossing) == 1


def test_a_bye_goes_to_one_that_had_none() -> None:
    standings = [Standing(0, score=2.0), Standing(1, score=1.0), Standing(2, score=0.0, byes=1)]
    assert draw_round(standings, size=2).byes == (1,)


@pytest.mark.parametrize("game", ["singles", "individual"])
@pytest.mark.parametrize("entries", [8, 9, 13, 18])
def test_tables_of_three_and_four_rarely_bring_the_same_together_and_byes_go_round(
    game: str, entries: int
) -> None:
    schedule = swiss(entries, game, rounds=4)
    byes: Counter[str] = Counter(dict.fromkeys(schedule.entries, 0))
    met: Counter[frozenset[str]] = Counter()
    for drawn in rounds_of(schedule, contest(schedule, 3, game).to_the_end()):
        seated = [id for table in drawn for id in table]
        assert len(seated) == len(set(seated)) == entries - entries % SIZES[game]
        byes.update(set(schedule.entries) - set(seated))
        met.update(frozenset(pair) for table in drawn for pair in combinations(sorted(table), 2))
    assert max(byes.values()) - min(byes.values()) <= 1
    assert max(met.values()) <= 4 * (SIZES[game] - 1) // (entries - 1) + 2


@given(
    seed=st.integers(0, 2**32),
    entries=st.integers(4, 12),
    game=st.sampled_from(list(GAMES)),
    times=st.integers(1, 2),
)
@settings(max_examples=60, deadline=None)
def test_any_interruption_gives_the_tournament_that_would_have_been(
    seed: int, entries: int, game: str, times: int
) -> None:
    schedule = swiss(entries, game, rounds=3, times=times)
    whole = contest(schedule, seed, game).to_the_end()
    assert contest(schedule, seed, game).to_the_end(Random(seed), kills=0.3) == whole
    assert len(whole) == schedule.total()
    seats: dict[frozenset[str], Counter[tuple[str, int]]] = defaultdict(Counter)
    for played in whole:
        seats[frozenset(played.seats)].update((id, at) for at, id in enumerate(played.seats))
    assert all(len(set(held.values())) == 1 for held in seats.values())


@given(seed=st.integers(0, 2**32), entries=st.integers(5, 11))
@settings(max_examples=60, deadline=None)
def test_who_withdraws_is_drawn_no_more_and_nobody_waits(seed: int, entries: int) -> None:
    chance = Random(seed)
    schedule = swiss(entries, rounds=3, times=2)
    game = contest(schedule, seed)
    gone = chance.sample(schedule.entries, chance.randint(1, entries - 2))
    for id in gone:
        for _ in range(chance.randint(0, 8)):
            game.start(chance.randint(1, 5))
            if game.running:
                game.finish(chance.randrange(len(game.running)))
        game.withdraw(id)
        started = game.start(0) or game.start(1)
        assert not any(id in pairing.seats for pairing in started)
    played = game.to_the_end(chance, kills=0.1)
    assert len({match.number for match in played}) == len(played)
    for drawn in rounds_of(schedule, played):
        seated = [id for table in drawn for id in table]
        assert len(seated) == len(set(seated))


def tables(schedule: Swiss, game: Contest) -> list[list[tuple[str, ...]]]:
    """Who sits where, by round and table."""
    return [[m.entries for m in meetings] for meetings in schedule.drawn(game.progress)]


@given(seed=st.integers(0, 2**32), game=st.sampled_from(list(GAMES)), entries=st.integers(8, 11))
@settings(max_examples=100, deadline=None)
def test_no_kill_and_no_withdrawal_changes_a_draw_of_which_a_match_was_started(
    seed: int, game: str, entries: int
) -> None:
    chance = Random(seed)
    schedule = swiss(entries, game, rounds=3, times=2)
    played = contest(schedule, seed, game)
    fixed: list[list[tuple[str, ...]]] = []
    while not schedule.is_over(played.progress):
        if played.start(chance.randint(1, 5)):
            drawn = tables(schedule, played)
            assert drawn[: len(fixed)] == fixed
            fixed = drawn
        for _ in range(chance.randint(0, len(played.running))):
            played.finish(chance.randrange(len(played.running)))
        if chance.random() < 0.2:
            played.withdraw(chance.choice(schedule.entries))
        if chance.random() < 0.3:
            drawn = tables(schedule, played)
            played.kill()
            assert tables(schedule, played)[: len(drawn)] == drawn
    assert tables(schedule, played)[: len(fixed)] == fixed


def test_who_withdraws_in_a_round_that_has_begun_leaves_its_point_to_its_opponents() -> None:
    schedule = swiss(6, rounds=2)
    game = contest(schedule)
    first = tables(schedule, game)
    [started] = game.start(1)
    assert "b6" not in started.seats
    game.withdraw("b6")
    game.kill()
    assert tables(schedule, game) == first, "nothing but the withdrawal was stored"
    [opponent] = [id for table in first[0] if "b6" in table for id in table if id != "b6"]
    assert not any(opponent in pairing.seats for pairing in game.start())
    while game.running:
        game.finish()
    points = {line.entry: line.points for line in schedule.table(game.progress)}
    assert (points[opponent], points["b6"]) == (1.0, 0.0)
    assert all(line.byes == 0 for line in schedule.table(game.progress))
    byes = set(schedule.entries) - {id for table in tables(schedule, game)[1] for id in table}
    assert len(byes) == 2
    assert "b6" in byes


def test_who_withdraws_before_a_round_begins_is_not_drawn_in_it() -> None:
    schedule = swiss(6, rounds=2)
    game = contest(schedule)
    assert len(tables(schedule, game)[0]) == 3
    game.withdraw("b6")
    [seated] = tables(schedule, game)
    assert sorted(id for table in seated for id in table) == ["b1", "b2", "b3", "b4"]
    game.to_the_end()
    points = {line.entry: line.points for line in schedule.table(game.progress)}
    assert points["b6"] == 0


def test_a_point_that_was_given_by_a_withdrawal_stays_when_its_owner_withdraws_too() -> None:
    schedule = swiss(4, rounds=3)
    game = contest(schedule)
    gone, heir = tables(schedule, game)[0][0]
    for at, pairing in reversed(list(enumerate(game.start()))):
        if gone in pairing.seats:
            game.put_back(at)
    game.withdraw(gone)
    while game.running:
        game.finish()

    def points_of_heir() -> float:
        return next(line.points for line in schedule.table(game.progress) if line.entry == heir)

    assert points_of_heir() == 1
    game.withdraw(heir)
    assert points_of_heir() == 1


def test_a_bye_is_worth_a_won_meeting_and_a_drawn_meeting_half() -> None:
    schedule = swiss(3, rounds=1)
    game = Contest(schedule, lambda p: outcome(p, (1.0, 0.0), (60, 60)), here=schedule.entries)
    game.to_the_end()
    assert sorted(line.points for line in schedule.table(game.progress)) == [0.5, 0.5, 1.0]


def test_a_round_is_drawn_when_the_one_before_is_over_and_its_results_then_stand() -> None:
    schedule = swiss(4)
    game = contest(schedule)
    first = game.start()
    assert {pairing.number for pairing in first} == set(range(4))
    for _ in range(3):
        game.finish()
    assert game.start() == []
    assert not schedule.rests_on(game.progress, 0)
    game.finish()
    assert {pairing.number for pairing in game.start()} == set(range(4, 8))
    assert schedule.rests_on(game.progress, 0)
    assert not schedule.rests_on(game.progress, 4)


def test_a_match_that_ended_without_a_result_is_played_again_by_the_same() -> None:
    game = contest(swiss(5))
    started = game.start()
    game.put_back(1)
    assert game.start() == [started[1]]


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_depends_on_what_entries_are_called(game: str) -> None:
    plain = swiss(9, game, rounds=3)
    names = {id: f"ж{id} vs A" for id in plain.entries}
    renamed = swiss(9, game, rounds=3, ids=tuple(names.values()))
    play = by_chance(5, GAMES[game][1])
    back = {name: id for id, name in names.items()}

    def translated(pairing: Pairing) -> Outcome:
        seats = tuple(back[name] for name in pairing.seats)
        known = play(Pairing(pairing.number, seats, pairing.group))
        return outcome(pairing, known.match_points[: GAMES[game][1]], known.deal_points[:3])

    first = Contest(plain, play, here=plain.entries).to_the_end()
    second = Contest(renamed, translated, here=renamed.entries).to_the_end()
    assert [tuple(names[id] for id in o.seats) for o in first] == [o.seats for o in second]


@pytest.mark.parametrize("game", list(GAMES))
def test_field_deals_are_the_same_at_all_tables_of_a_round_and_new_in_the_next(game: str) -> None:
    schedule = swiss(9, game, rounds=3, times=2, deals=DealMode.FIELD)
    groups: dict[int, list[Outcome]] = defaultdict(list)
    for played in contest(schedule, 2, game).to_the_end():
        groups[played.group].append(played)
    assert sorted(groups) == list(range(3 * 2 * ORDERS[game]))
    for matches in groups.values():
        assert len(matches) == 9 // SIZES[game]
        assert (
            len({id for match in matches for id in match.seats}) == 9 // SIZES[game] * SIZES[game]
        )


def test_mirrored_deals_are_played_in_all_seat_orders_of_a_meeting() -> None:
    schedule = swiss(7, "singles", rounds=3, times=2, deals=DealMode.MIRRORED)
    groups: dict[int, list[Outcome]] = defaultdict(list)
    for played in contest(schedule, 2, "singles").to_the_end():
        groups[played.group].append(played)
    for matches in groups.values():
        assert len({match.seats for match in matches}) == 6
        assert len({frozenset(match.seats) for match in matches}) == 1


@pytest.mark.parametrize(
    ("entries", "rounds", "most"), [(4, 4, 3), (5, 6, 5), (4, 0, 3), (8, -1, 7)]
)
def test_more_rounds_than_opponents_are_refused(entries: int, rounds: int, most: int) -> None:
    with pytest.raises(InvalidTournament, match=f"choose 1 to {most}") as caught:
        swiss(entries, rounds=rounds)
    assert caught.value.field == "rounds"


def test_a_field_of_one_table_is_refused() -> None:
    with pytest.raises(InvalidTournament, match="two tables or more"):
        swiss(3, deals=DealMode.FIELD)
