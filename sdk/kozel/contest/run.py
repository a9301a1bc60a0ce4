"""Plays a contest: gives matches to workers, takes outcomes in, replaces workers that died.

KozelError
├── BotUnusable     a bot cannot be loaded, or its process ends again and again
└── MatchUnplayable a worker died over a match and nobody's code was running
"""

from collections import deque
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple, Protocol

from kozel.contest.crew import CrewMember, Heard, end_all
from kozel.contest.messages import (
    Died,
    Done,
    Fault,
    Job,
    Message,
    Ready,
    Unusable,
    how_it_ended,
    quoted,
)
from kozel.contest.outcomes import Outcome
from kozel.contest.standing import Standing
from kozel.contest.values import Introduction, Plan
from kozel.rules.errors import KozelError

TICK_S: Final = 0.25
"""How often workers are looked after, and the watcher is told that time goes by."""
DEATHS_A_MATCH: Final = 2
"""So often a match is tried with a bot that ends its process in it; then without it."""
ABSENCES_IN_A_ROW: Final = 3
"""So many matches in a row are played without a bot; then the contest stops."""
GROUPS_AHEAD: Final = 1000
"""A match that hangs must not let the waiting results grow without end."""


class BotUnusable(KozelError):
    """A bot cannot play; the sentence says why."""


class MatchUnplayable(KozelError):
    """A match cannot be played, through no fault of a bot's that could be seen."""


class Watcher(Protocol):
    """Who is told what happens."""

    def introduced(self, introduction: Introduction) -> None:
        """The bots are loaded, for the first time; may raise to stop the contest."""

    def finished(self, outcome: Outcome, record: str | None) -> None:
        """A match is over and was not counted yet."""

    def faulted(self, entry: int, text: str) -> None:
        """A bot could not decide, or its process ended and a match is played again."""

    def ticked(self) -> None:
        """Time has gone by."""


