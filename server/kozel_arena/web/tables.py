"""The page of a table that is played, its stream of pictures, and its part of the JSON API."""

from typing import Final

from fastapi import APIRouter
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kozel_arena.runtime.spectators import NotInPlay
from kozel_arena.web.match_readings import MatchReadings
from kozel_arena.web.matches import MatchId
from kozel_arena.web.painter import Painter
from kozel_arena.web.table_readings import LiveTable, TableReadings

SECONDS: Final = 0.5
"""How often spectators are sent what has changed."""
TABLE: Final = TypeAdapter(LiveTable)


class TablePages:
    """The pages of tables that are played."""

    def __init__(self, readings: TableReadings, matches: MatchReadings, painter: Painter) -> None:
        self._readings = readings
        self._matches = matches
        self._painter = painter

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/tables/{id}", self._table, name="table"),
            Route("/live/tables/{id}", self._live_table),
        ]

    async def _table(self, request: Request) -> Response:
        id = request.path_params["id"]
        try:
            table = self._readings.table(id)
        except NotInPlay:
            # One that was stopped, or is still to come, is told as what it is.
            if await self._matches.has(id):
                return RedirectResponse(f"/matches/{id}", status_code=303)
            raise
        return self._painter.page(request, "table.html", table=table)

    async def _live_table(self, request: Request) -> Response:
        id = request.path_params["id"]
        self._readings.table(id)  # what cannot be watched is an error now, not in the stream

        async def part() -> str:
            return TABLE.dump_json(self._readings.table(id)).decode()

        return self._painter.live(part, name=f"tables/{id}", seconds=SECONDS)


def table_api(readings: TableReadings) -> APIRouter:
    """What the page of a table that is played shows, as JSON."""
    api = APIRouter()

    @api.get(
        "/tables/{match_id}",
        summary="A match in play as spectators see it",
        description="Public facts only, and as old as the organiser wants: the first picture comes "
        "that long after the first look. A table is kept in sight for 15 s after a look.",
    )
    async def table(match_id: MatchId) -> LiveTable:
        return readings.table(match_id)

    return api
