"""The referee: asks, takes answers, plays for the silent, and tells how the match ended.

A table reads no clock and no socket: the shell around it calls a method for everything that
happens, with the time, and carries out the effects that come back, in their order.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from kozel.records import Record, Recorder
from kozel.rules import Match
from kozel.rules.events import Event, MatchEnded
from kozel.table.refusals import refuse
from kozel.table.seats import Seat
from kozel.table.telling import Telling
from kozel.table.values import (
    AnswerProblem,
    Ask,
    Effect,
    Finish,
    MatchLabels,
    Refuse,
    TableResult,
    TimeControl,
    Verdict,
)

_NS_PER_MS: Final = 1_000_000
_NO_LABELS: Final = MatchLabels()


class _Choice(NamedTuple):
    """What will be applied for a seat, and how it came about."""

    code: int
    ms: int | None = None
    by: str | None = None
    why: str | None = None


class Table:
    """One match being played.

    Everything that changes the table returns the effects to carry out. A table plays one match:
    `start` once, then `sent`, `answer`, `expire`, `left` and `back` in any order until `Finish`;
    after it they change nothing.
    """

    __slots__ = (
        "_charged",
        "_chosen",
        "_deciders",
        "_keeps_times",
        "_labels",
        "_match",
        "_recorder",
        "_seats",
        "_telling",
        "_verdict",
        "is_over",
        "match_id",
        "time_control",
    )

    def __init__(
        self,
        *,
        match: Match,
        match_id: str,
        time_control: TimeControl,
        recorder: Recorder,
        listeners: Collection[int] = (),
        labels: MatchLabels = _NO_LABELS,
        keep_times: bool = True,
    ) -> None:
        """A table for a match that has just been dealt.

        Args:
            match: the match; the table owns it from now on.
            match_id: for the result and the record.
            time_control: the clock of every seat.
            recorder: writes the record; made for the same rules as the match.
            listeners: seats that want `Tell` effects; they come right before the seat's next `Ask`.
            labels: what the record says beside the game.
            keep_times: whether the record holds the time control and each action's time.
        """
        self.match_id = match_id
        self.time_control = time_control
        self.is_over = False
        self._match = match
        # A record holds the actions anyway; only listeners are told of them as events.
        match.tells_moves = bool(listeners)
        self._recorder = recorder
        self._telling = Telling(listeners, match.rules.reveal_discards)
        self._labels = labels
        self._keeps_times = keep_times
        self._seats = tuple(Seat(number, time_control) for number in range(match.rules.players))
        self._deciders: tuple[int, ...] = ()
        self._chosen: dict[int, _Choice] = {}
        self._charged: list[int] = []
        self._verdict = Verdict.NORMAL

    @property
    def away_seats(self) -> tuple[int, ...]:
        """Seats that are away (C0.8), in order."""
        return tuple(seat.number for seat in self._seats if seat.is_away)

    @property
    def is_everyone_away(self) -> bool:
        """Whether every seat still in is away at once: rather the arena's fault (`abort`)."""
        active = self._match.standing.active
        return all(seat.is_away for seat in self._seats if active >> seat.number & 1)

    @property
    def silences(self) -> tuple[int, ...]:
        """By seat: decisions that the arena made because no answer came in time."""
        return tuple(seat.silences for seat in self._seats)

    def start(self, now_ns: int) -> list[Effect]:
        """Begin: tell of the deal and ask whoever must act first."""
        return self._proceed(now_ns)

    def sent(self, seat: int, decision_id: int, now_ns: int) -> None:
        """The message with a decision was written: its clock starts, unless it runs already."""
        place = self._seats[seat]
        if place.is_open and place.decision_id == decision_id:
            place.clock.start(now_ns)

    def answer(self, seat: int, decision_id: int, index: int, now_ns: int) -> list[Effect]:
        """A seat chose the action at `index` of the view's legal actions.

        Late comes before everything else, then the index. A refused answer changes nothing.
        """
        place = self._open_seat(seat, decision_id)
        if place is None:
            return [self._refuse_closed(seat, decision_id)]
        if place.clock.is_over(now_ns):
            return self._refuse_late(place, now_ns)
        if not 0 <= index < len(place.legal):
            return [refuse(seat, decision_id, AnswerProblem.OUT_OF_RANGE)]
        code, ms = place.legal[index], place.answered(now_ns) // _NS_PER_MS
        if len(self._deciders) == 1:
            return self._play_on(place, code, ms, now_ns)
        self._chosen[seat] = _Choice(code, ms)
        return self._proceed(now_ns)

    def decline(self, seat: int, decision_id: int, now_ns: int) -> list[Effect]:
        """A seat cannot choose (its code failed): the default action at once, and no silence."""
        place = self._open_seat(seat, decision_id)
        if place is None:
            return [self._refuse_closed(seat, decision_id)]
        if place.clock.is_over(now_ns):
            return self._refuse_late(place, now_ns)
        ms = place.answered(now_ns) // _NS_PER_MS
        self._chosen[seat] = _Choice(self._match.default(seat), ms, "arena", "illegal")
        return self._proceed(now_ns)

    def next_deadline(self) -> int | None:
        """When `expire` must be called at the latest; None while no clock runs."""
        earliest: int | None = None
        for seat in self._seats:
            deadline = seat.clock.deadline_ns
            if deadline is not None and (earliest is None or deadline < earliest):
                earliest = deadline
        return earliest

    def expire(self, now_ns: int) -> list[Effect]:
        """Choose for every seat whose time is over (C0.8)."""
        late = [seat for seat in self._seats if seat.clock.has_run_out(now_ns)]
        for seat in late:
            self._choose_for_silent(seat, now_ns)
        return self._proceed(now_ns) if late else []

    def left(self, seat: int, now_ns: int) -> None:
        """A seat's connection is gone: what it was asked stays open until the deadline."""
        place = self._seats[seat]
        place.is_connected = False
        if place.is_open:
            place.clock.start(now_ns)

    def back(self, seat: int, now_ns: int) -> list[Effect]:
        """A seat's connection is there (again): its open decision, with the time that is left."""
        place = self._seats[seat]
        place.is_connected = True
        if self.is_over:
            return []
        place.is_away = place.is_taken_over
        effects = self.expire(now_ns)
        if place.is_open and not any(_asks(effect, seat) for effect in effects):
            effects.append(self._ask(place, now_ns))
        return effects

    def overrun(self, now_ns: int, *, least_ns: int) -> list[Effect]:
        """The match has taken too long: play on for the seat whose clock ran longest.

        Args:
            now_ns: the time.
            least_ns: a seat whose clock ran for less than this is left alone; then it was not
                the seats that made the match long, and nothing changes.
        """
        playing = [seat for seat in self._seats if not seat.is_taken_over]
        slowest = max(playing, key=lambda seat: seat.clock.used_until(now_ns), default=None)
        if self.is_over or slowest is None or slowest.clock.used_until(now_ns) < least_ns:
            return []
        slowest.is_taken_over = slowest.is_away = True
        self._charge(slowest)
        if not slowest.is_open:
            return []
        ms = slowest.fell_silent(now_ns) // _NS_PER_MS
        self._choose_default(slowest, ms)
        return self._proceed(now_ns)

    def abort(self, now_ns: int) -> list[Effect]:
        """Stop the match: it does not count, and nobody is charged."""
        if self.is_over:
            return []
        for seat in self._seats:
            seat.withdraw(now_ns)
        self._verdict = Verdict.ABORTED
        self._charged.clear()
        return self._finish(MatchEnded(score=self._match.score, winners=(), losers=()))

    def _open_seat(self, seat: int, decision_id: int) -> Seat | None:
        """The seat, if that decision of it is open."""
        if not 0 <= seat < len(self._seats):
            return None
        place = self._seats[seat]
        return place if place.is_open and place.decision_id == decision_id else None

    def _refuse_closed(self, seat: int, decision_id: int) -> Refuse:
        if not 0 <= seat < len(self._seats):
            return refuse(seat, decision_id, AnswerProblem.UNKNOWN_DECISION)
        return refuse(seat, decision_id, self._seats[seat].problem_with(decision_id))

    def _refuse_late(self, place: Seat, now_ns: int) -> list[Effect]:
        refusal = refuse(place.number, place.decision_id, AnswerProblem.LATE)
        return [refusal, *self.expire(now_ns)]

    def _proceed(self, now_ns: int) -> list[Effect]:
        """Play what is chosen and ask again, until a seat must be waited for or the match ends."""
        effects: list[Effect] = []
        while not self.is_over and len(self._chosen) == len(self._deciders):
            self._play_chosen()
            outcome = self._match.outcome
            if outcome is not None:
                effects += self._finish(outcome)
                break
            self._open_decisions(now_ns, effects)
        return effects

    def _play_on(self, seat: Seat, code: int, ms: int | None, now_ns: int) -> list[Effect]:
        """Like `_proceed` for a seat that decides alone: the usual case, and so the fast one."""
        match, act = self._match, self._recorder.act
        if not self._keeps_times:
            ms = None
        while True:
            act(seat.number, code, legal=seat.legal, ms=ms)
            match.apply(seat.number, code)
            events = match.take_events()
            if events:
                self._publish(events)
            self._deciders = deciders = match.deciders()
            if len(deciders) != 1:
                break
            seat = self._seats[deciders[0]]
            seat.legal = legal = match.legal(seat.number)
            if len(legal) > 1:
                if seat.is_taken_over:
                    break
                seat.ask(now_ns)
                return [*self._telling.release(seat.number), self._ask(seat, now_ns)]
            code, ms = legal[0], None
        if match.outcome is not None:
            return self._finish(match.outcome)
        effects: list[Effect] = []
        self._open_decisions(now_ns, effects)
        return effects + self._proceed(now_ns)

    def _play_chosen(self) -> None:
        """Apply the answers in the order of the rules."""
        match, recorder = self._match, self._recorder
        if not self._deciders:  # the very beginning: the first deal is all that happened
            self._publish(match.take_events())
        for seat in self._deciders:
            code, ms, by, why = self._chosen[seat]
            ms = ms if self._keeps_times else None
            recorder.act(seat, code, legal=self._seats[seat].legal, ms=ms, by=by, why=why)
            match.apply(seat, code)
            self._publish(match.take_events())
        self._chosen.clear()

    def _open_decisions(self, now_ns: int, effects: list[Effect]) -> None:
        """Ask everyone who must act now; forced and taken-over seats are played at once."""
        match = self._match
        self._deciders = match.deciders()
        for number in self._deciders:
            seat = self._seats[number]
            seat.legal = match.legal(number)
            if len(seat.legal) == 1:
                self._chosen[number] = _Choice(seat.legal[0])
            elif seat.is_taken_over:
                why = "timeout" if seat.is_connected else "gone"
                self._chosen[number] = _Choice(match.default(number), None, "arena", why)
            else:
                seat.ask(now_ns)
                effects += self._telling.release(number)
                effects.append(self._ask(seat, now_ns))

    def _ask(self, seat: Seat, now_ns: int) -> Ask:
        limit_ns, bank_ns = seat.clock.left(now_ns)
        view = self._match.view(seat.number, limit_ns=limit_ns, bank_ns=bank_ns)
        return tuple.__new__(Ask, (seat.number, seat.decision_id, view))  # as `Ask(…)`, faster

    def _choose_for_silent(self, seat: Seat, now_ns: int) -> None:
        ms = seat.fell_silent(now_ns) // _NS_PER_MS
        self._choose_default(seat, ms)
        if seat.is_taken_over:
            self._charge(seat)

    def _choose_default(self, seat: Seat, ms: int) -> None:
        why = "timeout" if seat.is_connected else "gone"
        self._chosen[seat.number] = _Choice(self._match.default(seat.number), ms, "arena", why)

    def _charge(self, seat: Seat) -> None:
        """The arena plays on for a seat from now on: that is how the match ended for it."""
        self._charged.append(seat.number)
        if self._verdict is Verdict.NORMAL:
            self._verdict = Verdict.TIMEOUT if seat.is_connected else Verdict.DISCONNECT

    def _publish(self, events: list[Event]) -> None:
        """Write events down, and keep them for the seats that listen."""
        if events:
            self._recorder.events(events)
            self._telling.note(events)

    def _finish(self, outcome: MatchEnded) -> list[Effect]:
        self.is_over = True
        result = TableResult(
            match_id=self.match_id,
            verdict=self._verdict,
            charged_seats=tuple(sorted(self._charged)),
            score=outcome.score,
            winners=outcome.winners,
            losers=outcome.losers,
            record=self._record(),
            silences=self.silences,
            think_ns=tuple(tuple(seat.think_ns) for seat in self._seats),
        )
        return [*self._telling.release_all(), Finish(result)]

    def _record(self) -> Record:
        labels, control = self._labels, self.time_control
        clock = {
            "move_limit_ms": control.move_limit_ns / _NS_PER_MS,
            "bank_ms": control.bank_ns / _NS_PER_MS,
            "strikes": control.strikes,
        }
        return self._recorder.record(
            id=self.match_id,
            tournament=labels.tournament,
            seats=labels.seats,
            seed=labels.seed,
            commitment=labels.commitment,
            time_control=clock if self._keeps_times else None,
            started=labels.started,
            verdict=str(self._verdict),
        )


def _asks(effect: Effect, seat: int) -> bool:
    return isinstance(effect, Ask) and effect.seat == seat
