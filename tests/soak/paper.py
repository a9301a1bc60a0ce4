"""Plays a soak's plan in this process into a real database, with an arena that is only a loop.

It is killed as often as a test likes: then all that it knows is what was stored.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from kozel.local import play_match
from kozel.rules import bind, match_seed
from kozel_arena.runtime.tables import match_id
from kozel_arena.runtime.tournaments import progress_of
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
    TournamentState,
    schedule_of,
)
from tests.soak.plan import SoakPlan
from tests.soak.rehearsal import config
from tests.soak.stateless_bot import StatelessBot

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


class PaperArena:
    """An arena that plays one match at a time and loses its memory now and then."""

    def __init__(self, plan: SoakPlan, database: Database) -> None:
        self._plan = plan
        self._database = database
        self._repository = Repository(database)
        self._writer = ResultWriter(database)
        self._bots = [self._repository.add_bot(name)[0].id for name in plan.bots]
        self._names = dict(zip(self._bots, plan.bots, strict=True))
        self._tournament = self._created()
        self._schedule = schedule_of(self._tournament.config)
        self._rules = bind(plan.event.ruleset, plan.event.options)
        self._minutes = 0

    def play(self, chance: Random, *, kills: float) -> None:
        """Play the tournament to its end.

        Args:
            chance: of which matches end first, who is there, and kills.
            kills: probability of a kill after each match.
        """
        id = self._tournament.id
        self._repository.set_state(id, TournamentState.RUNNING)
        progress = self._resumed()
        running: list[Pairing] = []
        while not self._schedule.is_over(progress):
            free = {bot: chance.randint(1, 2) * 4 for bot in self._bots}
            state = ScheduleState(progress=progress, free=free, wanted=chance.randint(1, 5))
            running += self._schedule.next(state)
            finished = self._played(running.pop(chance.randrange(len(running))))
            self._writer.submit(finished)
            progress.finish(finished.number, outcome_of(finished))
            if chance.random() < kills:
                self._writer.close()
                self._writer = ResultWriter(self._database)
                progress, running = self._resumed(), []
        self._writer.close()
        self._repository.set_state(id, TournamentState.FINISHED)

    def _created(self) -> Tournament:
        wanted = config(self._plan)
        ids = {name: id for id, name in self._names.items()}
        challengers = tuple(ids[name] for name in wanted.challengers)
        return self._repository.create_tournament(
            replace(wanted, entries=tuple(self._bots), challengers=challengers)
        )

    def _resumed(self) -> Progress:
        return progress_of(self._repository, self._tournament, self._schedule)

    def _played(self, pairing: Pairing) -> FinishedMatch:
        bots = []
        for id in pairing.seats:
            bots.append(StatelessBot(f"{self._plan.seed} {id}"))
            bots[-1].name = self._names[id]
        result = play_match(
            self._rules,
            bots,
            seed=match_seed(self._plan.seed, pairing.group),
            match_id=match_id(self._tournament.id, pairing.number, 0),
        )
        self._minutes += 1
        started = NOON + timedelta(minutes=self._minutes)
        ended = started + timedelta(seconds=1)
        record = replace(result.record, started=started.isoformat(), ended=ended.isoformat())
        return FinishedMatch(
            tournament_id=self._tournament.id,
            number=pairing.number,
            match_id=result.match_id,
            seats=pairing.seats,
            result=replace(result, record=record),
            started=started,
            ended=ended,
            group=pairing.group,
        )
