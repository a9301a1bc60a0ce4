"""Refuses requests that are larger than anything the arena's pages and programs send.

Starlette limits bodies too (`max_body_size`), but answers with three words where a sentence that
says what to do belongs.
"""

from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kozel_arena.web.same_origin import SAFE

LARGEST_BODY: Final = 65_536
"""Bytes of a request's body: forms and documents here have some hundreds."""
TOO_LARGE: Final = (
    f"The request is larger than {LARGEST_BODY // 1024} KiB: send only the fields that the form or "
    "the document has."
)


class BodyLimit:
    """Whoever reads the body of a request that is too large gets an HTTPException with 413.

    A length that is told beforehand is believed if it is too large: nothing is read then. What
    comes is counted in any case. Where no body belongs nobody keeps one, so nothing is counted.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; its body cannot be read beyond the limit."""
        if scope["type"] != "http" or scope["method"] in SAFE:
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope).get("content-length", "")
        is_too_large = told.isdigit() and (len(told) > 9 or int(told) > LARGEST_BODY)
        size = LARGEST_BODY + 1 if is_too_large else 0

        async def counted() -> Message:
            nonlocal size
            if size <= LARGEST_BODY:
                message = await receive()
                size += len(message.get("body", b""))
                if size <= LARGEST_BODY:
                    return message
            raise HTTPException(413, TOO_LARGE)

        await self._app(scope, counted, send)
