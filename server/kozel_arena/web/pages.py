"""The pages of the whole arena: what runs now, tournaments, bots."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kozel_arena.web.painter import Painter
from kozel_arena.web.readings import Readings


class Pages:
    """The pages over what they show."""

    def __init__(self, readings: Readings, painter: Painter) -> None:
        self._readings = readings
        self._painter = painter

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/", self._home, name="home"),
            Route("/live/home", self._live_home),
            Route("/tournaments", self._tournaments, name="tournaments"),
            Route("/tournaments/{id}", self._tournament, name="tournament"),
            Route("/live/tournaments/{id}", self._live_tournament),
            Route("/bots", self._bots, name="bots"),
        ]

    async def _home(self, request: Request) -> Response:
        return self._painter.page(request, "home.html", home=await self._readings.home())

    async def _tournaments(self, request: Request) -> Response:
        tournaments = await self._readings.tournaments()
        return self._painter.page(request, "tournaments.html", tournaments=tournaments)

    async def _tournament(self, request: Request) -> Response:
        page = await self._readings.tournament(request.path_params["id"])
        return self._painter.page(request, "tournament.html", page=page)

    async def _bots(self, request: Request) -> Response:
        return self._painter.page(request, "bots.html", bots=await self._readings.bots())

    async def _live_home(self, request: Request) -> Response:
        async def part() -> str:
            return self._painter.filled("parts/home.html", home=await self._readings.home())

        return self._painter.live(part)

    async def _live_tournament(self, request: Request) -> Response:
        id = request.path_params["id"]

        async def part() -> str:
            page = await self._readings.tournament(id)
            return self._painter.filled("parts/tournament.html", page=page)

        await part()  # an unknown tournament is an error now, not in the middle of a stream
        return self._painter.live(part)
