"""One practice match: a person, bots and the house at a table, and who plays on when a bot goes.

The match is hosted and refereed like every other; only its result goes nowhere but to the person.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from kozel.records import format_record
from kozel.rules import MatchInfo
from kozel.table import AnswerProblem, FaultPolicy, Table, TableResult, Verdict
from kozel.wire.values import Goodbye, GoodbyeReason, Seating
from kozel_arena.runtime.connection import Clock
from kozel_arena.runtime.host import Chair, TableHost
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.lines import HouseLine, PersonLine
from kozel_arena.runtime.players import Player, SeatTaken
from kozel_arena.runtime.practice_values import HOUSE, NotNow, PracticePlan

POLICY: Final = FaultPolicy.FORFEIT
"""A seat that uses up its strikes ends the match: nobody waits for a person who went away."""
_OVER: Final = Goodbye(GoodbyeReason.LEFT, "the practice match is over")


class PracticeTable:
    """A practice match. For its players it is the host; a bot that goes is replaced at once.

    Attributes:
        token: the secret that gives the person's seat.
        plan: what was asked for.
        names: of the players by seat, as they sit now.
        line: the person's place; None when the person plays over a stream.
        started: when the match began.
        commitment: what was promised of the seed.
        result: how the match ended, None while it is played or if it failed.
        record: the match as a line of kozel-record/1, empty until there is a result.
        is_over: whether nothing more can be played.
        ended_ns: when that was.
        looked_ns: when somebody looked at the person's place last.
    """

    def __init__(
        self,
        plan: PracticePlan,
        table: Table,
        chairs: Sequence[Chair],
        *,
        token: str,
        seed: str,
        line: PersonLine | None,
        clock: Clock,
        lag: Lag,
        ended: Callable[["PracticeTable", Exception | None], None],
    ) -> None:
        """A table that has not started.

        Args:
            plan: what was asked for.
            table: the referee.
            chairs: who sits at each seat, the person at the plan's.
            token: the secret that gives the person's seat.
            seed: told when the match has a result.
            line: the person's place in this process, if the person is here.
            clock: the arena's clock.
            lag: the arena's own delays.
            ended: told once that the match is over, with what failed if something did.
        """
        self.token = token
        self.plan = plan
        self.names = [chair.player.name for chair in chairs]
        self.line = line
        self.started = datetime.now(UTC)
        self.commitment = table.commitment
        self.result: TableResult | None = None
        self.record = ""
        self.is_over = False
        self.ended_ns = 0
        self.started_ns = self.looked_ns = clock()
        self._is_here = True
        self._clock = clock
        self._ended = ended
        self._chairs = list(chairs)
        self._host = TableHost(
            table,
            chairs,
            seed=seed,
            may_be_no_show=False,
            clock=clock,
            lag=lag,
            fell_silent=lambda host, silent: None,
            finished=lambda host, result: self._finish(result),
            failed=lambda host, error: self._fail(error),
        )

    @property
    def match_id(self) -> str:
        """Id of the match."""
        return self._host.match_id

    @property
    def person(self) -> Player:
        """The person."""
        return self._chairs[self.plan.seat].player

    def start(self) -> None:
        """Begin the match."""
        for seat in range(len(self._chairs)):
            self._sit(seat)
        if self.person.connection is None:
            self._host.left(self.plan.seat)
        self._host.start()

    # What the person does.

    def choose(self, decision_id: int, index: int) -> AnswerProblem | None:
        """The person answers a decision; gives what was wrong with that, if anything."""
        chair = self._chairs[self.plan.seat]
        self.look()
        fits = self.line is not None and self.line.choose(decision_id, index)
        problem = chair.player.answer(chair.table_id, decision_id, index, self._clock())
        if problem is not None and fits and self.line is not None:
            self.line.take_back(decision_id)
        return problem

    def look(self) -> None:
        """Somebody looks at the person's place: the person is here."""
        self.looked_ns = self._clock()
        if not self._is_here:
            self._is_here = True
            self._host.back(self.plan.seat)

    def miss(self) -> None:
        """Nobody has looked for a while: for the referee the person is gone."""
        if self._is_here and self.line is not None and not self.is_over:
            self._is_here = False
            self._host.left(self.plan.seat)

    def whole_record(self) -> str:
        """The match as a line of kozel-record/1; raises NotNow while there is none."""
        if not self.record:
            raise NotNow("This match has no record: one is written when the match has a result.")
        return self.record

    def abort(self) -> None:
        """Stop the match; it has no result."""
        if not self.is_over:
            self._host.abort()

    # What players want of their host.

    def answer(
        self, seat: int, decision_id: int, index: int | None, now_ns: int
    ) -> AnswerProblem | None:
        """A player answered, or declined with None; what was wrong with it, if anything."""
        return self._host.answer(seat, decision_id, index, now_ns)

    def seated(self, seat: int) -> None:
        """The player at a seat has been told of the match."""
        self._host.seated(seat)

    def left(self, seat: int, *, is_faulty: bool = False) -> None:
        """A bot is gone, and the house plays on at once; the person's clock runs on."""
        if seat == self.plan.seat:
            self._host.left(seat, is_faulty=is_faulty)
        else:
            self.replace(seat, why="is gone")

    def back(self, seat: int) -> None:
        """The player at a seat is there again."""
        self._host.back(seat)

    def replace(self, seat: int, *, why: str) -> None:
        """Let the house play on for a bot, and say so to the person."""
        bot = self._chairs[seat].player
        if self.is_over:
            return
        house = house_player(self._clock)
        chair = self._chairs[seat] = Chair(house, house.next_table_id())
        self.names[seat] = house.name
        self._sit(seat)
        bot.practice_seats -= 1
        if self.line is not None:
            self.line.note(f"{bot.name} {why}: the house plays on.")
        self._host.hand_over(seat, chair)
        bot.dismiss_when_done()

    def seats_of(self, player: Player) -> list[int]:
        """The seats where a bot sits."""
        return [seat for seat, chair in enumerate(self._chairs) if chair.player is player]

    def _sit(self, seat: int) -> None:
        """Give a player its seat, and tell it of the match."""
        player, table_id = self._chairs[seat]
        rules = self.plan.rules
        seating = Seating(
            table_id=table_id,
            match_id=self.match_id,
            match=MatchInfo(rules.ruleset, rules.options, rules.players, seat),
            time_control=self.plan.time_control,
            commitment=self.commitment,
            policy=POLICY,
        )
        player.seats[table_id] = SeatTaken(self, seat, seating)
        player.practice_seats += 1
        if player.connection is not None:
            player.connection.start(seating)

    # How it ends.

    def _finish(self, result: TableResult) -> None:
        if result.verdict.is_rated:
            # Nothing of a practice match is stored: there is no result to wait for.
            self._host.tell_end()
        self.result = result
        started, ended = self.started.isoformat(), datetime.now(UTC).isoformat()
        if result.verdict is not Verdict.ABORTED:
            self.record = format_record(replace(result.record, started=started, ended=ended))
        self._close(None)

    def _fail(self, error: Exception) -> None:
        self._close(error)

    def _close(self, error: Exception | None) -> None:
        self.is_over, self.ended_ns = True, self._clock()
        for chair in self._chairs:
            chair.player.practice_seats -= 1
            if chair.player is self.person and self.line is None and chair.player.connection:
                chair.player.connection.finish(_OVER, drops_rest=False)
        self._ended(self, error)


def house_player(clock: Clock) -> Player:
    """A house player for one seat."""
    player = Player(HOUSE, HOUSE)
    player.connection = HouseLine(player, clock)
    return player
