"""The shell round one table: carries out its effects, and keeps its one timer.

The referee decides; this module knows when it is and who is connected.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, assert_never

from kozel.rules import PublicView
from kozel.rules.events import MatchEnded
from kozel.table import (
    Absence,
    AnswerProblem,
    Ask,
    Effect,
    Finish,
    Refuse,
    Table,
    TableResult,
    Tell,
    Verdict,
)
from kozel.wire.values import AnswerRefusal, Ending
from kozel_arena.runtime.connection import NS_PER_SECOND, Clock
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.players import Player
from kozel_arena.runtime.private_logs import LogKind

TIMER_SLACK_NS = 1_000_000
"""A timer that is this late is only unpunctual; one that is later shows that the loop was held."""

LONGEST_INSTANT_NS = 250_000_000
"""At most so far apart are silences that count as simultaneous."""

_NOTHING = MatchEnded((), (), ())
"""The end of a match that has none."""


def _ended(result: TableResult) -> MatchEnded:
    return MatchEnded(result.score, result.winners, result.losers)


class Chair(NamedTuple):
    """Who sits at a seat, and what that bot calls it."""

    player: Player
    table_id: int


class TableHost:
    """One match in play, from `start` to its result, and until everybody is told of its end."""

    __slots__ = (
        "_arrived",
        "_chairs",
        "_clock",
        "_failed",
        "_fell_silent",
        "_finished",
        "_is_hearing",
        "_lag",
        "_limits_ns",
        "_may_be_no_show",
        "_move_limit_ns",
        "_now_ns",
        "_seed",
        "_table",
        "_timer",
        "_untold",
        "_was_late",
        "started_ns",
    )

    def __init__(
        self,
        table: Table,
        chairs: Sequence[Chair],
        *,
        seed: str,
        may_be_no_show: bool,
        clock: Clock,
        lag: Lag,
        fell_silent: Callable[["TableHost", tuple[Player, ...]], None],
        finished: Callable[["TableHost", TableResult], None],
        failed: Callable[["TableHost", Exception], None],
    ) -> None:
        """A host for a table that has not started.

        Args:
            table: the referee.
            chairs: who sits at each seat.
            seed: as it may be told to the bots when the match has a result that is safe; empty
                when it may not.
            may_be_no_show: whether a bot that does not come leaves the match without a result.
            clock: the arena's clock.
            lag: the arena's own delays.
            fell_silent: told who did not answer in time.
            finished: told the result, once; if the verdict is rated, `tell_end` or `take_back`
                has to follow.
            failed: told instead, once, of a fault in the rules or the referee.
        """
        self.started_ns = clock()
        """When the match was set up."""
        self._seed = seed
        self._may_be_no_show = may_be_no_show
        self._arrived: set[int] = set()
        self._is_hearing = False
        self._table = table
        self._chairs = tuple(chairs)
        self._clock = clock
        self._lag = lag
        self._fell_silent = fell_silent
        self._finished = finished
        self._failed = failed
        self._move_limit_ns = table.time_control.move_limit_ns
        self._limits_ns = [0] * len(self._chairs)
        self._now_ns = 0
        self._timer: asyncio.TimerHandle | None = None
        self._untold: TableResult | None = None
        self._was_late = False

    @property
    def match_id(self) -> str:
        """Id of the match."""
        return self._table.match_id

    @property
    def players(self) -> tuple[Player, ...]:
        """The bots by seat; in team games one sits at two seats."""
        return tuple(chair.player for chair in self._chairs)

    @property
    def commitment(self) -> str:
        """What was promised of the seed."""
        return self._table.commitment

    def public_view(self) -> PublicView:
        """What everybody at the table knows now."""
        return self._table.public_view()

    @property
    def instant_ns(self) -> int:
        """Silences that are no further apart than this happen at the same instant."""
        return min(self._move_limit_ns // 2, LONGEST_INSTANT_NS)

    def start(self) -> None:
        """Begin the match."""
        try:
            self._carry_out(self._table.start(self._look_at_clock()))
        except Exception as error:  # the root of a match: what fails in it ends it alone
            self._fail(error)

    def sent(self, seat: int, decision_id: int, now_ns: int) -> None:
        """The message with a decision was written: its clock starts."""
        self._limits_ns[seat] = now_ns + self._move_limit_ns
        self._now_ns = now_ns
        self._table.sent(seat, decision_id, now_ns)
        if self._timer is None:
            self._arm(self._move_limit_ns)

    def answer(
        self, seat: int, decision_id: int, index: int | None, now_ns: int
    ) -> AnswerProblem | None:
        """A bot answered, or declined with None; returns what was wrong with it, if anything."""
        limit_ns = self._limits_ns[seat]
        if now_ns > limit_ns:
            now_ns = max(now_ns - self._lag.worst_ns(now_ns), self._now_ns)
        self._now_ns = now_ns
        try:
            if index is None:
                effects = self._table.decline(seat, decision_id, now_ns)
            else:
                effects = self._table.answer(seat, decision_id, index, now_ns)
            self._carry_out(effects)
        except Exception as error:  # the root of a match, as in `start`
            self._fail(error)
            return None
        first = effects[0] if effects else None
        if isinstance(first, Refuse):
            return first.reason
        if now_ns > limit_ns:
            # Perhaps: the limit is an older decision's until this one's clock has started.
            took_ns = self._table.took_ns(seat)
            if took_ns > self._move_limit_ns:
                text = "answered after the time for a decision, out of the bank"
                self._note(LogKind.SLOW, text, seat, decision_id, took_ns)
        return None

    def seated(self, seat: int) -> None:
        """The bot at a seat has been told of the match."""
        self._arrived.add(seat)
        self._table.arrived(seat)

    def left(self, seat: int, *, is_faulty: bool = False) -> None:
        """The bot at a seat is gone; its clock runs on."""
        if is_faulty:
            absence = Absence.FAULTY
        elif self._may_be_no_show and seat not in self._arrived:
            absence = Absence.NEVER_CAME
        else:
            absence = Absence.LEFT
        self._table.left(seat, self._look_at_clock(), absence)
        self._arm(self._move_limit_ns)

    def back(self, seat: int) -> None:
        """The bot at a seat is there again: ask it what is open."""
        try:
            self._carry_out(self._table.back(seat, self._look_at_clock()))
        except Exception as error:  # the root of a match, as in `start`
            self._fail(error)

    def hand_over(self, seat: int, chair: Chair) -> None:
        """Somebody else plays on at a seat; for whoever sat there the match does not count."""
        player, table_id = self._chairs[seat]
        player.seats.pop(table_id, None)
        if player.connection is not None:
            ended = MatchEnded((), (), ())
            player.connection.end(Ending(table_id, Verdict.ABORTED, ended, ()))
        self._chairs = (*self._chairs[:seat], chair, *self._chairs[seat + 1 :])
        self.back(seat)

    def overrun(self) -> None:
        """The match takes too long: play on for whoever made it so."""
        now_ns = self._clock()
        try:
            self._carry_out(self._table.overrun(now_ns, least_ns=(now_ns - self.started_ns) // 8))
        except Exception as error:  # the root of a match, as in `start`
            self._fail(error)

    def abort(self, verdict: Verdict = Verdict.ABORTED) -> None:
        """Stop the match with a verdict that is not rated."""
        self._carry_out(self._table.abort(self._look_at_clock(), verdict))

    def tell_end(self) -> None:
        """The result is safe: tell everybody the end, and the seed if it may be told."""
        result = self._untold
        assert result is not None
        self._dismiss(result.verdict, _ended(result), result.charged_seats, self._seed)

    def take_back(self, verdict: Verdict) -> None:
        """The result is lost, and the match is played again: tell everybody nothing of it."""
        assert self._untold is not None
        self._dismiss(verdict, _NOTHING, (), "")

    def _look_at_clock(self) -> int:
        """What time it is; an answer that is forgiven a delay is never dated back behind it."""
        self._now_ns = self._clock()
        return self._now_ns

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Ask):  # by far the most; a pattern takes twice as long
                seat, decision_id, view = effect
                player, table_id = self._chairs[seat]
                if player.connection is not None:
                    player.connection.ask(self, seat, table_id, decision_id, view)
                else:
                    self._arm(self._move_limit_ns)
                continue
            match effect:
                case Tell(seat, deal, event):
                    player, table_id = self._chairs[seat]
                    if player.connection is not None:
                        player.connection.tell(table_id, seat, deal, event)
                case Refuse():
                    self._refuse(effect)
                case Finish(result):
                    self._finish(result)
                case _:
                    assert_never(effect)

    def _refuse(self, effect: Refuse) -> None:
        player, table_id = self._chairs[effect.seat]
        if player.connection is not None:
            player.connection.refuse(
                AnswerRefusal(table_id, effect.decision_id, effect.reason, effect.text)
            )

    def _finish(self, result: TableResult) -> None:
        """Hand the result over. Nobody is told of it before it is safe.

        A match whose result was lost is played again with the same deals: who had been told the
        seed would know every card.
        """
        self._stop_timer()
        if result.verdict.is_rated:
            self._untold = result
            for player, table_id in self._chairs:
                player.hold_end(table_id)
        else:
            self._dismiss(result.verdict, _ended(result), result.charged_seats, "")
        self._finished(self, result)

    def _fail(self, error: Exception) -> None:
        """End the match without asking its table anything more; it does not count."""
        self._stop_timer()
        self._dismiss(Verdict.INFRA_ERROR, _NOTHING, (), "")
        self._failed(self, error)

    def _dismiss(
        self, verdict: Verdict, ended: MatchEnded, charged: tuple[int, ...], seed: str
    ) -> None:
        for player, table_id in self._chairs:
            player.tell_end(Ending(table_id, verdict, ended, charged, seed))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, delay_ns: int) -> None:
        """Set the timer unless it is set.

        No deadline comes sooner than one move limit after its decision was sent, so a timer
        that is set already never fires too late: when it fires it is set anew.
        """
        if self._timer is None and not self._table.is_over:
            due_ns = self._clock() + delay_ns
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay_ns / NS_PER_SECOND, self._ring, due_ns)

    def _ring(self, due_ns: int) -> None:
        """The timer fired. A late timer first lets in the answers that waited with it."""
        self._timer = None
        now_ns = self._clock()
        late_ns = now_ns - due_ns
        deadline_ns = self._table.next_deadline()
        if deadline_ns is None:
            return
        if late_ns > TIMER_SLACK_NS:
            self._lag.measured(late_ns, now_ns)
        if deadline_ns > now_ns:
            self._is_hearing = False
            self._arm(min(deadline_ns - now_ns, self._move_limit_ns))
        elif late_ns > TIMER_SLACK_NS and not self._was_late:
            self._was_late = True
            self._arm(late_ns)
        else:
            self._was_late = False
            self._expire(now_ns)

    def _expire(self, now_ns: int) -> None:
        """Let the referee choose for who is silent, and say who that was.

        Before a seat is taken over, the others' silences of the same instant are waited for: when
        all bots are silent at once, nobody is charged.
        """
        self._now_ns = now_ns
        seats, takes_over = self._table.overdue(now_ns)
        if not self._is_hearing:
            self._is_hearing = takes_over
            if takes_over:
                self._arm(self.instant_ns)
            else:
                self._choose(now_ns)
            self._note_silent(seats, now_ns)
            self._fell_silent(self, tuple(self._chairs[seat].player for seat in seats))
            return
        self._is_hearing = False
        self._choose(now_ns)

    def _choose(self, now_ns: int) -> None:
        """Let the referee choose for who is silent."""
        try:
            self._carry_out(self._table.expire(now_ns))
        except Exception as error:  # the root of a match, as in `start`
            self._fail(error)
            return
        if self._table.next_deadline() is not None:
            self._arm(self._move_limit_ns)

    def _note_silent(self, seats: tuple[int, ...], now_ns: int) -> None:
        """Tell the authors of bots that are there and did not answer."""
        for seat in seats:
            if self._chairs[seat].player.connection is not None:
                took_ns = now_ns - self._limits_ns[seat] + self._move_limit_ns
                text = "not answered in its time: the arena chooses"
                self._note(LogKind.SILENT, text, seat, self._table.asked(seat), took_ns)

    def _note(self, kind: LogKind, text: str, seat: int, decision_id: int, took_ns: int) -> None:
        self._chairs[seat].player.log.note(
            kind,
            text,
            match_id=self.match_id,
            decision_id=decision_id,
            milliseconds=took_ns / 1e6,
        )
