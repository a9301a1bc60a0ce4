"""The page of a finished match, its part of the JSON API, and its record to take away."""

import asyncio
import gzip
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kozel_arena.web.described import text_answer
from kozel_arena.web.frames import Frame
from kozel_arena.web.match_readings import MatchPage, MatchReadings, NoSuchView
from kozel_arena.web.painter import Painter
from kozel_arena.web.transcript import transcript

MatchId = Annotated[str, Path(description="Id of a match, such as `t1-5`.")]


class MatchPages:
    """The pages of finished matches."""

    def __init__(self, readings: MatchReadings, painter: Painter) -> None:
        self._readings = readings
        self._painter = painter

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [Route("/matches/{id}", self._match, name="match")]

    async def _match(self, request: Request) -> Response:
        match = await self._readings.page(request.path_params["id"])
        seat = _seat(request.query_params.get("seat"), match)
        film = await self._readings.film(match.match_id, seat) if match.is_revealed else None

        def painted() -> Response:
            deals = transcript(film.frames) if film else ()
            steps = len(film.frames) if film else 0
            return self._painter.page(
                request, "match.html", match=match, seat=seat, deals=deals, steps=steps
            )

        return await asyncio.to_thread(painted)


def match_api(readings: MatchReadings) -> APIRouter:
    """What the pages of finished matches show, as JSON."""
    api = APIRouter()

    @api.get(
        "/matches/{match_id}",
        summary="A match with a result",
        description="Its seats, how its deals were scored, its commitment. Cards, points, times "
        "and the seed are left out while the same deals are still to be played at other tables.",
    )
    async def match(match_id: MatchId) -> MatchPage:
        return await readings.page(match_id)

    @api.get(
        "/matches/{match_id}/frames",
        summary="The replay of a match, step by step",
        description="Everything, or with `seat` only what that seat knew. Refused with 403 while "
        "the same deals are still to be played at other tables.",
        response_model=list[Frame],
    )
    async def frames(
        match_id: MatchId,
        seat: Annotated[int | None, Query(description="As this seat saw it, from 0.")] = None,
        accept_encoding: Annotated[str, Header(include_in_schema=False)] = "",
    ) -> Response:
        packed = (await readings.film(match_id, seat)).packed
        if "gzip" in accept_encoding:
            headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return Response(packed, media_type="application/json", headers=headers)
        plain = await asyncio.to_thread(gzip.decompress, packed)
        return Response(plain, media_type="application/json")

    @api.get(
        "/matches/{match_id}/record",
        summary="The record of a match, one line of kozel-record/1",
        description="A file for `kozel verify` and `kozel replay`. Refused with 403 while the same "
        "deals are still to be played at other tables.",
        response_class=Response,
        responses=text_answer("application/jsonl"),
    )
    async def record(match_id: MatchId) -> Response:
        line = await readings.record(match_id)
        headers = {"Content-Disposition": f'attachment; filename="{match_id}.jsonl"'}
        return Response(f"{line}\n", media_type="application/jsonl", headers=headers)

    return api


def _seat(text: str | None, match: MatchPage) -> int | None:
    """The seat whose view is asked for.

    Raises:
        NoSuchView: there is none with that number.
    """
    if not text:
        return None
    if text not in map(str, range(len(match.seats))):
        raise NoSuchView(text, len(match.seats))
    return int(text)
