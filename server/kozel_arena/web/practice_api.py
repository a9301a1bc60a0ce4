"""The JSON API of practice tables, under /api/v1/practice: everything that the pages do."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse, Response

from kozel.rules import bind, ruleset_names
from kozel_arena.rulebook import rules_text
from kozel_arena.runtime.practice import Practice
from kozel_arena.runtime.practice_values import Opponent
from kozel_arena.web.described import text_answer
from kozel_arena.web.practice_orders import OptionChoice, PracticeOrder, options_of, plan_of
from kozel_arena.web.practice_place import Place
from kozel_arena.web.practice_readings import place_of
from kozel_arena.web.practice_room import PracticeRoom

LONGEST_WAIT_S = 20.0
Token = Annotated[str, Path(description="As it was given when the table was opened.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetOffered:
    """A ruleset that can be played."""

    name: str
    """As an order gives it, such as `miner`."""
    options: tuple[OptionChoice, ...]
    """What can be chosen of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOffer:
    """What can be played, and with whom."""

    tables: int
    """Practice tables that are played at once at most; 0 when they are turned off."""
    tables_taken: int
    """Practice tables that are played at now."""
    strikes: int
    """Silences in a row after which a seat has lost."""
    opponents: tuple[Opponent, ...]
    """Connected bots; the arena's own player is always there, as `house`."""
    rulesets: tuple[RulesetOffered, ...]
    """Every game that can be played here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOpened:
    """A practice table that has been opened."""

    token: str
    """What gives your seat: keep it to yourself."""
    place: Place
    """Your seat, as it is now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An answer to a decision."""

    decision_id: int
    """Of the decision that your place shows as asked."""
    index: int
    """Of the choice that you make."""


def practice_api(room: PracticeRoom) -> APIRouter:
    """Practice tables under /practice."""
    routes = APIRouter(prefix="/practice", tags=["practice"])
    _add_offer(routes, room)
    _add_seat(routes, room)
    return routes


def _add_offer(routes: APIRouter, room: PracticeRoom) -> None:
    """What can be played, by which rules, and how a table is opened."""

    @routes.get(
        "",
        summary="What can be played, and with whom",
        description="Rulesets with their options, connected bots, and how many tables are free.",
    )
    async def offer() -> PracticeOffer:
        return offer_of(room.practice, strikes=room.strikes)

    @routes.post(
        "",
        status_code=201,
        summary="Open a practice table and begin the match",
        description="Keep the token of the answer: it is your seat. Nothing of the match counts.",
    )
    async def open_table(order: PracticeOrder) -> PracticeOpened:
        table = room.practice.open(plan_of(order, strikes=room.strikes))
        return PracticeOpened(token=table.token, place=place_of(table, room.clock()))

    @routes.get(
        "/rules/{ruleset}",
        response_class=Response,
        responses=text_answer("text/markdown"),
        summary="The rules of a game, in Markdown",
        description="As they stand beside the table, with the common ground of all games.",
    )
    async def rules(ruleset: Annotated[str, Path(description="Such as `miner`.")]) -> Response:
        known = bind(ruleset).ruleset  # an unknown one is refused
        return Response(await asyncio.to_thread(rules_text, known), media_type="text/markdown")


def _add_seat(routes: APIRouter, room: PracticeRoom) -> None:
    """What a person does at a table."""

    @routes.get(
        "/{token}",
        summary="Your place at a table; waits for news when asked to",
        description="What your seat knows, what it is asked, and the choices it has.",
    )
    async def place(
        token: Token,
        seen: Annotated[int, Query(description="`version` of what you have seen last.")] = -1,
        wait_s: Annotated[
            float,
            Query(ge=0, le=LONGEST_WAIT_S, description="Seconds to wait for something newer."),
        ] = 0,
    ) -> Place:
        table = room.find(token)
        table.look()
        if wait_s > 0 and table.line is not None:
            try:
                async with asyncio.timeout(wait_s):
                    await table.line.newer(seen)
            except TimeoutError:
                pass
        return place_of(table, room.clock())

    @routes.post(
        "/{token}/moves",
        summary="Answer a decision",
        description="Refused with 409 when the decision is not open any more.",
    )
    async def move(token: Token, move: Move) -> Place:
        table = room.find(token)
        room.choose(table, move.decision_id, move.index)
        return place_of(table, room.clock())

    @routes.delete(
        "/{token}",
        summary="Leave the table: the match ends without a result",
        description="The bots are told that it was stopped; a match that is over stays as it is.",
    )
    async def leave(token: Token) -> Place:
        table = room.find(token)
        table.abort()
        return place_of(table, room.clock())

    @routes.get(
        "/{token}/record",
        response_class=Response,
        responses=text_answer("text/plain"),
        summary="The match as a line of kozel-record/1, when it is over",
        description="A file for `kozel verify` and `kozel replay`. Refused with 409 before.",
    )
    async def record(token: Token) -> Response:
        return PlainTextResponse(room.record(room.find(token)))


def offer_of(practice: Practice, *, strikes: int) -> PracticeOffer:
    """What can be played now, and with whom."""
    return PracticeOffer(
        tables=practice.most_tables,
        tables_taken=len(practice.in_play),
        strikes=strikes,
        opponents=tuple(practice.opponents()),
        rulesets=tuple(
            RulesetOffered(name=name, options=options_of(name)) for name in ruleset_names()
        ),
    )
