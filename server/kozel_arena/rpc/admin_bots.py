"""The admin service's calls about bots."""

import asyncio
from functools import partial

from kozel.v1 import admin_pb2 as pb
from kozel_arena.rpc import admin_encoding as codec
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.rpc.caller import current_caller
from kozel_arena.storage import Bot


class BotCalls(AdminPart):
    """Registers and lists bots."""

    async def AddBot(self, request: pb.AddBotRequest, context: Context) -> pb.AddBotResponse:
        """Register a bot."""
        add = partial(self._repository.add_bot, request.name, by=current_caller())
        bot, token = await asyncio.to_thread(add)
        return pb.AddBotResponse(bot=self._bot(bot), token=token)

    async def ListBots(self, request: pb.ListBotsRequest, context: Context) -> pb.ListBotsResponse:
        """All bots by name."""
        bots = await asyncio.to_thread(self._repository.bots)
        return pb.ListBotsResponse(bots=map(self._bot, bots))

    def _bot(self, bot: Bot) -> pb.Bot:
        player = self._arena.player(bot.id)
        return codec.encode_bot(
            bot,
            is_connected=player is not None and player.connection is not None,
            seats_in_play=0 if player is None else len(player.seats),
        )
