"""The JSON of authors' and organisers' pages: with the browser's login, or `Authorization: Bearer`.

Only calls with a token in that header change anything: no page of others can send one.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Body, Depends, Path, Request
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.responses import Response

from kozel_arena.storage import Accounts, AuditEntry, InvitationRefused, Registration
from kozel_arena.web.account_readings import AccountReadings, OwnBot, OwnLog, TournamentDesk
from kozel_arena.web.author_pages import records_of
from kozel_arena.web.described import text_answer
from kozel_arena.web.sessions import COOKIE, Attempts
from kozel_arena.web.tournaments import Named
from kozel_arena.web.visitors import LoginNeeded, Visitors


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A bot with its token, which is not stored and cannot be had again."""

    bot_id: str
    """Of the bot, such as `b1`."""
    name: str
    """Of the bot, as it is stored: in Unicode normal form C."""
    token: str
    """With it the bot dials in, and its author logs in."""
    tournament: str
    """Name of the tournament that it entered; empty where it has only another token."""


Code = Annotated[str, Body(embed=True, description="The invitation code, from the organiser.")]
Name = Annotated[
    str, Body(embed=True, description="What the bot is called: 1 to 64 printable characters.")
]
Contact = Annotated[
    str,
    Body(
        embed=True,
        description="How the organiser reaches you, in at most 200 characters; may be empty.",
    ),
]
BotId = Annotated[str, Path(description="Id of a bot, such as `b1`.")]
BEARER: Final = Depends(
    HTTPBearer(auto_error=False, description="The token of a bot, an organiser or a viewer")
)
"""For the description only: `Visitors` reads the header."""
LOGIN: Final = Depends(
    APIKeyCookie(
        name=COOKIE,
        auto_error=False,
        description="The browser's login, __Host-kozel over TLS; reads only",
    )
)
EITHER: Final = [BEARER, LOGIN]


def account_api(
    readings: AccountReadings,
    visitors: Visitors,
    *,
    accounts: Accounts,
    attempts: Attempts,
    expel: Callable[[str], None],
) -> APIRouter:
    """The part of the API for authors and organisers; see `AuthorPages` for the arguments."""
    api = APIRouter()
    _add_own_bots(api, readings, visitors, accounts)
    _add_desk(api, readings, visitors)

    @api.get(
        "/registrations",
        summary="Tournaments for which authors can register bots now",
        description="With how many bots they take, and until when. A code is needed all the same.",
    )
    async def registrations() -> list[Registration]:
        return await readings.registrations()

    @api.post(
        "/register",
        summary="Register a bot with an invitation code",
        description="Keep the token of the answer: it is not stored and cannot be had again.",
        status_code=201,
    )
    async def register(
        request: Request, code: Code, name: Name, contact: Contact = ""
    ) -> Registered:
        attempts.take(request, "register")
        with attempts.counting(request, "register", InvitationRefused):
            bot, token, registration = await asyncio.to_thread(
                lambda: accounts.register(code, name=name, contact=contact)
            )
        tournament = registration.tournament
        return Registered(bot_id=bot.id, name=bot.name, token=token, tournament=tournament)

    @api.post(
        "/my/bots/{bot_id}/token",
        summary="Replace a bot's token",
        description="Only with a token in the header; the old one and its stream end at once.",
        dependencies=[BEARER],
    )
    async def rotate(request: Request, bot_id: BotId) -> Registered:
        if "authorization" not in request.headers:
            raise LoginNeeded
        own, caller = await visitors.owner(request, bot_id)
        _, token = await asyncio.to_thread(lambda: accounts.rotate(own.id, by=caller))
        expel(own.id)
        return Registered(bot_id=own.id, name=own.name, token=token, tournament="")

    return api


def _add_own_bots(
    api: APIRouter, readings: AccountReadings, visitors: Visitors, accounts: Accounts
) -> None:
    """What an author sees of own bots."""

    @api.get(
        "/my/bots",
        summary="The bots of this login or token",
        description="None for organisers and viewers, who own no bot.",
        dependencies=EITHER,
    )
    async def bots(request: Request) -> list[OwnBot]:
        visitor = await visitors.known(request)
        return [await readings.bot(bot) for bot in visitor.bots]

    @api.get(
        "/my/bots/{bot_id}",
        summary="One bot of this login or token",
        description="Other bots are answered with 404.",
        dependencies=EITHER,
    )
    async def bot(request: Request, bot_id: BotId) -> OwnBot:
        own, _ = await visitors.owner(request, bot_id)
        return await readings.bot(own)

    @api.get(
        "/my/bots/{bot_id}/log",
        summary="A bot's private log since the arena was started",
        description="Refusals, slow decisions, the tail of its stderr; for its author alone.",
        dependencies=EITHER,
    )
    async def log(request: Request, bot_id: BotId) -> OwnLog:
        own, _ = await visitors.owner(request, bot_id)
        return readings.log(own)

    @api.get(
        "/my/bots/{bot_id}/records",
        summary="A bot's matches as kozel-record/1 lines",
        description="Matches whose deals are played at other tables too are left out until their "
        "tournament is over.",
        response_class=Response,
        dependencies=EITHER,
        responses=text_answer("application/x-ndjson"),
    )
    async def records(request: Request, bot_id: BotId) -> Response:
        own, _ = await visitors.owner(request, bot_id)
        return records_of(accounts, own)


def _add_desk(api: APIRouter, readings: AccountReadings, visitors: Visitors) -> None:
    """What organisers and viewers see."""

    @api.get(
        "/organise/tournaments/{tournament}",
        summary="A tournament as organisers see it",
        description="Its state, registration, invitations and bots; viewers may read it too.",
        dependencies=EITHER,
    )
    async def desk(request: Request, tournament: Named) -> TournamentDesk:
        return await readings.desk(tournament, caller=await visitors.staff(request))

    @api.get(
        "/organise/audit",
        summary="What organisers and authors did, the last thing first",
        description="For organisers alone.",
        dependencies=EITHER,
    )
    async def audit(request: Request) -> list[AuditEntry]:
        await visitors.organiser(request)
        return await readings.audit()
