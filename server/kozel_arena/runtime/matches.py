"""Starts the matches that the lobby chooses, and sees each to its result or to another try.

Knows tournaments and tables; knows no stream and no database.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from kozel.table import TableResult, Verdict
from kozel_arena.lobby import choose_starts
from kozel_arena.logs import Log
from kozel_arena.metrics import Metrics
from kozel_arena.runtime.blackout import Blackout
from kozel_arena.runtime.connection import Clock
from kozel_arena.runtime.contests import Contests
from kozel_arena.runtime.host import Chair, TableHost
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.players import Player, SeatTaken
from kozel_arena.runtime.replays import Replays
from kozel_arena.runtime.tables import make_table, match_id_of, seating_of, seed_of
from kozel_arena.runtime.values import Limits, Results, TournamentInPlay
from kozel_arena.storage import FinishedMatch, ResultRejected
from kozel_arena.tournament import DealMode, Pairing

STARTS_AT_ONCE: Final = 8
"""Matches that are set up before the loop turns to the streams again: dealing takes time."""


class MatchInPlay:
    """What the arena keeps about a match while it is played."""

    __slots__ = ("host", "is_failure", "pairing", "started", "tournament", "verdict")

    def __init__(self, tournament: TournamentInPlay, pairing: Pairing, host: TableHost) -> None:
        self.tournament = tournament
        self.pairing = pairing
        self.host = host
        self.started = datetime.now(UTC)
        self.is_failure = False
        """It is stopped for a fault of the arena's: it is not tried again for ever."""
        self.verdict: Verdict | None = None
        """How it ended; None while it is played."""


