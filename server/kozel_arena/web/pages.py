"""The page of the whole arena: what runs now."""

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
        ]

    async def _home(self, request: Request) -> Response:
        return self._painter.page(request, "home.html", home=await self._readings.home())

    async def _live_home(self, request: Request) -> Response:
        async def part() -> str:
            return self._painter.filled("parts/home.html", home=await self._readings.home())

        return self._painter.live(part, name="home")
