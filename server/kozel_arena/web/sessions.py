"""Signed cookies, forms that only our own pages can send, and limits on guessing.

The cookie holds random keys of logins, which the database knows as hashes (`storage.web_sessions`):
a login ends there, whatever cookies say. Knows no page.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import time
from typing import Final

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.exceptions import HTTPException
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette_wtf import csrf_protect, csrf_token

from kozel_arena.storage import LOGIN_LASTS

__all__ = [
    "COOKIE",
    "SECURE_COOKIE",
    "Attempts",
    "Sessions",
    "csrf_token",
    "forget",
    "login_keys",
    "overheard",
    "posting",
    "remember",
    "say",
]

COOKIE: Final = "kozel"
SECURE_COOKIE: Final = "__Host-kozel"
"""Under this prefix browsers take a cookie only over TLS, from this host, for all of it."""
MOST_LOGINS: Final = 16
"""Bots and tokens of one browser."""
FORM_SECONDS: Final = int(LOGIN_LASTS.total_seconds())
"""A form that was open for longer cannot be sent."""
FAILURES: Final = "30/minute;300/hour"
"""Tokens and codes that one address may get wrong; a whole class may sit behind it."""
ATTEMPTS: Final = "300/minute"
"""Registrations and logins that one address may try, the good ones too."""

FAILED: Final = "failed"

_LOGINS: Final = "logins"
_SAID: Final = "said"


class Sessions:
    """Reads and signs the cookie: `Secure` where the page came over TLS, to us or to our proxy."""

    def __init__(self, app: ASGIApp, *, secret: str) -> None:
        seconds = int(LOGIN_LASTS.total_seconds())
        self._plain = SessionMiddleware(
            app, secret, session_cookie=COOKIE, max_age=seconds, same_site="lax"
        )
        self._secure = SessionMiddleware(
            app,
            secret,
            session_cookie=SECURE_COOKIE,
            max_age=seconds,
            same_site="lax",
            https_only=True,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_secure = scope.get("scheme") in ("https", "wss")
        await (self._secure if is_secure else self._plain)(scope, receive, send)


def login_keys(request: Request) -> list[str]:
    """The keys of the browser's logins."""
    return list(request.session.get(_LOGINS, ()))


def remember(request: Request, key: str) -> None:
    """One more login of this browser; the oldest one makes room."""
    request.session[_LOGINS] = [*login_keys(request), key][-MOST_LOGINS:]


def forget(request: Request) -> None:
    """The browser has no login."""
    request.session.clear()


def say(request: Request, text: str) -> None:
    """Show a sentence on the next page that this browser asks for."""
    request.session[_SAID] = text


def overheard(request: Request) -> str:
    """The sentence for this page, once; empty if there is none."""
    return str(request.session.pop(_SAID, ""))


def posting(path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """A route for a form: refused with 403 unless one of our own pages has sent it."""
    return Route(path, csrf_protect(endpoint), methods=["POST"])


class Attempts:
    """Counts what one address tries, and refuses with 429 what is too much.

    Args:
        failures: limits of what fails, as the library `limits` writes them: `30/minute;300/hour`.
        attempts: limits of everything.
    """

    def __init__(self, failures: str = FAILURES, attempts: str = ATTEMPTS) -> None:
        self._failures: list[RateLimitItem] = parse_many(failures)
        self._attempts: list[RateLimitItem] = parse_many(attempts)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def take(self, request: Request, what: str) -> None:
        """Count an attempt before it is made.

        Raises:
            HTTPException: 429, there were too many, or too many failed.
        """
        self.look(request, what)
        address = _address(request)
        for limit in self._attempts:
            if not self._limiter.hit(limit, what, address):
                raise self._too_many(limit, what, address)

    def look(self, request: Request, what: str) -> None:
        """Count nothing; for what may be tried as often as one likes while it is right.

        Raises:
            HTTPException: 429, too many attempts failed.
        """
        address = _address(request)
        for limit in self._failures:
            if not self._limiter.test(limit, FAILED, what, address):
                raise self._too_many(limit, FAILED, what, address)

    @contextmanager
    def counting(self, request: Request, what: str, failure: type[Exception]) -> Iterator[None]:
        """Count as failed what ends with that error, which is raised all the same."""
        try:
            yield
        except failure:
            self.failed(request, what)
            raise

    def failed(self, request: Request, what: str) -> None:
        """Count an attempt that has failed."""
        for limit in self._failures:
            self._limiter.hit(limit, FAILED, what, _address(request))

    def _too_many(self, limit: RateLimitItem, *of: str) -> HTTPException:
        seconds = max(1, ceil(self._limiter.get_window_stats(limit, *of).reset_time - time()))
        text = f"Too many attempts from your address: try again in {_time(seconds)}."
        return HTTPException(429, text, headers={"Retry-After": str(seconds)})


def _address(request: Request) -> str:
    return _network(request.client.host if request.client else "")


def _network(host: str) -> str:
    """Whom an address stands for: in IPv6 everybody has a whole network of 64 bits."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


def _time(seconds: int) -> str:
    return "a minute" if seconds <= 60 else f"{ceil(seconds / 60)} minutes"
