"""Databases with bots, tournaments and results, for the tests of storage."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from kozel import Bot
from kozel.local import play_match
from kozel.rules import View, bind
from kozel.rules.actions import Action
from kozel.table import TableResult, TimeControl, Verdict
from kozel_arena.storage import Database, FinishedMatch, Repository, Tournament
from kozel_arena.tournament import RoundRobin, TournamentConfig

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


class First(Bot):
    """Plays the first legal action."""

    def choose(self, view: View) -> Action:
        return view.legal_actions[0]


@contextmanager
def opened(location: Path | str) -> Iterator[Database]:
    """An open database with its tables."""
    database = Database.open(str(location))
    try:
        database.upgrade()
        yield database
    finally:
        database.close()


def config(*entries: str, **changes: Any) -> TournamentConfig:
    """A tournament of these bots."""
    plain = TournamentConfig(
        name="Spring cup",
        ruleset="miner",
        entries=entries,
        matches_per_pairing=2,
        seed="7",
        time_control=TimeControl(move_limit_ns=5_000_000_000, bank_ns=60_000_000_000),
    )
    return replace(plain, **changes)


def tournament_of_bots(repository: Repository, count: int, **changes: Any) -> Tournament:
    """A stored tournament of that many new bots."""
    bots = [repository.add_bot(f"bot {number}")[0].id for number in range(1, count + 1)]
    return repository.create_tournament(config(*bots, **changes))


@cache
def played(seed: str) -> TableResult:
    """A real match of miner."""
    return play_match(bind("miner"), [First() for _ in range(4)], seed=seed)


@cache
def schedule(entries: tuple[str, ...], matches: int) -> RoundRobin:
    """The schedule of a tournament of miner."""
    return RoundRobin(entries, matches_per_pairing=matches, players=4, sides=2)


def seats_of(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Who sits where in a match of a tournament of miner."""
    config = tournament.config
    return schedule(config.entries, config.matches_per_pairing).pairing(number).seats


def finished(
    tournament: Tournament,
    number: int,
    *,
    winner: int | None = None,
    think_ns: int = 1_000_000,
    silences: tuple[int, ...] = (0, 0, 0, 0),
    charged: tuple[int, ...] = (),
    attempt: int = 0,
) -> FinishedMatch:
    """The result of a match of that tournament of miner; `winner` is a side."""
    result = played(str(number % 3))
    sides = (winner, 1 - winner) if winner is not None else (*result.winners, *result.losers)
    match_id = f"{tournament.id}-{number}" + (f".{attempt}" if attempt else "")
    return FinishedMatch(
        tournament_id=tournament.id,
        number=number,
        match_id=match_id,
        seats=seats_of(tournament, number),
        result=replace(
            result,
            match_id=match_id,
            winners=sides[:1],
            losers=sides[1:],
            silences=silences,
            charged_seats=charged,
            is_rated=(True,) * 4,
            replaced_seats=(),
            verdict=Verdict.TIMEOUT if charged else Verdict.NORMAL,
            think_ns=((think_ns,) * 5,) * 4,
            record=replace(result.record, id=match_id),
        ),
        started=NOON,
        ended=NOON + timedelta(seconds=number),
        group=number,
        attempt=attempt,
    )
