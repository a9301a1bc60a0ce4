"""The pages of organisers: tournaments and their steps, registration, corrections, the audit log.

Viewers may look; whatever changes something asks for an organiser.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kozel.rules.errors import shortened
from kozel_arena.roles import Caller, Role
from kozel_arena.runtime.tables import tournament_id_of
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.storage import Accounts, Tournament
from kozel_arena.web import fields, sessions
from kozel_arena.web.account_readings import AccountReadings
from kozel_arena.web.forms import Forms
from kozel_arena.web.handover import Handover, NewCode
from kozel_arena.web.readings import Readings
from kozel_arena.web.refused import NOTHING, Refused
from kozel_arena.web.visitors import Visitors

SEE_OTHER: Final = 303
Deed = Callable[[str, FormData, Caller], Awaitable[str | NewCode]]
"""Does something with a tournament, by its id, and says what was done, or gives a code to show."""


class OrganiserPages:
    """What organisers do with a browser."""

    def __init__(
        self,
        *,
        forms: Forms,
        visitors: Visitors,
        readings: AccountReadings,
        arena: Readings,
        accounts: Accounts,
        tournaments: Tournaments,
        handover: Handover,
    ) -> None:
        """The pages.

        Args:
            forms: paints them.
            visitors: tells who asks.
            readings: what organisers see of a tournament.
            arena: lists the tournaments.
            accounts: registration and invitations.
            tournaments: starts, pauses and corrects.
            handover: brings new invitation codes to their page.
        """
        self._forms = forms
        self._visitors = visitors
        self._readings = readings
        self._arena = arena
        self._accounts = accounts
        self._tournaments = tournaments
        self._handover = handover
        self._steps: dict[str, Callable[..., Awaitable[Tournament]]] = {
            "start": tournaments.start,
            "pause": tournaments.pause,
            "resume": tournaments.go_on,
            "finish": tournaments.finish,
            "cancel": tournaments.cancel,
        }

    def routes(self) -> list[Route]:
        """Where the pages are."""
        at = "/organise/tournaments/{id}"
        return [
            Route("/organise", self._all, name="organise"),
            Route("/organise/audit", self._audit, name="audit"),
            Route(at, self._tournament, name="organise_tournament"),
            sessions.posting(f"{at}/registration", self._doing(self._open)),
            sessions.posting(f"{at}/registration/close", self._doing(self._close)),
            sessions.posting(f"{at}/invitations", self._doing(self._invite)),
            sessions.posting(f"{at}/invitations/revoke", self._doing(self._revoke)),
            sessions.posting(f"{at}/withdraw", self._doing(self._withdraw)),
            sessions.posting(f"{at}/void", self._doing(self._void)),
            sessions.posting(f"{at}/{{step}}", self._step),
        ]

    async def _all(self, request: Request) -> Response:
        caller = await self._visitors.staff(request)
        tournaments = await self._arena.tournaments()
        return self._forms.page(request, "organise.html", tournaments=tournaments, caller=caller)

    async def _audit(self, request: Request) -> Response:
        caller = await self._visitors.organiser(request)
        entries = await self._readings.audit()
        return self._forms.page(request, "audit.html", entries=entries, caller=caller)

    async def _tournament(self, request: Request) -> Response:
        caller = await self._visitors.staff(request)
        return await self._desk(request, caller, is_new=True)

    async def _desk(
        self,
        request: Request,
        caller: Caller,
        *,
        refused: Refused = NOTHING,
        is_new: bool = False,
    ) -> Response:
        """The page of a tournament; `is_new`: with the code that was just made, once."""
        desk = await self._readings.desk(request.path_params["id"], caller=caller)
        return self._forms.page(
            request,
            "organise_tournament.html",
            refused=refused,
            desk=desk,
            caller=caller,
            may_change=caller.role is Role.ORGANISER,
            new=self._handover.code(request, desk.id) if is_new else None,
        )

    def _doing(self, deed: Deed) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that does something and shows the tournament again, with what happened."""

        async def answered(request: Request) -> Response:
            caller = await self._visitors.organiser(request)
            desk = await self._readings.desk(request.path_params["id"], caller=caller)

            async def done(form: FormData) -> Response:
                said = await deed(desk.id, form, caller)
                if isinstance(said, NewCode):
                    self._handover.keep(request, said)
                else:
                    sessions.say(request, said)
                return RedirectResponse(f"/organise/tournaments/{desk.id}", SEE_OTHER)

            async def again(request: Request, refused: Refused) -> Response:
                return await self._desk(request, caller, refused=refused)

            return await self._forms.answer(request, done, again)

        return answered

    async def _step(self, request: Request) -> Response:
        step = request.path_params["step"]
        move = self._steps.get(step)
        if move is None:
            raise HTTPException(404)

        async def deed(id: str, form: FormData, caller: Caller) -> str:
            tournament = await move(id, by=caller)
            return f"{tournament.config.name} is {tournament.state.value} now."

        return await self._doing(deed)(request)

    async def _open(self, id: str, form: FormData, caller: Caller) -> str:
        most = fields.number(form, "most_bots", "the number of bots")
        closes = fields.moment(form, "closes", "the time")
        value = await asyncio.to_thread(
            lambda: self._accounts.open_registration(id, most_bots=most, closes=closes, by=caller)
        )
        return f"Registration is open until {value.tournament} has {value.most_bots} bots."

    async def _close(self, id: str, form: FormData, caller: Caller) -> str:
        await asyncio.to_thread(lambda: self._accounts.close_registration(id, by=caller))
        return "Registration is closed."

    async def _invite(self, id: str, form: FormData, caller: Caller) -> NewCode:
        uses = fields.number(form, "uses", "the number of bots")
        expires = fields.moment(form, "expires", "the time")
        label = fields.text(form, "label")
        invitation, code = await asyncio.to_thread(
            lambda: self._accounts.invite(id, label=label, uses=uses, expires=expires, by=caller)
        )
        return NewCode(id, invitation.number, code)

    async def _revoke(self, id: str, form: FormData, caller: Caller) -> str:
        number = fields.number(form, "number", "the number of the invitation")
        await asyncio.to_thread(lambda: self._accounts.revoke_invitation(id, number, by=caller))
        return f"Invitation {number} is revoked; bots that came with it stay."

    async def _withdraw(self, id: str, form: FormData, caller: Caller) -> str:
        bot = fields.text(form, "bot")
        await self._tournaments.withdraw(id, bot, by=caller)
        return f"{bot} plays no further match; its results count."

    async def _void(self, id: str, form: FormData, caller: Caller) -> str:
        match = fields.text(form, "match")
        if tournament_id_of(match) != id:
            text = f"{shortened(match)} is no match of this tournament: write {id}-NUMBER"
            raise fields.UnusableField("match", text)
        reason = fields.reason(form, "reason")
        await self._tournaments.void(match, reason=reason, by=caller)
        return f"The result of {match} is struck out; the match is played again."
