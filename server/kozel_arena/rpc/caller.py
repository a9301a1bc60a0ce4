"""Who is calling: the gate says it, and the admin service asks it while it answers that call.

KozelError
└── NotForViewers    an organiser's token is needed for this
"""

from contextvars import ContextVar

from kozel.rules.errors import KozelError
from kozel_arena.roles import Caller, Role

_caller: ContextVar[Caller] = ContextVar("caller")


class NotForViewers(KozelError):
    """A viewer asked for what only organisers may do or see."""

    def __init__(self, caller: Caller, what: str) -> None:
        super().__init__(
            f"the token {caller.name!r} is a viewer's and cannot {what}: use an organiser's token"
        )
        self.caller = caller


def call_comes_from(caller: Caller) -> None:
    """The call that this task answers is that caller's."""
    _caller.set(caller)


def current_caller() -> Caller:
    """Whose call this task answers.

    Raises:
        LookupError: no call came through the gate; a fault of the program.
    """
    return _caller.get()


def is_organiser() -> bool:
    """Whether the call that this task answers is an organiser's."""
    return current_caller().role is Role.ORGANISER
