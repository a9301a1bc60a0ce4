"""Registration by authors, invitations and logins, as frozen values."""

from dataclasses import dataclass
from datetime import datetime

from kozel_arena.roles import Caller
from kozel_arena.storage.values import Bot


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """That authors may register bots for a tournament, or could."""

    tournament_id: str
    """Id of the tournament, such as `t1`."""
    tournament: str
    """Its name."""
    ruleset: str
    """The game, such as `miner`."""
    most_bots: int
    """Entries that the tournament takes at most, those of the organiser too; 1 to 1000."""
    entries: int
    """Entries that it has now."""
    opened: datetime
    """When it was opened first, in UTC."""
    closes: datetime | None
    """From when on nobody can register; None: until an organiser says so."""
    why_closed: str | None
    """Why nobody can register now, in words; None while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A code with which authors register bots, without the code itself."""

    number: int
    """By which an organiser revokes it; no other code of the arena has it."""
    tournament_id: str
    """Id of the tournament that its bots enter, such as `t1`."""
    label: str
    """Whom it is for, in the organiser's words."""
    uses: int
    """How many bots can be registered with it, 1 to 1000."""
    used: int
    """How many were."""
    created: datetime
    """When it was made, in UTC."""
    expires: datetime | None
    """From when on it is worthless, in UTC; None: never."""
    revoked: datetime | None
    """When an organiser took it back, in UTC; None: not."""


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
