"""Formats whose matches are known from the start: partners, challengers, and what plays a deal."""

from collections import Counter, defaultdict
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import DealMode, Gauntlet, InvalidTournament, Pairing, RoundRobin
from kozel_arena.tournament.cycles import Cycles
from kozel_arena.tournament.designs import Partners

GAMES = {"teams": (4, 2, False), "singles": (3, 3, False), "individual": (4, 2, True)}
ORDERS = {"teams": 2, "singles": 6, "individual": 4}


def bots(count: int) -> tuple[str, ...]:
    return tuple(f"b{number}" for number in range(1, count + 1))


def round_robin(
    count: int, game: str, *, times: int = 1, deals: DealMode = DealMode.INDEPENDENT
) -> RoundRobin:
    players, sides, individual = GAMES[game]
    return RoundRobin(
        bots(count),
        matches_per_pairing=times * ORDERS[game],
        players=players,
        sides=sides,
        individual=individual,
        deals=deals,
    )


def gauntlet(
    count: int,
    game: str,
    *,
    challengers: int,
    times: int = 1,
    deals: DealMode = DealMode.INDEPENDENT,
) -> Gauntlet:
    players, sides, individual = GAMES[game]
    return Gauntlet(
        bots(count),
        challengers=bots(count)[:challengers],
        matches_per_pairing=times * ORDERS[game],
        players=players,
        sides=sides,
        individual=individual,
        deals=deals,
    )


def all_pairings(schedule: Cycles) -> list[Pairing]:
    return [schedule.pairing(number) for number in range(schedule.total())]


def by_group(schedule: Cycles) -> dict[int, list[Pairing]]:
    groups = defaultdict(list)
    for pairing in all_pairings(schedule):
        groups[pairing.group].append(pairing)
    return groups


@pytest.mark.parametrize("entries", range(4, 27))
def test_in_a_cycle_each_two_are_partners_equally_often_and_opponents_twice_as_often(
    entries: int,
) -> None:
    design = Partners(entries)
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for number in range(design.meetings):
        a, b, c, d = design.meeting(number)
        partners.update([frozenset((a, c)), frozenset((b, d))])
        opponents.update(map(frozenset, ((a, b), (a, d), (c, b), (c, d))))
    everybody = set(map(frozenset, combinations(range(entries), 2)))
    assert set(partners) == set(opponents) == everybody
    assert len(set(partners.values())) == 1
    assert {2 * count for count in partners.values()} == set(opponents.values())


@pytest.mark.parametrize("entries", [8, 9, 12, 16, 22, 23])
def test_a_turn_of_rounds_lets_everybody_partner_everybody_once(entries: int) -> None:
    design = Partners(entries)
    tables = entries // 4
    turns = entries - 1 if entries % 2 == 0 else entries
    met: Counter[frozenset[int]] = Counter()
    for number in range(turns * tables):
        a, b, c, d = design.meeting(number)
        met.update([frozenset((a, c)), frozenset((b, d))])
    assert set(met.values()) == {1}
    if entries % 4 == 0:
        assert len(met) == entries * (entries - 1) // 2


@pytest.mark.parametrize("entries", range(4, 40))
def test_partners_are_even_at_every_moment_and_byes_go_round(entries: int) -> None:
    design = Partners(entries)
    played = Counter(dict.fromkeys(range(entries), 0))
    for number in range(design.meetings):
        met = design.meeting(number)
        assert len(set(met)) == 4
        played.update(met)
        assert max(played.values()) - min(played.values()) <= 5
    assert len(set(played.values())) == 1


def test_individual_play_gives_everybody_every_seat_equally_often() -> None:
    schedule = round_robin(7, "individual", times=2)
    seats = Counter(
        (id, seat) for pairing in all_pairings(schedule) for seat, id in enumerate(pairing.seats)
    )
    assert len(seats) == 7 * 4
    assert len(set(seats.values())) == 1
    assert schedule.seats_per_entry == 1


