"""What both ends of a stream say to each other, as values; knows no message type and no socket.

Decisions are `View`s and need none of these; they are for everything around them.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from kozel.rules.events import MatchEnded
from kozel.rules.view import MatchInfo
from kozel.table import AnswerProblem, FaultPolicy, TimeControl, Verdict

PROTOCOL: Final = 1
"""The one protocol version that this software speaks, as a bot and as an arena."""


class RefusalReason(IntEnum):
    """Why a stream is refused or closed; numbers as on the wire."""

    HELLO_EXPECTED = 1
    PROTOCOL = 2
    TOKEN = 3
    NAME = 4
    DRAINING = 5
    FULL = 6
    PROTOCOL_ERROR = 7
    HELLO_INVALID = 8
    TOO_MANY_FAULTS = 9
    INTERNAL = 10

    def __str__(self) -> str:
        return self.name.lower()


class Behind(IntEnum):
    """Which side has to change for a refusal to go away."""

    NEITHER = 0
    BOT = 1
    ARENA = 2

    def __str__(self) -> str:
        return self.name.lower()


class GoodbyeReason(IntEnum):
    """Why a stream ends in peace."""

    DRAINED = 1
    LEFT = 2
    REPLACED = 3
    TOO_SLOW = 4

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """Who dials: the first message of a bot."""

    token: str
    bot_name: str = ""
    bot_version: str = ""
    sdk: str = ""
    capacity: int = 1
    """Seats that the bot plays at once."""
    events: bool = False
    protocol_min: int = PROTOCOL
    protocol_max: int = PROTOCOL


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """The stream is open, and these are its limits."""

    arena_version: str
    rules_version: int
    bot_id: str
    bot_name: str
    resumed: bool
    max_seats: int
    max_request_bytes: int
    max_answers: int
    max_decisions: int
    heartbeat_interval_ns: int
    silence_limit_ns: int
    protocol: int = PROTOCOL
    max_log_bytes: int = 0
    """Most bytes of the bot's log in a request; 0: the arena keeps none."""
    log_interval_ns: int = 0
    """The log is sent at most so often."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The stream is closed; `text` is the sentence for the author, `retry` whether to try again."""

    reason: RefusalReason
    text: str
    behind: Behind = Behind.NEITHER
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """A bot's seat at a table: MatchStarted on the wire."""

    table_id: int
    match_id: str
    match: MatchInfo
    time_control: TimeControl
    tournament_id: str = ""
    commitment: str = ""
    """Hex SHA-256 of "seed:match_id"."""
    policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE
    """What happens to a seat that uses up its strikes."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match for one seat: MatchEnded on the wire."""

    table_id: int
    verdict: Verdict
    ended: MatchEnded
    charged_seats: tuple[int, ...] = ()
    seed: str = ""
    """Empty when the match is played again, or other tables still play the same deals."""


class Answer(NamedTuple):
    """The answer to a decision: an index into its legal actions, or None to decline.

    One is made for every decision at both ends, and a NamedTuple costs a third of a dataclass.
    """

    table_id: int
    decision_id: int
    index: int | None  # type: ignore[assignment]  # hides tuple.index, which nobody needs here


@dataclass(frozen=True, slots=True)
class AnswerRefusal:
    """An answer that was not accepted; nothing changed."""

    table_id: int
    decision_id: int
    problem: AnswerProblem
    text: str


@dataclass(frozen=True, slots=True)
class Draining:
    """No new matches; what runs may go on for `grace_ns`."""

    grace_ns: int


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The stream ends in peace; the last message."""

    reason: GoodbyeReason
    text: str
