"""The tables of a tournament, read from the database and worked out once for all who ask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypedDict

from kozel.stats import SprtState
from kozel.table import Verdict
from kozel_arena.rating import (
    Analysis,
    OrderDependentRating,
    StandingLine,
    analyse,
    order_dependent_ratings,
)
from kozel_arena.results.keeper import Keeper
from kozel_arena.runtime.tournaments import progress_of
from kozel_arena.storage import Repository, Tournament
from kozel_arena.tournament import (
    Knockout,
    KnockoutTable,
    Ladder,
    Schedule,
    Sprt,
    Swiss,
    SwissLine,
    schedule_of,
)
from kozel_arena.tournament.overview import RoundNow, rounds_of

BOOTSTRAP_SEED: Final = 0
"""The same matches always give the same intervals."""
KEPT: Final = 16
"""Tournaments whose tables are kept until they change."""
PATIENCE_SECONDS: Final = 0.15
"""How long a page waits for tables that are worked out for the first time."""


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
    swiss: tuple[SwissLine, ...]
    """The table of a Swiss tournament, best first; empty for other formats."""
    knockout: KnockoutTable | None
    """None unless the tournament is a knockout."""
    rounds: tuple[RoundNow, ...]
    """Of a Swiss tournament, or the bracket of a knockout; empty for other formats."""

    @property
    def winner(self) -> str | None:
        """The bot that has won a knockout."""
        return None if self.knockout is None else self.knockout.winner


class _Findings(TypedDict):
    """The part of `Results` that only some formats have."""

    swiss: tuple[SwissLine, ...]
    knockout: KnockoutTable | None
    rounds: tuple[RoundNow, ...]
    sprt: SprtState | None


class ResultTables:
    """The tables of tournaments. `run` brings those up to date that are only glanced at.

    Args:
        repository: what they are read from.
        failed: told of what went wrong in `run`.
    """

    def __init__(self, repository: Repository, failed: Callable[[Exception], object]) -> None:
        self._repository = repository
        self._keeper = Keeper(
            self._work_out,
            id_of=lambda tournament: tournament.id,
            state_of=state_of,
            most=KEPT,
            failed=failed,
        )
        self.run = self._keeper.run

    async def of(self, tournament: Tournament) -> Results:
        """The tables of a tournament as it is now, however long that takes."""
        return await self._keeper.current(tournament)

    async def glance(self, tournament: Tournament) -> Results | None:
        """The tables that are kept, if a little older; None while the first are worked out."""
        return await self._keeper.glance(tournament, patience=PATIENCE_SECONDS)

    def _work_out(self, tournament: Tournament) -> Results:
        id = tournament.id
        table = self._repository.match_table(id)
        # A tournament whose bots are still registered may have too few for a schedule.
        schedule = schedule_of(tournament.config) if tournament.total else None
        is_ladder = isinstance(schedule, Ladder)
        return Results(
            analysis=analyse(table, seed=BOOTSTRAP_SEED),
            lines={line.bot_id: line for line in self._repository.standings(id)},
            verdicts=self._repository.verdict_counts(id),
            ladder={one.entry: one for one in order_dependent_ratings(table)} if is_ladder else {},
            **self._findings(tournament, schedule),
        )

    def _findings(self, tournament: Tournament, schedule: Schedule | None) -> "_Findings":
        """What the very rules say that make and stop its pairings."""
        found = _Findings(swiss=(), knockout=None, rounds=(), sprt=None)
        if isinstance(schedule, Swiss | Knockout | Sprt):
            progress = progress_of(self._repository, tournament, schedule)
            found["rounds"] = rounds_of(schedule, progress)
            match schedule:
                case Swiss():
                    found["swiss"] = schedule.table(progress)
                case Knockout():
                    found["knockout"] = schedule.table(progress)
                case Sprt():
                    found["sprt"] = schedule.state(progress)
        return found


def state_of(tournament: Tournament) -> tuple[object, ...]:
    """What the tables of a tournament depend on; a result that is voided makes it another one."""
    entries = len(tournament.config.entries)
    return tournament.finished, tournament.voided, entries, tournament.withdrawn
