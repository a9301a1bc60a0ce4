"""Knockouts: seeds and byes, who goes on, what happens when a meeting is drawn or a bot leaves."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import DealMode, InvalidTournament, Knockout, Outcome, Pairing, Progress
from kozel_arena.tournament.knockout import EXTRA_SETS
from tests.arena.contests import Contest, bots, by_chance, outcome


def knockout(
    entries: int,
    *,
    is_double: bool = False,
    matches: int = 2,
    deals: DealMode = DealMode.INDEPENDENT,
) -> Knockout:
    return Knockout(
        bots(entries),
        matches_per_pairing=matches,
        players=4,
        sides=2,
        is_double=is_double,
        deals=deals,
    )


def better_seed_wins(pairing: Pairing) -> Outcome:
    first, second = (int(id[1:]) for id in pairing.seats[:2])
    return outcome(pairing, (1.0, 0.0) if first < second else (0.0, 1.0), (60, 60))


def drawn(pairing: Pairing) -> Outcome:
    return outcome(pairing, (0.5, 0.5), (60, 60))


def contest(schedule: Knockout, play: object = better_seed_wins) -> Contest:
    assert callable(play)
    return Contest(schedule, play, here=schedule.entries)


def meetings(played: list[Outcome]) -> list[tuple[str, ...]]:
    met = dict.fromkeys(tuple(sorted(set(o.seats), key=lambda id: int(id[1:]))) for o in played)
    return list(met)


def test_the_best_seeds_have_byes_and_meet_last() -> None:
    game = contest(knockout(6))
    assert meetings(game.to_the_end()) == [
        ("b4", "b5"),
        ("b3", "b6"),
        ("b1", "b4"),
        ("b2", "b3"),
        ("b1", "b2"),
    ]
    assert game.schedule.winner(game.progress) == "b1"  # type: ignore[attr-defined]


def test_in_a_double_knockout_everybody_but_the_winner_loses_twice() -> None:
    for entries in range(2, 18):
        schedule = knockout(entries, is_double=True)
        game = contest(schedule)
        lost: dict[str, int] = dict.fromkeys(schedule.entries, 0)
        for met in meetings(game.to_the_end()):
            lost[met[1]] += 1
        assert schedule.winner(game.progress) == "b1"
        # In the losers' bracket two can meet again, and then it is one meeting more for both.
        assert lost.pop("b1") == 0
        assert set(lost.values()) <= {1, 2}


def test_a_final_that_the_unbeaten_loses_is_played_again() -> None:
    schedule = knockout(2, is_double=True)

    def play(pairing: Pairing) -> Outcome:
        second_loses_first = pairing.number < schedule.total() // 3
        winner = "b1" if second_loses_first else "b2"
        points = (1.0, 0.0) if pairing.seats[0] == winner else (0.0, 1.0)
        return outcome(pairing, points, (60, 60))

    game = contest(schedule, play)
    assert len(game.to_the_end()) == 3 * 2
    assert schedule.winner(game.progress) == "b2"


def test_a_final_that_the_unbeaten_wins_is_the_end() -> None:
    game = contest(knockout(2, is_double=True))
    assert len(game.to_the_end()) == 2 * 2


def test_more_match_points_win_before_more_deal_points() -> None:
    def play(pairing: Pairing) -> Outcome:
        is_first = pairing.seats[0] == "b2"
        return outcome(pairing, (1.0, 0.0) if is_first else (0.0, 1.0), (61, 59))

    schedule = knockout(2)
    game = contest(schedule, play)
    assert len(game.to_the_end()) == 2
    assert schedule.winner(game.progress) == "b2"


def test_with_equal_match_points_more_deal_points_win() -> None:
    def play(pairing: Pairing) -> Outcome:
        cards = (70, 50) if pairing.seats[0] == "b2" else (60, 60)
        return outcome(pairing, (0.0, 1.0), cards)

    schedule = knockout(2)
    game = contest(schedule, play)
    assert len(game.to_the_end()) == 2
    assert schedule.winner(game.progress) == "b2"


def test_a_drawn_meeting_gets_more_sets_of_seat_orders_and_then_the_better_seed_wins() -> None:
    schedule = knockout(2, matches=4)
    game = contest(schedule, drawn)
    assert len(game.to_the_end()) == 4 + 2 * EXTRA_SETS == schedule.total()
    assert schedule.winner(game.progress) == "b1"


def test_a_set_that_decides_is_the_last() -> None:
    def play(pairing: Pairing) -> Outcome:
        if pairing.number < 2:
            return drawn(pairing)
        return outcome(pairing, (1.0, 0.0) if pairing.seats[0] == "b2" else (0.0, 1.0), (60, 60))

    game = contest(knockout(2), play)
    assert len(game.to_the_end()) == 4


@given(seed=st.integers(0, 2**32), entries=st.integers(2, 20), is_double=st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_interruption_gives_the_tournament_that_would_have_been(
    seed: int, entries: int, is_double: bool
) -> None:
    schedule = knockout(entries, is_double=is_double, matches=4)
    whole = Contest(schedule, by_chance(seed), here=schedule.entries).to_the_end()
    killed = Contest(schedule, by_chance(seed), here=schedule.entries)
    assert killed.to_the_end(Random(seed), kills=0.2) == whole
    for met in {frozenset(played.seats) for played in whole}:
        firsts = [played.seats[0] for played in whole if set(played.seats) == met]
        assert len({firsts.count(id) for id in met}) == 1


@given(seed=st.integers(0, 2**32), entries=st.integers(3, 16), is_double=st.booleans())
@settings(max_examples=60, deadline=None)
def test_bots_that_withdraw_lose_and_nobody_waits_for_them(
    seed: int, entries: int, is_double: bool
) -> None:
    chance = Random(seed)
    schedule = knockout(entries, is_double=is_double)
    game = Contest(schedule, by_chance(seed), here=schedule.entries)
    gone = chance.sample(schedule.entries, chance.randint(1, entries - 1))
    for id in gone:
        for _ in range(chance.randint(0, 4)):
            game.start()
            if game.running:
                game.finish(chance.randrange(len(game.running)))
        game.withdraw(id)
    game.to_the_end(chance, kills=0.1)
    again = Progress(schedule.total(), outcomes=game.progress.outcomes.values())
    again.withdrawn |= game.progress.withdrawn
    assert schedule.winner(again) == schedule.winner(game.progress) is not None


def test_a_meeting_waits_for_no_other() -> None:
    game = contest(knockout(8))
    game.start()
    for at in reversed(range(len(game.running))):
        if not {"b4", "b5"} & set(game.running[at].seats):
            game.finish(at)
    met = {frozenset(pairing.seats) for pairing in game.start()}
    assert met == {frozenset(("b2", "b3"))}


def test_a_result_on_which_a_later_meeting_rests_is_told() -> None:
    schedule = knockout(4)
    game = contest(schedule)
    game.start()
    first = game.running[0].number
    while game.running:
        game.finish()
    assert not schedule.rests_on(game.progress, first)
    final = game.start()
    assert final
    assert schedule.rests_on(game.progress, first)
    assert not schedule.rests_on(game.progress, final[0].number)
    game.to_the_end()
    assert not schedule.rests_on(game.progress, final[0].number)


def test_mirrored_meetings_play_each_deal_in_both_seat_orders() -> None:
    schedule = knockout(5, matches=4, deals=DealMode.MIRRORED)
    groups: dict[int, list[tuple[str, ...]]] = {}
    for played in contest(schedule, drawn).to_the_end():
        groups.setdefault(played.group, []).append(played.seats)
    for seats in groups.values():
        assert len(seats) == 2
        assert seats[0] == seats[1][1:] + seats[1][:1]


@pytest.mark.parametrize(
    ("entries", "sides", "is_double", "deals", "field", "words"),
    [
        (5, 3, True, DealMode.INDEPENDENT, "format", "needs a game of two sides"),
        (4, 3, False, DealMode.INDEPENDENT, "bots", "needs an odd number of bots, not 4"),
        (3, 2, False, DealMode.FIELD, "deals", "need a round of two tables, which 3 bots"),
        (5, 3, False, DealMode.FIELD, "deals", "need a round of two tables, which 5 bots"),
    ],
)
def test_what_a_knockout_cannot_be_is_refused(
    entries: int, sides: int, is_double: bool, deals: DealMode, field: str, words: str
) -> None:
    with pytest.raises(InvalidTournament, match=words) as caught:
        Knockout(
            bots(entries),
            matches_per_pairing=6,
            players=sides,
            sides=sides,
            is_double=is_double,
            deals=deals,
        )
    assert caught.value.field == field
