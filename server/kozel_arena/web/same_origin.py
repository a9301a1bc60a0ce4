"""Refuses requests that another site makes with a reader's browser (CSRF)."""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
REFUSAL: Final = "This request came from another site's page: open the arena's own page instead."


class SameOrigin:
    """Lets a request that changes something pass only from the arena's own pages, or no page.

    Browsers say where a request comes from: by `Sec-Fetch-Site`, older ones by `Origin`. Programs
    say neither, and carry nothing of a reader's that could be misused.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if (
            scope["type"] == "http"
            and scope["method"] not in SAFE
            and is_foreign(Headers(scope=scope))
        ):
            await PlainTextResponse(REFUSAL, status_code=403)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site made the request."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
