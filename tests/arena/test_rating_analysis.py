"""The tables of a tournament: who counts for what, ties, order, names, nonsense."""

from dataclasses import replace
from math import inf, isfinite, log, nan

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit

from kozel.stats import Interval
from kozel_arena.rating import Analysis, EntryAnalysis, MatchTable, PairAnalysis, analyse
from tests.arena.rating_tables import TEAMS, in_other_order, renamed, round_robin, table_of

WON, LOST, SHARED = (1, 0), (0, 1), (0.5, 0.5)


def line(analysis: Analysis, entry: str) -> EntryAnalysis:
    return next(found for found in analysis.entries if found.entry == entry)


def pair(analysis: Analysis, entry: str, opponent: str) -> PairAnalysis:
    return next(
        found for found in analysis.pairs if (found.entry, found.opponent) == (entry, opponent)
    )


def assert_same(one: object, other: object) -> None:
    """Equal but for the last digits of sums in another order."""
    if isinstance(one, float):
        assert one == pytest.approx(other, abs=1e-6)
    elif isinstance(one, Interval | EntryAnalysis | PairAnalysis | Analysis):
        assert type(one) is type(other)
        for name in one.__slots__:
            assert_same(getattr(one, name), getattr(other, name))
    elif isinstance(one, tuple):
        assert isinstance(other, tuple)
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    else:
        assert one == other


def test_a_table_without_a_match_knows_nothing() -> None:
    found = analyse(MatchTable.of_rows([], entries="ab", sides=(0, 1)), seed=1, draws=10)
    assert [one.entry for one in found.entries] == ["a", "b"]
    first = found.entries[0]
    assert (first.matches, first.groups, first.deals) == (0, 0, 0)
    assert (first.elo, first.field) == (None, None)
    assert first.score == Interval(0.5, 0, 1)
    assert found.pairs == ()
    assert found.superiority == ((0.5, 0.5), (0.5, 0.5))


def test_one_match_says_little_and_nothing_is_infinite() -> None:
    found = analyse(table_of(("ab", WON), entries="abc"), seed=1)
    winner, loser, idle = found.entries
    assert [winner.entry, loser.entry, idle.entry] == ["a", "b", "c"]
    assert idle.elo is None
    assert winner.elo is not None
    assert loser.elo is not None
    assert 0 < winner.elo.value == pytest.approx(-loser.elo.value)
    assert isfinite(winner.elo.low)
    assert isfinite(winner.elo.high)
    assert winner.elo.low < 0
    assert 0.5 < found.superiority[0][1] < 0.95
    assert found.superiority[0][2] == 0.5
    cell = pair(found, "b", "a")
    assert cell.score.value == 0
    assert cell.score.high > 0.9
    assert cell.score_deviation is None


def test_series_of_shared_wins_tie_all_places_and_ratings() -> None:
    meetings = [(pair, SHARED) for pair in ("ab", "bc", "ca", "ad", "db", "cd")] * 5
    found = analyse(table_of(*meetings), seed=1)
    assert [one.place for one in found.entries] == [1, 1, 1, 1]
    for one in found.entries:
        assert one.score.value == 0.5
        assert one.elo is not None
        assert one.elo.value == pytest.approx(0, abs=1e-6)
        assert one.elo.low < 0 < one.elo.high


def test_equal_scores_share_a_place_and_the_next_place_is_left_out() -> None:
    found = analyse(table_of(("ab", WON), ("cd", WON), ("ac", SHARED), ("bd", WON)), seed=1)
    assert [(one.entry, one.place) for one in found.entries] == [
        ("a", 1),
        ("c", 1),
        ("b", 3),
        ("d", 4),
    ]


@pytest.mark.parametrize("matches", [1, 3, 50])
def test_shut_outs_are_finite_and_grow_with_the_matches(matches: int) -> None:
    found = analyse(table_of(*[("ab", WON)] * matches), seed=1)
    best = found.entries[0]
    assert best.elo is not None
    assert isfinite(best.elo.high)
    assert best.elo.low < best.elo.value < best.elo.high
    assert found.superiority[0][1] < 1
    rating = brentq(lambda x: matches * expit(-2 * x) - (expit(x) - 0.5), 0, 9)
    assert best.elo.value == pytest.approx(rating * 400 / log(10), abs=1e-3)


