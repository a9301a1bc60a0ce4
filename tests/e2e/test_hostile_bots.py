"""Bots that mean harm: the arena stays up, the others play on, and the guilty side is named."""

import asyncio
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
import pytest

from kozel.v1.arena_pb2 import Hello as HelloMessage
from kozel.v1.arena_pb2 import PlayRequest, PlayResponse
from kozel.wire.messages import Request, encode_request
from kozel.wire.values import Answer, GoodbyeReason, Hello, RefusalReason
from kozel_arena.rpc.strangers import MOST_STRANGERS
from tests.arena.real_arena import NANOS, Host, RawBot, an_arena, refusal_of, within

pytestmark = pytest.mark.e2e

NO_MESSAGE = b"\xff\xff\xff\xff"
NO_UTF8 = bytes.fromhex("0a041a02fffe")


async def replies(host: Host, *messages: bytes) -> list[PlayResponse]:
    """What a stream answers to raw bytes that are followed by a half-close, until it ends."""
    options = [("grpc.enable_http_proxy", 0)]
    async with grpc.aio.insecure_channel(host.address, options=options) as channel:
        method: Any = channel.stream_stream(
            "/kozel.v1.ArenaService/Play", response_deserializer=PlayResponse.FromString
        )
        call = method()
        for message in messages:
            await call.write(message)
        await call.done_writing()
        heard = []
        while (response := await call.read()) is not grpc.aio.EOF:
            heard.append(response)
        assert await call.code() is grpc.StatusCode.OK
        return heard


def a_hello(token: str) -> bytes:
    return encode_request(Request(hello=Hello(token=token))).SerializeToString()


@pytest.mark.parametrize("bad", [NO_MESSAGE, NO_UTF8])
def test_bytes_that_are_no_message_are_the_bots_fault_before_and_after_hello(
    tmp_path: Path, bad: bytes
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            [token] = await host.add_bots("anna")
            first = await replies(host, bad)
            later = await replies(host, a_hello(token), bad, bad)
        for heard in (first, later):
            refusals = [message.refusal for message in heard if message.HasField("refusal")]
            assert [refusal.reason for refusal in refusals] == [7]  # PROTOCOL_ERROR
            assert "could not be read" in refusals[0].text
            assert not refusals[0].retry

    within(20, conversation())


def test_a_stream_that_is_half_closed_right_after_hello_comes_to_an_end(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            [token] = await host.add_bots("anna")
            for _ in range(20):
                await replies(host, a_hello(token))

    within(20, conversation())


def test_of_many_streams_that_say_nothing_few_may_stay(tmp_path: Path) -> None:
    """Else they would take every call that gRPC lets in, and keep bots and organisers out."""

    async def conversation() -> None:
        async with an_arena(tmp_path) as host, AsyncExitStack() as open_streams:
            silent = [RawBot(host.address, None) for _ in range(MOST_STRANGERS + 200)]
            for bot in silent:
                await open_streams.enter_async_context(bot)
            ends = [asyncio.create_task(bot.hear_all()) for bot in silent]
            for end in islice(asyncio.as_completed(ends), 200):
                [refusal] = (await end).refusals
                assert (refusal.reason, refusal.retry) == (RefusalReason.FULL, True)
            await host.add_bots("anna")
            async with host.dial("anna") as anna:
                await anna.hear_until(lambda bot: bot.welcomes)

    within(9, conversation())


def test_a_huge_name_full_of_control_characters_comes_back_short_and_harmless(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            [token] = await host.add_bots("anna")
            name = "\x1b[31m\u202e\r\n" + "x" * 60_000
            refusal = await refusal_of(host.address, Hello(token=token, bot_name=name))
        assert refusal.reason is RefusalReason.NAME
        assert len(refusal.text) < 300
        assert refusal.text.isprintable()

    within(20, conversation())


def test_what_comes_with_hello_is_heard_too(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            [token] = await host.add_bots("anna")
            hello = HelloMessage(protocol_min=1, protocol_max=1, token=token, capacity=1)
            message = PlayRequest(hello=hello, leaving=True)
            heard = await replies(host, message.SerializeToString())
        assert heard[-1].goodbye.reason == 2  # LEFT

    within(20, conversation())


def test_a_bot_that_answers_blindly_and_comes_back_again_and_again_loses_no_result(
    tmp_path: Path,
) -> None:
    """It answers before it is asked, in streams of its own, without ever reading one."""

    async def conversation() -> None:
        async with an_arena(tmp_path, max_faults=100) as host:
            await host.add_bots("evil", "good")
            async with host.dial("good", capacity=2) as good:
                await good.hear_until(lambda bot: bot.welcomes)
                guesses = [Answer(table, n, 0) for table in range(1, 7) for n in range(1, 43)]

                async def guess() -> None:
                    while True:
                        async with host.dial("evil", capacity=2) as evil:
                            await evil.say(answers=guesses)
                            await evil.hear_until(lambda bot: bot.is_over)

                guessing = asyncio.create_task(guess())
                id = await host.start("evil", "good", matches=2, limit_ns=NANOS // 5, strikes=2)
                await good.play(lambda bot: len(bot.endings) >= 4)
                report = await host.finished(id)
                guessing.cancel()
                await asyncio.wait([guessing])
        assert report.tournament.finished == 2
        assert len(good.endings) == 4
        assert {line.name: line.silences for line in report.standings}["good"] == 0

    within(60, conversation())


def test_a_bot_in_two_streams_at_once_plays_in_one_of_them(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("evil", "good")
            async with host.dial("good", capacity=2) as good:
                await good.hear_until(lambda bot: bot.welcomes)

                async def again_and_again() -> None:
                    while True:
                        async with host.dial("evil", capacity=2) as evil:
                            await evil.play(lambda bot: bot.is_over)
                            assert [bye.reason for bye in evil.goodbyes] == [GoodbyeReason.REPLACED]

                pair = [asyncio.create_task(again_and_again()) for _ in range(2)]
                id = await host.start("evil", "good", limit_ns=NANOS, strikes=3)
                await good.play(lambda bot: len(bot.endings) == 4)
                report = await host.finished(id)
                for task in pair:
                    task.cancel()
                await asyncio.wait(pair)
        assert {line.name: line.silences for line in report.standings}["good"] == 0

    within(60, conversation())
