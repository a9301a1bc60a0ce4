"""Scores with honest intervals, tables in the right order."""

import pytest

from kozel_arena.rating import (
    MetTally,
    ScoreTally,
    TimeHistogram,
    cross_table,
    match_points,
    standings,
)


def tally(id: str, *, matches: int, points: float, silences: int = 0) -> ScoreTally:
    return ScoreTally(
        bot_id=id,
        name=f"bot {id}",
        matches=matches,
        points=points,
        silences=silences,
        decisions=TimeHistogram.of([1_000_000] * 99 + [50_000_000]),
    )


def test_a_win_is_one_point_and_a_shared_win_a_share_of_it() -> None:
    assert [match_points(side, (1,)) for side in (0, 1)] == [0, 1]
    assert [match_points(side, (0, 1)) for side in (0, 1)] == [0.5, 0.5]
    assert [match_points(side, (0, 2)) for side in (0, 1, 2)] == [0.5, 0, 0.5]


def test_a_match_that_nobody_won_has_no_points() -> None:
    with pytest.raises(ValueError, match="without winners"):
        match_points(0, ())


def test_the_table_is_sorted_by_score_and_who_has_not_played_comes_last() -> None:
    lines = standings(
        [
            tally("b1", matches=0, points=0),
            tally("b2", matches=4, points=1),
            tally("b3", matches=4, points=3, silences=2),
            tally("b5", matches=2, points=0.5),
            tally("b4", matches=4, points=1),
        ]
    )
    assert [line.bot_id for line in lines] == ["b3", "b2", "b4", "b5", "b1"]
    best = lines[0]
    assert (best.score, best.matches, best.silences) == (0.75, 4, 2)
    assert best.score_low < 0.75 < best.score_high
    assert best.decision_p50_ns == pytest.approx(1_000_000, rel=0.04)
    assert best.decision_p99_ns == pytest.approx(1_000_000, rel=0.04)


def test_the_order_of_the_sums_does_not_change_the_table() -> None:
    tallies = [tally(f"b{n}", matches=3, points=n % 3) for n in range(1, 9)]
    assert standings(tallies) == standings(reversed(tallies))


def test_a_cell_of_the_cross_table_is_the_bots_own_score() -> None:
    (cell,) = cross_table([MetTally(bot_id="b1", opponent_id="b2", matches=8, points=6)])
    assert (cell.bot_id, cell.opponent_id, cell.matches, cell.score) == ("b1", "b2", 8, 0.75)
