"""The tournaments in play: which of them may start matches, what counts, and when one is over.

Knows progress, no table: matches in play are no business of this module.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from kozel_arena.lobby import RunningTournament
from kozel_arena.runtime.values import TournamentInPlay
from kozel_arena.storage import FinishedMatch, Replay, outcome_of
from kozel_arena.tournament import Progress, Schedule


class Contests:
    """All tournaments in play, by id. What names one that is not in play does nothing."""

    __slots__ = ("_completed", "_given_up", "_held", "_paused", "_struck", "_tournaments")

    def __init__(self, completed: Callable[[TournamentInPlay], None]) -> None:
        """No tournament yet.

        Args:
            completed: told of a tournament that is over, and that is not in play any more.
        """
        self._completed = completed
        self._tournaments: dict[str, TournamentInPlay] = {}
        self._paused: set[str] = set()
        self._held: set[str] = set()
        self._given_up: dict[str, dict[int, tuple[str, ...]]] = {}
        """By tournament and number: who sits at matches that nobody tries any more. They are
        neither open nor over."""
        self._struck: set[str] = set()
        """Ids of matches whose result was made void before it was known here."""

    def get(self, id: str) -> TournamentInPlay | None:
        """A tournament, if it is in play."""
        return self._tournaments.get(id)

    def startable(self) -> list[RunningTournament]:
        """The tournaments that may start matches, in the order in which they were started."""
        waiting = self._paused | self._held
        return [t.running for id, t in self._tournaments.items() if id not in waiting]

    def add(self, tournament: TournamentInPlay) -> None:
        """Play a tournament from now on."""
        id = tournament.running.id
        self._tournaments[id] = tournament
        self._paused.discard(id)
        self._complete_if_over(id)

    def remove(self, id: str) -> None:
        """Play a tournament no more."""
        self._tournaments.pop(id, None)
        self._given_up.pop(id, None)

    def pause(self, id: str) -> None:
        """Start no match of a tournament; what is in play ends and counts."""
        self._paused.add(id)

    def unpause(self, id: str) -> None:
        """Start matches of a tournament again."""
        self._paused.discard(id)

    @contextmanager
    def holding(self, id: str) -> Iterator[None]:
        """Start no match of a tournament while the context lasts, whether it is paused or not."""
        self._held.add(id)
        try:
            yield
        finally:
            self._held.discard(id)

    def withdraw(self, id: str, bot_id: str, *, left_round: int) -> None:
        """A bot plays no further match of a tournament; what it plays now ends and counts."""
        tournament = self._tournaments.get(id)
        if tournament is not None:
            tournament.running.progress.withdraw(bot_id, left_round=left_round)
            self.take_up(id, of=bot_id)
            self._complete_if_over(id)

    def enter(self, id: str, bot_id: str, schedule: Schedule) -> None:
        """A bot has joined a tournament, which goes on by a schedule with that bot."""
        tournament = self._tournaments.get(id)
        if tournament is None:
            return
        progress = tournament.running.progress
        if schedule.total() != progress.total:
            progress = _grown(progress, schedule.total())
        progress.withdrawn.discard(bot_id)
        progress.left_rounds.pop(bot_id, None)
        self._tournaments[id] = replace(
            tournament, running=RunningTournament(id, schedule, progress)
        )

    def count(self, finished: FinishedMatch) -> None:
        """A result is in the database."""
        tournament = self._tournaments.get(finished.tournament_id)
        if tournament is None:
            return
        running = tournament.running
        if finished.match_id in self._struck:
            self._struck.remove(finished.match_id)
            self.put_back(running.id, finished.number)
            return
        outcome = outcome_of(finished) if running.schedule.needs_outcomes else None
        running.progress.finish(finished.number, outcome)
        self._complete_if_over(running.id)

    def put_back(self, id: str, number: int) -> None:
        """A match ended without a result: its number is open again."""
        tournament = self._tournaments.get(id)
        if tournament is not None:
            tournament.running.progress.put_back(number)
            self._complete_if_over(id)

    def give_up(self, id: str, number: int, seats: tuple[str, ...]) -> None:
        """A match ended without a result too often: it is not open again until `take_up`.

        Args:
            id: of the tournament.
            number: of the match.
            seats: ids of its bots.
        """
        if id in self._tournaments:
            self._given_up.setdefault(id, {})[number] = seats

    def given_up(self, id: str) -> list[int]:
        """The numbers of a tournament's matches that were given up."""
        return sorted(self._given_up.get(id, {}))

    def take_up(self, id: str, *, of: str | None = None) -> list[int]:
        """Let what was given up be tried again, or only what a bot takes part in; the numbers."""
        given_up = self._given_up.get(id, {})
        numbers = [number for number, seats in given_up.items() if of is None or of in seats]
        for number in numbers:
            del given_up[number]
            self.put_back(id, number)
        return numbers

    def reopen(self, id: str, number: int, match_id: str, *, replay: Replay) -> None:
        """A result was made void: the match is played again, with other deals.

        Args:
            id: of the tournament.
            number: of the match.
            match_id: of the result that was struck out.
            replay: how the match is played again.
        """
        tournament = self._tournaments.get(id)
        if tournament is None:
            return
        tournament.replays[number] = replay
        try:
            tournament.running.progress.reopen(number)
        except ValueError:  # the result was struck out before its writer could tell of it
            self._struck.add(match_id)

    def _complete_if_over(self, id: str) -> None:
        tournament = self._tournaments.get(id)
        if tournament is None:
            return
        running = tournament.running
        if running.schedule.is_over(running.progress):
            self.remove(id)
            self._completed(tournament)


def _grown(old: Progress, total: int) -> Progress:
    """The same progress in a schedule with another number of matches, which looks at outcomes."""
    new = Progress(total, outcomes=old.outcomes.values())
    for number in old.running():
        new.start(number)
    for entry, left_round in old.left_rounds.items():
        new.withdraw(entry, left_round=left_round)
    return new
