"""An arena that stops, and one that goes on where the last one stopped."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kozel.table import AnswerProblem, Verdict
from kozel.wire.values import GoodbyeReason
from kozel_arena.tournament import TournamentState
from tests.arena.real_arena import Host, RawBot, an_arena, first_asked, within

pytestmark = pytest.mark.e2e


def dismissed(bot: RawBot) -> bool:
    return bool(bot.goodbyes)


async def two_bots(host: Host, bots: AsyncExitStack) -> tuple[RawBot, RawBot]:
    """Two bots that outlive the arena."""
    anna = await bots.enter_async_context(host.dial("anna", capacity=2))
    bert = await bots.enter_async_context(host.dial("bert", capacity=2))
    return anna, bert


def test_an_arena_that_stops_lets_matches_end_and_starts_no_others(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with AsyncExitStack() as bots:
            async with an_arena(tmp_path, drain_grace="20s") as host:
                await host.add_bots("anna", "bert")
                anna, bert = await two_bots(host, bots)
                await host.start("anna", "bert", matches=50)
                await first_asked(anna, bert)
                playing = asyncio.gather(anna.play(dismissed), bert.play(dismissed))
            await playing
        for bot in (anna, bert):
            assert bot.draining
            assert [goodbye.reason for goodbye in bot.goodbyes] == [GoodbyeReason.DRAINED]
            assert {ending.verdict for ending in bot.endings} == {Verdict.NORMAL}
            assert len(bot.endings) == len(bot.seatings) == 2

    within(60, conversation())


def test_what_runs_when_the_grace_is_over_does_not_count_and_is_played_again(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with AsyncExitStack() as bots:
            async with an_arena(tmp_path, drain_grace="50ms") as host:
                tokens = await host.add_bots("anna", "bert")
                anna, bert = await two_bots(host, bots)
                id = await host.start("anna", "bert", matches=2)
                await first_asked(anna, bert)
            await asyncio.gather(anna.hear_all(), bert.hear_all())
            for bot in (anna, bert):
                assert [ending.verdict for ending in bot.endings] == [Verdict.ABORTED] * 2
                assert {ending.seed for ending in bot.endings} == {""}
                assert dismissed(bot)
        async with AsyncExitStack() as bots, an_arena(tmp_path) as host:
            host.tokens = dict(zip(("anna", "bert"), tokens, strict=True))
            report = await host.report(id)
            assert report.tournament.state is TournamentState.RUNNING
            assert report.tournament.finished == 0
            anna, bert = await two_bots(host, bots)
            assert not (await anna.hear_until(lambda bot: bot.welcomes)).welcomes[0].resumed
            await asyncio.gather(*(bot.play(lambda b: len(b.endings) == 4) for bot in (anna, bert)))
            report = await host.finished(id)
            assert report.tournament.finished == 2

    within(60, conversation())


def test_an_answer_to_an_arena_of_before_is_never_read_at_the_same_match_played_again(
    tmp_path: Path,
) -> None:
    """Match and decision have their old ids: only the table ids tell the two apart."""

    async def conversation() -> None:
        async with AsyncExitStack() as bots:
            async with an_arena(tmp_path, drain_grace="50ms") as host:
                tokens = await host.add_bots("anna", "bert")
                anna, bert = await two_bots(host, bots)
                await host.start("anna", "bert", matches=2)
                before = await first_asked(anna, bert)
            await asyncio.gather(anna.hear_all(), bert.hear_all())
        name = "anna" if before is anna else "bert"
        stale = before.decisions[0]
        async with AsyncExitStack() as bots, an_arena(tmp_path) as host:
            host.tokens = dict(zip(("anna", "bert"), tokens, strict=True))
            bots_now = dict(zip(("anna", "bert"), await two_bots(host, bots), strict=True))
            again = bots_now[name]
            await again.hear_until(lambda bot: bot.decisions)
            assert {seating.match_id for seating in again.seatings} == {
                seating.match_id for seating in before.seatings
            }
            await again.answer((stale.table_id, stale.decision_id, 0))
            await again.hear_until(lambda bot: bot.answer_refusals)
            both = bots_now.values()
            await asyncio.gather(*(bot.play(lambda b: len(b.endings) == 4) for bot in both))
        assert [
            (refusal.table_id, refusal.problem) for bot in both for refusal in bot.answer_refusals
        ] == [(stale.table_id, AnswerProblem.UNKNOWN_DECISION)]

    within(60, conversation())


def test_a_cancelled_tournament_ends_its_matches_and_keeps_its_results(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with AsyncExitStack() as bots, an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            anna, bert = await two_bots(host, bots)
            id = await host.start("anna", "bert", matches=50)
            await asyncio.gather(
                *(bot.play(lambda b: len(b.seatings) == 4) for bot in (anna, bert))
            )
            await host.ask(lambda client: client.cancel_tournament(id))
            await asyncio.gather(
                *(bot.hear_until(lambda b: len(b.endings) == 4) for bot in (anna, bert))
            )
            report = await host.report(id)
            bots_now = await host.ask(lambda client: client.bots())
        assert [ending.verdict for ending in anna.endings[-2:]] == [Verdict.ABORTED] * 2
        assert report.tournament.state is TournamentState.CANCELLED
        assert report.tournament.finished == 1
        assert report.tournament.plan.seed == "7"
        assert [bot.seats_in_play for bot in bots_now] == [0, 0]

    within(60, conversation())


def test_a_bot_that_wants_to_leave_ends_its_matches_first(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with AsyncExitStack() as bots, an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            anna, bert = await two_bots(host, bots)
            await host.start("anna", "bert", matches=50)
            await first_asked(anna, bert)
            await anna.say(leaving=True)
            playing = asyncio.create_task(bert.play(lambda b: len(b.endings) == 2))
            await anna.play(dismissed)
            await playing
        assert [goodbye.reason for goodbye in anna.goodbyes] == [GoodbyeReason.LEFT]
        assert {ending.verdict for ending in anna.endings} == {Verdict.NORMAL}
        assert len(anna.endings) == len(anna.seatings) == 2

    within(60, conversation())
