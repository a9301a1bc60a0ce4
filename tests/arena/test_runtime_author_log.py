"""Which decisions an author is told of: those out of the bank, and those that were not answered."""

import asyncio

from kozel_arena.runtime.private_logs import LogKind
from tests.arena.test_runtime_host import MS, SECOND, Seated, played


def test_an_author_is_told_of_an_answer_out_of_the_bank_and_of_no_other() -> None:
    def conversation() -> None:
        seated = Seated(limit_ns=SECOND, bank_ns=10 * SECOND)
        seat, decision = seated.start()
        log = seated.players[seat].log
        seated.host.answer(seat, decision, 99, seated.now_ns + 2 * SECOND)
        assert log.read().lines == (), "a refused answer is the arena's to tell"
        seated.host.answer(seat, decision, 0, seated.now_ns + 2 * SECOND)
        (line,) = log.read().lines
        assert (line.kind, line.match_id, line.decision_id) == (LogKind.SLOW, "t1-0", decision)
        assert line.milliseconds == 2000
        other, decision = seated.asked[-1]
        seated.host.sent(other, decision, seated.now_ns)
        seated.host.answer(other, decision, 0, seated.now_ns + SECOND)
        assert seated.players[other].log.read().lines == ()

    played(conversation)


def test_a_delay_of_the_arenas_own_makes_no_answer_slow() -> None:
    def conversation() -> None:
        seated = Seated(limit_ns=SECOND)
        seat, decision = seated.start()
        seated.lag.measured(50 * MS, seated.now_ns + SECOND)
        assert seated.host.answer(seat, decision, 0, seated.now_ns + SECOND + 40 * MS) is None
        assert seated.players[seat].log.read().lines == ()

    played(conversation)


def test_an_answer_that_comes_before_its_clock_starts_is_not_slow() -> None:
    """A bot can answer while the task that wrote the decision has not gone on yet."""

    def conversation() -> None:
        seated = Seated(limit_ns=SECOND, bank_ns=10 * SECOND)
        seated.host.start()
        for _ in range(20):
            seat, decision = seated.asked[-1]
            seated.now_ns += 5 * SECOND
            if decision % 2:
                seated.host.sent(seat, decision, seated.now_ns)
            assert seated.host.answer(seat, decision, 0, seated.now_ns) is None
        assert all(player.log.read().lines == () for player in seated.players)

    played(conversation)


def test_an_author_is_told_of_a_decision_that_was_not_answered_unless_the_bot_is_away() -> None:
    async def run(*, is_there: bool) -> list[tuple[LogKind, int]]:
        seated = Seated(limit_ns=20 * MS)
        seat, _ = seated.start()
        if not is_there:
            seated.players[seat].connection = None
        loop = asyncio.get_running_loop()
        start = loop.time()
        while not seated.silent:
            await asyncio.sleep(0)
            seated.now_ns = 100 * SECOND + int((loop.time() - start) * SECOND)
        lines = seated.players[seat].log.read().lines
        return [(line.kind, line.decision_id) for line in lines]

    assert asyncio.run(run(is_there=True)) == [(LogKind.SILENT, 1)]
    assert asyncio.run(run(is_there=False)) == []
