"""Secrets on their way from the form that made them to the one page that shows them.

A form is answered by a redirect, so that nobody sends it twice by loading its page again. The
secret waits in memory meanwhile: it is in no address, no cookie and no file. Knows no page.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from starlette.requests import Request

WAITS_SECONDS: Final = 60.0
"""A browser follows a redirect at once."""
MOST_WAITING: Final = 1000
"""Secrets of all browsers; the oldest one makes room."""
_WAITING: Final = "waiting"


@dataclass(frozen=True, slots=True)
class NewToken:
    """A bot's new token."""

    bot_id: str
    token: str
    tournament: str = ""
    """Name of the tournament that the bot has just entered; empty where only the token is new."""


@dataclass(frozen=True, slots=True)
class NewCode:
    """The code of a new invitation."""

    tournament_id: str
    number: int
    code: str


class Handover:
    """Keeps secrets until the browser that made them comes for them, once.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._waiting: OrderedDict[str, tuple[float, NewToken | NewCode]] = OrderedDict()

    def keep(self, request: Request, secret: NewToken | NewCode) -> None:
        """Keep a secret for this browser; its former one is forgotten."""
        self._forget(request)
        key = secrets.token_urlsafe(16)
        request.session[_WAITING] = key
        self._waiting[key] = self._clock() + WAITS_SECONDS, secret
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)

    def token(self, request: Request, bot_id: str) -> NewToken | None:
        """The new token of that bot, once; None if none waits for this browser."""
        secret = self._due(request)
        if not isinstance(secret, NewToken) or secret.bot_id != bot_id:
            return None
        self._forget(request)
        return secret

    def code(self, request: Request, tournament_id: str) -> NewCode | None:
        """The new code of that tournament, once; None if none waits for this browser."""
        secret = self._due(request)
        if not isinstance(secret, NewCode) or secret.tournament_id != tournament_id:
            return None
        self._forget(request)
        return secret

    def _due(self, request: Request) -> NewToken | NewCode | None:
        """What waits for the browser; a HEAD shows nothing, so nothing is due then."""
        if request.method != "GET":
            return None
        until, secret = self._waiting.get(request.session.get(_WAITING, ""), (0.0, None))
        return secret if self._clock() < until else None

    def _forget(self, request: Request) -> None:
        self._waiting.pop(request.session.pop(_WAITING, ""), None)
