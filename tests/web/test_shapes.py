"""How numbers, times and words look on pages."""

import pytest

from kozel_arena.tournament import DealMode, TournamentFormat
from kozel_arena.web import shapes


@pytest.mark.parametrize(
    ("time_ms", "shown"),
    [
        (0.0421, "0.0421 ms"),
        (999, "999 ms"),
        (1500, "1.5 s"),
        (60_000, "60 s"),
        (119_000, "119 s"),
        (120_000, "2 min"),
        (1_800_000, "30 min"),
        (3_600_000, "1 h"),
        (5_400_000, "1.5 h"),
    ],
)
def test_a_time_has_the_unit_that_people_would_use(time_ms: float, shown: str) -> None:
    assert shapes.milliseconds(time_ms) == shown


def test_numbers_below_zero_have_a_true_minus_sign() -> None:
    assert [shapes.signed(number) for number in (-4, 0, 2)] == ["\u22124", "0", "+2"]
    assert shapes.decimal(-2.944, 2) == "\u22122.94"
    assert shapes.decimal(3, 1) == "3.0"


def test_every_format_and_kind_of_deals_has_words() -> None:
    assert set(shapes.FORMATS) == set(TournamentFormat)
    assert set(shapes.DEALS) == set(DealMode)
    assert not any("_" in word for word in shapes.FORMATS.values())
