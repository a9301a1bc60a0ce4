"""The JSON API: what the pages show, as documented values (see /api/v1/openapi.json)."""

from dataclasses import dataclass

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kozel.rules.errors import KozelError
from kozel_arena.logs import Log
from kozel_arena.web.bots import bot_api
from kozel_arena.web.errors import FAILED, SENTENCES, note, status_of, told
from kozel_arena.web.every import EveryReadings
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
        openapi_url="/openapi.json",
        responses={"4XX": {"model": Problem, "description": "It was not done: see `detail`"}},
    )

    @api.get("/home", summary="The arena now")
    async def home() -> Home:
        return await readings.arena.home()

    api.include_router(tournament_api(readings.arena, readings.tournaments))
    api.include_router(bot_api(readings.arena, readings.bots))
    api.include_router(match_api(readings.matches))
    api.include_router(table_api(readings.tables))
    api.include_router(practice_api(readings.room))
    api.include_router(join)
    api.include_router(accounts)

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
    return api


def _sentence(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, without repeating what was sent."""
    first = error.errors()[0]
    where, *path = map(str, first["loc"])
    if first["type"] == "json_invalid":
        return f"the body is no JSON, from character {path[0]} on: send a JSON object"
    what = f"{'.'.join(path)} in the {where}" if path else f"the {where}"
    message = first["msg"]
    return f"{what} cannot be used: {message[:1].lower()}{message[1:]}"
