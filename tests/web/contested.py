"""A database in which tournaments of every kind were played, for the pages that show them."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from kozel.table import Verdict
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
    SprtBounds,
    TournamentFormat,
    TournamentState,
    schedule_of,
)
from tests.arena.storage_builders import NOON, config, opened, played

NAMES = (
    "Anna <i>",
    "Козёл 🐐",
    "greedy",
    "a rather long name of a bot that never ends",
    "Zoë",
    "rnd",
)


def match_of(tournament: Tournament, pairing: Pairing, chance: Random) -> FinishedMatch:
    """A result in which the earlier bots are stronger, and now and then somebody is silent."""
    real = played(str(pairing.number % 3))
    strength = [chance.random() * 6 - int(pairing.seats[side][1:]) for side in (0, 1)]
    winner = strength.index(max(strength))
    is_silent = chance.random() < 0.04
    match_id = f"{tournament.id}-{pairing.number}"
    result = replace(
        real,
        match_id=match_id,
        winners=(winner,),
        losers=(1 - winner,),
        verdict=Verdict.TIMEOUT if is_silent else Verdict.NORMAL,
        charged_seats=(1 - winner,) if is_silent else (),
        silences=(0, 3, 0, 0) if is_silent else (0,) * 4,
        replaced_seats=(),
        is_rated=(True,) * 4,
        think_ns=tuple(
            tuple(int(chance.lognormvariate(13 + int(id[1:]) / 2, 1)) for _ in range(8))
            for id in pairing.seats
        ),
        record=replace(real.record, id=match_id),
    )
    ended = NOON + timedelta(minutes=pairing.number)
    return FinishedMatch(
        tournament_id=tournament.id,
        number=pairing.number,
        match_id=match_id,
        seats=pairing.seats,
        result=result,
        started=ended - timedelta(seconds=40),
        ended=ended,
        group=pairing.group,
    )


def play(database: Database, tournament: Tournament, most: int) -> bool:
    """Play matches of a tournament, at most so many; whether it is over."""
    schedule, chance = schedule_of(tournament.config), Random(tournament.id)
    progress = Progress(schedule.total())
    free = dict.fromkeys(tournament.config.entries, 100)
    writer = ResultWriter(database)
    for _ in range(most):
        pairings = schedule.next(ScheduleState(progress=progress, free=free, wanted=1))
        if not pairings:
            break
        finished = match_of(tournament, pairings[0], chance)
        writer.submit(finished)
        progress.finish(finished.number, outcome_of(finished))
    writer.close()
    return schedule.is_over(progress)


def fill(path: Path | str) -> None:
    """Six bots and tournaments of every kind: finished, in play, and not begun."""
    with opened(path) as database:
        repository = Repository(database)
        bots = [repository.add_bot(name)[0].id for name in NAMES]
        repository.add_bot("has never played")

        def add(name: str, most: int, *, entries: list[str] = bots, **changes: Any) -> None:
            plan = config(*entries, name=name, **changes)
            tournament = repository.create_tournament(plan)
            if most:
                repository.set_state(tournament.id, TournamentState.RUNNING)
                if play(database, tournament, most):
                    repository.set_state(tournament.id, TournamentState.FINISHED)
                else:
                    repository.set_state(tournament.id, TournamentState.PAUSED)

        add("League", 400, matches_per_pairing=20)
        add("Swiss & co", 21, format=TournamentFormat.SWISS, rounds=4, matches_per_pairing=4)
        add("Cup", 500, format=TournamentFormat.KNOCKOUT, matches_per_pairing=4)
        add("Second chance", 25, format=TournamentFormat.DOUBLE_KNOCKOUT)
        add("Ladder", 60, format=TournamentFormat.LADDER, rounds=60)
        add("Not begun", 0, matches_per_pairing=4, options={"short": True})
        two = {"sprt": SprtBounds(elo0=0, elo1=40), "entries": [bots[2], bots[5]]}
        add("Test of two", 500, format=TournamentFormat.SPRT, matches_per_pairing=500, **two)
