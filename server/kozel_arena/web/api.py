"""The JSON API: what the pages show, as documented values (see /api/v1/openapi.json)."""

from fastapi import APIRouter, FastAPI
from fastapi.requests import Request
from fastapi.responses import JSONResponse

from kozel.rules.errors import KozelError
from kozel_arena.web.errors import status_of
from kozel_arena.web.match_readings import MatchReadings
from kozel_arena.web.matches import match_api
from kozel_arena.web.practice_api import practice_api
from kozel_arena.web.practice_room import PracticeRoom
from kozel_arena.web.readings import BotLine, Home, Readings, TournamentLine, TournamentPage
from kozel_arena.web.table_readings import TableReadings
from kozel_arena.web.tables import table_api


def make_api(
    readings: Readings,
    matches: MatchReadings,
    tables: TableReadings,
    room: PracticeRoom,
    join: APIRouter,
    accounts: APIRouter,
    *,
    version: str,
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
    )

    @api.get("/home", summary="The arena now")
    async def home() -> Home:
        return await readings.home()

    @api.get("/tournaments", summary="All tournaments, newest first")
    async def tournaments() -> list[TournamentLine]:
        return await readings.tournaments()

    @api.get("/tournaments/{tournament}", summary="A tournament, by id or name, with its results")
    async def tournament(tournament: str) -> TournamentPage:
        return await readings.tournament(tournament)

    @api.get("/bots", summary="All bots by name")
    async def bots() -> list[BotLine]:
        return await readings.bots()

    api.include_router(match_api(matches))
    api.include_router(table_api(tables))
    api.include_router(practice_api(room))
    api.include_router(join)
    api.include_router(accounts)

    async def told(request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, status_code=status_of(error))

    api.add_exception_handler(KozelError, told)
    return api
