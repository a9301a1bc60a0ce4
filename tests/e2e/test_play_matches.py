"""Matches at a real arena: answers good and bad, silence, coming back, stopping."""

import asyncio
from pathlib import Path

import pytest

from kozel.records import read_records, verify_record
from kozel.table import AnswerProblem, Verdict
from kozel.wire.values import RefusalReason
from tests.arena.real_arena import NANOS, an_arena, first_asked, within

pytestmark = pytest.mark.e2e


def over(count: int):
    """Whether so many of a bot's seats have come to an end."""
    return lambda bot: len(bot.endings) >= count


def test_two_bots_play_a_tournament_to_its_end(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=4) as anna, host.dial("bert", capacity=2) as bert:
                id = await host.start("anna", "bert", matches=4)
                await asyncio.gather(anna.play(over(8)), bert.play(over(8)))
                report = await host.finished(id)
            records = await host.ask(lambda client: list(client.records(id)))
        assert (report.tournament.total, report.tournament.finished) == (4, 4)
        assert {line.matches for line in report.standings} == {4}
        tables = sorted(seating.table_id for seating in anna.seatings)
        assert tables == list(range(tables[0], tables[0] + 8))
        assert {ending.verdict for ending in anna.endings} == {Verdict.NORMAL}
        assert len({ending.seed for ending in anna.endings}) == 4
        for record in read_records(records):
            verify_record(record)
            assert record.started
            assert record.ended

    within(60, conversation())


def test_a_bot_never_holds_more_seats_than_its_capacity(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=9) as bert:
                await host.start("anna", "bert", matches=2)
                await anna.hear_until(lambda bot: bot.seatings)
                bots = await host.ask(lambda client: client.bots())
                assert [bot.seats_in_play for bot in bots] == [2, 2]
                assert not bert.endings

    within(20, conversation())


