"""A form that was refused: what was wrong, with which field, and what was typed. Knows no page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from starlette.datastructures import FormData

from kozel_arena.web import fields

LONGEST_TYPED: Final = 1000
"""Characters of a field that are shown again: more than any field may have."""
SECRET: Final = frozenset({"csrf_token", "token"})
"""Fields that are never shown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """What became of the form that goes to `action`; empty where none was refused."""

    action: str = ""
    problem: str = ""
    """A sentence."""
    status: int = 200
    """Of the answer."""
    wrong: str = ""
    """Name of the field that is at fault; empty where none is alone."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """Texts by the names of their fields, without secrets."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Of the answer."""

    def at(self, action: str) -> "Refused":
        """What became of the form that goes there."""
        return self if self.action == action else NOTHING


NOTHING: Final = Refused()
"""No form was refused."""


def typed_in(form: FormData) -> dict[str, str]:
    """What may be shown again of a form."""
    return {name: fields.text(form, name)[:LONGEST_TYPED] for name in form if name not in SECRET}
