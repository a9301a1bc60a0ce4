"""The referee: asks, takes answers, plays for the silent, and tells how the match ended.

A table reads no clock and no socket: the shell around it calls a method for everything that
happens, with the time, and carries out the effects that come back, in their order.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from kozel.records import Recorder
from kozel.rules import Match, PublicView, public_view
from kozel.rules.events import Event, MatchEnded
from kozel.table.charges import Charges
from kozel.table.refusals import refuse
from kozel.table.results import result_of
from kozel.table.seats import Seat
from kozel.table.telling import Telling
from kozel.table.values import (
    AnswerProblem,
    Ask,
    Effect,
    Finish,
    MatchLabels,
    Refuse,
    TimeControl,
)
from kozel.table.verdicts import Absence, FaultPolicy, Verdict

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
        "_charges",
        "_chosen",
        "_deciders",
        "_keeps_times",
        "_labels",
        "_match",
        "_recorder",
        "_seats",
        "_telling",
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
        policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE,
        entries: tuple[str, ...] = (),
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
            policy: what happens to a seat that uses up its strikes.
            entries: by seat, any name of who sits there; the same name is the same bot. With more
                than two, the house plays for a seat that is taken over, because the default
                actions would spoil the match for others than an opponent. Empty: it never does.
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
        self._charges = Charges(match.rules, policy, entries)

    @property
    def commitment(self) -> str:
        """What was promised of the seed; empty for a table without one."""
        return self._labels.commitment or ""

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

    def public_view(self) -> PublicView:
        """What everybody at the table knows now; takes time only when it is asked for."""
        return public_view(self._match)

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
            place.answered_wrongly()
            return [refuse(seat, decision_id, AnswerProblem.OUT_OF_RANGE)]
        code, ms = place.legal[index], place.answered(now_ns) // _NS_PER_MS
        if len(self._deciders) == 1:
            return self._play_on(place, code, ms, now_ns)
        self._chosen[seat] = _Choice(code, ms)
        return self._proceed(now_ns)

    def decline(self, seat: int, decision_id: int, now_ns: int) -> list[Effect]:
        """A seat cannot choose (its code failed): the default action at once, and a strike."""
        place = self._open_seat(seat, decision_id)
        if place is None:
            return [self._refuse_closed(seat, decision_id)]
        if place.clock.is_over(now_ns):
            return self._refuse_late(place, now_ns)
        ms = place.declined(now_ns) // _NS_PER_MS
        self._chosen[seat] = _Choice(self._match.default(seat), ms, "arena", "illegal")
        if place.is_taken_over:
            self._charges.charge(seat, place.verdict)
        return self._go_on(now_ns)

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
        # Where the first takeover ends the match, it is that of who ran out of time first.
        for seat in sorted(late, key=_deadline_of):
            ms = seat.fell_silent(now_ns) // _NS_PER_MS
            self._choose_default(seat, ms)
            if seat.is_taken_over:
                self._charges.charge(seat.number, seat.verdict)
                if self._charges.ends_match:
                    break
        return self._go_on(now_ns) if late else []

    def overdue(self, now_ns: int) -> tuple[tuple[int, ...], bool]:
        """The seats for which `expire` would choose now, and whether it would take one over."""
        late = [seat for seat in self._seats if seat.clock.has_run_out(now_ns)]
        return tuple(seat.number for seat in late), any(seat.has_last_chance for seat in late)

    def asked(self, seat: int) -> int:
        """Id of the last decision that a seat was asked, 0 before the first."""
        return self._seats[seat].decision_id

    def took_ns(self, seat: int) -> int:
        """Nanoseconds of a seat's last answer in time, by its clock; 0 before the first."""
        times = self._seats[seat].think_ns
        return times[-1] if times else 0

    def arrived(self, seat: int) -> None:
        """The message that the match has started was written to this seat's bot."""
        self._seats[seat].arrive()

    def left(self, seat: int, now_ns: int, absence: Absence = Absence.LEFT) -> None:
        """A seat's connection is gone: what it was asked stays open until the deadline."""
        place = self._seats[seat]
        place.leave(absence)
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
        self._charges.charge(slowest.number, _taken_over_for_time(slowest))
        if slowest.is_open:
            ms = slowest.fell_silent(now_ns) // _NS_PER_MS
            self._choose_default(slowest, ms)
        return self._go_on(now_ns)

    def abort(self, now_ns: int, verdict: Verdict = Verdict.ABORTED) -> list[Effect]:
        """Stop the match with a verdict that is not rated: nobody is charged."""
        assert not verdict.is_rated
        if self.is_over:
            return []
        self._charges.seats.clear()
        self._charges.verdict = verdict
        return self._cut(now_ns)

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

    def _go_on(self, now_ns: int) -> list[Effect]:
        """As `_proceed`, unless somebody has just been taken over and that ends the match."""
        return self._cut(now_ns) if self._charges.ends_match else self._proceed(now_ns)

    def _cut(self, now_ns: int) -> list[Effect]:
        """End the match where it stands."""
        for seat in self._seats:
            seat.withdraw(now_ns)
        return self._finish(self._charges.ending(self._match))

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
                code, why = self._charges.stand_in(match, seat)
                self._chosen[number] = _Choice(code, None, "arena", why)
            else:
                seat.ask(now_ns)
                effects += self._telling.release(number)
                effects.append(self._ask(seat, now_ns))

    def _ask(self, seat: Seat, now_ns: int) -> Ask:
        limit_ns, bank_ns = seat.clock.left(now_ns)
        view = self._match.view(seat.number, limit_ns=limit_ns, bank_ns=bank_ns)
        return tuple.__new__(Ask, (seat.number, seat.decision_id, view))  # as `Ask(…)`, faster

    def _choose_default(self, seat: Seat, ms: int) -> None:
        default = self._match.default(seat.number)
        self._chosen[seat.number] = _Choice(default, ms, "arena", seat.why)

    def _publish(self, events: list[Event]) -> None:
        """Write events down, and keep them for the seats that listen."""
        if events:
            self._recorder.events(events)
            self._telling.note(events)

    def _finish(self, outcome: MatchEnded) -> list[Effect]:
        self.is_over = True
        result = result_of(
            outcome,
            match_id=self.match_id,
            charges=self._charges,
            seats=self._seats,
            recorder=self._recorder,
            labels=self._labels,
            clock=self.time_control if self._keeps_times else None,
        )
        return [*self._telling.release_all(), Finish(result)]


def _deadline_of(seat: Seat) -> int:
    return seat.clock.deadline_ns or 0


def _taken_over_for_time(seat: Seat) -> Verdict:
    """The verdict when a seat made the match too long, whatever its strikes were for."""
    verdict = seat.verdict
    return Verdict.TIMEOUT if verdict is Verdict.ILLEGAL else verdict


def _asks(effect: Effect, seat: int) -> bool:
    return isinstance(effect, Ask) and effect.seat == seat
