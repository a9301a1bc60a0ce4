"""A match between programs as a conversation of values: no socket, no process, time as a number."""

from collections.abc import Iterable
from typing import Any

import pytest

from kozel.contest.hosted_match import LONGEST_WAIT_S, HostedMatch
from kozel.contest.lines import Answered, Gone, Joined, Sent
from kozel.contest.values import Deals, Plan
from kozel.table import AnswerProblem, TimeControl, Verdict
from kozel.wire.messages import Question, Response
from kozel.wire.values import Answer, Hello, Seating

LIMIT_NS, BANK_NS = 1_000, 500


class FakeBoard:
    """The lines of programs, kept instead of sent."""

    def __init__(self, chairs: Iterable[int], *, events: bool = False) -> None:
        self.hellos = {chair: Hello(token=str(chair), events=events) for chair in chairs}
        self.seated: dict[int, Seating] = {}
        self.sent: dict[int, list[Response]] = {chair: [] for chair in self.hellos}

    def hello_of(self, chair: int) -> Hello | None:
        return self.hellos.get(chair)

    def seat(self, chair: int, seating: Seating) -> None:
        self.seated[chair] = seating

    def unseat(self, chair: int, response: Response) -> None:
        del self.seated[chair]
        self.send(chair, response)

    def send(self, chair: int, response: Response) -> None:
        self.sent[chair].append(response)

    def asked(self, chair: int) -> Question | None:
        """The last decision of a chair."""
        for response in reversed(self.sent[chair]):
            if response.decisions:
                return response.decisions[0]
        return None


def plan(ruleset: str = "miner", *, deals: Deals = Deals.MIRRORED, **options: Any) -> Plan:
    return Plan(
        ruleset=ruleset,
        options=options,
        bots=("cmd:a", "cmd:b"),
        names=None,
        seed="7",
        deals=deals,
        time_control=TimeControl(move_limit_ns=LIMIT_NS, bank_ns=BANK_NS, strikes=2),
        uses_processes=True,
    )


def match(board: FakeBoard, played: Plan, chairs: Iterable[int] = range(4)) -> HostedMatch:
    """A match that has started at time 0; chair c sits at seat c and its tables begin at 100."""
    present = {chair: chair for chair in chairs}
    hosted = HostedMatch(
        played,
        0,
        ("a", "b"),
        present,
        board,
        first_table=100,  # type: ignore[arg-type]
    )
    hosted.start(0)
    return hosted


def play_on(hosted: HostedMatch, board: FakeBoard, *, until: int = 100_000) -> None:
    """Let everybody answer the first action at once, up to so many decisions or to the end."""
    done: set[tuple[int, int]] = set()
    for _ in range(until):
        if hosted.result is not None:
            return
        for chair in board.hellos:
            asked = board.asked(chair)
            if asked is not None and (chair, asked.decision_id) not in done:
                done.add((chair, asked.decision_id))
                answer = Answer(asked.table_id, asked.decision_id, 0)
                hosted.take(Answered(chair, answer, 0), 0)
                break


@pytest.mark.parametrize("ruleset", ["miner", "classic", "shokha", "pot"])
def test_programs_that_answer_play_a_match_to_its_end(ruleset: str) -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan(ruleset))
    assert {seating.table_id for seating in board.seated.values()} == {100, 101, 102, 103}
    play_on(hosted, board)
    assert hosted.result is not None
    assert hosted.result.verdict is Verdict.NORMAL
    assert hosted.result.record.seats == ("a", "b", "a", "b")
    assert board.seated == {}


@pytest.mark.parametrize(("deals", "told"), [(Deals.MIRRORED, False), (Deals.INDEPENDENT, True)])
def test_the_seed_is_told_only_when_nobody_else_plays_the_deals(deals: Deals, told: bool) -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan(deals=deals))
    play_on(hosted, board)
    assert all(bool(board.sent[chair][-1].ended[0].seed) is told for chair in board.hellos)


