"""The pages of authors: register a bot, log in, and one's own bots with log, token and records.

An author has no account besides the bot: who has its token is its author. So there is no password
to forget or to steal, and a token that was lost is replaced by the organiser.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from kozel_arena.roles import Role
from kozel_arena.storage import Accounts, Bot, InvitationRefused, Visitor
from kozel_arena.web import fields, sessions
from kozel_arena.web.account_readings import AccountReadings
from kozel_arena.web.forms import Forms
from kozel_arena.web.handover import Handover, NewToken
from kozel_arena.web.join import JoinFacts
from kozel_arena.web.refused import NOTHING, Refused
from kozel_arena.web.visitors import LONGEST_TOKEN, NobodysToken, Visitors

RECORDS_AT_ONCE: Final = 64
SEE_OTHER: Final = 303


class AuthorPages:
    """Registration, login, own bots."""

    def __init__(
        self,
        *,
        forms: Forms,
        visitors: Visitors,
        readings: AccountReadings,
        accounts: Accounts,
        attempts: sessions.Attempts,
        handover: Handover,
        expel: Callable[[str], None],
        facts: Callable[[Request], JoinFacts],
    ) -> None:
        """The pages.

        Args:
            forms: paints them.
            visitors: tells who asks.
            readings: what they show.
            accounts: what they change.
            attempts: counts what an address tries.
            handover: brings new tokens to their page.
            expel: told the id of a bot whose old token is worthless now.
            facts: tells where bots dial.
        """
        self._forms = forms
        self._visitors = visitors
        self._readings = readings
        self._accounts = accounts
        self._attempts = attempts
        self._handover = handover
        self._expel = expel
        self._facts = facts

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/register", self._registration, name="register"),
            sessions.posting("/register", self._register),
            Route("/login", self._login, name="login"),
            sessions.posting("/login", self._log_in),
            sessions.posting("/logout", self._log_out),
            Route("/my", self._mine, name="my"),
            Route("/my/bots/{id}", self._bot, name="my_bot"),
            Route("/my/bots/{id}/token", self._token, name="my_token"),
            Route("/my/bots/{id}/records", self._records, name="my_records"),
            sessions.posting("/my/bots/{id}/rotate", self._rotate),
        ]

    async def _registration(self, request: Request) -> Response:
        return await self._registration_page(request)

    async def _registration_page(self, request: Request, refused: Refused = NOTHING) -> Response:
        return self._forms.page(
            request,
            "register.html",
            refused=refused,
            registrations=await self._readings.registrations(),
            code=request.query_params.get("code", ""),
        )

    async def _register(self, request: Request) -> Response:
        async def done(form: FormData) -> Response:
            self._attempts.take(request, "register")
            code, name, contact = (fields.text(form, key) for key in ("code", "name", "contact"))
            with self._attempts.counting(request, "register", InvitationRefused):
                bot, token, registration = await asyncio.to_thread(
                    lambda: self._accounts.register(code, name=name, contact=contact)
                )
            await self._remember(request, token)
            return self._hand_over(request, NewToken(bot.id, token, registration.tournament))

        return await self._forms.answer(request, done, self._registration_page)

    async def _login(self, request: Request) -> Response:
        return await self._login_page(request)

    async def _login_page(self, request: Request, refused: Refused = NOTHING) -> Response:
        wanted = refused.typed.get("next") or request.query_params.get("next", "")
        return self._forms.page(request, "login.html", refused=refused, next=_inside(wanted))

    async def _log_in(self, request: Request) -> Response:
        async def done(form: FormData) -> Response:
            self._attempts.take(request, "login")
            with self._attempts.counting(request, "login", NobodysToken):
                if not await self._remember(request, fields.text(form, "token")):
                    raise NobodysToken
            visitor = await self._visitors.of(request)
            usual = "/organise" if visitor.caller is not None and not visitor.bots else "/my"
            return RedirectResponse(_inside(fields.text(form, "next")) or usual, SEE_OTHER)

        return await self._forms.answer(request, done, self._login_page)

    async def _log_out(self, request: Request) -> Response:
        await asyncio.to_thread(self._accounts.log_out, sessions.login_keys(request))
        sessions.forget(request)
        sessions.say(request, "You are logged out.")
        return RedirectResponse("/login", SEE_OTHER)

    async def _mine(self, request: Request) -> Response:
        visitor = await self._visitors.known(request)
        bots = [await self._readings.bot(bot) for bot in visitor.bots]
        return self._forms.page(request, "my.html", bots=bots, visitor=visitor)

    async def _bot(self, request: Request) -> Response:
        bot, caller = await self._visitors.owner(request, request.path_params["id"])
        return self._forms.page(
            request,
            "my_bot.html",
            bot=await self._readings.bot(bot),
            log=self._readings.log(bot),
            caller=caller,
        )

    async def _records(self, request: Request) -> Response:
        bot, _ = await self._visitors.owner(request, request.path_params["id"])
        return records_of(self._accounts, bot)

    async def _rotate(self, request: Request) -> Response:
        bot, caller = await self._visitors.owner(request, request.path_params["id"])
        _, token = await asyncio.to_thread(lambda: self._accounts.rotate(bot.id, by=caller))
        self._expel(bot.id)
        if caller.role is Role.AUTHOR:
            await self._remember(request, token)
        return self._hand_over(request, NewToken(bot.id, token))

    def _hand_over(self, request: Request, new: NewToken) -> Response:
        self._handover.keep(request, new)
        return RedirectResponse(f"/my/bots/{new.bot_id}/token", SEE_OTHER)

    async def _token(self, request: Request) -> Response:
        """The page of a new token, once."""
        bot, _ = await self._visitors.owner(request, request.path_params["id"])
        new = self._handover.token(request, bot.id)
        if new is None:
            sessions.say(request, f"No new token of {bot.name} waits here: it is shown only once.")
            return RedirectResponse(f"/my/bots/{bot.id}", SEE_OTHER)
        facts = self._facts(request)
        return self._forms.page(request, "token.html", bot=bot, new=new, facts=facts)

    async def _remember(self, request: Request, token: str) -> bool:
        """Log this browser in; whether the token is anybody's."""
        if len(token) > LONGEST_TOKEN:
            return False
        key = await asyncio.to_thread(self._accounts.log_in, token)
        if key is not None:
            sessions.remember(request, key)
        return key is not None


def records_of(accounts: Accounts, bot: Bot) -> Response:
    """The records that a bot's author may have, as a file, a line a match."""

    def chunks() -> Iterator[bytes]:
        some: list[str] = []
        for record in accounts.own_records(bot.id):
            some.append(record)
            if len(some) == RECORDS_AT_ONCE:
                yield ("\n".join(some) + "\n").encode()
                some = []
        if some:
            yield ("\n".join(some) + "\n").encode()

    return StreamingResponse(
        chunks(),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{bot.id}.jsonl"'},
    )


def who_of(visitor: Visitor) -> str:
    """How a visitor is called on a page."""
    names = [bot.name for bot in visitor.bots]
    return ", ".join(names if visitor.caller is None else [visitor.caller.name, *names])


def _inside(path: str) -> str:
    """A path of our own pages, or nothing: nobody is led away by a link."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_ours else ""
