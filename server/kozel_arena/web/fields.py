"""The fields of a form as values; what cannot be meant is one sentence."""

from datetime import datetime
from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request

from kozel.rules.errors import KozelError, shortened
from kozel_arena.config import parse_moment

LONGEST_REASON: Final = 500
"""Characters of a reason in the audit log."""


class UnusableField(KozelError):
    """A field of a form, by its name, cannot be meant."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


async def form_of(request: Request) -> FormData:
    """The form that a browser has sent; `csrf_protect` has read it before, in its limits."""
    return await request.form()


def text(form: FormData, name: str) -> str:
    """A field's text without space at its ends; empty if it is not there."""
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def number(form: FormData, name: str, what: str) -> int:
    """A field that is a whole number.

    Raises:
        UnusableField: it is none.
    """
    written = text(form, name)
    if not written.isascii() or not written.isdigit() or len(written) > 9:
        raise UnusableField(name, f"{what} cannot be {shortened(written)}: write a whole number")
    return int(written)


def moment(form: FormData, name: str, what: str) -> datetime | None:
    """A field that is a time in UTC, as browsers send it; None if it is empty.

    Raises:
        UnusableField: it is no time.
    """
    written = text(form, name)
    if not written:
        return None
    try:
        return parse_moment(written)
    except ValueError as error:
        raise UnusableField(name, f"{what} cannot be {shortened(written)}: {error}") from None


def reason(form: FormData, name: str) -> str:
    """Why something is done, for the audit log.

    Raises:
        UnusableField: it is empty, too long, or not printable.
    """
    written = text(form, name)
    if not 0 < len(written) <= LONGEST_REASON or not written.isprintable():
        raise UnusableField(
            name, f"the reason cannot be used: give 1 to {LONGEST_REASON} printable characters"
        )
    return written
