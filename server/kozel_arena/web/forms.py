"""Pages with forms: each carries the token that our forms must send back, and what was said.

A form that is refused comes back on its page, with what was wrong and what was typed.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kozel.rules.errors import KozelError
from kozel_arena.web import fields
from kozel_arena.web.errors import UNAVAILABLE, field_of, status_of, told
from kozel_arena.web.painter import Painter
from kozel_arena.web.refused import NOTHING, Refused, typed_in
from kozel_arena.web.sessions import csrf_token, overheard

TOO_MANY: Final = 429


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
        self, request: Request, template: str, *, refused: Refused = NOTHING, **values: Any
    ) -> Response:
        """A page with forms; its values have `csrf`, `said` and `is_open` beside the given ones."""
        page = self._painter.page(
            request,
            template,
            status=refused.status,
            refused=refused,
            csrf=csrf_token(request),
            said=overheard(request),
            # Whoever listens on the way can read tokens.
            is_open=request.url.scheme == "http" and not self._is_private,
            **values,
        )
        page.headers.update(refused.headers)
        return page

    async def answer(
        self,
        request: Request,
        done: Callable[[FormData], Awaitable[Response]],
        again: Callable[[Request, Refused], Awaitable[Response]],
    ) -> Response:
        """Do what a form asks for.

        Args:
            request: brings the form.
            done: does it; the visitor may do it, as far as the page goes.
            again: paints the page of the form, when it was refused.

        Raises:
            StorageError: the database cannot be used, so its page cannot be painted either.
        """
        form = await fields.form_of(request)
        refused = Refused(action=request.url.path, typed=typed_in(form))
        try:
            return await done(form)
        except KozelError as error:
            if status_of(error) == UNAVAILABLE:
                raise
            problem, status, wrong = sentence(error), status_of(error), field_of(error)
            refused = replace(refused, problem=problem, status=status, wrong=wrong)
        except HTTPException as error:
            if error.status_code != TOO_MANY:
                raise
            headers = error.headers or {}
            refused = replace(refused, problem=error.detail, status=TOO_MANY, headers=headers)
        return await again(request, refused)


def sentence(error: Exception) -> str:
    """What is said of an error, as a sentence of its own."""
    text = told(error)
    return text[:1].upper() + text[1:] + "."
