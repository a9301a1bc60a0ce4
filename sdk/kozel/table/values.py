"""What goes into a table and what comes out of it, as frozen values.

KozelError
└── InvalidTimeControl    a limit, bank or number of strikes that no match can be played with
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kozel.records import Record
from kozel.rules.errors import KozelError
from kozel.rules.events import Event
from kozel.rules.view import View
from kozel.table.verdicts import Verdict


class AnswerProblem(StrEnum):
    """Why an answer was refused."""

    OUT_OF_RANGE = "out_of_range"
    """The index is not in the list of legal actions; the decision is still open."""
    ALREADY_ANSWERED = "already_answered"
    """The decision has been answered already."""
    LATE = "late"
    """The time was over; the arena has chosen."""
    UNKNOWN_DECISION = "unknown_decision"
    """That seat was never asked this."""


class InvalidTimeControl(KozelError):
    """A time control that no match can be played with; `field` names what is wrong."""

    def __init__(self, field: str, value: int, advice: str) -> None:
        super().__init__(f"time control: {field} is {value}: {advice}")
        self.field = field
        self.value = value


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """The clock of a match, the same for every seat.

    Raises:
        InvalidTimeControl: a limit below 1, a bank below 0, fewer strikes than 1.
    """

    move_limit_ns: int
    """Nanoseconds for each decision before the bank is touched, at least 1."""
    bank_ns: int = 0
    """Extra nanoseconds that a seat has for the whole match."""
    strikes: int = 3
    """Strikes in a row after which the arena takes the seat over: decisions that it declined, or
    did not answer in time."""

    def __post_init__(self) -> None:
        for field, value, least in (
            ("move_limit_ns", self.move_limit_ns, 1),
            ("bank_ns", self.bank_ns, 0),
            ("strikes", self.strikes, 1),
        ):
            if value < least:
                raise InvalidTimeControl(field, value, f"give at least {least}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLabels:
    """What the record of a match says beside the game: whose match it was and where from."""

    tournament: str | None = None
    seats: tuple[str, ...] = ()
    """Names of the bots by seat."""
    seed: str | None = None
    commitment: str | None = None
    started: str | None = None
    """RFC 3339; the end is not known to a table and is put in by its shell."""


class Ask(NamedTuple):
    """A seat must act. Its clock starts when the shell reports `Table.sent`, not before.

    A NamedTuple like its view, because one is made for every decision.
    """

    seat: int
    decision_id: int
    """Counts per seat from 1; the same again when a decision is re-sent after `Table.back`."""
    view: View


@dataclass(frozen=True, slots=True)
class Tell:
    """Something happened, as this seat may know it. Holds no times of anybody.

    It comes right before the seat's next `Ask`, or before `Finish`: the moment at which something
    happened is not for the others to know. The end of the match is no Tell: `Finish` says it.
    """

    seat: int
    deal: int
    """Number of the deal in the match, from 1."""
    event: Event


@dataclass(frozen=True, slots=True)
class Refuse:
    """An answer was not accepted; nothing changed because of it."""

    seat: int
    decision_id: int
    reason: AnswerProblem
    text: str
    """The sentence to show to the bot's author."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """How a match ended. Tuples are by seat, but `score`, `winners` and `losers` are by side."""

    match_id: str
    verdict: Verdict
    charged_seats: tuple[int, ...]
    """Seats that the arena had to take over; empty when it or an organiser stopped the match."""
    score: tuple[int, ...]
    winners: tuple[int, ...]
    """Sides that won by the rules or by forfeit; empty when the verdict is not rated."""
    losers: tuple[int, ...]
    is_rated: tuple[bool, ...]
    """Whether the result says something about who sat there: not about the partner, another bot,
    of a seat that was taken over, and about nobody when the verdict is not rated."""
    replaced_seats: tuple[int, ...]
    """Charged seats for which the house played on: they have lost, whatever their side did."""
    record: Record
    """Times are in it unless the table was told to leave them out; ends where the match did."""
    silences: tuple[int, ...]
    """How many decisions each seat was asked and did not answer in time."""
    think_ns: tuple[tuple[int, ...], ...]
    """Nanoseconds from sent to answered for each decision that a seat answered in time."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The match is over; always the last effect of a table."""

    result: TableResult


Effect = Ask | Tell | Refuse | Finish
