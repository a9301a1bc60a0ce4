"""Who may ask an arena for what: the roles of tokens, known to storage, gate and clients."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a token allows; the value is the word in the database and on the command line."""

    ORGANISER = "organiser"
    """Everything."""
    VIEWER = "viewer"
    """To look at results, but at no seed and no record of a tournament that is not over."""
    AUTHOR = "author"
    """Everything about one's own bot. Known by the bot's token; no other token has this role."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is calling, by the token of the call."""

    name: str
    """Of the token, or of an author's bot; stands in the audit log."""
    role: Role
