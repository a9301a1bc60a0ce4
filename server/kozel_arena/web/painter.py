"""Fills templates: whole pages, parts of pages, and live parts that are sent as events."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from kozel.rules.errors import KozelError
from kozel_arena.web import shapes

TEMPLATES: Final = Path(__file__).with_name("templates")
LIVE_SECONDS: Final = 1.0
"""How often live parts are sent."""
MOST_WATCHERS: Final = 200
"""Live streams at once; more are asked to come back."""


class SharedPart:
    """A part that several watch: made anew once in a while, however many ask.

    Args:
        part: makes the text.
        seconds: how long it is good for.
        clock: seconds that never go back.
    """

    def __init__(
        self,
        part: Callable[[], Awaitable[str]],
        *,
        seconds: float,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.watchers = 0
        self._part = part
        self._seconds = seconds
        self._clock = clock
        self._making = asyncio.Lock()
        self._text = ""
        self._stale_at = clock()

    async def now(self) -> str:
        """The text as it is now, or was a moment ago."""
        async with self._making:
            if self._clock() >= self._stale_at:
                # A watcher that comes back in time must not find it just not stale.
                self._stale_at = self._clock() + self._seconds * 0.9
                self._text = await self._part()
            return self._text


class Painter:
    """Makes pages for every group of them.

    Args:
        stopping: set when the arena stops, so that live streams end.
    """

    def __init__(self, *, stopping: asyncio.Event) -> None:
        self._stopping = stopping
        self._watchers = 0
        self._parts: dict[str, SharedPart] = {}
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters.update(shapes.FILTERS)

    def page(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> Response:
        """A whole page; `path`, the page's own address, is among its values."""
        text = self.filled(template, path=request.url.path, **values)
        return HTMLResponse(text, status_code=status)

    def error(
        self,
        request: Request,
        text: str,
        *,
        status: int,
        links: tuple[tuple[str, str], ...] = (),
    ) -> Response:
        """The page of something that went wrong, with one sentence.

        Args:
            request: what was asked for.
            text: the sentence.
            status: of the answer.
            links: where to go on, as addresses and what is there.
        """
        return self.page(request, "error.html", status=status, text=text, code=status, links=links)

    def filled(self, template: str, **values: Any) -> str:
        """A template's text."""
        return self._templates.get_template(template).render(**values)

    def live(
        self, part: Callable[[], Awaitable[str]], *, name: str, seconds: float = LIVE_SECONDS
    ) -> Response:
        """A stream of server-sent events, each of them the whole part as it is now.

        Args:
            part: makes the part; when it raises a KozelError, the stream ends.
            name: of the part; who watches the same part gets the same text, made once.
            seconds: how often it is made.
        """
        if self._watchers >= MOST_WATCHERS:
            return Response("too many people watch: reload the page later", status_code=503)

        async def events() -> AsyncIterator[str]:
            self._watchers += 1
            shared = self._parts.setdefault(name, SharedPart(part, seconds=seconds))
            shared.watchers += 1
            last = ""
            try:
                while not self._stopping.is_set():
                    try:
                        text = await shared.now()
                    except KozelError:
                        return
                    yield shapes.event(text) if text != last else ": nothing new\n\n"
                    last = text
                    await self._rest(seconds)
            finally:
                self._watchers -= 1
                shared.watchers -= 1
                if not shared.watchers:
                    del self._parts[name]

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _rest(self, seconds: float) -> None:
        """Wait until it is time for the next part, or the arena stops."""
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            pass

    def follow(
        self, news: Callable[[], Awaitable[str | None]], *, is_over: Callable[[], bool]
    ) -> Response:
        """A stream of server-sent events as things happen, ended by an event `over`.

        Args:
            news: waits for the next text; None now and then, when there is none.
            is_over: whether nothing will follow what was sent.
        """
        if self._watchers >= MOST_WATCHERS:
            return Response("too many people watch: reload the page later", status_code=503)

        async def events() -> AsyncIterator[str]:
            self._watchers += 1
            try:
                while not self._stopping.is_set():
                    text = await news()
                    yield ": nothing new\n\n" if text is None else shapes.event(text)
                    if is_over():
                        yield "event: over\ndata: over\n\n"
                        break
            finally:
                self._watchers -= 1

        return StreamingResponse(events(), media_type="text/event-stream")
