"""What the tests of verdicts share: a tournament with a short clock, and its verified records."""

import json
from collections.abc import Callable

from kozel.records import parse_record, verify_record
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from tests.arena.real_arena import NANOS, Host, RawBot


async def start(host: Host, ruleset: str, bots: list[str], **plan: object) -> str:
    """Create and start a tournament with a short clock; its id."""
    defaults = {
        "matches_per_pairing": 2 if len(bots) == 2 else 6,
        "options": {},
        "clock": Clock(move_limit_ns=NANOS // 10, bank_ns=0, strikes=2),
    }
    whole = TournamentPlan(
        name="event", ruleset=ruleset, bots=tuple(bots), seed="7", **{**defaults, **plan}
    )
    entry = await host.ask(lambda client: client.create_tournament(whole))
    await host.ask(lambda client: client.start_tournament(entry.id))
    return entry.id


async def records(host: Host, id: str) -> list[dict]:
    """The exported records of a tournament, each verified."""
    lines = await host.ask(lambda client: list(client.records(id)))
    for line in lines:
        verify_record(parse_record(line))
    return [json.loads(line) for line in lines]


def ended(count: int) -> Callable[[RawBot], bool]:
    """Whether a bot has been told the end of so many seats."""
    return lambda bot: len(bot.endings) >= count