@pytest.mark.parametrize("ruleset", ["miner", "shokha"])
def test_nobody_waits_for_those_who_are_gone(ruleset: str) -> None:
    """No time goes by, and yet the absent side's decisions are made."""
    board = FakeBoard((0, 2))
    hosted = match(board, plan(ruleset), (0, 2))
    play_on(hosted, board)
    assert hosted.result is not None
    assert hosted.result.verdict is Verdict.DISCONNECT
    assert set(hosted.result.charged_seats) <= {1, 3}
    assert hosted.result.silences[0] == hosted.result.silences[2] == 0


def first_asked(board: FakeBoard) -> tuple[int, Question]:
    return next(
        (chair, asked) for chair in board.hellos if (asked := board.asked(chair)) is not None
    )


def test_the_clock_starts_when_the_decision_was_written_and_not_before() -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan())
    assert hosted.wait_s(10**9) == LONGEST_WAIT_S
    chair, asked = first_asked(board)
    hosted.take(Sent(chair, asked.table_id, asked.decision_id, 5_000), 6_000)
    assert hosted.wait_s(5_500) == pytest.approx((LIMIT_NS + BANK_NS - 500) / 1e9)
    hosted.expire(5_000 + LIMIT_NS + BANK_NS)
    answer = Answer(asked.table_id, asked.decision_id, 0)
    hosted.take(Answered(chair, answer, 7_000), 7_000)
    refusals = board.sent[chair][-1].answer_refusals
    assert [refusal.problem for refusal in refusals] == [AnswerProblem.LATE]


def test_an_answer_counts_by_when_it_came_not_by_when_it_was_read() -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan())
    chair, asked = first_asked(board)
    hosted.take(Sent(chair, asked.table_id, asked.decision_id, 0), 0)
    in_time = Answered(chair, Answer(asked.table_id, asked.decision_id, 0), LIMIT_NS)
    hosted.take(in_time, 10**9)
    assert not any(response.answer_refusals for response in board.sent[chair])


@pytest.mark.parametrize("table_id", [0, 99, 101, 5_000])
def test_an_answer_for_another_table_or_another_chair_is_refused(table_id: int) -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan())
    hosted.take(Answered(0, Answer(table_id, 1, 0), 0), 0)
    (refusal,) = board.sent[0][-1].answer_refusals
    assert refusal.problem is AnswerProblem.UNKNOWN_DECISION


def test_an_index_out_of_range_is_refused_and_the_decision_stays_open() -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan())
    chair, asked = first_asked(board)
    hosted.take(Answered(chair, Answer(asked.table_id, asked.decision_id, 999), 0), 0)
    (refusal,) = board.sent[chair][-1].answer_refusals
    assert refusal.problem is AnswerProblem.OUT_OF_RANGE
    hosted.take(Answered(chair, Answer(asked.table_id, asked.decision_id, 0), 0), 0)
    assert sum(len(response.answer_refusals) for response in board.sent[chair]) == 1


def test_who_comes_back_is_asked_what_is_open() -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan())
    chair, asked = first_asked(board)
    hosted.take(Gone(chair), 10)
    hosted.take(Joined(chair), 20)
    again = board.asked(chair)
    assert again is not None
    assert (again.decision_id, again.view.limit_ns) == (asked.decision_id, LIMIT_NS - 10)


def test_events_come_with_the_next_decision_or_the_end() -> None:
    board = FakeBoard(range(4), events=True)
    hosted = match(board, plan())
    play_on(hosted, board)
    for responses in board.sent.values():
        assert any(response.events for response in responses)
        for response in responses:
            assert not response.events or response.decisions or response.ended


def test_a_bot_without_ears_is_told_no_events() -> None:
    board = FakeBoard(range(4))
    hosted = match(board, plan())
    play_on(hosted, board)
    assert not any(response.events for sent in board.sent.values() for response in sent)
