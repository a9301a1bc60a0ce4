"""Registration by authors, invitations and logins, as frozen values."""

from dataclasses import dataclass
from datetime import datetime

from kozel_arena.roles import Caller
from kozel_arena.storage.values import Bot


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """That authors may register bots for a tournament, or could."""

    tournament_id: str
    tournament: str
    """Its name."""
    ruleset: str
    most_bots: int
    entries: int
    opened: datetime
    closes: datetime | None
    """From when on nobody can register; None: until an organiser says so."""
    why_closed: str | None
    """None while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A code with which authors register bots, without the code itself."""

    number: int
    tournament_id: str
    label: str
    """Whom it is for, in the organiser's words."""
    uses: int
    used: int
    created: datetime
    expires: datetime | None
    revoked: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who looks at a page, by what the browser has shown before."""

    caller: Caller | None = None
    """As an organiser or viewer."""
    bots: tuple[Bot, ...] = ()
    """As the author of these."""

    @property
    def is_known(self) -> bool:
        """Whether it is anybody."""
        return self.caller is not None or bool(self.bots)
