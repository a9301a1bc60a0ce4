"""Tournaments between database and tables: what an organiser does holds, whatever comes between."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from time import monotonic_ns
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from kozel_arena.logs import make_log
from kozel_arena.metrics import Metrics
from kozel_arena.roles import Caller, Role
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.matches import Matches
from kozel_arena.runtime.tables import seed_of
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.storage import Database, Repository, ResultWriter, Tournament
from kozel_arena.tournament import Pairing, ScheduleState, Swiss, TournamentFormat, TournamentState
from tests.arena.storage_builders import finished, opened, tournament_of_bots

BY = Caller("organiser", Role.ORGANISER)
REPLAYED = Pairing(0, ("b1", "b2", "b1", "b2"), 0)


class Arena:
    """A database, and tournaments that are played by nobody until the test stores results."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.repository = Repository(database)

    def session(self, deeds: Callable[["Arena"], Awaitable[None]]) -> None:
        """One life of the arena: it resumes, does something, and is gone."""

        async def run() -> None:
            log = make_log(level="error", form="json")
            results: Any = SimpleNamespace(queued=0, room=10, trouble=None)
            self.matches = Matches(
                players={},
                limits=SimpleNamespace(max_tables=10),  # type: ignore[arg-type]
                results=results,
                clock=monotonic_ns,
                lag=Lag(),
                metrics=Metrics(CollectorRegistry(), version="0"),
                log=log,
                completed=lambda id: self.tournaments.completed(id),
                make_room=lambda player, seats: None,
            )
            self.tournaments = Tournaments(self.repository, self.matches, log)
            await self.tournaments.resume()
            await deeds(self)

        asyncio.run(run())

    def store(self, tournament: Tournament, *numbers: int) -> None:
        """Results of some matches, in the database and told to the tables."""
        writer = ResultWriter(self.database)
        matches = [finished(tournament, number) for number in numbers]
        for match in matches:
            writer.submit(match)
        writer.close()
        for match in matches:
            self.matches.committed(match)

    def state(self, tournament: Tournament) -> TournamentState:
        return self.repository.tournament(tournament.id).state


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with opened(tmp_path / "arena.db") as database:
        yield Arena(database)


def test_a_result_struck_out_before_the_end_was_written_down_keeps_the_tournament_running(
    arena: Arena,
) -> None:
    event = tournament_of_bots(arena.repository, 2)

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        arena.store(event, 0, 1)
        assert not arena.matches.plays(event.id)
        await arena.tournaments.void(f"{event.id}-0", reason="wrong clock", by=BY)
        await arena.tournaments.settle()
        assert arena.state(event) is TournamentState.RUNNING
        playing = arena.matches.contests.get(event.id)
        assert playing is not None
        assert playing.running.progress.is_open(0)
        assert playing.attempt(0) == 1

    arena.session(deeds)


