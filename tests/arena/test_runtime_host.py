"""A table and its timer: what is on whose clock. The clock is a number, the table is real."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kozel.records import Recorder
from kozel.rules import Match, SeededChance, bind
from kozel.table import AnswerProblem, Table, TableResult, TimeControl, Verdict
from kozel.wire.values import Ending
from kozel_arena.runtime.host import Chair, TableHost
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.players import Player, SeatTaken

SECOND = 1_000_000_000
MS = 1_000_000
RULES = bind("miner", {"short": True})


class Seated:
    """A match whose bots are asked through a list, and a clock that the test sets."""

    def __init__(
        self, *, limit_ns: int = 3600 * SECOND, bank_ns: int = 0, may_be_no_show: bool = True
    ) -> None:
        self.now_ns = 100 * SECOND
        self.lag = Lag()
        self.asked: list[tuple[int, int]] = []
        self.results: list[TableResult] = []
        self.silent: list[tuple[Player, ...]] = []
        self.failures: list[Exception] = []
        self.endings: list[Ending] = []
        self.dismissed: list[int] = []
        self.players = [Player(f"b{seat}", f"bot {seat}") for seat in range(4)]
        table = Table(
            match=Match(RULES, SeededChance("7")),
            match_id="t1-0",
            time_control=TimeControl(move_limit_ns=limit_ns, bank_ns=bank_ns, strikes=1),
            recorder=Recorder(RULES),
        )
        self.host = TableHost(
            table,
            [Chair(player, 1) for player in self.players],
            seed="7",
            may_be_no_show=may_be_no_show,
            clock=lambda: self.now_ns,
            lag=self.lag,
            fell_silent=lambda host, players: self.silent.append(players),
            finished=lambda host, result: self.results.append(result),
            failed=lambda host, error: self.failures.append(error),
        )
        for seat, player in enumerate(self.players):
            player.seats[1] = SeatTaken(self.host, seat, None)  # type: ignore[arg-type]
            player.connection = _Line(self, seat)  # type: ignore[assignment]

    def start(self) -> tuple[int, int]:
        """Begin; the first decision, its clock running."""
        self.host.start()
        seat, decision_id = self.asked[-1]
        self.host.sent(seat, decision_id, self.now_ns)
        return seat, decision_id


class _Line:
    """Stands for a connection: keeps what is asked, drops the rest."""

    is_closing = False

    def __init__(self, seated: Seated, seat: int) -> None:
        self._seated = seated
        self._seat = seat

    def ask(self, host: Any, seat: int, table_id: int, decision_id: int, view: Any) -> None:
        assert view.match.seat == seat == self._seat
        self._seated.asked.append((seat, decision_id))

    def refuse(self, refusal: Any) -> None:
        """What was wrong is what `answer` returns."""

    def hold(self, table_id: int) -> None:
        """There is nothing to hold in a list."""

    def end(self, ending: Ending) -> None:
        self._seated.endings.append(ending)

    def finish(self, goodbye: Any, *, drops_rest: bool) -> None:
        assert not drops_rest
        self._seated.dismissed.append(self._seat)


def played(conversation: Callable[[], None]) -> None:
    """Run with a loop for the timer; it never fires unless the test waits."""

    async def run() -> None:
        conversation()

    asyncio.run(run())


def test_an_answer_after_the_limit_is_late() -> None:
    def conversation() -> None:
        seated = Seated(limit_ns=SECOND)
        seat, decision = seated.start()
        answer = seated.host.answer(seat, decision, 0, seated.now_ns + SECOND + 40 * MS)
        assert answer is AnswerProblem.LATE

    played(conversation)


def test_a_delay_of_the_arenas_own_is_not_charged() -> None:
    def conversation() -> None:
        seated = Seated(limit_ns=SECOND)
        seat, decision = seated.start()
        seated.lag.measured(50 * MS, seated.now_ns + SECOND)
        answer = seated.host.answer(seat, decision, 0, seated.now_ns + SECOND + 40 * MS)
        assert answer is None

    played(conversation)


def test_a_decision_that_was_not_written_is_on_nobodys_clock() -> None:
    def conversation() -> None:
        seated = Seated(limit_ns=SECOND)
        seated.host.start()
        seat, decision = seated.asked[-1]
        seated.now_ns += 500 * SECOND
        seated.host.sent(seat, decision, seated.now_ns)
        assert seated.host.answer(seat, decision, 0, seated.now_ns + MS) is None

    played(conversation)


def test_a_timer_chooses_for_who_is_silent_and_says_who_that_was() -> None:
    async def run() -> None:
        seated = Seated(limit_ns=20 * MS)
        seat, _ = seated.start()
        start = asyncio.get_running_loop().time()
        while not seated.silent:
            await asyncio.sleep(0)
            seated.now_ns = 100 * SECOND + int((asyncio.get_running_loop().time() - start) * SECOND)
        assert seated.silent == [(seated.players[seat],)]
        while len(seated.asked) < 2:
            await asyncio.sleep(0)
            seated.now_ns = 100 * SECOND + int((asyncio.get_running_loop().time() - start) * SECOND)

    asyncio.run(run())


def test_a_match_that_is_stopped_gives_every_seat_back_and_keeps_its_seed() -> None:
    def conversation() -> None:
        seated = Seated()
        seated.start()
        seated.host.abort()
        seated.host.abort()
        assert [result.verdict for result in seated.results] == [Verdict.ABORTED]
        assert all(not player.seats for player in seated.players)

    played(conversation)


def test_a_match_whose_bots_are_all_gone_is_played_to_its_end_by_the_arena() -> None:
    async def run() -> None:
        seated = Seated(limit_ns=10 * MS)
        seated.start()
        for seat, player in enumerate(seated.players):
            seated.host.seated(seat)
            player.connection = None
            seated.host.left(seat)
        start = asyncio.get_running_loop().time()
        while not seated.results:
            await asyncio.sleep(0)
            seated.now_ns = 100 * SECOND + int((asyncio.get_running_loop().time() - start) * SECOND)
        [result] = seated.results
        assert result.verdict is Verdict.DISCONNECT
        assert result.charged_seats == (0, 1, 2, 3)

    asyncio.run(run())


def test_a_fault_in_the_rules_ends_that_match_alone_and_tells_every_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def conversation() -> None:
        seated = Seated()
        seat, decision_id = seated.start()
        monkeypatch.setattr(Match, "apply", broken)
        assert seated.host.answer(seat, decision_id, 0, seated.now_ns) is None
        assert [str(error) for error in seated.failures] == ["the rules are broken"]
        assert [ending.verdict for ending in seated.endings] == [Verdict.INFRA_ERROR] * 4
        assert seated.results == []
        assert all(not player.seats for player in seated.players)

    def broken(*_: object) -> None:
        raise RuntimeError("the rules are broken")

    played(conversation)


def test_a_forgiven_answer_is_not_dated_back_to_before_its_clock_started() -> None:
    """A seat that left was put on the clock then; its answer's time must not become negative."""

    def conversation() -> None:
        seated = Seated(limit_ns=3600 * SECOND)
        seated.host.start()
        seat, decision = seated.asked[-1]
        seated.now_ns += SECOND
        seated.host.left(seat)
        seated.host.back(seat)
        seated.lag.measured(50 * MS, seated.now_ns)
        assert seated.host.answer(seat, decision, 0, seated.now_ns + MS) is None
        seated.host.abort()
        assert seated.results[0].think_ns[seat] == (0,)

    played(conversation)


