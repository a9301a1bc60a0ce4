"""Nobody is told of the end of a match, or of its seed, before its result is safe."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Event

import pytest

from kozel.table import Verdict
from kozel.wire.values import GoodbyeReason
from kozel_arena.storage import ResultRejected, StorageError
from kozel_arena.storage.result_connection import ResultConnection
from kozel_arena.storage.results import PreparedResult
from kozel_arena.tournament import TournamentState
from tests.arena.real_arena import RawBot, an_arena, first_asked, within

pytestmark = pytest.mark.e2e

SOON = "100ms"
"""Between heartbeats, so that the arena has had its say before a test looks."""


class Gate:
    """Stands before the database: results arrive, and wait there until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.arrived = Event()
        self.is_open = Event()
        self.refusals: list[StorageError] = []
        """What is raised instead of storing results, one after the other."""
        store = ResultConnection.store

        def slowly(
            connection: ResultConnection, prepared: PreparedResult, *, is_flushed: bool
        ) -> bool:
            self.arrived.set()
            assert self.is_open.wait(120)
            if self.refusals:
                raise self.refusals.pop(0)
            return store(connection, prepared, is_flushed=is_flushed)

        monkeypatch.setattr(ResultConnection, "store", slowly)

    async def reached(self, *bots: RawBot) -> None:
        """Play until a result waits here, and for a moment longer."""
        playing = [asyncio.create_task(bot.play(lambda bot: bot.is_over)) for bot in bots]
        assert await asyncio.to_thread(self.arrived.wait, 120)
        for bot in bots:
            await heard_twice(bot)
        for task in playing:
            task.cancel()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


async def heard_twice(bot: RawBot) -> None:
    """Two more heartbeats: what the arena had to say before has come."""
    least = len(bot.heartbeats) + 2
    await bot.hear_until(lambda bot: len(bot.heartbeats) >= least)


def ends(count: int) -> Callable[[RawBot], bool]:
    return lambda bot: len(bot.endings) >= count


def test_the_end_and_the_seed_are_told_when_the_result_is_safe_and_no_sooner(
    tmp_path: Path, gate: Gate
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, heartbeat_interval=SOON) as host:
            await host.add_bots("anna", "bert")
            async with (
                host.dial("anna", capacity=2, events=True) as anna,
                host.dial("bert", capacity=2) as bert,
            ):
                id = await host.start("anna", "bert")
                await gate.reached(anna, bert)
                for bot in (anna, bert):
                    assert bot.endings == []
                    assert len(bot.seatings) == 2, "a seat is free when its end was told"
                assert (await host.report(id)).tournament.finished == 0
                last_told = len(anna.events)
                gate.is_open.set()
                await asyncio.gather(*(bot.hear_until(ends(2)) for bot in (anna, bert)))
                assert {ending.verdict for ending in anna.endings} == {Verdict.NORMAL}
                assert all(ending.seed for ending in anna.endings + bert.endings)
                assert any(event.HasField("deal_ended") for event in anna.events[last_told:])
                await asyncio.gather(*(bot.play(ends(4)) for bot in (anna, bert)))
                await host.finished(id)

    within(120, conversation())


def test_a_bot_that_comes_back_before_the_result_is_safe_is_told_the_end_then(
    tmp_path: Path, gate: Gate
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, heartbeat_interval=SOON) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("bert", capacity=2) as bert:
                async with host.dial("anna", capacity=2) as anna:
                    id = await host.start("anna", "bert")
                    await gate.reached(anna, bert)
                async with host.dial("anna", capacity=2) as back:
                    await back.hear_until(lambda bot: len(bot.seatings) == 2)
                    assert back.welcomes[0].resumed
                    assert back.seatings == anna.seatings
                    assert back.endings == []
                    gate.is_open.set()
                    await asyncio.gather(*(bot.play(ends(4)) for bot in (back, bert)))
                    await host.finished(id)
        assert [end.table_id for end in back.endings[:2]] == [s.table_id for s in anna.seatings]
        assert all(ending.seed for ending in back.endings)

    within(120, conversation())


def test_a_bot_that_is_gone_when_the_result_is_safe_costs_nobody_anything(
    tmp_path: Path, gate: Gate
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, heartbeat_interval=SOON) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("bert", capacity=2) as bert:
                async with host.dial("anna", capacity=2) as anna:
                    id = await host.start("anna", "bert")
                    await gate.reached(anna, bert)
                gate.is_open.set()
                await bert.hear_until(ends(2))
                async with host.dial("anna", capacity=2) as back:
                    await asyncio.gather(back.play(ends(2)), bert.play(ends(4)))
                    report = await host.finished(id)
        assert not back.welcomes[0].resumed
        assert report.tournament.finished == 2

    within(120, conversation())


