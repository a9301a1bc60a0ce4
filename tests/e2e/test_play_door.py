"""Bots at a real arena that must not come in, and messages that no arena takes."""

import asyncio
from pathlib import Path

import grpc
import pytest

from kozel.v1 import arena_pb2
from kozel.wire.values import Answer, Behind, GoodbyeReason, Hello, RefusalReason
from tests.arena.real_arena import RawBot, an_arena, refusal_of, within

pytestmark = pytest.mark.e2e


def test_bots_that_may_not_come_in_are_told_why_in_the_stream(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            [token] = await host.add_bots("anna")
            wrong = await refusal_of(host.address, Hello(token="wrong"))
            name = await refusal_of(host.address, Hello(token=token, bot_name="bert"))
            old = await refusal_of(host.address, Hello(token=token, protocol_min=0, protocol_max=0))
            new = await refusal_of(host.address, Hello(token=token, protocol_min=7, protocol_max=9))
            empty = await refusal_of(host.address, Hello(token=token, capacity=0))
        assert wrong.reason is RefusalReason.TOKEN
        assert name.reason is RefusalReason.NAME
        assert (old.reason, old.behind) == (RefusalReason.PROTOCOL, Behind.BOT)
        assert (new.reason, new.behind) == (RefusalReason.PROTOCOL, Behind.ARENA)
        assert empty.reason is RefusalReason.HELLO_INVALID

    within(20, conversation())


def test_a_stream_must_begin_with_hello(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host, RawBot(host.address, None) as bot:
            await bot.answer((1, 1, 0))
            await bot.hear_all()
        assert [refusal.reason for refusal in bot.refusals] == [RefusalReason.HELLO_EXPECTED]

    within(20, conversation())


def test_a_second_hello_and_too_many_answers_break_the_protocol(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna") as anna:
                await anna.say(hello=Hello(token="again"))
                await anna.hear_all()
            async with host.dial("bert") as bert:
                await bert.say(answers=[Answer(1, 1, 0)] * 257)
                await bert.hear_all()
        for bot in (anna, bert):
            assert len(bot.welcomes) == 1
            assert [refusal.reason for refusal in bot.refusals] == [RefusalReason.PROTOCOL_ERROR]

    within(20, conversation())


def test_a_message_of_1_mb_breaks_its_stream_and_no_other(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna") as anna, host.dial("bert") as bert:
                await anna.hear_until(lambda bot: bot.welcomes)
                await bert.hear_until(lambda bot: bot.welcomes)
                await anna.call.write(
                    arena_pb2.PlayRequest(hello=arena_pb2.Hello(bot_name="x" * 1_000_000))
                )
                code = await anna.call.code()
                assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
                await bert.answer((1, 1, 0))
                await bert.hear_until(lambda bot: bot.answer_refusals)
                bots = await host.ask(lambda client: client.bots())
        assert [bot.is_connected for bot in bots] == [False, True]

    within(20, conversation())


def test_an_arena_takes_no_more_streams_than_it_serves(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, max_streams=1) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna") as anna:
                await anna.hear_until(lambda bot: bot.welcomes)
                refusal = await refusal_of(host.address, Hello(token=host.tokens["bert"]))
                async with host.dial("anna") as again:
                    await again.hear_until(lambda bot: bot.welcomes)
        assert (refusal.reason, refusal.retry) == (RefusalReason.FULL, True)

    within(20, conversation())


def test_a_newer_stream_with_the_same_token_replaces_the_older(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna")
            async with host.dial("anna") as older:
                await older.hear_until(lambda bot: bot.welcomes)
                async with host.dial("anna") as newer:
                    await newer.hear_until(lambda bot: bot.welcomes)
                    await older.hear_all()
                    [bot] = await host.ask(lambda client: client.bots())
                    assert bot.is_connected
        assert [goodbye.reason for goodbye in older.goodbyes] == [GoodbyeReason.REPLACED]
        assert not newer.goodbyes or newer.goodbyes[0].reason is GoodbyeReason.DRAINED

    within(20, conversation())


def test_a_bot_that_is_not_heard_is_sent_away_and_one_that_answers_heartbeats_stays(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        limits = {"heartbeat_interval": "250ms", "silence_limit": "2s"}
        async with an_arena(tmp_path, **limits) as host:
            await host.add_bots("mute", "alive")
            async with host.dial("mute") as mute, host.dial("alive") as alive:

                async def beat() -> None:
                    while not mute.goodbyes:
                        heard = alive.messages
                        await alive.hear_until(lambda bot, heard=heard: bot.messages > heard)
                        await alive.say(heartbeat=len(alive.heartbeats))

                await asyncio.gather(mute.hear_all(), beat())
        assert [goodbye.reason for goodbye in mute.goodbyes] == [GoodbyeReason.TOO_SLOW]
        first = mute.heartbeats[0]
        assert mute.heartbeats == list(range(first, first + len(mute.heartbeats)))
        assert not alive.goodbyes

    within(20, conversation())


def test_a_bot_that_wants_to_leave_and_plays_nothing_leaves_at_once(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna")
            async with host.dial("anna") as bot:
                await bot.say(leaving=True)
                await bot.hear_all()
        assert [goodbye.reason for goodbye in bot.goodbyes] == [GoodbyeReason.LEFT]

    within(20, conversation())
