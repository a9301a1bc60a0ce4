"""Pages with forms: each carries the token that our forms must send back, and what was said."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kozel_arena.web.errors import told
from kozel_arena.web.painter import Painter
from kozel_arena.web.sessions import csrf_token, overheard


class Forms:
    """Paints pages with forms.

    Args:
        painter: paints pages.
        is_private: whether the arena's pages are for this machine alone.
    """

    def __init__(self, painter: Painter, *, is_private: bool) -> None:
        self._painter = painter
        self._is_private = is_private

    def page(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> Response:
        """A page with forms; its values have `csrf`, `said` and `is_open` beside the given ones."""
        return self._painter.page(
            request,
            template,
            status=status,
            csrf=csrf_token(request),
            said=overheard(request),
            # Whoever listens on the way can read tokens.
            is_open=request.url.scheme == "http" and not self._is_private,
            **values,
        )


def sentence(error: Exception) -> str:
    """What is said of an error, as a sentence of its own."""
    text = told(error)
    return text[:1].upper() + text[1:] + "."