def test_a_result_that_can_never_be_stored_tells_no_seed_and_the_match_is_played_again(
    tmp_path: Path, gate: Gate
) -> None:
    gate.refusals.append(ResultRejected("the test does not want it"))

    async def conversation() -> None:
        async with an_arena(tmp_path, heartbeat_interval=SOON) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                id = await host.start("anna", "bert")
                await gate.reached(anna, bert)
                gate.is_open.set()
                await asyncio.gather(*(bot.play(ends(6)) for bot in (anna, bert)))
                report = await host.finished(id)
        for bot in (anna, bert):
            lost, again = bot.endings[:2], bot.endings[2:]
            assert {ending.verdict for ending in lost} == {Verdict.INFRA_ERROR}
            assert {ending.seed for ending in lost} == {""}
            assert {ending.ended.score for ending in lost} == {()}
            assert {ending.verdict for ending in again} == {Verdict.NORMAL}
            assert all(ending.seed for ending in again)
            assert len({seating.match_id for seating in bot.seatings}) == 2
        assert report.tournament.finished == 2

    within(120, conversation())


def test_a_match_that_fails_again_and_again_is_given_up_until_the_organiser_resumes(
    tmp_path: Path, gate: Gate
) -> None:
    gate.is_open.set()
    gate.refusals += [ResultRejected("the test does not want it")] * 3

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                id = await host.start("anna", "bert")
                await asyncio.gather(*(bot.play(ends(8)) for bot in (anna, bert)))
                report = await host.report(id)
                assert report.tournament.given_up == (anna.seatings[0].match_id,)
                assert report.tournament.state is TournamentState.RUNNING
                assert report.tournament.finished == 1
                entry = await host.ask(lambda client: client.resume_tournament(id))
                assert entry.given_up == ()
                await asyncio.gather(*(bot.play(ends(10)) for bot in (anna, bert)))
                assert (await host.finished(id)).tournament.given_up == ()

    within(120, conversation())


def test_an_arena_that_stops_tells_the_end_of_what_it_still_stores(
    tmp_path: Path, gate: Gate
) -> None:
    async def conversation() -> None:
        async with AsyncExitStack() as bots:
            async with an_arena(tmp_path, heartbeat_interval=SOON) as host:
                tokens = await host.add_bots("anna", "bert")
                anna = await bots.enter_async_context(host.dial("anna", capacity=2))
                bert = await bots.enter_async_context(host.dial("bert", capacity=2))
                id = await host.start("anna", "bert")
                await gate.reached(anna, bert)
                opening = asyncio.create_task(opened_when_draining(anna))
            await opening
            await asyncio.gather(anna.hear_all(), bert.hear_all())
        for bot in (anna, bert):
            assert [ending.verdict for ending in bot.endings] == [Verdict.NORMAL] * 2
            assert all(ending.seed for ending in bot.endings)
            assert [goodbye.reason for goodbye in bot.goodbyes] == [GoodbyeReason.DRAINED]
        async with an_arena(tmp_path) as host:
            host.tokens = dict(zip(("anna", "bert"), tokens, strict=True))
            assert (await host.report(id)).tournament.finished == 1

    async def opened_when_draining(bot: RawBot) -> None:
        await bot.hear_until(lambda bot: bot.draining)
        await heard_twice(bot)
        assert bot.endings == []
        gate.is_open.set()

    within(120, conversation())


def test_an_arena_that_stops_and_cannot_store_a_result_takes_it_back(
    tmp_path: Path, gate: Gate
) -> None:
    gate.refusals += [StorageError("the test's disk is full")] * 1000
    dialled = list[RawBot]()
    tokens = list[str]()

    async def one_life(bots: AsyncExitStack) -> None:
        async with an_arena(tmp_path, heartbeat_interval=SOON) as host:
            tokens.extend(await host.add_bots("anna", "bert"))
            for name in host.tokens:
                dialled.append(await bots.enter_async_context(host.dial(name, capacity=2)))
            await host.start("anna", "bert")
            await gate.reached(*dialled)
            gate.is_open.set()

    async def conversation() -> None:
        async with AsyncExitStack() as bots:
            with pytest.raises(StorageError, match="1 results were not stored"):
                await one_life(bots)
            [anna, bert] = dialled
            await asyncio.gather(anna.hear_all(), bert.hear_all())
        for bot in (anna, bert):
            assert [ending.verdict for ending in bot.endings] == [Verdict.ABORTED] * 2
            assert {ending.seed for ending in bot.endings} == {""}
            assert len(bot.goodbyes) == 1
        gate.refusals.clear()
        async with AsyncExitStack() as bots, an_arena(tmp_path) as host:
            host.tokens = dict(zip(("anna", "bert"), tokens, strict=True))
            id = "t1"
            assert (await host.report(id)).tournament.state is TournamentState.RUNNING
            again = [
                await bots.enter_async_context(host.dial(name, capacity=2)) for name in host.tokens
            ]
            await first_asked(*again)
            assert again[0].seatings[0].match_id == anna.seatings[0].match_id
            await asyncio.gather(*(bot.play(ends(4)) for bot in again))
            assert (await host.finished(id)).tournament.finished == 2

    within(120, conversation())