def gone(seat_is_told: bool, *, may_be_no_show: bool = True, is_faulty: bool = False) -> Verdict:
    """The verdict when the bot that is asked first goes away for good."""
    ended: list[Verdict] = []

    async def run() -> None:
        seated = Seated(limit_ns=10 * MS, may_be_no_show=may_be_no_show)
        seat, _ = seated.start()
        if seat_is_told:
            seated.host.seated(seat)
        seated.players[seat].connection = None
        seated.host.left(seat, is_faulty=is_faulty)
        start = asyncio.get_running_loop().time()
        while not seated.results:
            await asyncio.sleep(0)
            seated.now_ns = 100 * SECOND + int((asyncio.get_running_loop().time() - start) * SECOND)
            last, decision = seated.asked[-1]
            if last != seat:
                seated.host.sent(last, decision, seated.now_ns)
                seated.host.answer(last, decision, 0, seated.now_ns)
        ended.extend(result.verdict for result in seated.results)
        if ended[0].is_rated:
            assert seated.endings == [], "the result is not safe yet"
            seated.host.tell_end()
        told_seed = {ending.seed for ending in seated.endings}
        assert told_seed == ({"7"} if ended[0].is_rated else {""})

    asyncio.run(run())
    [verdict] = ended
    return verdict


def test_only_a_bot_that_was_never_told_of_the_match_did_not_show_up() -> None:
    assert gone(False) is Verdict.NO_SHOW
    assert gone(True) is Verdict.DISCONNECT