@given(data=st.data(), game=st.sampled_from(list(GAMES)), entries=st.integers(4, 14))
@settings(max_examples=150, deadline=None)
def test_numbers_and_meetings_are_inverse_in_every_format(
    data: st.DataObject, game: str, entries: int
) -> None:
    needed = {"teams": 1, "singles": 2, "individual": 3}[game]
    challengers = data.draw(st.integers(0, entries - needed))
    schedule: Cycles = round_robin(entries, game)
    if challengers:
        schedule = gauntlet(entries, game, challengers=challengers)
    found: dict[frozenset[str], set[int]] = defaultdict(set)
    for number in range(schedule.meetings):
        found[frozenset(schedule.entries_of(number))].add(number)
    for met in combinations(schedule.entries, schedule.entries_per_match):
        order = data.draw(st.sampled_from(list(permutations(met)))) if len(found) < 9 else met
        assert set(schedule.meetings_of(order)) == found.get(frozenset(met), set())


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize(("entries", "challengers"), [(4, 1), (9, 3), (10, 4), (9, 6), (14, 6)])
def test_in_a_gauntlet_each_challenger_meets_each_other_equally_often_and_nobody_else(
    game: str, entries: int, challengers: int
) -> None:
    schedule = gauntlet(entries, game, challengers=challengers)
    champions, others = bots(entries)[:challengers], bots(entries)[challengers:]
    partners: Counter[tuple[str, str]] = Counter()
    opponents: Counter[tuple[str, str]] = Counter()
    for pairing in all_pairings(schedule):
        met = set(pairing.seats)
        (champion,) = met & set(champions)
        seat = pairing.seats.index(champion)
        sides = GAMES[game][1]
        same = {id for at, id in enumerate(pairing.seats) if at % sides == seat % sides}
        partners.update((champion, id) for id in same - {champion})
        opponents.update((champion, id) for id in met - same)
    assert len(opponents) == len(champions) * len(others)
    assert len(set(opponents.values())) == 1
    if game == "individual":
        assert len(partners) == len(opponents)
        assert len(set(partners.values())) == 1


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize(("entries", "challengers"), [(9, 1), (9, 3), (10, 4), (13, 6), (14, 10)])
def test_in_a_gauntlet_nobody_of_a_kind_is_far_ahead_at_any_moment(
    game: str, entries: int, challengers: int
) -> None:
    schedule = gauntlet(entries, game, challengers=challengers)
    played = Counter(dict.fromkeys(schedule.entries, 0))
    for number in range(schedule.total()):
        played.update(set(schedule.pairing(number).seats))
        champions = [played[id] for id in schedule.entries[:challengers]]
        others = [played[id] for id in schedule.entries[challengers:]]
        assert max(champions) - min(champions) <= 2
        assert max(others) - min(others) <= 4


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("kind", ["round robin", "gauntlet"])
def test_mirrored_deals_are_played_in_all_seat_orders_of_one_meeting(game: str, kind: str) -> None:
    schedule: Cycles = round_robin(6, game, times=2, deals=DealMode.MIRRORED)
    if kind == "gauntlet":
        schedule = gauntlet(6, game, challengers=2, times=2, deals=DealMode.MIRRORED)
    groups = by_group(schedule)
    assert len(groups) == schedule.total() // ORDERS[game]
    assert set(groups) == set(range(len(groups)))
    for pairings in groups.values():
        assert len({pairing.seats for pairing in pairings}) == ORDERS[game]
        assert len({frozenset(pairing.seats) for pairing in pairings}) == 1
        for seat in range(len(pairings[0].seats)):
            held = Counter(pairing.seats[seat] for pairing in pairings)
            assert len(held) == schedule.entries_per_match
            assert len(set(held.values())) == 1


@pytest.mark.parametrize(
    "schedule",
    [
        round_robin(4, "teams", times=3, deals=DealMode.FIELD),
        round_robin(9, "teams", deals=DealMode.FIELD),
        round_robin(12, "individual", deals=DealMode.FIELD),
        round_robin(11, "individual", deals=DealMode.FIELD),
        gauntlet(9, "teams", challengers=3, deals=DealMode.FIELD),
        gauntlet(9, "teams", challengers=6, deals=DealMode.FIELD),
        gauntlet(12, "singles", challengers=2, deals=DealMode.FIELD),
        gauntlet(13, "singles", challengers=5, deals=DealMode.FIELD),
    ],
)
def test_in_field_deals_a_bot_meets_a_deal_once_and_several_tables_play_it(
    schedule: Cycles,
) -> None:
    groups = by_group(schedule)
    assert sorted(groups) == list(range(len(groups)))
    for pairings in groups.values():
        seated = [id for pairing in pairings for id in set(pairing.seats)]
        assert len(seated) == len(set(seated))
    sizes = Counter(len(pairings) for pairings in groups.values())
    assert sizes.most_common(1)[0][0] > 1


@pytest.mark.parametrize("game", list(GAMES))
def test_independent_deals_are_a_group_for_each_match(game: str) -> None:
    assert all(p.group == p.number for p in all_pairings(round_robin(5, game)))


@pytest.mark.parametrize(
    "make",
    [
        lambda: round_robin(3, "teams", deals=DealMode.FIELD),
        lambda: round_robin(6, "singles", deals=DealMode.FIELD),
        lambda: round_robin(7, "individual", deals=DealMode.FIELD),
        lambda: gauntlet(7, "teams", challengers=1, deals=DealMode.FIELD),
        lambda: gauntlet(9, "individual", challengers=3, deals=DealMode.FIELD),
    ],
)
def test_where_no_round_has_several_tables_field_deals_are_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(InvalidTournament, match="field deals need rounds") as caught:
        make()
    assert caught.value.field == "deals"


@pytest.mark.parametrize(
    ("challengers", "words"),
    [
        ((), "at least one"),
        (("b1", "b1"), "named twice"),
        (("b9",), "b9 is not entered"),
        (("b1", "b2", "b3"), "0 bots are not challengers"),
    ],
)
def test_a_gauntlet_needs_challengers_and_others(challengers: tuple[str, ...], words: str) -> None:
    with pytest.raises(InvalidTournament, match=words) as caught:
        Gauntlet(bots(3), challengers=challengers, matches_per_pairing=2, players=4, sides=2)
    assert caught.value.field == "challengers"


def test_partners_rotate_only_in_games_of_two_sides_of_two() -> None:
    with pytest.raises(InvalidTournament, match="two sides of two") as caught:
        RoundRobin(bots(4), matches_per_pairing=6, players=3, sides=3, individual=True)
    assert caught.value.field == "individual"
