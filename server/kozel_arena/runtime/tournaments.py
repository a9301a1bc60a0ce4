"""Tournaments between the database and the tables: created, moved on, corrected, finished.

Reads and writes the database in threads of its own, never on the loop.
"""

import asyncio
import secrets
from dataclasses import replace
from functools import partial
from typing import Final

from kozel.rules import bind
from kozel_arena.lobby import RunningTournament
from kozel_arena.logs import Log
from kozel_arena.roles import Caller
from kozel_arena.runtime.matches import Matches
from kozel_arena.runtime.values import TournamentInPlay
from kozel_arena.storage import Repository, StorageError, Tournament, VoidedMatch, WrongState
from kozel_arena.tournament import (
    Progress,
    Schedule,
    TournamentConfig,
    TournamentError,
    TournamentFormat,
    TournamentState,
    round_left,
    schedule_of,
)

RETRY_SECONDS: Final = 5.0
"""How long to wait when the database cannot be written."""


class EndsByItself(TournamentError):
    """A tournament that is no ladder is finished when its last match is."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the tournament {name!r} is no ladder and ends by itself: cancel it to stop it before"
        )
        self.name = name


class OthersRestOnIt(TournamentError):
    """A result that cannot be struck out: what it led to has been played."""

    def __init__(self, match_id: str, name: str) -> None:
        super().__init__(
            f"the result of {match_id!r} cannot be voided: later pairings of {name!r}, or its end, "
            "rest on it; note it beside the standings instead"
        )
        self.match_id = match_id


def progress_of(repository: Repository, tournament: Tournament, schedule: Schedule) -> Progress:
    """How far a tournament is by the database; takes time in proportion to its results."""
    if schedule.needs_outcomes:
        progress = Progress(schedule.total(), outcomes=repository.outcomes(tournament.id))
    else:
        progress = Progress(schedule.total(), repository.finished_numbers(tournament.id))
    for entry, left_round in repository.left_rounds(tournament.id).items():
        progress.withdraw(entry, left_round=left_round)
    return progress


class Tournaments:
    """What an organiser does with tournaments. Every method raises StorageError."""

    def __init__(self, repository: Repository, matches: Matches, log: Log) -> None:
        self._repository = repository
        self._matches = matches
        self._log = log
        self._completed: set[str] = set()
        self._wake = asyncio.Event()
        self._stepping = asyncio.Lock()

    async def resume(self) -> None:
        """Go on with every tournament that runs according to the database."""
        for tournament in reversed(await asyncio.to_thread(self._repository.tournaments)):
            if tournament.state is TournamentState.RUNNING:
                await self._play(tournament)

    async def create(
        self, config: TournamentConfig, *, by: Caller, most_bots: int | None = None
    ) -> Tournament:
        """Store a tournament; an empty seed is replaced by a secret random one.

        Args:
            config: what it plays.
            by: who ordered it.
            most_bots: let authors register bots until it has so many.
        """
        if not config.seed:
            config = replace(config, seed=secrets.token_hex(32))
        create = partial(self._repository.create_tournament, config, by=by, most_bots=most_bots)
        return await asyncio.to_thread(create)

    async def start(self, id_or_name: str, *, by: Caller) -> Tournament:
        """Start a created tournament; a paused one goes on, and so does one that runs.

        Matches that were given up are tried again.
        """
        async with self._stepping:
            tournament = await self._step(id_or_name, TournamentState.RUNNING, by)
            if self._matches.plays(tournament.id):
                self._matches.contests.unpause(tournament.id)
                self._matches.try_again(tournament.id)
            else:
                await self._play(tournament)
            return tournament

    async def pause(self, id_or_name: str, *, by: Caller) -> Tournament:
        """Start no match of a running tournament; those in play end and count."""
        async with self._stepping:
            tournament = await self._step(id_or_name, TournamentState.PAUSED, by)
            self._matches.contests.pause(tournament.id)
            return tournament

    async def go_on(self, id_or_name: str, *, by: Caller) -> Tournament:
        """Go on with a paused tournament; in one that runs, what was given up is tried again.

        Raises:
            WrongState: it was never started, or it is over.
        """
        tournament = await self._find(id_or_name)
        if tournament.state not in (TournamentState.PAUSED, TournamentState.RUNNING):
            raise WrongState(tournament.config.name, tournament.state, "resumed")
        return await self.start(tournament.id, by=by)

    async def cancel(self, id_or_name: str, *, by: Caller) -> Tournament:
        """Stop a tournament: what it plays is aborted, its results are kept."""
        return await self._end(id_or_name, TournamentState.CANCELLED, by)

    async def finish(self, id_or_name: str, *, by: Caller) -> Tournament:
        """End a ladder: what it plays is aborted, its results are kept.

        Aborted, because the seed is told when a tournament is over.

        Raises:
            EndsByItself: it is no ladder.
        """
        tournament = await self._find(id_or_name)
        if tournament.config.format is not TournamentFormat.LADDER:
            raise EndsByItself(tournament.config.name)
        return await self._end(tournament.id, TournamentState.FINISHED, by)

    async def enter(self, id_or_name: str, bot: str, *, by: Caller) -> Tournament:
        """Let a bot, by id or name, take part in a ladder; also one that was withdrawn."""
        async with self._stepping:
            enter = partial(self._repository.enter, id_or_name, bot, by=by)
            tournament = await asyncio.to_thread(enter)
            entry = await asyncio.to_thread(self._repository.bot, bot)
            if self._matches.plays(tournament.id):
                schedule = schedule_of(tournament.config)
                self._matches.contests.enter(tournament.id, entry.id, schedule)
                self._matches.look()
            return tournament

    async def withdraw(self, id_or_name: str, bot: str, *, by: Caller) -> Tournament:
        """Take a bot, by id or name, out of a tournament; what it plays now ends and counts."""
        async with self._stepping:
            found = await self._find(id_or_name)
            is_drawn, id = found.state is not TournamentState.CREATED, found.id
            entry = await asyncio.to_thread(self._repository.bot, bot)
            # Else a round might begin with the bot that is drawn without it by the database.
            with self._matches.contests.holding(id):
                round = round_left(*await self._so_far(id)) if is_drawn else 0
                withdraw = partial(self._repository.withdraw, id, entry.id, left_round=round, by=by)
                tournament = await asyncio.to_thread(withdraw)
                self._matches.contests.withdraw(id, entry.id, left_round=round)
            self._matches.look()
            return tournament

    async def void(
        self, match_id: str, *, reason: str, by: Caller
    ) -> tuple[Tournament, VoidedMatch]:
        """Strike out the result of a match; it is played again unless its tournament is cancelled.

        A tournament that was finished runs again.

        Raises:
            OthersRestOnIt: pairings were made by that result.
        """
        async with self._stepping:
            await self._check_void(match_id)
            void = partial(self._repository.void_match, match_id, reason=reason, by=by)
            voided = await asyncio.to_thread(void)
            tournament = await self._find(voided.tournament_id)
            if self._matches.plays(tournament.id):
                self._matches.contests.reopen(
                    tournament.id, voided.number, match_id, replay=voided.replay
                )
                self._matches.look()
            elif tournament.state is TournamentState.RUNNING:
                await self._play(tournament)
            return tournament, voided

    async def _check_void(self, match_id: str) -> None:
        """See that nothing was made out of a result."""
        match, _ = await asyncio.to_thread(self._repository.match, match_id)
        tournament = await self._find(match.tournament_id)
        if tournament.state is TournamentState.CANCELLED:
            return
        schedule, progress = await self._so_far(tournament.id)
        if schedule.rests_on(progress, match.number):
            raise OthersRestOnIt(match_id, tournament.config.name)

    async def _so_far(self, id: str) -> tuple[Schedule, Progress]:
        """How far a tournament is, by the tables or else by the database."""
        in_play = self._matches.contests.get(id)
        if in_play is not None:
            return in_play.running.schedule, in_play.running.progress
        tournament = await self._find(id)
        schedule = schedule_of(tournament.config)
        progress = await asyncio.to_thread(progress_of, self._repository, tournament, schedule)
        return schedule, progress

    def completed(self, tournament_id: str) -> None:
        """Every match of a tournament has a result; `run` writes that down."""
        self._completed.add(tournament_id)
        self._wake.set()

    async def run(self) -> None:
        """Write down which tournaments are finished; runs until it is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self.settle()

    async def settle(self) -> None:
        """Write down now which tournaments are finished."""
        async with self._stepping:
            await self._write_down()
        if self._completed:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._wake.set)

    async def _write_down(self) -> None:
        """Write down who is finished, but for those that have a match to play again since."""
        ids, self._completed = self._completed, set()
        for id in ids:
            if self._matches.plays(id):
                continue
            try:
                await self._step(id, TournamentState.FINISHED, None)
            except WrongState:
                self._log.info("tournament_was_cancelled", tournament=id)
            except StorageError as error:
                self._log.error("database_trouble", tournament=id, why=str(error))
                self._completed.add(id)

    async def _find(self, id_or_name: str) -> Tournament:
        return await asyncio.to_thread(self._repository.tournament, id_or_name)

    async def _step(self, id_or_name: str, state: TournamentState, by: Caller | None) -> Tournament:
        tournament = await self._find(id_or_name)
        await asyncio.to_thread(partial(self._repository.set_state, tournament.id, state, by=by))
        return replace(tournament, state=state)

    async def _end(self, id_or_name: str, state: TournamentState, by: Caller) -> Tournament:
        async with self._stepping:
            tournament = await self._step(id_or_name, state, by)
            self._matches.cancel(tournament.id)
            return tournament

    async def _play(self, tournament: Tournament) -> None:
        """Hand a tournament over to the tables, less what is finished."""
        id, config = tournament.id, tournament.config
        schedule = schedule_of(config)
        progress = await asyncio.to_thread(progress_of, self._repository, tournament, schedule)
        replays = await asyncio.to_thread(self._repository.replays, id)
        self._log.info(
            "tournament_started",
            tournament=config.name,
            matches=progress.total,
            done=progress.finished_count,
        )
        self._matches.add(
            TournamentInPlay(
                running=RunningTournament(id, schedule, progress),
                name=config.name,
                rules=bind(config.ruleset, config.options),
                seed=config.seed,
                time_control=config.time_control,
                policy=config.policy,
                deals=config.deals,
                spectator_delay_ns=config.spectator_delay_ns,
                replays=replays,
            )
        )
