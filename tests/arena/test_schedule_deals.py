"""Which matches play the same deals, asked from any one of them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import DealMode, TournamentFormat, schedule_of
from tests.arena.contests import Contest, by_chance
from tests.arena.test_schedule_any import SIDES, any_config
from tests.arena.test_schedule_of import config


@given(seed=st.integers(0, 2**32), format=st.sampled_from(list(TournamentFormat)))
@settings(max_examples=150, deadline=None)
def test_every_match_of_a_group_names_the_whole_group_and_nobody_else(
    seed: int, format: TournamentFormat
) -> None:
    chosen = any_config(Random(seed), format)
    if chosen is None:
        return
    schedule = schedule_of(chosen)
    contest = Contest(schedule, by_chance(seed, SIDES[chosen.ruleset]), here=chosen.entries)
    groups = {one.number: one.group for one in contest.to_the_end(Random(seed))}
    for number, group in groups.items():
        sharing = schedule.sharing_deals(number)
        assert sharing == sorted(set(sharing))
        assert number in sharing
        assert {one for one in groups if groups[one] == group} == groups.keys() & set(sharing)


@pytest.mark.parametrize(
    ("format", "deals", "size"),
    [
        (TournamentFormat.ROUND_ROBIN, DealMode.INDEPENDENT, 1),
        (TournamentFormat.ROUND_ROBIN, DealMode.MIRRORED, 2),
        (TournamentFormat.ROUND_ROBIN, DealMode.FIELD, 4),
        (TournamentFormat.SWISS, DealMode.FIELD, 4),
        (TournamentFormat.KNOCKOUT, DealMode.MIRRORED, 2),
        (TournamentFormat.KNOCKOUT, DealMode.FIELD, 4),
        (TournamentFormat.DOUBLE_KNOCKOUT, DealMode.FIELD, 4),
        (TournamentFormat.SPRT, DealMode.MIRRORED, 2),
        (TournamentFormat.LADDER, DealMode.MIRRORED, 2),
    ],
)
def test_a_group_is_as_large_as_its_mode_says(
    format: TournamentFormat, deals: DealMode, size: int
) -> None:
    assert len(schedule_of(config(format, deals=deals)).sharing_deals(3)) == size
