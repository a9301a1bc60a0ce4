"""Tournaments between the database and the tables: created, started, resumed, finished.

Reads and writes the database in threads of its own, never on the loop.
"""

import asyncio
import secrets
from dataclasses import replace
from typing import Final

from kozel.rules import bind
from kozel_arena.lobby import RunningTournament
from kozel_arena.logs import Log
from kozel_arena.runtime.matches import Matches
from kozel_arena.runtime.values import TournamentInPlay
from kozel_arena.storage import Repository, StorageError, Tournament, WrongState
from kozel_arena.tournament import Progress, TournamentConfig, TournamentState, schedule_of

RETRY_SECONDS: Final = 5.0
"""How long to wait when the database cannot be written."""


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

    async def create(self, config: TournamentConfig) -> Tournament:
        """Store a tournament; an empty seed is replaced by a secret random one."""
        if not config.seed:
            config = replace(config, seed=secrets.token_hex(32))
        return await asyncio.to_thread(self._repository.create_tournament, config)

    async def start(self, id_or_name: str) -> Tournament:
        """Start a created tournament; one that runs already goes on."""
        async with self._stepping:
            tournament = await self._step(id_or_name, TournamentState.RUNNING)
            if not self._matches.plays(tournament.id):
                await self._play(tournament)
            return tournament

    async def cancel(self, id_or_name: str) -> Tournament:
        """Stop a tournament: what it plays is aborted, its results are kept."""
        async with self._stepping:
            tournament = await self._step(id_or_name, TournamentState.CANCELLED)
            self._matches.cancel(tournament.id)
            return tournament

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
        ids, self._completed = self._completed, set()
        for id in ids:
            try:
                await self._step(id, TournamentState.FINISHED)
            except WrongState:
                self._log.info("tournament_was_cancelled", tournament=id)
            except StorageError as error:
                self._log.error("database_trouble", tournament=id, why=str(error))
                self._completed.add(id)
        if self._completed:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._wake.set)

    async def _step(self, id_or_name: str, state: TournamentState) -> Tournament:
        tournament = await asyncio.to_thread(self._repository.tournament, id_or_name)
        await asyncio.to_thread(self._repository.set_state, tournament.id, state)
        return replace(tournament, state=state)

    async def _play(self, tournament: Tournament) -> None:
        """Hand a tournament over to the tables, less what is finished."""
        id, config = tournament.id, tournament.config
        finished = await asyncio.to_thread(self._repository.finished_numbers, id)
        schedule = schedule_of(config)
        progress = Progress(schedule.total(), finished)
        self._log.info(
            "tournament_started", tournament=config.name, matches=progress.total, done=len(finished)
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
            )
        )
