"""The dashboard as one ASGI application: pages, the JSON API under /api/v1, and static files."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette_wtf import CSRFError, CSRFProtectMiddleware

from kozel.rules.errors import KozelError
from kozel_arena.logs import Log
from kozel_arena.web.account_parts import AccountParts, account_routes
from kozel_arena.web.api import make_api
from kozel_arena.web.body_limit import BodyLimit
from kozel_arena.web.bots import BotPages
from kozel_arena.web.errors import FAILED, SENTENCES, links_of, note, status_of
from kozel_arena.web.every import EveryReadings
from kozel_arena.web.forms import sentence
from kozel_arena.web.join import JoinPages
from kozel_arena.web.matches import MatchPages
from kozel_arena.web.pages import Pages
from kozel_arena.web.painter import Painter
from kozel_arena.web.practice_pages import PracticePages
from kozel_arena.web.same_origin import SameOrigin
from kozel_arena.web.sessions import FORM_SECONDS, Sessions
from kozel_arena.web.tables import TablePages
from kozel_arena.web.tournaments import TournamentPages
from kozel_arena.web.visitors import LoginNeeded

STATIC: Final = Path(__file__).with_name("static")
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
"""Everything comes from the arena itself; no script or style stands in a page."""


def web_app(
    readings: EveryReadings,
    accounts: AccountParts,
    *,
    listen: str,
    is_tls: bool,
    stopping: asyncio.Event,
    log: Log,
) -> ASGIApp:
    """The application.

    Args:
        readings: what pages show.
        accounts: what pages of authors and organisers work on.
        listen: HOST:PORT where bots dial.
        is_tls: whether they dial with TLS.
        stopping: set when the arena stops, so that live streams end.
        log: told what visitors are not.
    """
    painter = Painter(stopping=stopping)
    release = version("kozel-arena")
    join = JoinPages(listen=listen, is_tls=is_tls, version=release, painter=painter)
    account_pages, accounts_api = account_routes(accounts, painter, readings.arena, join.facts)
    api = make_api(readings, join.api(), accounts_api, version=release, log=log)
    return Starlette(
        routes=[
            *Pages(readings.arena, painter).routes(),
            *TournamentPages(readings.arena, readings.tournaments, painter).routes(),
            *BotPages(readings.arena, readings.bots, painter).routes(),
            *MatchPages(readings.matches, painter).routes(),
            *TablePages(readings.tables, readings.matches, painter).routes(),
            *PracticePages(readings.room, painter).routes(),
            *join.routes(),
            *account_pages,
            Mount("/api/v1", api),
            Mount("/static", StaticFiles(directory=STATIC), name="static"),
        ],
        middleware=[
            Middleware(_Headers),
            Middleware(SameOrigin),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5),
            Middleware(Sessions, secret=accounts.secret),
            Middleware(
                CSRFProtectMiddleware,
                csrf_secret=accounts.secret,
                csrf_time_limit=FORM_SECONDS,
            ),
            Middleware(BodyLimit),
        ],
        exception_handlers={
            **dict.fromkeys((HTTPException, KozelError), _shown(painter, log)),
            Exception: _failed(painter),
        },
    )


def _shown(painter: Painter, log: Log) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Errors as pages with one sentence."""

    async def shown(request: Request, error: Exception) -> Response:
        if isinstance(error, LoginNeeded) and request.method in ("GET", "HEAD"):
            return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
        if not isinstance(error, HTTPException):
            note(log, error)
            return painter.error(
                request, sentence(error), status=status_of(error), links=links_of(error)
            )
        text = SENTENCES.get(error.status_code, error.detail)
        if isinstance(error, CSRFError):
            text = "This form was not sent by our page, or was open for too long: reload the page."
        answer = painter.error(request, text, status=error.status_code)
        answer.headers.update(error.headers or {})
        return answer

    return shown


def _failed(painter: Painter) -> Callable[[Request, Exception], Awaitable[Response]]:
    """The page of what nobody thought of; the server logs the error itself afterwards."""

    async def failed(request: Request, error: Exception) -> Response:
        answer = painter.error(request, f"{FAILED.capitalize()}.", status=500)
        # Outside of all middleware.
        _protect(answer.headers, request.url.path)
        return answer

    return failed


def _protect(headers: MutableHeaders, path: str) -> None:
    """Put the headers that protect a reader on an answer."""
    headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    if path.startswith("/static/"):
        headers["Cache-Control"] = "public, max-age=3600"
    else:
        headers.setdefault("Cache-Control", "no-store")


class _Headers:
    """Puts the headers that protect a reader on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                _protect(MutableHeaders(scope=message), str(scope.get("path", "")))
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)
