"""One match between programs: the referee's effects become messages, and what came its answers.

Reads no clock and waits for nothing: `now_ns` is a parameter, as in the referee itself.
"""

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from kozel.contest.lines import Answered, Event, Exited, Gone, Joined, Leaving, Sent, Switchboard
from kozel.contest.values import NS_PER_S, Deals, Plan
from kozel.records import Recorder
from kozel.rules import Match, MatchInfo, SeededChance, commitment
from kozel.rules.events import MatchEnded
from kozel.table import (
    AnswerProblem,
    Ask,
    Effect,
    Finish,
    MatchLabels,
    Refuse,
    Table,
    TableResult,
    Tell,
)
from kozel.wire.messages import Notice, Question, Response
from kozel.wire.values import Answer, AnswerRefusal, Ending, Seating

LONGEST_WAIT_S: Final = 1.0
"""Without a clock that runs there is nothing to wait for but messages; look up now and then."""
_UNKNOWN: Final = "that seat is at no table now: copy table_id from the decision"


class HostedMatch:
    """A match in play.

    Args:
        plan: what is played.
        number: of the match.
        names: of the entries.
        present: the seat by chair; the other seats' bots are gone.
        board: where the chairs' programs are.
        first_table: the first of as many table ids as there are seats, never used before.
    """

    def __init__(
        self,
        plan: Plan,
        number: int,
        names: tuple[str, str],
        present: Mapping[int, int],
        board: Switchboard,
        *,
        first_table: int,
    ) -> None:
        pairing, rules = plan.pairing(number), plan.rules
        self.result: TableResult | None = None
        """How it ended, once it has."""
        self._plan = plan
        self._rules = rules
        self._seed = pairing.seed
        self._match_id = plan.match_id(number)
        self._board = board
        self._seats = dict(present)
        self._chairs = {seat: chair for chair, seat in present.items()}
        self._first_table = first_table
        self._open: set[int] = set()
        self._silences = (0,) * rules.players
        self._notices: dict[int, list[Notice]] = {seat: [] for seat in self._chairs}
        hellos = {seat: board.hello_of(chair) for seat, chair in self._chairs.items()}
        self._table = Table(
            match=Match(rules, SeededChance(pairing.seed)),
            match_id=self._match_id,
            time_control=plan.time_control,
            recorder=Recorder(rules),
            listeners=[seat for seat, hello in hellos.items() if hello is None or hello.events],
            labels=MatchLabels(
                seats=tuple(names[entry] for entry in pairing.order),
                seed=pairing.seed,
                commitment=commitment(pairing.seed, self._match_id),
            ),
            keep_times=False,
        )

    def start(self, now_ns: int) -> None:
        """Seat everybody and begin."""
        for seat, chair in self._chairs.items():
            self._board.seat(chair, self._seating(seat))
        for seat in range(self._rules.players):
            if seat not in self._chairs or self._board.hello_of(self._chairs[seat]) is None:
                self._table.left(seat, now_ns)
        self._carry_out(self._table.start(now_ns))
        self._skip_absent()

    def take(self, event: Event, now_ns: int) -> None:
        """Deal with something that happened on a line."""
        match event:
            case Answered(chair, answer, at_ns):
                self._answer(chair, answer, at_ns)
            case Sent(chair, table_id, decision_id, at_ns):
                seat = self._seat_of(chair, table_id)
                if seat is not None:
                    self._table.sent(seat, decision_id, at_ns)
            case Joined(chair):
                if chair in self._seats:
                    self._carry_out(self._table.back(self._seats[chair], now_ns))
            case Gone(chair):
                if chair in self._seats:
                    self._table.left(self._seats[chair], now_ns)
            case Exited() | Leaving():
                """What follows is for who keeps the programs."""
            case _:
                assert_never(event)
        self._skip_absent()

    def expire(self, now_ns: int) -> None:
        """Nothing came: the time of some may be over."""
        self._carry_out(self._table.expire(now_ns))
        self._skip_absent()

    def wait_s(self, now_ns: int) -> float:
        """For how long something may be waited for."""
        deadline_ns = self._table.next_deadline()
        if deadline_ns is None:
            return LONGEST_WAIT_S
        return max(0.0, (deadline_ns - now_ns) / NS_PER_S)

    def _skip_absent(self) -> None:
        """Nobody waits for those who are not there, once all others have answered."""
        while self.result is None and self._open and self._open.isdisjoint(self._chairs):
            deadline_ns = self._table.next_deadline()
            assert deadline_ns is not None
            self._carry_out(self._table.expire(deadline_ns))

    def _answer(self, chair: int, answer: Answer, at_ns: int) -> None:
        table_id, decision_id, index = answer
        seat = self._seat_of(chair, table_id)
        if seat is None:
            refusal = AnswerRefusal(table_id, decision_id, AnswerProblem.UNKNOWN_DECISION, _UNKNOWN)
            self._board.send(chair, Response(answer_refusals=(refusal,)))
            return
        if index is None:
            effects = self._table.decline(seat, decision_id, at_ns)
        else:
            effects = self._table.answer(seat, decision_id, index, at_ns)
        if not (effects and isinstance(effects[0], Refuse)):
            self._open.discard(seat)
        self._carry_out(effects)

    def _carry_out(self, effects: Iterable[Effect]) -> None:
        silences = self._table.silences
        for seat, (before, now) in enumerate(zip(self._silences, silences, strict=True)):
            if now > before:
                self._open.discard(seat)
        self._silences = silences
        for effect in effects:
            match effect:
                case Ask(seat, decision_id, view):
                    self._open.add(seat)
                    asked = Question(self._first_table + seat, decision_id, view)
                    self._tell(seat, Response(events=self._take_notices(seat), decisions=(asked,)))
                case Tell(seat, deal, event):
                    assert not isinstance(event, MatchEnded)
                    if seat in self._chairs:
                        notice = Notice(self._first_table + seat, deal, seat, event)
                        self._notices[seat].append(notice)
                case Refuse(seat, decision_id, problem, text):
                    refusal = AnswerRefusal(self._first_table + seat, decision_id, problem, text)
                    self._tell(seat, Response(answer_refusals=(refusal,)))
                case Finish(result):
                    self._finish(result)
                case _:
                    assert_never(effect)

    def _finish(self, result: TableResult) -> None:
        self.result = result
        ended = MatchEnded(score=result.score, winners=result.winners, losers=result.losers)
        # Others of the group may still play these deals.
        seed = self._seed if self._plan.deals is Deals.INDEPENDENT else ""
        for seat, chair in self._chairs.items():
            ending = Ending(
                self._first_table + seat, result.verdict, ended, result.charged_seats, seed
            )
            self._board.unseat(chair, Response(events=self._take_notices(seat), ended=(ending,)))

    def _tell(self, seat: int, response: Response) -> None:
        if seat in self._chairs:
            self._board.send(self._chairs[seat], response)

    def _take_notices(self, seat: int) -> list[Notice]:
        """The events that a seat is told now: with its next decision, or with the end."""
        notices = self._notices.get(seat, [])
        if notices:
            self._notices[seat] = []
        return notices

    def _seat_of(self, chair: int, table_id: int) -> int | None:
        seat = self._seats.get(chair)
        return seat if seat is not None and table_id == self._first_table + seat else None

    def _seating(self, seat: int) -> Seating:
        rules = self._rules
        return Seating(
            table_id=self._first_table + seat,
            match_id=self._match_id,
            match=MatchInfo(rules.ruleset, rules.options, rules.players, seat),
            time_control=self._plan.time_control,
            commitment=commitment(self._seed, self._match_id),
        )
