"""The pages: read what they show, fill a template; the live ones send their parts as events."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from kozel_arena.web import shapes
from kozel_arena.web.readings import Readings

TEMPLATES: Final = Path(__file__).with_name("templates")
LIVE_SECONDS: Final = 1.0
"""How often live parts are sent."""
MOST_WATCHERS: Final = 200
"""Live streams at once; more are asked to come back."""


class Pages:
    """The pages over what they show."""

    def __init__(self, readings: Readings, *, stopping: asyncio.Event) -> None:
        self._readings = readings
        self._stopping = stopping
        self._watchers = 0
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters.update(shapes.FILTERS)

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/", self._home, name="home"),
            Route("/live/home", self._live_home),
            Route("/tournaments", self._tournaments, name="tournaments"),
            Route("/tournaments/{id}", self._tournament, name="tournament"),
            Route("/live/tournaments/{id}", self._live_tournament),
            Route("/bots", self._bots, name="bots"),
            Route("/join", self._join, name="join"),
        ]

    def error(self, request: Request, text: str, *, status: int) -> Response:
        """The page of something that went wrong."""
        return self._page(request, "error.html", status=status, text=text, code=status)

    async def _home(self, request: Request) -> Response:
        return self._page(request, "home.html", home=await self._readings.home())

    async def _tournaments(self, request: Request) -> Response:
        return self._page(
            request, "tournaments.html", tournaments=await self._readings.tournaments()
        )

    async def _tournament(self, request: Request) -> Response:
        page = await self._readings.tournament(request.path_params["id"])
        return self._page(request, "tournament.html", page=page)

    async def _bots(self, request: Request) -> Response:
        return self._page(request, "bots.html", bots=await self._readings.bots())

    async def _join(self, request: Request) -> Response:
        return self._page(request, "join.html", host=request.url.hostname)

    async def _live_home(self, request: Request) -> Response:
        async def part() -> str:
            return self._filled("parts/home.html", home=await self._readings.home())

        return self._live(part)

    async def _live_tournament(self, request: Request) -> Response:
        id = request.path_params["id"]

        async def part() -> str:
            return self._filled("parts/tournament.html", page=await self._readings.tournament(id))

        await part()  # an unknown tournament is an error now, not in the middle of a stream
        return self._live(part)

    def _live(self, part: Callable[[], Awaitable[str]]) -> Response:
        """A stream of server-sent events, each of them the whole part as it is now."""
        if self._watchers >= MOST_WATCHERS:
            return Response("too many people watch: reload the page later", status_code=503)

        async def events() -> AsyncIterator[str]:
            self._watchers += 1
            last = ""
            try:
                while not self._stopping.is_set():
                    text = await part()
                    yield shapes.event(text) if text != last else ": nothing new\n\n"
                    last = text
                    await self._rest()
            finally:
                self._watchers -= 1

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _rest(self) -> None:
        """Wait until it is time for the next part, or the arena stops."""
        try:
            async with asyncio.timeout(LIVE_SECONDS):
                await self._stopping.wait()
        except TimeoutError:
            pass

    def _page(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> Response:
        text = self._filled(template, path=request.url.path, **values)
        return HTMLResponse(text, status_code=status)

    def _filled(self, template: str, **values: Any) -> str:
        return self._templates.get_template(template).render(**values)