class Contest:
    """A contest that is being played.

    Args:
        plan: what is played.
        standing: where outcomes are counted; may hold those of an earlier run by the time that
            `watcher.introduced` has returned.
        watcher: told what happens, in the caller's thread.
        jobs: workers, 1 or more.
        keeps_records: whether `watcher.finished` gets records.
    """

    def __init__(
        self, plan: Plan, standing: Standing, watcher: Watcher, *, jobs: int, keeps_records: bool
    ) -> None:
        self.lost_attempts = [0, 0]
        """By entry: matches that its process ended in the midst of."""
        self._plan = plan
        self._standing = standing
        self._watcher = watcher
        self._jobs = jobs
        self._keeps_records = keeps_records
        self._inbox: SimpleQueue[Heard] = SimpleQueue()
        self._workers: list[CrewMember] = []
        self._introduction: Introduction | None = None
        self._next = 0
        self._again: deque[Job] = deque()
        self._deaths: dict[int, list[int | None]] = {}
        self._absences = [0, 0]

    def play(self) -> None:
        """Play until the standing says that it is over.

        Raises:
            BotUnusable: a bot cannot play.
            MatchUnplayable: a worker dies of something else.
        """
        try:
            self._hire()  # alone: what is wrong with the bots shows once
            while not self._standing.is_over:
                self._step()
        finally:
            end_all(self._workers)

    def _step(self) -> None:
        """Deal with one thing that was heard, or with the passing of time."""
        try:
            heard = self._inbox.get(timeout=TICK_S)
        except Empty:
            heard = None
        if heard is not None and heard.worker in self._workers:
            self._take(heard.worker, heard.message)
        for worker in tuple(self._workers):
            if why := worker.hangs():
                worker.ask_where()
                self._bury(worker, _Death(worker.culprit_seat, how=why))
        self._watcher.ticked()

    def _take(self, worker: CrewMember, message: Message | None) -> None:
        match message:
            case Ready(introduction):
                self._greet(worker, introduction)
            case Done(outcome, record):
                self._count(worker, outcome, record)
            case Fault(entry, text):
                self._watcher.faulted(entry, text)
            case Unusable(text):
                raise BotUnusable(text)
            case Died(entry, how, words):
                self._bury(worker, _Death(entry=entry, how=how, last_words=words))
            case None:
                self._bury(worker, _Death(worker.culprit_seat))

    def _greet(self, worker: CrewMember, introduction: Introduction) -> None:
        if self._introduction is None:
            self._introduction = introduction
            self._watcher.introduced(introduction)
            for _ in range(self._jobs - 1):
                self._hire()
        elif introduction != self._introduction:
            raise BotUnusable(
                "a bot's file was changed while the match was running: the records up to now are "
                "those of the old one, so start again with another --record file"
            )
        worker.is_ready = True
        self._employ()

    def _count(self, worker: CrewMember, outcome: Outcome, record: str | None) -> None:
        absent = () if worker.job is None else worker.job.absent
        worker.job = None
        self._deaths.pop(outcome.number, None)
        for entry in (0, 1):
            self._absences[entry] = self._absences[entry] + 1 if entry in absent else 0
        self._watcher.finished(outcome, record)
        self._standing.add(outcome)
        self._employ()

    def _hire(self) -> None:
        self._workers.append(
            CrewMember(self._plan, keeps_records=self._keeps_records, inbox=self._inbox)
        )

    def _employ(self) -> None:
        """Give the next matches to whoever is idle."""
        for worker in self._workers:
            if worker.is_ready and worker.job is None and not self._standing.is_over:
                job = self._next_job()
                if job is None:
                    return
                worker.give(job)

    def _next_job(self) -> Job | None:
        if self._again:
            return self._again.popleft()
        standing = self._standing
        end = standing.matches + GROUPS_AHEAD * standing.matches_a_group
        if standing.total is not None:
            end = min(end, standing.total)
        while self._next < end and standing.has(self._next):
            self._next += 1
        if self._next >= end:
            return None
        self._next += 1
        return Job(number=self._next - 1)

    def _bury(self, worker: CrewMember, death: "_Death") -> None:
        """A worker is no more: end what is left of it, and play its match again."""
        code = worker.end()
        self._workers.remove(worker)
        job = worker.job
        how = death.how or how_it_ended(code)
        words = quoted(death.last_words or worker.last_words)
        if not worker.is_ready:
            raise BotUnusable(f"the bots cannot be loaded: the process {how}{words}")
        if job is not None:
            entry = death.entry
            if entry is None and death.seat is not None:
                entry = self._plan.pairing(job.number).order[death.seat]
            self._again.append(self._second_try(job, entry, how, words))
        self._hire()

    def _second_try(self, job: Job, entry: int | None, how: str, words: str) -> Job:
        """The same match again; without a bot that has ended its process in it before."""
        match_id = self._plan.match_id(job.number)
        deaths = self._deaths.setdefault(job.number, [])
        deaths.append(entry)
        if entry is None:
            if deaths.count(None) > DEATHS_A_MATCH:
                raise MatchUnplayable(
                    f"match {match_id} cannot be played: the process {how}{words}"
                )
            return job
        self.lost_attempts[entry] += 1
        self._watcher.faulted(entry, f"match {match_id}: its process {how}{words}")
        if deaths.count(entry) < DEATHS_A_MATCH:
            return job
        if self._absences[entry] >= ABSENCES_IN_A_ROW:
            assert self._introduction is not None
            name = self._introduction.names[entry]
            raise BotUnusable(
                f"{name} ends its process in match after match (it {how}): mend it{words}"
            )
        return Job(number=job.number, absent=(*job.absent, entry))


class _Death(NamedTuple):
    """What is known of a worker's end."""

    seat: int | None = None
    """Whose bot was called last."""
    entry: int | None = None
    """Whose program it was."""
    how: str = ""
    """As the end of a sentence; empty: as its exit code says."""
    last_words: str = ""
    """Of the program; empty: those of the worker."""
