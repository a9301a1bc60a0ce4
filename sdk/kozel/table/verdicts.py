"""How a match can end, why a seat can be absent, and what a tournament does about faults."""

from enum import StrEnum
from typing import Final


class Verdict(StrEnum):
    """How a match ended; the value is the word in records. The first seat taken over gives it."""

    NORMAL = "normal"
    """Played to the end by those who sat down."""
    TIMEOUT = "timeout"
    """The arena took over a seat that was connected but silent."""
    ILLEGAL = "illegal"
    """The arena took over a seat whose strikes were mostly answers that cannot be played."""
    DISCONNECT = "disconnect"
    """The arena took over a seat that had gone away."""
    PROTOCOL_ERROR = "protocol_error"
    """As DISCONNECT, but its stream was ended for faults of the bot's, and it did not come back."""
    NO_SHOW = "no_show"
    """A bot was gone before it was told of the match, and stayed away; the match is replayed."""
    INFRA_ERROR = "infra_error"
    """The arena itself failed; the match is replayed."""
    ABORTED = "aborted"
    """An organiser or the end of the arena stopped the match; it is replayed."""

    @property
    def is_rated(self) -> bool:
        """Whether the match has a result; otherwise it touches no rating and is played again."""
        return self not in _UNRATED


_UNRATED: Final = frozenset({Verdict.NO_SHOW, Verdict.INFRA_ERROR, Verdict.ABORTED})


class Absence(StrEnum):
    """Why nobody is at a seat; says which verdict follows when the seat is taken over."""

    LEFT = "left"
    """The stream broke or was closed."""
    FAULTY = "faulty"
    """The arena ended the stream for faults of the bot's."""
    NEVER_CAME = "never_came"
    """The stream was gone before the bot was told that the match had started."""


class FaultPolicy(StrEnum):
    """What happens to a bot that uses up its strikes; the value is the word in files."""

    DEFAULT_MOVE = "default_move"
    """The arena plays on for it until the match ends."""
    FORFEIT = "forfeit"
    """The match ends and its side has lost."""


TAKEN_OVER: Final = {
    Absence.LEFT: Verdict.DISCONNECT,
    Absence.FAULTY: Verdict.PROTOCOL_ERROR,
    Absence.NEVER_CAME: Verdict.NO_SHOW,
}
"""By why a seat is absent: the verdict when the arena takes it over."""
