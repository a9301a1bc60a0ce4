"""An arena keeps what it promised before a match: seed, commitment, the cards that were dealt."""

import asyncio
import json
from pathlib import Path

import pytest

from kozel.rules import Card
from kozel.v1 import arena_pb2
from tests.arena.real_arena import RawBot, an_arena, within
from tests.wire import dealing

pytestmark = pytest.mark.e2e

TOURNAMENT_SEED = "the secret of the evening"


def cards_of(mask: int) -> set[str]:
    """The names of a mask's cards."""
    return {str(card) for card in map(Card, range(36)) if mask >> card & 1}


def test_the_seed_that_is_revealed_was_promised_and_gives_the_hands_that_were_seen(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with (
                host.dial("anna", capacity=2, events=True) as anna,
                host.dial("bert", capacity=2) as bert,
            ):
                id = await host.start("anna", "bert", matches=2)
                both = (bot.play(lambda bot: len(bot.endings) == 4) for bot in (anna, bert))
                await asyncio.gather(*both)
                await host.finished(id)
            lines = await host.ask(lambda client: list(client.records(id)))
        records = {record["id"]: record for record in map(json.loads, lines)}
        endings = {ending.table_id: ending for ending in anna.endings}
        first_hands = {
            event.table_id: event.deal_started.hand
            for event in reversed(anna.events)
            if event.HasField("deal_started") and event.deal == 1
        }
        for seating in anna.seatings:
            seed = endings[seating.table_id].seed
            record = records[seating.match_id]
            assert seating.commitment == dealing.commitment(seed, seating.match_id)
            assert (record["seed"], record["commitment"]) == (seed, seating.commitment)
            dealt = dealing.first_deal("miner", seed, 4)
            assert cards_of(first_hands[seating.table_id]) == set(dealt.hands[seating.match.seat])

    within(60, conversation())


def test_no_seed_stands_in_anything_that_a_bot_is_sent_before_the_end(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            async with (
                host.dial("anna", capacity=2, events=True) as anna,
                host.dial("bert", capacity=2, events=True) as bert,
            ):
                sent: dict[str, list[bytes]] = {"anna": [], "bert": []}
                for name, bot in (("anna", anna), ("bert", bert)):
                    keep_raw(bot, sent[name])
                id = await host.start("anna", "bert", matches=2, seed=TOURNAMENT_SEED)
                both = (bot.play(lambda bot: len(bot.endings) == 4) for bot in (anna, bert))
                await asyncio.gather(*both)
                await host.finished(id)
        seeds = {ending.seed for ending in anna.endings}
        assert len(seeds) == 2
        for messages in sent.values():
            before, told = {seed.encode() for seed in seeds}, 0
            for message in messages:
                assert TOURNAMENT_SEED.encode() not in message
                ended = arena_pb2.PlayResponse.FromString(message).ended
                before -= {ending.seed.encode() for ending in ended}
                told += len(ended)
                assert not [seed for seed in before if seed in message]
            assert told == 4

    within(60, conversation())


def keep_raw(bot: RawBot, messages: list[bytes]) -> None:
    """Keep every message of a bot as it came."""
    keep = bot._keep

    def also(message: arena_pb2.PlayResponse) -> None:
        messages.append(message.SerializeToString())
        keep(message)

    bot._keep = also  # type: ignore[method-assign]
