"""Verdicts of real matches, brought about by bots that try to get out of what they were dealt."""

import asyncio
from pathlib import Path

import pytest

from kozel.table import FaultPolicy, Verdict
from kozel.wire.values import RefusalReason
from kozel_arena.rpc.admin_values import Clock
from tests.arena.real_arena import NANOS, RawBot, an_arena, first_asked, within
from tests.e2e.verdicts import ended, records, start

pytestmark = pytest.mark.e2e


async def decline_all(bot: RawBot, until) -> None:
    """Answer every decision with nothing."""
    while not until(bot):
        await bot.hear_until(lambda bot: bot.decisions or until(bot))
        decisions, bot.decisions = bot.decisions, []
        if decisions:
            await bot.answer(*((d.table_id, d.decision_id, None) for d in decisions))


def test_a_bot_that_declines_everything_is_charged_as_illegal(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("bad", "good")
            async with host.dial("bad", capacity=2) as bad, host.dial("good", capacity=2) as good:
                id = await start(host, "miner", ["bad", "good"], options={"short": True})
                await asyncio.gather(decline_all(bad, ended(4)), good.play(ended(4)))
                await host.finished(id)
                lines = await records(host, id)
        assert {ending.verdict for ending in good.endings} == {Verdict.ILLEGAL}
        assert {line["verdict"] for line in lines} == {"illegal"}

    within(60, conversation())


def test_a_dead_bot_at_a_table_of_three_costs_only_itself_and_everybody_gets_the_end(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("dead", "one", "two")
            async with host.dial("one") as one, host.dial("two") as two:
                playing = [asyncio.create_task(bot.play(ended(2))) for bot in (one, two)]
                async with host.dial("dead") as dead:
                    id = await start(host, "widow", ["dead", "one", "two"])
                    await dead.hear_until(lambda bot: bot.decisions)
                await one.hear_until(ended(1))
                async with host.dial("dead") as back:
                    playing.append(asyncio.create_task(back.play(ended(1))))
                    await asyncio.gather(*playing)
                lines = await records(host, id)
        [first, *_] = lines
        assert first["verdict"] == "disconnect"
        assert "house" in {a.get("why") for deal in first["deals"] for a in deal["actions"]}
        assert one.endings[0].verdict is two.endings[0].verdict is Verdict.DISCONNECT
        assert one.endings[0].charged_seats == (first["seats"].index("dead"),)

    within(60, conversation())


def test_a_bot_that_was_cut_off_for_its_faults_and_stays_away_broke_the_protocol(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, max_faults=3) as host:
            await host.add_bots("flood", "good")
            async with host.dial("good", capacity=2) as good:
                async with host.dial("flood", capacity=2) as flood:
                    await start(host, "miner", ["flood", "good"], options={"short": True})
                    await flood.hear_until(lambda bot: bot.seatings)
                    await flood.answer(*((99, number, 0) for number in range(9)))
                    await flood.hear_all()
                    assert [r.reason for r in flood.refusals] == [RefusalReason.TOO_MANY_FAULTS]
                await good.play(ended(2))
        assert {ending.verdict for ending in good.endings} == {Verdict.PROTOCOL_ERROR}

    within(60, conversation())


@pytest.mark.parametrize("policy", FaultPolicy)
def test_when_all_bots_freeze_at_once_nobody_is_charged_and_no_seed_is_told(
    tmp_path: Path, policy: FaultPolicy
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=16) as anna, host.dial("bert", capacity=16):
                clock = Clock(move_limit_ns=NANOS // 2, bank_ns=0, strikes=1)
                await start(
                    host,
                    "miner",
                    ["anna", "bert"],
                    matches_per_pairing=8,
                    clock=clock,
                    policy=policy,
                )
                await anna.hear_until(ended(16))
        assert {ending.verdict for ending in anna.endings[:16]} == {Verdict.INFRA_ERROR}
        assert not any(ending.seed or ending.charged_seats for ending in anna.endings[:16])

    within(60, conversation())


def test_a_bot_that_only_comes_and_goes_holds_nobody_up_for_ever(tmp_path: Path) -> None:
    """It is not there for any match; after some that are played again, it has lost them."""

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("flap", "good")
            async with host.dial("good", capacity=2) as good:
                await good.hear_until(lambda bot: bot.welcomes)

                async def flap() -> None:
                    while True:
                        async with host.dial("flap", capacity=2) as bot:
                            await bot.hear_until(lambda bot: bot.welcomes or bot.is_over)

                flapping = asyncio.create_task(flap())
                id = await start(
                    host,
                    "miner",
                    ["flap", "good"],
                    options={"short": True},
                    clock=Clock(move_limit_ns=NANOS // 20, bank_ns=0, strikes=1),
                )
                playing = asyncio.create_task(good.play(lambda _: False))
                report = await host.finished(id)
                playing.cancel()
                flapping.cancel()
                await asyncio.wait([flapping, playing])
        rated = [ending for ending in good.endings if ending.verdict.is_rated]
        assert report.tournament.finished == 2
        assert len(rated) == 4, "two matches, two seats in each"
        assert {ending.verdict for ending in good.endings} <= {
            Verdict.NO_SHOW,
            Verdict.DISCONNECT,
            Verdict.TIMEOUT,
        }
        assert len(good.endings) <= 4 + 2 * 2 * 2

    within(60, conversation())


def test_when_all_bots_are_gone_at_once_their_matches_are_played_again(tmp_path: Path) -> None:
    """The network broke, or the machine of all of them: nobody has lost by that."""

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                id = await start(host, "miner", ["anna", "bert"], options={"short": True})
                await first_asked(anna, bert)
            while (await host.report(id)).tournament.running:
                pass
            async with host.dial("anna", capacity=2) as anna, host.dial("bert", capacity=2) as bert:
                await asyncio.gather(anna.play(ended(4)), bert.play(ended(4)))
                await host.finished(id)
                lines = await records(host, id)
        assert not anna.welcomes[0].resumed
        assert [line["verdict"] for line in lines] == ["normal"] * 2

    within(60, conversation())