class Matches:
    """All matches in play. `run` starts them; everything else only says that there is a reason."""

    def __init__(
        self,
        *,
        players: Mapping[str, Player],
        limits: Limits,
        results: Results,
        clock: Clock,
        lag: Lag,
        metrics: Metrics,
        log: Log,
        completed: Callable[[str], None],
        make_room: Callable[[Player, int], None],
    ) -> None:
        """No matches yet.

        Args:
            players: the bots by id; the arena adds to it.
            limits: how many matches, and for how long.
            results: where results go.
            clock: the arena's clock.
            lag: the arena's own delays.
            metrics: counts.
            log: one line a start and an end.
            completed: told the id of a tournament whose matches all have results.
            make_room: takes a bot away from practice tables until so many of its seats are free.
        """
        self._players = players
        self._limits = limits
        self._results = results
        self._clock = clock
        self._lag = lag
        self._metrics = metrics
        self._log = log
        self._completed = completed
        self._make_room = make_room
        self.contests = Contests(self._complete)
        self._in_play: dict[TableHost, MatchInPlay] = {}
        self._untold: dict[str, TableHost] = {}
        """Matches by id that are over, and whose result is not safe yet."""
        self._replays = Replays()
        self._blackout = Blackout[TableHost]()
        self._wake = asyncio.Event()
        self._is_closed = False
        self.is_idle = asyncio.Event()
        """Set while no match is in play."""
        self.is_idle.set()

    def add(self, tournament: TournamentInPlay) -> None:
        """Play a tournament's matches from now on."""
        self.contests.add(tournament)
        self.look()

    def cancel(self, tournament_id: str) -> None:
        """Stop a tournament; its matches in play are aborted."""
        self.contests.remove(tournament_id)
        self._abort(self.of(tournament_id))

    def plays(self, tournament_id: str) -> bool:
        """Whether a tournament's matches are being played."""
        return self.contests.get(tournament_id) is not None

    def given_up(self, tournament_id: str) -> list[str]:
        """Ids of a tournament's matches that failed so often that nobody tries them any more."""
        tournament = self.contests.get(tournament_id)
        numbers = self.contests.given_up(tournament_id)
        return [] if tournament is None else [match_id_of(tournament, n) for n in numbers]

    def try_again(self, tournament_id: str) -> None:
        """Play what was given up in a tournament as if it had never failed."""
        for match_id in self.given_up(tournament_id):
            self._replays.forget(match_id)
            self._log.info("match_taken_up", match=match_id)
        self.contests.take_up(tournament_id)
        self.look()

    def count(self, tournament_id: str) -> int:
        """Matches of a tournament in play."""
        in_play = self._in_play.values()
        return sum(match.tournament.running.id == tournament_id for match in in_play)

    def of(self, tournament_id: str) -> list[MatchInPlay]:
        """A tournament's matches in play, the oldest first."""
        in_play = self._in_play.values()
        return [match for match in in_play if match.tournament.running.id == tournament_id]

    def find(self, match_id: str) -> MatchInPlay | None:
        """A match in play."""
        found = (match for match in self._in_play.values() if match.host.match_id == match_id)
        return next(found, None)

    def in_play(self) -> Iterable[MatchInPlay]:
        """The matches in play, in the order in which they started."""
        return tuple(self._in_play.values())

    def look(self) -> None:
        """Something has changed: look whether a match can start."""
        self._wake.set()

    def heard(self) -> None:
        """Some bot has answered."""
        self._blackout.heard()

    def committed(self, finished: FinishedMatch) -> None:
        """A result is in the database: only now may the bots know of it."""
        host = self._untold.pop(finished.match_id, None)
        if host is not None:
            host.tell_end()
        self._replays.forget(finished.match_id)
        waited = (datetime.now(UTC) - finished.ended).total_seconds()
        self._metrics.commit_seconds.observe(waited)
        self._metrics.results_waiting.set(self._results.queued)
        self.contests.count(finished)
        self.look()

    def rejected(self, finished: FinishedMatch, why: ResultRejected) -> None:
        """A result can never be stored: the match is played again."""
        self._log.error("result_rejected", match=finished.match_id, why=str(why))
        host = self._untold.pop(finished.match_id, None)
        if host is not None:
            host.take_back(Verdict.INFRA_ERROR)
        self._try_again(finished.tournament_id, finished.match_id, finished.number, finished.seats)
        self.look()

    async def run(self) -> None:
        """Start matches whenever there is a reason; runs until it is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._start_some():
                self._wake.set()
            await asyncio.sleep(0)

    def close(self) -> None:
        """Start no match any more."""
        self._is_closed = True

    def abort_all(self) -> None:
        """Stop what is in play; none of it counts."""
        self._abort(self._in_play.values())

    def take_back_rest(self) -> None:
        """No result will become safe any more: what has none now is played again some day."""
        for host in self._untold.values():
            host.take_back(Verdict.ABORTED)
        self._untold.clear()

    def press_overdue(self) -> None:
        """Matches that take too long: the slowest seats pay, one at each look.

        Only a match that its seats did not make long reaches twice the limit: it is stopped.
        """
        limit_ns, now_ns = self._limits.match_limit_ns, self._clock()
        for host, match in list(self._in_play.items()):
            age_ns = now_ns - host.started_ns
            if age_ns > 2 * limit_ns:
                self._log.warning("match_overdue", match=host.match_id)
                match.is_failure = True
                host.abort(Verdict.INFRA_ERROR)
            elif age_ns > limit_ns:
                host.overrun()

    def _start_some(self) -> bool:
        """Start a few matches; whether there may be more to start."""
        if self._is_closed or self._results.trouble is not None:
            return False
        most = min(self._limits.max_tables, self._results.room)
        starts = choose_starts(
            self.contests.startable(),
            free_seats={id: player.rated_room for id, player in self._players.items()},
            capacity=min(most - len(self._in_play), STARTS_AT_ONCE),
        )
        for start in starts:
            tournament = self.contests.get(start.tournament_id)
            assert tournament is not None
            self._start(tournament, start.pairing)
        return len(starts) == STARTS_AT_ONCE

    def _start(self, tournament: TournamentInPlay, pairing: Pairing) -> None:
        match_id, seed = match_id_of(tournament, pairing.number), seed_of(tournament, pairing)
        for id in set(pairing.seats):
            self._make_room(self._players[id], pairing.seats.count(id))
        chairs = [
            Chair(player, player.next_table_id())
            for player in map(self._players.__getitem__, pairing.seats)
        ]
        table = make_table(tournament, match_id, seed, chairs)
        host = TableHost(
            table,
            chairs,
            seed=seed if tournament.deals is DealMode.INDEPENDENT else "",
            may_be_no_show=self._replays.allows_no_show(match_id),
            clock=self._clock,
            lag=self._lag,
            fell_silent=self._fell_silent,
            finished=self._finished,
            failed=self._failed,
        )
        self._in_play[host] = MatchInPlay(tournament, pairing, host)
        self.is_idle.clear()
        self._metrics.matches_running.set(len(self._in_play))
        self._log.info("match_started", match=match_id, seats=[c.player.name for c in chairs])
        for seat, (player, table_id) in enumerate(chairs):
            seating = seating_of(tournament, table, seat, table_id)
            player.seats[table_id] = SeatTaken(host, seat, seating)
            if player.connection is not None:
                player.connection.start(seating)
        host.start()

    def _finished(self, host: TableHost, result: TableResult) -> None:
        """A match ended: keep its result, or put it back when it has none."""
        match = self._in_play.pop(host)
        match.verdict = result.verdict
        running = match.tournament.running
        self._metrics.matches_running.set(len(self._in_play))
        self._metrics.count_match(result)
        self._log.info(
            "match_ended", match=host.match_id, verdict=str(result.verdict), score=result.score
        )
        if result.verdict.is_rated:
            self._untold[host.match_id] = host
            self._keep(match, result)
        elif match.is_failure:
            self._try_again(running.id, host.match_id, match.pairing.number, match.pairing.seats)
        else:
            if result.verdict is Verdict.NO_SHOW:
                self._replays.no_show(host.match_id)
            self.contests.put_back(running.id, match.pairing.number)
        if not self._in_play:
            self.is_idle.set()
        self.look()

    def _failed(self, host: TableHost, error: Exception) -> None:
        """The rules or the referee failed in a match: it alone ends, and nobody is charged."""
        match = self._in_play.pop(host, None)
        self._log.error("match_failed", match=host.match_id, exc_info=error)
        if match is None:
            return
        match.verdict = Verdict.INFRA_ERROR
        self._metrics.matches_running.set(len(self._in_play))
        self._metrics.matches[Verdict.INFRA_ERROR].inc()
        pairing = match.pairing
        self._try_again(match.tournament.running.id, host.match_id, pairing.number, pairing.seats)
        if not self._in_play:
            self.is_idle.set()
        self.look()

    def _try_again(
        self, tournament_id: str, match_id: str, number: int, seats: tuple[str, ...]
    ) -> None:
        """Play a match again after a fault of the arena's, but not for ever."""
        if self._replays.failure(match_id):
            self.contests.put_back(tournament_id, number)
            return
        self.contests.give_up(tournament_id, number, seats)
        self._log.error(
            "match_given_up",
            match=match_id,
            tournament=tournament_id,
            why="it failed again and again: see the log above, then resume the tournament",
        )

    def _keep(self, match: MatchInPlay, result: TableResult) -> None:
        """Hand a result over to the database, its times written down."""
        ended = datetime.now(UTC)
        record = replace(result.record, started=match.started.isoformat(), ended=ended.isoformat())
        self._results.submit(
            FinishedMatch(
                tournament_id=match.tournament.running.id,
                number=match.pairing.number,
                match_id=result.match_id,
                seats=match.pairing.seats,
                result=replace(result, record=record),
                started=match.started,
                ended=ended,
                group=match.pairing.group,
                attempt=match.tournament.attempt(match.pairing.number),
            )
        )
        self._metrics.results_waiting.set(self._results.queued)

    def _fell_silent(self, host: TableHost, silent: tuple[Player, ...]) -> None:
        """Somebody did not answer. When nobody does, it is the arena's fault, not theirs."""
        seated = [p for p in self._players.values() if len(p.seats) > p.practice_seats]
        if len(seated) > 1 and not any(player.connection for player in seated):
            self._void(host, why="everybody was gone")
            return
        spoiled = self._blackout.fell_silent(
            host,
            {player.bot_id for player in silent},
            playing={player.bot_id for player in seated if player.connection is not None},
            now_ns=self._clock(),
            window_ns=host.instant_ns,
        )
        for struck in spoiled:
            self._void(struck, why="everybody was silent")

    def _void(self, host: TableHost, *, why: str) -> None:
        """Stop a match that is to be played again because nobody could play it."""
        if host in self._in_play and self._replays.void(host.match_id):
            self._log.warning("match_voided", match=host.match_id, why=why)
            host.abort(Verdict.INFRA_ERROR)

    def _abort(self, matches: Iterable[MatchInPlay]) -> None:
        for match in list(matches):
            match.host.abort()

    def _complete(self, tournament: TournamentInPlay) -> None:
        self._log.info("tournament_finished", tournament=tournament.name)
        self._completed(tournament.running.id)
