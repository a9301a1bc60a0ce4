"""HEAD for the JSON API: the routes of FastAPI know GET alone, those of Starlette both."""

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """Lets HEAD be answered as GET; the server sends nothing of the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            # A copy: by its own the server knows that no body is wanted.
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
