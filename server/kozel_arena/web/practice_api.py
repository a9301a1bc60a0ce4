"""The JSON API of practice tables, under /api/v1/practice: everything that the pages do."""

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from kozel.rules import ruleset_names
from kozel_arena.runtime.practice import Practice
from kozel_arena.runtime.practice_values import Opponent
from kozel_arena.web.practice_orders import OptionChoice, PracticeOrder, options_of, plan_of
from kozel_arena.web.practice_readings import Place, place_of
from kozel_arena.web.practice_room import PracticeRoom

LONGEST_WAIT_S = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetOffered:
    """A ruleset that can be played."""

    name: str
    options: tuple[OptionChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOffer:
    """What can be played, and with whom."""

    tables: int
    """Practice tables that are played at once at most; 0 when they are turned off."""
    tables_taken: int
    opponents: tuple[Opponent, ...]
    """Connected bots; the arena's own player is always there, as `house`."""
    rulesets: tuple[RulesetOffered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOpened:
    """A practice table that has been opened."""

    token: str
    """Gives your seat: keep it to yourself."""
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An answer to a decision."""

    decision_id: int
    index: int
    """Of one of the choices."""


def practice_api(room: PracticeRoom) -> APIRouter:
    """Practice tables under /practice."""
    routes = APIRouter(prefix="/practice", tags=["practice"])

    @routes.get("", summary="What can be played, and with whom")
    async def offer() -> PracticeOffer:
        return offer_of(room.practice)

    @routes.post("", status_code=201, summary="Open a practice table and begin the match")
    async def open_table(order: PracticeOrder) -> PracticeOpened:
        table = room.practice.open(plan_of(order, strikes=room.strikes))
        return PracticeOpened(token=table.token, place=place_of(table, room.clock()))

    @routes.get("/{token}", summary="Your place at a table; waits for news when asked to")
    async def place(token: str, seen: int = -1, wait_s: float = 0) -> Place:
        table = room.find(token)
        table.look()
        if wait_s > 0 and table.line is not None:
            try:
                async with asyncio.timeout(min(wait_s, LONGEST_WAIT_S)):
                    await table.line.newer(seen)
            except TimeoutError:
                pass
        return place_of(table, room.clock())

    @routes.post("/{token}/moves", summary="Answer a decision")
    async def move(token: str, move: Move) -> Place:
        table = room.find(token)
        room.choose(table, move.decision_id, move.index)
        return place_of(table, room.clock())

    @routes.delete("/{token}", summary="Leave the table: the match ends without a result")
    async def leave(token: str) -> Place:
        table = room.find(token)
        table.abort()
        return place_of(table, room.clock())

    @routes.get(
        "/{token}/record",
        response_class=Response,
        responses={200: {"content": {"text/plain": {}}}},
        summary="The match as a line of kozel-record/1, when it is over",
    )
    async def record(token: str) -> Response:
        return PlainTextResponse(room.record(room.find(token)))

    return routes


def offer_of(practice: Practice) -> PracticeOffer:
    """What can be played now, and with whom."""
    return PracticeOffer(
        tables=practice.most_tables,
        tables_taken=len(practice.in_play),
        opponents=tuple(practice.opponents()),
        rulesets=tuple(
            RulesetOffered(name=name, options=options_of(name)) for name in ruleset_names()
        ),
    )
