"""The JSON API: what the pages show, as documented values (see /api/v1/openapi.json)."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from kozel.rules.errors import KozelError
from kozel_arena.logs import Log
from kozel_arena.web.bots import bot_api
from kozel_arena.web.described import add_words, kinds_of
from kozel_arena.web.errors import FAILED, SENTENCES, note, status_of, told
from kozel_arena.web.every import EveryReadings
from kozel_arena.web.head import HeadAsGet
from kozel_arena.web.matches import match_api
from kozel_arena.web.practice_api import practice_api
from kozel_arena.web.readings import Home
from kozel_arena.web.tables import table_api
from kozel_arena.web.tournaments import tournament_api


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What was wrong."""

    detail: str
    """One sentence: what was wrong, and what to do."""


def make_api(
    readings: EveryReadings, join: APIRouter, accounts: APIRouter, *, version: str, log: Log
) -> FastAPI:
    """The API over what pages show; errors are `{"detail": sentence}`."""
    api = FastAPI(
        title="Kozel arena",
        version=version,
        description="Everything that the pages of the dashboard show. What is only for authors or "
        "organisers needs the browser's login, or the header `Authorization: Bearer TOKEN`; only "
        "with that header anything is changed, but for a practice match, which has its own token.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses={
            "4XX": {"model": Problem, "description": "It was not done: see `detail`"},
            "5XX": {"model": Problem, "description": "The arena cannot do it now: see `detail`"},
        },
        middleware=[Middleware(HeadAsGet)],
    )

    @api.get(
        "/home",
        summary="The arena now",
        description="What runs: bots, matches, tournaments and tables, and how busy it is.",
    )
    async def home() -> Home:
        return await readings.arena.home()

    routers = (
        tournament_api(readings.arena, readings.tournaments),
        bot_api(readings.arena, readings.bots),
        match_api(readings.matches),
        table_api(readings.tables),
        practice_api(readings.room),
        join,
        accounts,
    )
    for router in routers:
        api.include_router(router)
    _add_document(api, (api.router, *routers))
    _add_refusals(api, log)
    return api


def _add_refusals(api: FastAPI, log: Log) -> None:
    """Answer what cannot be done by one sentence."""

    async def not_done(request: Request, error: Exception) -> JSONResponse:
        note(log, error)
        status = status_of(error)
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return JSONResponse({"detail": told(error)}, status_code=status, headers=headers)

    async def not_meant(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return JSONResponse({"detail": _sentence(error)}, status_code=422)

    async def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        text = SENTENCES.get(error.status_code, error.detail)
        if error.status_code == 400 and error.__cause__ is not None:
            text = "The body cannot be read: send a JSON object in UTF-8."
        return JSONResponse({"detail": text}, status_code=error.status_code, headers=error.headers)

    async def failed(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": FAILED}, status_code=500)

    api.add_exception_handler(KozelError, not_done)
    api.add_exception_handler(HTTPException, refused)
    api.add_exception_handler(RequestValidationError, not_meant)
    api.add_exception_handler(Exception, failed)


def _add_document(api: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Give out what describes the API."""
    routes = [one for router in routers for one in router.routes if isinstance(one, APIRoute)]

    def made(root: str) -> dict[str, Any]:
        if api.openapi_schema is None:
            document = api.openapi()
            add_words(document, (Problem, *kinds_of(route.endpoint for route in routes)))
            document["servers"] = [{"url": root}]
        return api.openapi_schema or {}

    @api.get("/openapi.json", include_in_schema=False)
    async def document(request: Request) -> JSONResponse:
        # In a thread: it takes as long as many decisions of bots.
        return JSONResponse(await asyncio.to_thread(made, request.scope.get("root_path", "")))


def _sentence(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, without repeating what was sent."""
    first = error.errors()[0]
    where, *path = map(str, first["loc"])
    if first["type"] == "json_invalid":
        return f"the body is no JSON, from character {path[0]} on: send a JSON object"
    what = f"{'.'.join(path)} in the {where}" if path else f"the {where}"
    message = first["msg"]
    return f"{what} cannot be used: {message[:1].lower()}{message[1:]}"