def test_wrong_answers_are_refused_one_by_one_and_change_nothing(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                await host.start("anna", "bert")
                first = await first_asked(anna, bert)
                asked = first.decisions[0]
                here = (asked.table_id, asked.decision_id)
                beyond = len(asked.legal)
                await first.answer((*here, beyond), (99, 1, 0), (asked.table_id, 40, 0))
                await first.answer((*here, 0), (*here, 0))
                await first.hear_until(lambda bot: len(bot.answer_refusals) == 4)
                reasons = [refusal.problem for refusal in first.answer_refusals]
        assert reasons == [
            AnswerProblem.OUT_OF_RANGE,
            AnswerProblem.UNKNOWN_DECISION,
            AnswerProblem.UNKNOWN_DECISION,
            AnswerProblem.ALREADY_ANSWERED,
        ]

    within(20, conversation())


def test_a_declined_decision_is_played_by_the_arena_at_once(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                id = await host.start("anna", "bert")

                async def decline() -> None:
                    while len(anna.endings) < 4:
                        await anna.hear_until(lambda bot: bot.decisions or over(4)(bot))
                        asked, anna.decisions = anna.decisions, []
                        await anna.answer(*((d.table_id, d.decision_id, None) for d in asked))

                await asyncio.gather(decline(), bert.play(over(4)))
                report = await host.finished(id)
            records = await host.ask(lambda client: list(client.records(id)))
        assert {line.silences for line in report.standings} == {0}
        assert '"why":"illegal"' in records[0]

    within(60, conversation())


def test_too_many_wrong_answers_close_the_stream_with_the_reason(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, max_faults=3) as host:
            await host.add_bots("anna")
            async with host.dial("anna") as bot:
                await bot.answer(*((9, number, 0) for number in range(4)))
                await bot.hear_all()
        assert [refusal.reason for refusal in bot.refusals] == [RefusalReason.TOO_MANY_FAULTS]

    within(20, conversation())


def test_a_silent_bot_gets_default_actions_and_the_verdict_and_the_other_wins_nothing_by_it(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                id = await host.start("anna", "bert", limit_ns=NANOS // 20, strikes=2)
                await asyncio.gather(anna.hear_until(over(4)), bert.play(over(4)))
                await host.finished(id)
                late = anna.decisions[0]
                await anna.answer((late.table_id, late.decision_id, 0))
                await anna.hear_until(lambda bot: bot.answer_refusals)
            report = await host.report(id)
        mine = {seating.table_id: seating.match.seat for seating in anna.seatings}
        for ending in anna.endings:
            assert ending.verdict is Verdict.TIMEOUT
            assert mine[ending.table_id] in ending.charged_seats
        silences = {line.name: line.silences for line in report.standings}
        assert silences == {"anna": 8, "bert": 0}
        assert [refusal.problem for refusal in anna.answer_refusals] == [AnswerProblem.LATE]

    within(60, conversation())


def test_a_bot_that_comes_back_gets_the_same_tables_and_its_open_decisions(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                id = await host.start("anna", "bert")
                gone = await first_asked(anna, bert)
                there, name = (bert, "anna") if gone is anna else (anna, "bert")
                asked = gone.decisions[0]
                gone.call.cancel()
                async with host.dial(name, capacity=2) as back:
                    await back.hear_until(lambda bot: bot.decisions)
                    again = back.decisions[0]
                    assert back.welcomes[0].resumed
                    assert back.seatings[:2] == gone.seatings
                    assert (again.table_id, again.decision_id) == (
                        asked.table_id,
                        asked.decision_id,
                    )
                    assert (again.legal, again.hand) == (asked.legal, asked.hand)
                    assert again.limit_nanos < asked.limit_nanos
                    await asyncio.gather(back.play(over(4)), there.play(over(4)))
                    await host.finished(id)
        assert {ending.verdict for ending in back.endings} == {Verdict.NORMAL}

    within(60, conversation())


def test_a_bot_that_stays_away_is_charged_with_a_disconnect(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("bert", capacity=2) as bert:
                async with host.dial("anna", capacity=2) as anna:
                    id = await host.start("anna", "bert", limit_ns=NANOS // 20, strikes=1)
                    await anna.hear_until(lambda bot: bot.seatings)
                await bert.play(over(2))
                [line] = [bot for bot in await host.ask(lambda c: c.bots()) if bot.name == "anna"]
            report = await host.report(id)
        assert not line.is_connected
        assert bert.endings[0].verdict is Verdict.DISCONNECT
        assert report.tournament.finished <= 1

    within(60, conversation())


def test_events_are_told_to_a_bot_that_asked_for_them_and_to_no_other(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with (
                host.dial("anna", capacity=2, events=True) as anna,
                host.dial("bert", capacity=2) as bert,
            ):
                await host.start("anna", "bert")
                await asyncio.gather(anna.play(over(2)), bert.play(over(2)))
        assert anna.events[0].HasField("deal_started")
        assert sum(event.HasField("trick_taken") for event in anna.events) >= 18
        assert not bert.events

    within(60, conversation())


def test_matches_in_which_everybody_is_silent_at_once_are_played_again_twice(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=16) as anna, host.dial("bert", capacity=16):
                id = await host.start("anna", "bert", matches=8, limit_ns=NANOS // 5, strikes=1)
                report = await host.finished(id)
                await anna.hear_until(lambda bot: len(bot.endings) == len(bot.seatings))
        verdicts = [ending.verdict for ending in anna.endings]
        assert report.tournament.finished == 8
        assert verdicts.count(Verdict.TIMEOUT) == 16
        assert 0 < verdicts.count(Verdict.INFRA_ERROR) <= 32

    within(60, conversation())


def test_a_bot_that_thinks_for_ever_pays_for_the_long_match_and_the_quick_one_wins_time(
    tmp_path: Path,
) -> None:
    """Its time for a decision is not over, but the match's is."""

    async def conversation() -> None:
        limits = {"match_limit": "400ms", "heartbeat_interval": "100ms"}
        async with an_arena(tmp_path, **limits) as host:
            await host.add_bots("quick", "slow")
            async with host.dial("quick", capacity=2) as quick, host.dial("slow", capacity=2):
                id = await host.start("quick", "slow", matches=2, limit_ns=3600 * NANOS)
                await quick.play(over(4))
                report = await host.finished(id)
        assert {ending.verdict for ending in quick.endings} == {Verdict.TIMEOUT}
        own = {seating.match.seat % 2 for seating in quick.seatings[:2]}
        charged = quick.endings[0].charged_seats
        assert charged
        assert {seat % 2 for seat in charged}.isdisjoint(own)
        silences = {line.name: line.silences for line in report.standings}
        assert silences["quick"] == 0 < silences["slow"]

    within(30, conversation())
