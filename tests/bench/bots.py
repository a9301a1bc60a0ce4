"""A client process of the benchmarks: `python -m tests.bench.bots SERVER CAPACITY BOT=TOKEN …`.

Plays several sample bots in one process, each on a stream of its own.
"""

import asyncio
import sys

from kozel.client.channel import Address
from kozel.client.client import Dialing, serve_bot
from kozel.finder import find_bot, make_bot


async def play(server: str, capacity: int, bots: list[str]) -> None:
    """Serve every bot until the arena shuts down."""
    async with asyncio.TaskGroup() as group:
        for text in bots:
            name, token = text.split("=")
            bot = make_bot(name, find_bot(name), seed="bench")
            dialing = Dialing(address=Address(server), token=token, capacity=capacity, once=True)
            group.create_task(serve_bot(bot, dialing))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