def test_the_order_of_matches_and_the_names_of_bots_change_nothing() -> None:
    table = round_robin([0.4, 0.1, 0, -0.2, -0.3], groups_a_pair=12, seed=3, luck=0.2)
    plain = analyse(table, seed=5, draws=200)
    chance = np.random.default_rng(1)
    mixed = in_other_order(table, chance.permutation(len(table.numbers)))
    assert analyse(mixed, seed=5, draws=200) == plain
    order = chance.permutation(5)
    names = [f"Ä vs {number}" for number in range(5)]
    other = analyse(renamed(mixed, names, order), seed=5, draws=200)
    assert len({one.place for one in plain.entries}) == 5
    back = {names[order[n]]: table.entries[n] for n in range(5)}
    assert_same(
        replace(
            other,
            entries=tuple(replace(one, entry=back[one.entry]) for one in other.entries),
            pairs=tuple(
                replace(one, entry=back[one.entry], opponent=back[one.opponent])
                for one in other.pairs
            ),
        ),
        plain,
    )


def test_in_team_games_a_match_counts_once_for_both_seats_of_a_side() -> None:
    cards = [(70, 50, 70, 50), (55, 65, 55, 65)]
    found = analyse(
        table_of(("abab", (1, 0, 1, 0)), ("baba", (0, 1, 0, 1)), sides=TEAMS, cards=cards), seed=1
    )
    first = line(found, "a")
    assert (first.matches, first.score.value, first.deals) == (2, 1, 2)
    assert first.points.value == pytest.approx(67.5)
    assert pair(found, "a", "b").matches == 2
    assert pair(found, "a", "b").difference.value == pytest.approx(15)


def test_partners_are_no_opponents_and_every_opponent_is_met() -> None:
    found = analyse(table_of(("abcd", (1, 0, 1, 0)), sides=TEAMS, cards=[(70, 50, 70, 50)]), seed=1)
    met = {(one.entry, one.opponent) for one in found.pairs}
    assert met == {(x, y) for x, y in ("ab", "ad", "cb", "cd", "ba", "da", "bc", "dc")}
    assert [one.place for one in found.entries] == [1, 1, 3, 3]
    assert found.superiority[0][1] == pytest.approx(0.5, abs=0.1)


def test_the_partner_of_an_absentee_is_not_charged() -> None:
    table = table_of(("abcd", (0, 1, 0, 1)), sides=TEAMS)
    found = analyse(replace(table, is_rated=np.array([[True, True, False, True]])), seed=1)
    partner = line(found, "c")
    assert (partner.matches, partner.elo) == (0, None)
    assert line(found, "a").matches == 1
    assert {one.opponent for one in found.pairs if one.entry == "b"} == {"a"}


def test_a_match_of_three_sides_is_three_meetings() -> None:
    found = analyse(
        table_of(("abc", (1, 0, 0)), ("bca", (0.5, 0.5, 0)), sides=(0, 1, 2), entries="abc"),
        seed=1,
    )
    assert pair(found, "a", "b").score.value == 0.5
    assert pair(found, "b", "c").score.value == 0.5
    assert [one.score.value for one in found.entries] == [0.5, 0.25, 0.25]


def test_the_field_takes_the_luck_of_the_deals_away() -> None:
    """All sit over good cards at side 0; b makes five more of them than the others do."""
    found = analyse(
        table_of(
            ("ac", WON),
            ("bd", WON),
            ("ca", WON),
            ("db", LOST),
            groups=[0, 0, 1, 1],
            cards=[(80, 40), (85, 35), (90, 30), (55, 65)],
        ),
        seed=1,
    )
    ahead = line(found, "b").field
    assert ahead is not None
    assert ahead.value == pytest.approx(((85 - 35 - 40) + (10 + 60)) / 2)
    behind = line(found, "d").field
    assert behind is not None
    assert behind.value == pytest.approx(((-50 + 40) + (-10 - 60)) / 2)


def test_without_a_second_table_there_is_no_field() -> None:
    assert line(analyse(table_of(("ab", WON), ("ba", WON)), seed=1), "a").field is None


