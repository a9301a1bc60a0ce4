"""How one bot did: by opponent, game and seat, and over time, with deal groups as samples."""

import numpy as np
import pytest

from kozel.stats import Interval
from kozel_arena.rating import BotMatches, analyse_bot
from kozel_arena.rating.bots import STRETCHES


def matches(*points: float, first: int = 1, **changes: object) -> BotMatches:
    """Matches of miner with that many points, each with its own deals, in turns at both sides."""
    count = len(points)
    columns = {
        "ruleset": "miner",
        "seat_names": ("0 and 2", "1 and 3"),
        "rows": np.arange(count) + first,
        "groups": np.arange(count),
        "attempts": np.zeros(count, dtype=np.int64),
        "seats": np.arange(count) % 2,
        "points": np.array(points),
        "met_at": np.arange(count),
        "opponents": np.full(count, 2),
        "scores": np.array(points),
    }
    return BotMatches(**{**columns, **changes})  # type: ignore[arg-type]


def test_a_bot_without_a_match_has_no_score() -> None:
    found = analyse_bot([matches()])
    assert (found.matches, found.score, found.course) == (0, None, ())


def test_shares_by_seat_and_game_are_means_of_what_was_played_there() -> None:
    found = analyse_bot([matches(1.0, 0.0, 1.0, 0.0), matches(0.0, first=9, ruleset="classic")])
    assert {share.key: share.score.value for share in found.seats} == {
        "miner: 0 and 2": 1.0,
        "miner: 1 and 3": 0.0,
        "classic: 0 and 2": 0.0,
    }
    assert [(share.key, share.matches) for share in found.rulesets] == [
        ("classic", 1),
        ("miner", 4),
    ]
    assert found.score is not None
    assert found.score.value == pytest.approx(0.4)


def test_whoever_was_met_oftenest_comes_first() -> None:
    met = matches(1.0, 0.0, 0.0, opponents=np.array([10, 9, 9]))
    assert [(share.key, share.matches) for share in analyse_bot([met]).opponents] == [
        ("9", 2),
        ("10", 1),
    ]


def test_matches_of_one_deal_group_are_one_sample() -> None:
    halves = (1.0, 0.0) * 20
    alone = analyse_bot([matches(*halves)]).score
    mirrored = analyse_bot([matches(*halves, groups=np.arange(40) // 2)]).score
    assert isinstance(alone, Interval)
    assert isinstance(mirrored, Interval)
    assert mirrored.high - mirrored.low < alone.high - alone.low


def test_the_same_group_number_in_another_tournament_or_attempt_is_another_sample() -> None:
    one = matches(1.0, 0.0)
    two = matches(1.0, 0.0, first=3)
    apart = matches(1.0, 0.0, 1.0, 0.0)
    assert analyse_bot([one, two]).score == analyse_bot([apart]).score
    again = matches(
        1.0, 0.0, 1.0, 0.0, groups=np.array([0, 1, 0, 1]), attempts=np.array([0, 0, 1, 1])
    )
    assert analyse_bot([again]).score == analyse_bot([apart]).score


def test_the_course_runs_through_all_tournaments_in_the_order_of_storing() -> None:
    late, early = matches(1.0, 1.0, first=10), matches(0.0, 0.0, first=1)
    course = analyse_bot([late, early]).course
    assert [point.row for point in course] == [1, 2, 10, 11]
    assert [point.recent for point in course] == [0, 0, 1, 1]
    assert [point.score.value for point in course] == pytest.approx([0, 0, 1 / 3, 0.5])


def test_a_long_course_has_few_points_and_ends_at_the_last_match() -> None:
    found = analyse_bot([matches(*(float(n % 3 == 0) for n in range(1000)))])
    assert len(found.course) == STRETCHES
    assert found.course[-1].matches == 1000
    assert found.course[-1].score == found.score