def test_who_fails_to_show_up_again_and_again_is_charged_in_the_end() -> None:
    assert gone(False, may_be_no_show=False) is Verdict.DISCONNECT


def test_a_bot_that_was_sent_away_for_its_faults_is_charged_with_them() -> None:
    assert gone(True, is_faulty=True) is Verdict.PROTOCOL_ERROR
    assert gone(False, is_faulty=True) is Verdict.PROTOCOL_ERROR


def test_a_seat_is_taken_over_only_after_the_others_had_an_instant_to_be_silent_too() -> None:
    """The table says who is silent first, and can still be stopped for it."""

    async def run() -> None:
        seated = Seated(limit_ns=20 * MS)
        seat, _ = seated.start()
        start = asyncio.get_running_loop().time()
        while not seated.silent:
            await asyncio.sleep(0)
            seated.now_ns = 100 * SECOND + int((asyncio.get_running_loop().time() - start) * SECOND)
        assert seated.silent == [(seated.players[seat],)]
        assert len(seated.asked) == 1, "the match has not gone on"
        seated.host.abort(Verdict.INFRA_ERROR)
        [result] = seated.results
        assert result.verdict is Verdict.INFRA_ERROR
        assert result.charged_seats == ()
        assert {ending.seed for ending in seated.endings} == {""}

    asyncio.run(run())


def ended_without_a_word() -> Seated:
    """A match that has a result which is not safe yet."""
    seated = Seated(limit_ns=SECOND)
    seated.host.start()
    while not seated.results:
        seat, decision = seated.asked[-1]
        assert seated.host.answer(seat, decision, 0, seated.now_ns) is None
    for player in seated.players:
        player.capacity = 1
        assert not player.seats
        assert player.free_seats == 0, "the bot does not know that its seat is free"
    assert seated.endings == []
    return seated


def test_when_the_result_is_safe_everybody_is_told_and_has_the_seat_back() -> None:
    def conversation() -> None:
        seated = ended_without_a_word()
        seated.players[2].connection = None
        seated.host.tell_end()
        [result] = seated.results
        assert [ending.ended.score for ending in seated.endings] == [result.score] * 3
        assert {ending.seed for ending in seated.endings} == {"7"}
        assert [player.free_seats for player in seated.players] == [1, 1, 0, 1]
        assert not any(player.has_seats for player in seated.players)

    played(conversation)


def test_of_a_result_that_is_taken_back_nobody_learns_anything() -> None:
    def conversation() -> None:
        seated = ended_without_a_word()
        seated.host.take_back(Verdict.INFRA_ERROR)
        for ending in seated.endings:
            assert (ending.verdict, ending.seed) == (Verdict.INFRA_ERROR, "")
            assert (ending.ended.score, ending.ended.winners) == ((), ())
        assert len(seated.endings) == 4
        assert [player.free_seats for player in seated.players] == [1] * 4

    played(conversation)


def test_a_bot_that_wants_to_leave_is_dismissed_when_it_was_told_of_its_last_match() -> None:
    def conversation() -> None:
        seated = ended_without_a_word()
        player = seated.players[0]
        player.is_leaving = True
        player.dismiss_when_done()
        assert seated.dismissed == []
        seated.host.tell_end()
        assert seated.dismissed == [0]

    played(conversation)
