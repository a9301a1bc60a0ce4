"""One tournament read for pages and JSON: how it stands, what comes next, its matches."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from kozel.rules.errors import KozelError
from kozel.rules.options import format_value
from kozel_arena.rating import EntryAnalysis, PairAnalysis, StandingLine
from kozel_arena.results import Results, ResultTables
from kozel_arena.runtime.snapshot import Snapshot
from kozel_arena.storage import Repository, Tournament
from kozel_arena.tournament import (
    Entry,
    Pairing,
    Progress,
    TournamentConfig,
    TournamentState,
    schedule_of,
)
from kozel_arena.web.match_lines import match_line, sides_of
from kozel_arena.web.readings import MS, tournament_line
from kozel_arena.web.tournament_values import (
    Cell,
    MatchChoice,
    MatchesPage,
    Plan,
    Standing,
    Tables,
    TournamentPage,
    Upcoming,
    VerdictCount,
)

UPCOMING: Final = 12
"""Matches shown that may come next."""
TABLES_SHOWN: Final = 12
"""Matches in play that are shown."""
KEPT: Final = 16
"""Tournaments whose tables are kept as values."""
MATCHES_A_PAGE: Final = 50
MOST_MATCHES: Final = 200
"""Matches that one answer of the API holds."""


class NotOver(KozelError):
    """Records hold cards and seeds: they are given out when no match is played any more."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the records of {name!r} are given out when it is over: its deals may still be played"
        )
        self.name = name


class TournamentReadings:
    """Reads what the pages of a tournament show. Every method raises StorageError.

    Args:
        repository: the database.
        tables: the tables of tournaments, shared with the organiser's commands.
        snapshot: tells what the arena does now.
        upcoming: tells what may start next of a tournament in play; None if it is not.
        delay: tells how many seconds late its tables are shown; None if they are not.
    """

    def __init__(
        self,
        repository: Repository,
        tables: ResultTables,
        snapshot: Callable[[], Snapshot],
        upcoming: Callable[[str, int], list[Pairing] | None],
        delay: Callable[[TournamentConfig], float | None],
    ) -> None:
        self._repository = repository
        self._tables = tables
        self._snapshot = snapshot
        self._upcoming = upcoming
        self._delay = delay
        self._shown: dict[str, tuple[Results, frozenset[str], Tables]] = {}

    async def page(self, id_or_name: str) -> TournamentPage:
        """A tournament with its results so far.

        Raises:
            UnknownTournament: there is none.
        """
        tournament, entries = await asyncio.to_thread(self._found, id_or_name)
        results = await self._tables.glance(tournament)
        names = {entry.id: entry.name for entry in entries}
        tables = [t for t in self._snapshot().tables if t.tournament_id == tournament.id]
        return TournamentPage(
            tournament=tournament_line(tournament, len(tables)),
            plan=_plan(tournament.config, names, self._delay(tournament.config)),
            names=names,
            tables=None if results is None else self._tables_of(results, tournament),
            running=tuple(tables[:TABLES_SHOWN]),
            upcoming=tuple(
                Upcoming(one.number, tuple(names.get(id, id) for id in one.seats), one.seats)
                for one in await self._next(tournament)
            ),
        )

    async def records(self, id_or_name: str) -> tuple[str, Iterator[str]]:
        """The name of a tournament that is over, and the records of its matches.

        Raises:
            UnknownTournament: there is none.
            NotOver: matches may still be played.
        """
        tournament = await asyncio.to_thread(self._repository.tournament, id_or_name)
        if tournament.state not in (TournamentState.FINISHED, TournamentState.CANCELLED):
            raise NotOver(tournament.config.name)
        return tournament.config.name, self._repository.records(tournament.id)

    async def matches(
        self, id_or_name: str, choice: MatchChoice, *, limit: int = MATCHES_A_PAGE
    ) -> MatchesPage:
        """Matches of a tournament.

        Raises:
            UnknownTournament, UnknownBot, UnknownMatch: there is none.
        """
        tournament, entries = await asyncio.to_thread(self._found, id_or_name)
        read = partial(
            self._repository.matches,
            tournament.id,
            bot=choice.bot,
            opponent=choice.opponent,
            verdict=choice.verdict,
            before=choice.before,
            limit=limit + 1,
        )
        found = await asyncio.to_thread(read)
        sides = sides_of(tournament)
        return MatchesPage(
            tournament=tournament_line(tournament, self._running(tournament.id)),
            bots={entry.id: entry.name for entry in entries},
            choice=choice,
            matches=tuple(match_line(one, sides) for one in found[:limit]),
            next=found[limit - 1].match_id if len(found) > limit else None,
        )

    def _found(self, id_or_name: str) -> tuple[Tournament, Sequence[Entry]]:
        tournament = self._repository.tournament(id_or_name)
        return tournament, self._repository.entries(tournament.id)

    def _running(self, tournament_id: str) -> int:
        return sum(t.tournament_id == tournament_id for t in self._snapshot().tables)

    def _tables_of(self, results: Results, tournament: Tournament) -> Tables:
        """The tables as values: the same object while nothing has changed."""
        id, withdrawn = tournament.id, tournament.withdrawn
        shown = self._shown.pop(id, None)
        if shown is None or shown[0] is not results or shown[1] != withdrawn:
            shown = results, withdrawn, _tables(results, tournament)
        self._shown[id] = shown
        while len(self._shown) > KEPT:
            del self._shown[next(iter(self._shown))]
        return shown[2]

    async def _next(self, tournament: Tournament) -> list[Pairing]:
        known = self._upcoming(tournament.id, UPCOMING)
        if known is None and tournament.state is TournamentState.CREATED:
            return await asyncio.to_thread(_first, tournament)
        return known or []


