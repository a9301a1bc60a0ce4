"""Forfeited matches of a real arena, and bots that leave to get out of a bad hand."""

import asyncio
from pathlib import Path

import pytest

from kozel.table import FaultPolicy, Verdict
from tests.arena.real_arena import an_arena, within
from tests.e2e.verdicts import ended, records, start

pytestmark = pytest.mark.e2e


def test_a_forfeited_match_ends_at_once_with_its_seed_and_the_others_win(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("bad", "good")
            async with host.dial("bad", capacity=2) as bad, host.dial("good", capacity=2) as good:
                id = await start(host, "miner", ["bad", "good"], policy=FaultPolicy.FORFEIT)
                await asyncio.gather(bad.hear_until(ended(4)), good.play(ended(4)))
                await host.finished(id)
                lines = await records(host, id)
        assert {seating.policy for seating in bad.seatings} == {FaultPolicy.FORFEIT}
        assert all(line["forfeit"] == line["losers"] for line in lines)
        assert all(ending.seed for ending in good.endings)
        assert losers(lines) == {"bad"}

    within(60, conversation())


def test_leaving_when_the_hand_is_bad_dodges_nothing(tmp_path: Path) -> None:
    """It sees its cards, leaves, and comes back for the next match: each one is its loss."""

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("dodger", "good")
            async with host.dial("good", capacity=2) as good:
                await good.hear_until(lambda bot: bot.welcomes)
                playing = asyncio.create_task(good.play(ended(4)))

                async def dodge() -> None:
                    while not playing.done():
                        async with host.dial("dodger", capacity=2) as bot:
                            await bot.hear_until(lambda bot: bot.decisions or bot.is_over)
                        await asyncio.sleep(0.3)

                dodging = asyncio.create_task(dodge())
                id = await start(host, "miner", ["dodger", "good"], policy=FaultPolicy.FORFEIT)
                await playing
                await host.finished(id)
                lines = await records(host, id)
                dodging.cancel()
                await asyncio.wait([dodging])
        verdicts = {ending.verdict for ending in good.endings}
        assert verdicts <= {Verdict.DISCONNECT, Verdict.TIMEOUT}
        assert losers(lines) == {"dodger"}

    within(60, conversation())


def losers(records: list[dict]) -> set[str]:
    """The names of the bots that lost at least one of these matches of two sides."""
    return {record["seats"][side] for record in records for side in record["losers"]}