def test_the_attempts_of_a_group_are_different_deals() -> None:
    table = table_of(("ab", WON), ("ab", WON), groups=[0, 0])
    assert analyse(table, seed=1, draws=5).groups == 1
    again = replace(table, attempts=np.array([0, 1]))
    assert analyse(again, seed=1, draws=5).groups == 2


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("match_points", np.array([[nan, 0.0]])),
        ("match_points", np.array([[1.5, 0.0]])),
        ("match_points", np.array([1.0, 0.0])),
        ("deal_points", np.array([[inf, 0.0]])),
        ("deal_points", np.array([[-1.0, 120.0]])),
        ("deal_points", np.array([[121.0, 0.0]])),
        ("deals", np.array([-1])),
        ("sides", (0, 0)),
        ("deals", np.array([1, 1])),
        ("seats", np.array([[0, 7]])),
        ("seats", np.array([[-1, 0]])),
        ("entries", ("a", "a", "b", "c")),
    ],
)
def test_tables_that_cannot_be_are_refused(column: str, value: object) -> None:
    with pytest.raises(ValueError, match="match table"):
        replace(table_of(("ab", WON)), **{column: value})


def test_a_match_that_is_there_twice_is_refused() -> None:
    table = table_of(("ab", WON), ("ab", WON))
    with pytest.raises(ValueError, match="twice"):
        replace(table, numbers=np.array([3, 3]))


def test_rows_that_are_no_whole_matches_are_refused() -> None:
    row = (0, 0, 0, 1, 0, 1.0, 60.0, True)
    with pytest.raises(ValueError, match="no whole matches"):
        MatchTable.of_rows([row], entries="ab", sides=(0, 1))
    with pytest.raises(ValueError, match="sort the rows"):
        MatchTable.of_rows([row, (1, *row[1:])], entries="ab", sides=(0, 1))


def test_a_bootstrap_without_draws_is_refused() -> None:
    with pytest.raises(ValueError, match="give 1 or more"):
        analyse(table_of(("ab", WON)), seed=1, draws=0)
    with pytest.raises(ValueError, match="give 0 or more"):
        analyse(table_of(("ab", WON)), seed=-1)


def test_nonsense_that_can_happen_leaves_every_number_finite() -> None:
    """A bot against itself, nobody rated, no deals, everything in one group, a field in parts."""
    unrated = replace(table_of(("ab", WON)), is_rated=np.zeros((1, 2), dtype=np.bool_))
    tables = [
        table_of(("aa", WON)),
        unrated,
        table_of(("ab", WON), ("ab", WON), deals=0),
        table_of(*[("ab", WON)] * 9, groups=[3] * 9),
        table_of(*[("ab", WON)] * 9, *[("cd", WON)] * 2),
        table_of(*[("ab", WON), ("bc", WON), ("cd", WON)] * 300),
        MatchTable.of_rows([], entries=(), sides=(0, 1)),
    ]
    for table in tables:
        found = analyse(table, seed=1, draws=100)
        for entry in found.entries:
            for interval in (entry.score, entry.points, entry.field, entry.elo):
                if interval is not None:
                    assert -inf < interval.low <= interval.value <= interval.high < inf
        assert all(0 <= value <= 1 for row in found.superiority for value in row)


def test_groups_drawn_in_blocks_give_the_same_intervals_but_for_chance() -> None:
    """Rotating partners: 2,400 groups of four pairs are over the limit and drawn in blocks."""
    chance = np.random.default_rng(5)
    lots = [chance.permutation(6)[:4] for _ in range(2400)]
    wins = chance.random(2400) < 0.5
    matches = [
        ("".join("abcdef"[n] for n in seats), (1, 0, 1, 0) if won else (0, 1, 0, 1))
        for seats, won in zip(lots, wins, strict=True)
    ]
    whole = analyse(table_of(*matches, entries="abcdef", sides=TEAMS), seed=1)
    part = analyse(table_of(*matches[:1900], entries="abcdef", sides=TEAMS), seed=1)
    for entry in "abcdef":
        blocks, single = line(whole, entry).elo, line(part, entry).elo
        assert blocks is not None
        assert single is not None
        assert blocks.margin == pytest.approx(single.margin * (1900 / 2400) ** 0.5, rel=0.12)