def _first(tournament: Tournament) -> list[Pairing]:
    """What comes first in a tournament that was not started; nothing while it has too few bots."""
    if not tournament.total:
        return []
    schedule = schedule_of(tournament.config)
    progress = Progress(schedule.total())
    progress.withdrawn |= tournament.withdrawn
    return schedule.upcoming(progress, UPCOMING)


def _plan(config: TournamentConfig, names: Mapping[str, str], delay_seconds: float | None) -> Plan:
    return Plan(
        format=config.format.value,
        options={name: format_value(value) for name, value in config.options.items()},
        matches_per_pairing=config.matches_per_pairing,
        is_individual=config.individual,
        deals=config.deals.value,
        policy=config.policy.value,
        rounds=config.rounds,
        challengers=tuple(names.get(id, id) for id in config.challengers),
        sprt=config.sprt,
        move_limit_ms=config.time_control.move_limit_ns / MS,
        bank_ms=config.time_control.bank_ns / MS,
        strikes=config.time_control.strikes,
        spectator_delay_seconds=delay_seconds,
    )


def _tables(results: Results, tournament: Tournament) -> Tables:
    analysis = results.analysis
    return Tables(
        matches=analysis.matches,
        groups=analysis.groups,
        standings=tuple(
            _standing(
                entry,
                results.lines[entry.entry],
                results,
                is_withdrawn=entry.entry in tournament.withdrawn,
            )
            for entry in analysis.entries
        ),
        cross_table=tuple(map(_cell, analysis.pairs)),
        rounds=results.rounds,
        winner=results.winner,
        swiss=results.swiss,
        places=results.knockout.places if results.knockout else (),
        sprt=results.sprt,
    )


def _standing(
    entry: EntryAnalysis, line: StandingLine, results: Results, *, is_withdrawn: bool
) -> Standing:
    verdicts = results.verdicts.get(entry.entry, {})
    ladder = results.ladder.get(entry.entry)
    return Standing(
        place=entry.place,
        bot_id=entry.entry,
        name=line.name,
        is_withdrawn=is_withdrawn,
        matches=entry.matches,
        score=entry.score,
        points=entry.points if entry.deals else None,
        elo=entry.elo,
        ladder=None if ladder is None else ladder.ordinal,
        decision_p50_ms=line.decision_p50_ns / MS,
        decision_p99_ms=line.decision_p99_ns / MS,
        silences=line.silences,
        verdicts=tuple(VerdictCount(one, *counts) for one, counts in verdicts.items()),
    )


def _cell(pair: PairAnalysis) -> Cell:
    return Cell(
        bot_id=pair.entry, opponent_id=pair.opponent, matches=pair.matches, score=pair.score
    )
