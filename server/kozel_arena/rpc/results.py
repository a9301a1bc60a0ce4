"""The tables of a tournament, read from the database and worked out once for all who ask."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kozel.stats import SprtState
from kozel.table import Verdict
from kozel_arena.rating import (
    Analysis,
    OrderDependentRating,
    StandingLine,
    analyse,
    order_dependent_ratings,
)
from kozel_arena.runtime.tournaments import progress_of
from kozel_arena.storage import Repository, Tournament
from kozel_arena.tournament import TournamentFormat, schedule_of
from kozel_arena.tournament.knockout import Knockout
from kozel_arena.tournament.sprt import Sprt

BOOTSTRAP_SEED: Final = 0
"""The same matches always give the same intervals."""
KEPT: Final = 8
"""Tournaments whose tables are kept until they change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What is known about a tournament's matches."""

    analysis: Analysis
    lines: Mapping[str, StandingLine]
    """By bot: times and silences."""
    verdicts: Mapping[str, Mapping[Verdict, tuple[int, int]]]
    """By bot: matches that ended so, and those of them that are charged to it."""
    ladder: Mapping[str, OrderDependentRating]
    """By bot; empty unless the tournament is a ladder."""
    sprt: SprtState | None
    """None unless the tournament is a sequential test."""
    winner: str | None
    """The bot that has won a knockout."""


class ResultTables:
    """Works out tables in a thread, one at a time, and keeps them while nothing has changed."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._kept: dict[str, tuple[int, Results]] = {}
        self._working = asyncio.Lock()

    async def of(self, tournament: Tournament) -> Results:
        """The tables of a tournament as it is now."""
        async with self._working:
            kept = self._kept.pop(tournament.id, None)
            if kept is None or kept[0] != tournament.finished:
                kept = tournament.finished, await asyncio.to_thread(self._work_out, tournament)
            self._kept[tournament.id] = kept
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
            return kept[1]

    def forget(self, tournament_id: str) -> None:
        """A result was struck out: the number of results alone no longer says what they are."""
        self._kept.pop(tournament_id, None)

    def _work_out(self, tournament: Tournament) -> Results:
        id = tournament.id
        table = self._repository.match_table(id)
        schedule = schedule_of(tournament.config)
        # The very rules that make and stop its pairings say what they have found.
        progress = progress_of(self._repository, tournament, schedule)
        is_ladder = tournament.config.format is TournamentFormat.LADDER
        return Results(
            analysis=analyse(table, seed=BOOTSTRAP_SEED),
            lines={line.bot_id: line for line in self._repository.standings(id)},
            verdicts=self._repository.verdict_counts(id),
            ladder={one.entry: one for one in order_dependent_ratings(table)} if is_ladder else {},
            sprt=schedule.state(progress) if isinstance(schedule, Sprt) else None,
            winner=schedule.winner(progress) if isinstance(schedule, Knockout) else None,
        )
