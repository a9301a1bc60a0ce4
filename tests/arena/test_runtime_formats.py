"""Formats that look at results, between the database and the tables: resumed, and not undone."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kozel_arena.lobby import RunningTournament
from kozel_arena.roles import Caller, Role
from kozel_arena.runtime.contests import Contests
from kozel_arena.runtime.tournaments import OthersRestOnIt, Tournaments
from kozel_arena.storage import (
    Database,
    FinishedMatch,
    Repository,
    ResultWriter,
    Tournament,
    outcome_of,
)
from kozel_arena.tournament import (
    Pairing,
    Progress,
    ScheduleState,
    TournamentFormat,
    TournamentState,
    schedule_of,
)
from tests.arena.storage_builders import finished, opened, tournament_of_bots

OLGA = Caller("olga", Role.ORGANISER)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with opened(tmp_path / "kozel.db") as database:
        yield database


def swiss_of_four(repository: Repository) -> Tournament:
    tournament = tournament_of_bots(repository, 4, format=TournamentFormat.SWISS)
    repository.set_state(tournament.id, TournamentState.RUNNING)
    return tournament


def result(tournament: Tournament, pairing: Pairing) -> FinishedMatch:
    seats, group = pairing.seats, pairing.group
    return replace(finished(tournament, pairing.number, winner=0), seats=seats, group=group)


def play_round(tournament: Tournament, progress: Progress, database: Database) -> None:
    """Play what is open and store it."""
    free = dict.fromkeys(tournament.config.entries, 100)
    state = ScheduleState(progress=progress, free=free, wanted=100)
    writer = ResultWriter(database)
    for pairing in schedule_of(tournament.config).next(state):
        match = result(tournament, pairing)
        writer.submit(match)
        progress.finish(match.number, outcome_of(match))
    writer.close()


def organiser(repository: Repository, contests: Contests) -> Tournaments:
    matches: Any = SimpleNamespace(
        contests=contests, plays=lambda id: contests.get(id) is not None, look=lambda: None
    )
    log: Any = SimpleNamespace(info=lambda *_, **__: None)
    return Tournaments(repository, matches, log)


def test_what_the_database_gives_back_is_what_the_tables_told(database: Database) -> None:
    repository = Repository(database)
    tournament = swiss_of_four(repository)
    progress = Progress(schedule_of(tournament.config).total())
    play_round(tournament, progress, database)
    play_round(tournament, progress, database)
    stored = {outcome.number: outcome for outcome in repository.outcomes(tournament.id)}
    assert stored == progress.outcomes
    assert len(stored) == 8


@pytest.mark.parametrize("is_in_play", [True, False])
def test_a_result_by_which_the_next_round_was_drawn_is_not_voided(
    database: Database, is_in_play: bool
) -> None:
    repository = Repository(database)
    tournament = swiss_of_four(repository)
    schedule = schedule_of(tournament.config)
    progress = Progress(schedule.total())
    play_round(tournament, progress, database)
    play_round(tournament, progress, database)
    contests = Contests(lambda tournament: None)
    if is_in_play:
        running: Any = SimpleNamespace(
            running=RunningTournament(tournament.id, schedule, progress), replays={}
        )
        contests._tournaments[tournament.id] = running
    else:
        repository.set_state(tournament.id, TournamentState.FINISHED)
    void = organiser(repository, contests).void
    with pytest.raises(OthersRestOnIt, match="cannot be voided"):
        asyncio.run(void("t1-1", reason="a test", by=OLGA))
    assert len(repository.finished_numbers(tournament.id)) == 8
    if is_in_play:
        _, voided = asyncio.run(void("t1-5", reason="a test", by=OLGA))
        assert (voided.number, progress.is_open(5)) == (5, True)
