"""The pages of tournaments, and the same as JSON: list, results, schedule, matches."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query
from fastapi import Path as PathField
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kozel.rules.errors import shortened
from kozel.table import Verdict
from kozel_arena.web.painter import Painter
from kozel_arena.web.readings import Readings, TournamentLine
from kozel_arena.web.tournament_readings import (
    MATCHES_A_PAGE,
    MOST_MATCHES,
    TournamentReadings,
)
from kozel_arena.web.tournament_values import MatchChoice, MatchesPage, Tables, TournamentPage

VERDICTS: Final = tuple(verdict for verdict in Verdict if verdict.is_rated)
"""Those that a match with a result can have."""
TEXTS_KEPT: Final = 16
"""Tournaments whose tables are kept as text: a large cross-table takes long to fill in."""

Named = Annotated[str, PathField(description="Id or name of a tournament.")]


class TournamentPages:
    """The pages of tournaments over what they show."""

    def __init__(
        self, readings: Readings, tournaments: TournamentReadings, painter: Painter
    ) -> None:
        self._readings = readings
        self._tournaments = tournaments
        self._painter = painter
        self._texts: dict[str, tuple[Tables | None, Markup]] = {}

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/tournaments", self._list, name="tournaments"),
            Route("/tournaments/{id}", self._tournament, name="tournament"),
            Route("/tournaments/{id}/matches", self._matches, name="tournament_matches"),
            Route("/tournaments/{id}/records.jsonl", self._records, name="tournament_records"),
            Route("/live/tournaments/{id}", self._live),
        ]

    async def _list(self, request: Request) -> Response:
        tournaments = await self._readings.tournaments()
        return self._painter.page(request, "tournaments.html", tournaments=tournaments)

    async def _tournament(self, request: Request) -> Response:
        page, text = await self._page(request.path_params["id"])
        return self._painter.page(request, "tournament.html", page=page, tables_text=text)

    async def _live(self, request: Request) -> Response:
        id = request.path_params["id"]

        async def part() -> str:
            page, text = await self._page(id)
            return self._painter.filled("parts/tournament.html", page=page, tables_text=text)

        await part()  # an unknown tournament is an error now, not in the middle of a stream
        return self._painter.live(part, name=f"tournaments/{id}")

    async def _matches(self, request: Request) -> Response:
        page = await self._tournaments.matches(
            request.path_params["id"], choice_of(request.query_params)
        )
        chosen = {
            name: value
            for name, value in request.query_params.items()
            if value and name != "before"
        }
        here = request.url.path
        return self._painter.page(
            request,
            "matches.html",
            page=page,
            verdicts=VERDICTS,
            newest=f"{here}?{urlencode(chosen)}",
            older=f"{here}?{urlencode(chosen | {'before': page.next or ''})}",
        )

    async def _records(self, request: Request) -> Response:
        name, records = await self._tournaments.records(request.path_params["id"])
        return StreamingResponse(
            (f"{record}\n" for record in records),
            media_type="application/jsonl",
            headers={"Content-Disposition": _attachment(name)},
        )

    async def _page(self, id: str) -> tuple[TournamentPage, Markup]:
        """A tournament, and its tables as text, filled in once for all who look."""
        page = await self._tournaments.page(id)
        kept = self._texts.pop(page.tournament.id, None)
        if kept is None or kept[0] is not page.tables:
            # In a thread: a large cross-table takes as long as many decisions of bots.
            text = await asyncio.to_thread(self._painter.filled, "parts/results.html", page=page)
            kept = page.tables, Markup(text)
        self._texts[page.tournament.id] = kept
        while len(self._texts) > TEXTS_KEPT:
            del self._texts[next(iter(self._texts))]
        return page, kept[1]


def choice_of(query: Mapping[str, str]) -> MatchChoice:
    """What a form or a link asks for; fields without text are left out.

    Raises:
        HTTPException: a field cannot be meant.
    """
    given = {
        name: query[name] for name in ("bot", "opponent", "verdict", "before") if query.get(name)
    }
    if "opponent" in given and "bot" not in given:
        raise HTTPException(400, "An opponent needs a bot: choose both.")
    verdict = given.pop("verdict", None)
    if verdict is not None and verdict not in VERDICTS:
        known = ", ".join(VERDICTS)
        raise HTTPException(
            400, f"No match ends with the verdict {shortened(verdict)}: choose from {known}."
        )
    return MatchChoice(verdict=Verdict(verdict) if verdict else None, **given)


def tournament_api(readings: Readings, tournaments: TournamentReadings) -> APIRouter:
    """What the pages of tournaments show, as JSON."""
    api = APIRouter()

    @api.get(
        "/tournaments",
        summary="All tournaments, newest first",
        description="Those that were created, run, are paused and are over.",
    )
    async def listed() -> list[TournamentLine]:
        return await readings.tournaments()

    @api.get(
        "/tournaments/{tournament}",
        summary="A tournament, by id or name, with its results and what comes next",
        description="`tables` is null while the tables of many matches are worked out for the "
        "first time, and may lag a few seconds behind `tournament.finished` afterwards.",
    )
    async def one(tournament: Named) -> TournamentPage:
        return await tournaments.page(tournament)

    @api.get(
        "/tournaments/{tournament}/matches",
        summary="Matches with a result, the one stored last first, page by page",
        description="Give `next` of an answer as `before` to get the page after it.",
    )
    async def matches(
        tournament: Named,
        bot: Annotated[
            str | None, Query(description="Id or name of a bot: only its matches.")
        ] = None,
        opponent: Annotated[
            str | None,
            Query(description="Id or name of a bot on another side: only with `bot`."),
        ] = None,
        verdict: Annotated[Verdict | None, Query(description="Only matches that ended so.")] = None,
        before: Annotated[
            str | None, Query(description="Id of a match: only those stored before it.")
        ] = None,
        limit: Annotated[
            int, Query(ge=1, le=MOST_MATCHES, description="Matches in the answer at most.")
        ] = MATCHES_A_PAGE,
    ) -> MatchesPage:
        if opponent is not None and bot is None:
            raise HTTPException(400, "An opponent needs a bot: choose both.")
        choice = MatchChoice(bot=bot, opponent=opponent, verdict=verdict, before=before)
        return await tournaments.matches(tournament, choice, limit=limit)

    return api


def _attachment(name: str) -> str:
    """A header that saves records under the tournament's name."""
    return f"attachment; filename*=UTF-8''{quote(name, safe='')}.jsonl"
