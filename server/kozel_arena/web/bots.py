"""The pages of bots, and the same as JSON."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kozel_arena.web.bot_readings import BotPage, BotReadings
from kozel_arena.web.painter import Painter
from kozel_arena.web.readings import BotLine, Readings


class BotPages:
    """The pages of bots over what they show."""

    def __init__(self, readings: Readings, bots: BotReadings, painter: Painter) -> None:
        self._readings = readings
        self._bots = bots
        self._painter = painter

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/bots", self._list, name="bots"),
            Route("/bots/{id}", self._bot, name="bot"),
        ]

    async def _list(self, request: Request) -> Response:
        return self._painter.page(request, "bots.html", bots=await self._readings.bots())

    async def _bot(self, request: Request) -> Response:
        page = await self._bots.page(request.path_params["id"])
        return self._painter.page(request, "bot.html", page=page)


def bot_api(readings: Readings, bots: BotReadings) -> APIRouter:
    """What the pages of bots show, as JSON."""
    api = APIRouter()

    @api.get(
        "/bots",
        summary="All bots by name",
        description="Those that are registered, and whether they are connected.",
    )
    async def listed() -> list[BotLine]:
        return await readings.bots()

    @api.get(
        "/bots/{bot}",
        summary="A bot, by id or name, and how it has done",
        description="`numbers` is null while many matches are worked out for the first time.",
    )
    async def one(bot: Annotated[str, Path(description="Id or name of a bot.")]) -> BotPage:
        return await bots.page(bot)

    return api
