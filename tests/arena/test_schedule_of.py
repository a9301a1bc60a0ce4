"""Every field of a tournament means something to its format, or is refused in a sentence."""

from dataclasses import replace
from typing import Any

import pytest

from kozel.table import TimeControl
from kozel_arena.config import LONGEST_DELAY, nanoseconds
from kozel_arena.lobby import RunningTournament, choose_starts
from kozel_arena.tournament import (
    DealMode,
    Gauntlet,
    InvalidTournament,
    Knockout,
    Ladder,
    Progress,
    RoundRobin,
    Sprt,
    SprtBounds,
    Swiss,
    TournamentConfig,
    TournamentFormat,
    schedule_of,
    validated,
)
from kozel_arena.tournament.config import LONGEST_SPECTATOR_DELAY_NS
from tests.arena.contests import Contest, bots, by_chance

PLAIN = TournamentConfig(
    name="Spring cup",
    ruleset="miner",
    entries=bots(8),
    matches_per_pairing=4,
    seed="7",
    time_control=TimeControl(move_limit_ns=5_000_000_000),
)
HOUR_NS = 3600 * 10**9
BOUNDS = SprtBounds(elo0=0, elo1=20)
FORMATS: dict[TournamentFormat, tuple[type, dict[str, Any]]] = {
    TournamentFormat.ROUND_ROBIN: (RoundRobin, {}),
    TournamentFormat.GAUNTLET: (Gauntlet, {"challengers": ("b1", "b2")}),
    TournamentFormat.SWISS: (Swiss, {}),
    TournamentFormat.KNOCKOUT: (Knockout, {}),
    TournamentFormat.DOUBLE_KNOCKOUT: (Knockout, {}),
    TournamentFormat.LADDER: (Ladder, {"rounds": 20}),
    TournamentFormat.SPRT: (Sprt, {"entries": bots(2), "sprt": BOUNDS}),
}


def config(format: TournamentFormat, **changes: Any) -> TournamentConfig:
    return replace(PLAIN, format=format, **(FORMATS[format][1] | changes))


@pytest.mark.parametrize("format", list(TournamentFormat))
def test_every_format_has_its_schedule_and_the_lobby_starts_and_ends_it(
    format: TournamentFormat,
) -> None:
    schedule = schedule_of(validated(config(format)))
    assert isinstance(schedule, FORMATS[format][0])
    progress = Progress(schedule.total())
    running = RunningTournament("t1", schedule, progress)
    starts = choose_starts([running], free_seats=dict.fromkeys(bots(8), 8), capacity=5)
    assert 0 < len(starts) <= 5
    assert progress.running_count == len(starts)
    contest = Contest(schedule, by_chance(4), here=bots(8))
    played = contest.to_the_end()
    assert 0 < len(played) <= schedule.total()
    assert contest.start() == []


@pytest.mark.parametrize("deals", list(DealMode))
@pytest.mark.parametrize("format", list(TournamentFormat))
def test_field_deals_need_a_format_with_rounds(format: TournamentFormat, deals: DealMode) -> None:
    has_field = format not in ("ladder", "sprt")
    if deals is DealMode.FIELD and not has_field:
        with pytest.raises(InvalidTournament) as caught:
            validated(config(format, deals=deals))
        assert caught.value.field == "deals"
    else:
        assert validated(config(format, deals=deals)).deals is deals


@pytest.mark.parametrize("format", list(TournamentFormat))
@pytest.mark.parametrize(
    ("field", "value", "owners"),
    [
        ("individual", True, ("round_robin", "gauntlet", "swiss", "ladder")),
        ("rounds", 3, ("swiss", "ladder")),
        ("challengers", ("b1",), ("gauntlet",)),
        ("sprt", BOUNDS, ("sprt",)),
    ],
)
def test_what_a_format_would_ignore_is_refused(
    format: TournamentFormat, field: str, value: object, owners: tuple[str, ...]
) -> None:
    given = config(format, **{field: value})
    if format in owners:
        validated(given)
        return
    with pytest.raises(InvalidTournament, match=f"{field} means nothing") as caught:
        validated(given)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("format", "changes", "field"),
    [
        ("sprt", {"sprt": None}, "sprt"),
        ("sprt", {"sprt": SprtBounds(elo0=0, elo1=float("nan"))}, "sprt"),
        ("sprt", {"entries": bots(3)}, "bots"),
        ("gauntlet", {"challengers": ()}, "challengers"),
        ("gauntlet", {"challengers": ("b9",)}, "challengers"),
        ("swiss", {"rounds": 8}, "rounds"),
        ("swiss", {"rounds": 0}, "rounds"),
        ("ladder", {"rounds": 0}, "rounds"),
        ("ladder", {"rounds": 10**9}, "matches_per_pairing"),
        ("knockout", {"entries": bots(1)}, "bots"),
        ("knockout", {"entries": ("b1", "b1")}, "bots"),
        ("knockout", {"matches_per_pairing": 3}, "matches_per_pairing"),
        ("knockout", {"ruleset": "widow", "matches_per_pairing": 6}, "bots"),
        ("double_knockout", {"ruleset": "widow", "matches_per_pairing": 6}, "format"),
        ("sprt", {"ruleset": "widow", "matches_per_pairing": 6}, "format"),
        ("round_robin", {"ruleset": "widow", "individual": True}, "individual"),
        ("round_robin", {"individual": True, "matches_per_pairing": 6}, "matches_per_pairing"),
        ("round_robin", {"individual": True, "entries": bots(3)}, "bots"),
        ("swiss", {"ruleset": "widow", "matches_per_pairing": 4}, "matches_per_pairing"),
        ("ladder", {"seed": ""}, "seed"),
    ],
)
def test_what_cannot_be_played_names_the_field(
    format: str, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidTournament) as caught:
        validated(config(TournamentFormat(format), **changes))
    assert caught.value.field == field
    assert str(caught.value).startswith("this tournament cannot be played: ")


@pytest.mark.parametrize("delay_ns", [None, 0, HOUR_NS])
def test_spectators_may_see_tables_at_once_or_an_hour_late(delay_ns: int | None) -> None:
    given = config(TournamentFormat.ROUND_ROBIN, spectator_delay_ns=delay_ns)
    assert validated(given).spectator_delay_ns == delay_ns


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"spectator_delay_ns": HOUR_NS + 1}, "give a spectator delay of at most 1h"),
        ({"deals": DealMode.MIRRORED, "spectator_delay_ns": 0}, "tables with mirrored deals are"),
    ],
)
def test_a_delay_that_cannot_be_meant_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidTournament, match=said) as raised:
        validated(config(TournamentFormat.ROUND_ROBIN, **changes))
    assert raised.value.field == "spectator_delay"


def test_a_tournament_is_shown_as_late_as_an_arena_may_show_it() -> None:
    assert nanoseconds(LONGEST_DELAY) == LONGEST_SPECTATOR_DELAY_NS == HOUR_NS