def test_a_paused_tournament_stays_so_when_the_arena_starts_again(arena: Arena) -> None:
    event = tournament_of_bots(arena.repository, 2)

    async def pause(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        await arena.tournaments.pause(event.id, by=BY)
        arena.store(event, 1)

    async def go_on(arena: Arena) -> None:
        assert not arena.matches.plays(event.id)
        await arena.tournaments.go_on(event.id, by=BY)
        [running] = arena.matches.contests.startable()
        assert running.progress.is_open(0)
        assert not running.progress.is_open(1)

    arena.session(pause)
    arena.session(go_on)


def test_a_paused_tournament_whose_last_match_ends_is_finished(arena: Arena) -> None:
    event = tournament_of_bots(arena.repository, 2)

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        await arena.tournaments.pause(event.id, by=BY)
        arena.store(event, 0, 1)
        await arena.tournaments.settle()
        assert arena.state(event) is TournamentState.FINISHED

    arena.session(deeds)


def test_who_withdrew_and_what_was_struck_out_is_known_after_a_restart(arena: Arena) -> None:
    event = tournament_of_bots(arena.repository, 3)
    gone = event.config.entries[2]
    seeds = list[str]()

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        arena.store(event, 0)
        await arena.tournaments.void(f"{event.id}-0", reason="a test", by=BY)
        await arena.tournaments.withdraw(event.id, gone, by=BY)
        playing = arena.matches.contests.get(event.id)
        assert playing is not None
        seeds.append(seed_of(playing, REPLAYED))

    async def look(arena: Arena) -> None:
        playing = arena.matches.contests.get(event.id)
        assert playing is not None
        assert playing.running.progress.withdrawn == {gone}
        assert playing.attempt(0) == 1
        assert seed_of(playing, REPLAYED) == seeds.pop()
        assert playing.running.progress.is_open(0)

    arena.session(deeds)
    arena.session(look)


def test_a_format_that_follows_results_has_them_after_a_restart(arena: Arena) -> None:
    event = tournament_of_bots(arena.repository, 2, format=TournamentFormat.KNOCKOUT)

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        arena.store(event, 0)

    async def look(arena: Arena) -> None:
        playing = arena.matches.contests.get(event.id)
        assert playing is not None
        assert set(playing.running.progress.outcomes) == {0}

    arena.session(deeds)
    arena.session(look)


def drawn(arena: Arena, event: Tournament) -> list[list[tuple[str, ...]]]:
    """Who sits where in a Swiss tournament that is in play."""
    playing = arena.matches.contests.get(event.id)
    assert playing is not None
    schedule, progress = playing.running.schedule, playing.running.progress
    assert isinstance(schedule, Swiss)
    return [[meeting.entries for meeting in round] for round in schedule.drawn(progress)]


def test_a_round_of_which_only_a_withdrawal_is_stored_is_drawn_the_same_after_a_restart(
    arena: Arena,
) -> None:
    event = tournament_of_bots(arena.repository, 6, format=TournamentFormat.SWISS, rounds=2)
    entries = event.config.entries
    before = list[list[list[tuple[str, ...]]]]()

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        before.append(drawn(arena, event))
        [running] = arena.matches.contests.startable()
        free = dict.fromkeys(entries, 2)
        running.schedule.next(ScheduleState(progress=running.progress, free=free, wanted=1))
        await arena.tournaments.withdraw(event.id, entries[5], by=BY)
        assert drawn(arena, event) == before[0]

    async def look(arena: Arena) -> None:
        assert drawn(arena, event) == before[0]
        [running] = arena.matches.contests.startable()
        assert running.progress.left_rounds == {entries[5]: 1}

    arena.session(deeds)
    arena.session(look)


def test_who_withdraws_before_the_start_or_in_a_pause_is_not_drawn(arena: Arena) -> None:
    event = tournament_of_bots(arena.repository, 6, format=TournamentFormat.SWISS, rounds=2)
    entries = event.config.entries

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.withdraw(event.id, entries[5], by=BY)
        await arena.tournaments.start(event.id, by=BY)
        await arena.tournaments.pause(event.id, by=BY)

    async def go_on(arena: Arena) -> None:
        await arena.tournaments.withdraw(event.id, entries[4], by=BY)
        await arena.tournaments.go_on(event.id, by=BY)
        [round] = drawn(arena, event)
        assert sorted(id for table in round for id in table) == sorted(entries[:4])

    arena.session(deeds)
    arena.session(go_on)


def test_no_match_starts_while_a_withdrawal_is_written_down(arena: Arena) -> None:
    event = tournament_of_bots(arena.repository, 3)

    async def deeds(arena: Arena) -> None:
        await arena.tournaments.start(event.id, by=BY)
        contests = arena.matches.contests
        withdraw = arena.repository.withdraw
        startable = []

        def slowly(*arguments: Any, **named: Any) -> Tournament:
            startable.append(contests.startable())
            return withdraw(*arguments, **named)

        arena.repository.withdraw = slowly  # type: ignore[method-assign]
        await arena.tournaments.withdraw(event.id, event.config.entries[2], by=BY)
        assert startable == [[]]
        assert len(contests.startable()) == 1

    arena.session(deeds)
