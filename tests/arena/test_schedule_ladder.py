"""The ladder: bots come and go, everybody plays, mostly its like, nobody always the same."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import DealMode, InvalidTournament, Ladder, Outcome
from tests.arena.contests import Contest, bots, by_chance

GAMES = {"teams": (4, 2, False), "singles": (3, 3, False), "individual": (4, 2, True)}
ORDERS = {"teams": 2, "singles": 6, "individual": 4}
SIZES = {"teams": 2, "singles": 3, "individual": 4}


def ladder(
    entries: int,
    game: str = "teams",
    *,
    rounds: int | None = None,
    deals: DealMode = DealMode.INDEPENDENT,
) -> Ladder:
    players, sides, individual = GAMES[game]
    return Ladder(
        bots(entries),
        rounds=rounds,
        matches_per_pairing=ORDERS[game],
        players=players,
        sides=sides,
        individual=individual,
        deals=deals,
    )


def contest(schedule: Ladder, seed: int = 1, *, game: str = "teams", seats: int = 4) -> Contest:
    return Contest(schedule, by_chance(seed, GAMES[game][1]), seats=seats, here=schedule.entries)


def meetings(played: list[Outcome], matches: int = 2) -> list[frozenset[str]]:
    return list({o.number // matches: frozenset(o.seats) for o in played}.values())


@given(
    seed=st.integers(0, 2**32),
    entries=st.integers(4, 9),
    game=st.sampled_from(list(GAMES)),
)
@settings(max_examples=50, deadline=None)
def test_killed_at_any_moment_it_ends_with_exactly_its_meetings_in_even_seats(
    seed: int, entries: int, game: str
) -> None:
    schedule = ladder(entries, game, rounds=12)
    played = contest(schedule, seed, game=game).to_the_end(Random(seed), kills=0.2)
    assert [match.number for match in played] == list(range(schedule.total()))
    for first in range(0, schedule.total(), ORDERS[game]):
        meeting = played[first : first + ORDERS[game]]
        assert len({frozenset(match.seats) for match in meeting}) == 1
        held = Counter((id, at) for match in meeting for at, id in enumerate(match.seats))
        assert len(set(held.values())) == 1


def test_everybody_plays_about_equally_often_at_every_moment() -> None:
    schedule = ladder(9, rounds=400)
    game = contest(schedule, 3, seats=2)
    played: Counter[str] = Counter(dict.fromkeys(schedule.entries, 0))
    chance = Random(1)
    while not schedule.is_over(game.progress):
        game.start()
        played.update(set(game.finish(chance.randrange(min(2, len(game.running)))).seats))
        assert max(played.values()) - min(played.values()) <= 8


def test_the_same_do_not_meet_again_and_again_and_like_meets_like() -> None:
    schedule = ladder(10, rounds=300)
    game = contest(schedule, 3, seats=2)
    met = meetings(game.to_the_end())
    for one, other in combinations(schedule.entries, 2):
        own = [pair for pair in met if one in pair or other in pair]
        together = [pair == frozenset((one, other)) for pair in own]
        assert sum(together) <= len(own) / 3
        assert not any(a and b for a, b in pairwise(together))
    gaps = [abs(int(a[1:]) - int(b[1:])) for a, b in met[150:]]
    by_lot = [abs(a - b) for a, b in combinations(range(10), 2)]
    assert sum(gaps) / len(gaps) < 0.9 * sum(by_lot) / len(by_lot)


def test_two_who_just_met_wait_for_others_who_are_busy_but_not_for_nobody() -> None:
    schedule = ladder(4)
    game = contest(schedule, seats=2)
    first = game.start()
    assert len(first) == 2
    pair = set(first[0].seats)
    game.finish(0)
    started = game.start()
    assert [set(p.seats) for p in started] == [pair]
    game.finish(game.running.index(started[0]))
    assert game.start() == []
    game.finish(0)
    assert game.start()


def test_two_alone_meet_again_and_again() -> None:
    schedule = ladder(4)
    game = contest(schedule, seats=2)
    for id in ("b3", "b4"):
        del game.free[id]
    for _ in range(10):
        assert len(game.start()) == 1
        game.finish()


@given(seed=st.integers(0, 2**32), game=st.sampled_from(list(GAMES)))
@settings(max_examples=40, deadline=None)
def test_nobody_idles_while_enough_are_free_who_did_not_just_meet(seed: int, game: str) -> None:
    chance = Random(seed)
    schedule = ladder(9, game)
    play = contest(schedule, seed, game=game, seats=2)
    need = schedule.seats_per_entry
    for _ in range(60):
        play.start()
        usable = [id for id in schedule.entries if play.free[id] >= need]
        assert len(usable) <= SIZES[game]
        play.finish(chance.randrange(len(play.running)))


def test_bots_leave_and_come_and_a_bot_that_joins_catches_up() -> None:
    schedule = ladder(6)
    game = contest(schedule, seats=2)
    for _ in range(100):
        game.start()
        game.finish()
    before = len(game.played)
    wider = ladder(7)
    game.schedule = wider
    game.free["b7"] = 2
    del game.free["b1"]
    for _ in range(60):
        game.start()
        game.finish()
    new = Counter(id for o in game.played[before + 4 :] for id in set(o.seats))
    assert new["b1"] == 0
    assert new["b7"] >= 1.5 * new["b2"]


def test_a_meeting_of_a_bot_that_left_before_it_began_is_called_off() -> None:
    schedule = ladder(4, rounds=6)
    game = contest(schedule, seats=2)
    for pairing in game.start():
        assert pairing.number % 2 == 0
    while game.running:
        game.put_back(0)
    del game.free["b1"]
    met = {frozenset(pairing.seats) for pairing in game.start()}
    assert met
    assert not any("b1" in pair for pair in met)


def test_a_ladder_without_enough_bots_is_over_and_one_with_meetings_of_who_left_too() -> None:
    endless = ladder(3)
    game = contest(endless)
    assert not endless.is_over(game.progress)
    game.progress.withdrawn |= {"b1", "b2"}
    assert endless.is_over(game.progress)
    short = ladder(3, rounds=1)
    game = contest(short, seats=2)
    game.start()
    gone = game.finish().seats[0]
    game.withdraw(gone)
    assert game.start() == []
    assert short.is_over(game.progress)


def test_who_is_stronger_is_judged_the_same_in_any_order_of_results() -> None:
    schedule = ladder(6, rounds=40)
    game = contest(schedule, 7)
    game.to_the_end(Random(7))
    first = contest(schedule, 7)
    second = contest(schedule, 7)
    outcomes = list(game.progress.outcomes.values())
    for number, known in ((first, outcomes), (second, outcomes[::-1])):
        number.progress.outcomes = {o.number: o for o in known}
    books = [schedule._book(play.progress).matchmaking for play in (first, second)]
    strengths = [[book.strength(id) for id in schedule.entries] for book in books]
    assert strengths[0] == strengths[1]
    assert strengths[0][0] > strengths[0][-1]


def test_mirrored_deals_are_played_in_both_seat_orders_of_a_meeting() -> None:
    schedule = ladder(5, rounds=10, deals=DealMode.MIRRORED)
    groups: dict[int, set[tuple[str, ...]]] = {}
    for played in contest(schedule).to_the_end():
        groups.setdefault(played.group, set()).add(played.seats)
    assert len(groups) == 10
    assert all(len(seats) == 2 for seats in groups.values())


def test_field_deals_and_no_meetings_are_refused() -> None:
    with pytest.raises(InvalidTournament, match="a ladder has no rounds"):
        ladder(4, deals=DealMode.FIELD)
    with pytest.raises(InvalidTournament, match="give 1 or more"):
        ladder(4, rounds=0)
