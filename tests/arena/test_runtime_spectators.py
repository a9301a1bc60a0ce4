"""Spectators see what was public some time ago, and cost nothing while there are none."""

from typing import Any, cast

import pytest

from kozel.rules import Match, PublicView, SeededChance, bind, public_view
from kozel_arena.runtime.matches import MatchInPlay
from kozel_arena.runtime.spectators import (
    FORGOTTEN_NS,
    MOST_PICTURES,
    MOST_TABLES,
    PERIOD_NS,
    DealsAreShared,
    NoSpectators,
    NotInPlay,
    Spectators,
    TooManyWatched,
)
from kozel_arena.tournament import DealMode

SECOND = 1_000_000_000
DELAY = 10 * SECOND


class FakeTable:
    """A match in play, of which nothing is used but what spectators may have."""

    def __init__(
        self, deals: DealMode = DealMode.INDEPENDENT, *, delay_ns: int | None = None
    ) -> None:
        self.match = Match(bind("miner"), SeededChance("7"))
        facts = {"deals": deals, "spectator_delay_ns": delay_ns}
        self.tournament = type("Tournament", (), facts)
        self.looks = 0

    @property
    def host(self) -> "FakeTable":
        return self

    def public_view(self) -> PublicView:
        self.looks += 1
        return public_view(self.match)

    def play(self) -> None:
        (seat,) = self.match.deciders()
        self.match.apply(seat, self.match.legal(seat)[0])


class Gallery:
    """Spectators whose time is told by the test."""

    def __init__(self, *, usual_ns: int | None = DELAY, **tables: FakeTable) -> None:
        self.now_ns = 1_000 * SECOND
        self.tables: dict[str, FakeTable] = tables
        self.spectators = Spectators(self.find, usual_ns=usual_ns, clock=lambda: self.now_ns)

    def find(self, match_id: str) -> MatchInPlay | None:
        return cast(Any, self.tables.get(match_id))

    def look(self, match_id: str = "m", *, after: float = 0) -> Any:
        self.now_ns += round(after * SECOND)
        return self.spectators.look(match_id)

    def moves(self, **after: float) -> int | None:
        view = self.look(**after).view
        return None if view is None else len(view.moves)


def test_a_picture_is_shown_when_it_is_old_enough_and_not_before() -> None:
    table = FakeTable()
    gallery = Gallery(m=table)
    assert gallery.look().wait_ns == DELAY
    table.play()
    assert gallery.look(after=4).wait_ns == DELAY - 4 * SECOND
    assert gallery.look(after=5.9).view is None
    assert gallery.moves(after=0.1) == 0
    assert gallery.moves(after=3.9) == 0
    assert gallery.moves(after=0.1) == 1


def test_nobody_looks_at_a_table_that_nobody_watches() -> None:
    table = FakeTable()
    gallery = Gallery(m=table, n=FakeTable())
    assert table.looks == 0
    gallery.look()
    assert table.looks == 1
    for _ in range(100):
        gallery.look("n", after=1)
    assert table.looks == 1


def test_a_table_is_looked_at_in_steps_so_that_no_thinking_time_is_told() -> None:
    table = FakeTable()
    gallery = Gallery(m=table)
    for _ in range(1000):
        gallery.look(after=0.01)
    assert table.looks <= 1000 * 0.01 / (PERIOD_NS / SECOND) + 1


def test_what_is_kept_is_bounded_however_long_the_delay() -> None:
    table = FakeTable()
    gallery = Gallery(m=table, usual_ns=3600 * SECOND)
    for _ in range(3600):
        if table.match.deciders():
            table.play()
        gallery.look(after=1)
    assert table.looks <= MOST_PICTURES + 1


def test_a_match_that_is_over_is_shown_to_its_end_and_then_it_is_said() -> None:
    table = FakeTable()
    gallery = Gallery(m=table)
    gallery.look()
    table.play()
    gallery.look(after=1)
    del gallery.tables["m"]
    assert not gallery.look(after=1).is_over
    assert gallery.moves(after=9.5) == 1
    assert gallery.look(after=0.5).is_over


def test_a_match_that_is_played_again_is_followed_on() -> None:
    table = FakeTable()
    gallery = Gallery(m=table)
    gallery.look()
    del gallery.tables["m"]
    gallery.look(after=1)
    gallery.tables["m"] = FakeTable()
    gallery.look(after=1)
    assert not gallery.look(after=11).is_over


def test_a_table_that_was_left_alone_is_forgotten() -> None:
    gallery = Gallery(m=FakeTable(), n=FakeTable())
    gallery.look()
    gallery.look("n", after=FORGOTTEN_NS / SECOND + 1)
    assert gallery.look().wait_ns == DELAY


def test_only_so_many_tables_are_watched_at_once() -> None:
    tables = {f"m{number}": FakeTable() for number in range(MOST_TABLES + 1)}
    gallery = Gallery(**tables)
    for name in list(tables)[:-1]:
        gallery.look(name)
    with pytest.raises(TooManyWatched, match="64 other tables are watched"):
        gallery.look(f"m{MOST_TABLES}")
    gallery.look(f"m{MOST_TABLES}", after=FORGOTTEN_NS / SECOND + 1)


@pytest.mark.parametrize("deals", [DealMode.MIRRORED, DealMode.FIELD])
def test_a_table_whose_deals_others_play_too_is_not_shown(deals: DealMode) -> None:
    table = FakeTable(deals)
    with pytest.raises(DealsAreShared, match="the same deals are played at other tables"):
        Gallery(m=table).look()
    assert table.looks == 0


def test_an_organiser_may_turn_it_off() -> None:
    with pytest.raises(NoSpectators, match="its organiser has turned that off"):
        Gallery(m=FakeTable(), usual_ns=None).look()


@pytest.mark.parametrize("usual_ns", [DELAY, 0, None])
def test_the_delay_of_a_tournament_goes_before_that_of_the_arena(usual_ns: int | None) -> None:
    table = FakeTable(delay_ns=3 * SECOND)
    gallery = Gallery(m=table, usual_ns=usual_ns)
    sight = gallery.look()
    assert (sight.delay_ns, sight.wait_ns, sight.view) == (3 * SECOND, 3 * SECOND, None)
    table.play()
    assert gallery.moves(after=3) == 0
    assert gallery.moves(after=3) == 1


def test_without_a_delay_the_table_is_seen_as_it_is_in_steps() -> None:
    table = FakeTable(delay_ns=0)
    gallery = Gallery(m=table)
    assert gallery.moves() == 0
    table.play()
    assert gallery.moves(after=PERIOD_NS / SECOND - 0.01) == 0
    assert gallery.moves(after=0.01) == 1
    del gallery.tables["m"]
    assert gallery.look(after=1).is_over


@pytest.mark.parametrize("deals", [DealMode.MIRRORED, DealMode.FIELD])
def test_no_delay_of_its_own_shows_a_table_whose_deals_others_play(deals: DealMode) -> None:
    table = FakeTable(deals, delay_ns=3 * SECOND)
    gallery = Gallery(m=table)
    assert gallery.spectators.delay_ns(cast(Any, table.tournament)) is None
    with pytest.raises(DealsAreShared):
        gallery.look()


def test_a_match_that_is_not_played_cannot_be_watched() -> None:
    with pytest.raises(NotInPlay, match="no match 'x' is being played"):
        Gallery().look("x")
