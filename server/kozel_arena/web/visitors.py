"""Who asks: by the logins of the browser, or by a token in the header. And what they may.

KozelError
└── NotAllowed               the visitor is known, or not, and may not do that
    ├── LoginNeeded          nobody we know
    ├── OrganisersOnly       a viewer or an author
    ├── NobodysToken         a login with a token that nobody has
    └── NotYours             somebody else's bot, or none: the two look the same
"""

import asyncio

from starlette.requests import Request

from kozel.rules.errors import KozelError, shortened
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import Accounts, Bot, Repository, UnknownBot, Visitor
from kozel_arena.web.sessions import Attempts, login_keys

LONGEST_TOKEN = 256
"""A longer text is no token; it is not even looked up."""
HEADER = "header"
"""Counted apart from logins: a forgotten program with an old token keeps nobody from logging in."""


class NotAllowed(KozelError):
    """A visitor may not do that."""


class LoginNeeded(NotAllowed):
    """Nobody we know asks."""

    def __init__(self) -> None:
        super().__init__("log in first, or send the header 'Authorization: Bearer TOKEN'")


class OrganisersOnly(NotAllowed):
    """Somebody asks who is no organiser."""

    def __init__(self) -> None:
        super().__init__("that is for organisers only: log in with an organiser's token")


class NobodysToken(NotAllowed):
    """Somebody logs in with a token that nobody has."""

    def __init__(self) -> None:
        super().__init__("nobody has this token: check that it is whole and for this arena")


class NotYours(NotAllowed):
    """A bot is somebody else's, or there is none."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no bot {shortened(id)} of yours: log in with its token")


class Visitors:
    """Finds out who asks. Every method raises StorageError."""

    def __init__(self, accounts: Accounts, repository: Repository, attempts: Attempts) -> None:
        self._accounts = accounts
        self._repository = repository
        self._attempts = attempts

    async def of(self, request: Request) -> Visitor:
        """Who asks; nobody if there is neither a login nor a token.

        Raises:
            HTTPException: 429, too many tokens from there were nobody's.
        """
        token = _bearer(request)
        if token:
            self._attempts.look(request, HEADER)
            visitor = await asyncio.to_thread(self._accounts.bearer, token)
            if not visitor.is_known:
                self._attempts.failed(request, HEADER)
            return visitor
        keys = login_keys(request)
        return await asyncio.to_thread(self._accounts.visitor, keys) if keys else Visitor()

    async def known(self, request: Request) -> Visitor:
        """Who asks.

        Raises:
            LoginNeeded: nobody we know.
        """
        visitor = await self.of(request)
        if not visitor.is_known:
            raise LoginNeeded
        return visitor

    async def owner(self, request: Request, id: str) -> tuple[Bot, Caller]:
        """The bot with an id, and who asks for it: its author, or an organiser.

        Raises:
            LoginNeeded, NotYours: it is not for the visitor.
        """
        visitor = await self.known(request)
        for bot in visitor.bots:
            if bot.id == id:
                return bot, Caller(bot.name, Role.AUTHOR)
        if visitor.caller is None or visitor.caller.role is not Role.ORGANISER:
            raise NotYours(id)
        try:
            found = await asyncio.to_thread(self._repository.bot, id)
        except UnknownBot:
            raise NotYours(id) from None
        return found, visitor.caller

    async def staff(self, request: Request) -> Caller:
        """The organiser or viewer who asks.

        Raises:
            LoginNeeded, OrganisersOnly: it is nobody of them.
        """
        visitor = await self.known(request)
        if visitor.caller is None:
            raise OrganisersOnly
        return visitor.caller

    async def organiser(self, request: Request) -> Caller:
        """The organiser who asks.

        Raises:
            LoginNeeded, OrganisersOnly: it is none.
        """
        caller = await self.staff(request)
        if caller.role is not Role.ORGANISER:
            raise OrganisersOnly
        return caller


def _bearer(request: Request) -> str:
    """The token in the header of a request; empty if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:LONGEST_TOKEN] if scheme.lower() == "bearer" else ""
