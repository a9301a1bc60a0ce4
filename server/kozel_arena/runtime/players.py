"""Bots as the arena knows them while it runs: their stream, their seats, their numbers."""

from typing import Final, NamedTuple, Protocol

from kozel.rules.events import Event
from kozel.rules.view import View
from kozel.table import AnswerProblem
from kozel.wire.values import AnswerRefusal, Ending, Goodbye, GoodbyeReason, Refusal, Seating
from kozel_arena.runtime.outbox import Clocked
from kozel_arena.runtime.private_logs import BotLog

FAULTS: Final = frozenset(
    {
        AnswerProblem.OUT_OF_RANGE,
        AnswerProblem.ALREADY_ANSWERED,
        AnswerProblem.UNKNOWN_DECISION,
    }
)
"""Problems that a bot with correct code does not have; being late may happen to anybody."""

_LEFT: Final = Goodbye(GoodbyeReason.LEFT, "the matches of this bot are over, as it asked")
_OVER: Final = "the match is over; nothing is waiting for this answer"
_FOREIGN: Final = "no table of this bot has that number; copy both ids from the decision"


class Host(Protocol):
    """What a bot's side wants of a table that is being played."""

    def answer(
        self, seat: int, decision_id: int, index: int | None, now_ns: int
    ) -> AnswerProblem | None:
        """A bot answered, or declined with None; returns what was wrong with it, if anything."""

    def seated(self, seat: int) -> None:
        """The bot at a seat has been told of the match."""

    def left(self, seat: int, *, is_faulty: bool = False) -> None:
        """The bot at a seat is gone; whether it was sent away for its faults."""

    def back(self, seat: int) -> None:
        """The bot at a seat is there again."""


class Line(Protocol):
    """What a player is reached by: a bot's stream, or a place in this process. Never waits."""

    @property
    def wants_events(self) -> bool:
        """Whether it takes events."""

    @property
    def is_closing(self) -> bool:
        """Whether nothing can be put in any more."""

    def start(self, seating: Seating) -> None:
        """A match starts."""

    def ask(self, host: Clocked, seat: int, table_id: int, decision_id: int, view: View) -> None:
        """The player must decide; `host.sent` is called when it has been told."""

    def tell(self, table_id: int, seat: int, deal: int, event: Event) -> None:
        """Something happened, as the player may know it."""

    def refuse(self, refusal: AnswerRefusal) -> None:
        """An answer was not accepted."""

    def hold(self, table_id: int) -> None:
        """A match has been played: nothing more is told of it before its end is."""

    def end(self, ending: Ending) -> None:
        """A match is over."""

    def finish(self, farewell: Goodbye | Refusal, *, drops_rest: bool = True) -> None:
        """Nothing follows this; what still waits is dropped, or told first."""


class SeatTaken(NamedTuple):
    """A bot's seat at a table that is being played."""

    host: Host
    seat: int
    seating: Seating


class Player:
    """One registered bot, or a guest at a practice table, which may be a person.

    It outlives its streams, so that a new one resumes its matches.
    """

    __slots__ = (
        "bot_id",
        "capacity",
        "connection",
        "first_table_id",
        "is_leaving",
        "last_table_id",
        "log",
        "name",
        "practice_seats",
        "seats",
        "untold",
    )

    def __init__(
        self, bot_id: str, name: str, *, log: BotLog | None = None, first_table_id: int = 1
    ) -> None:
        self.bot_id = bot_id
        self.name = name
        self.log = BotLog() if log is None else log
        """For its author."""
        self.connection: Line | None = None
        self.capacity = 0
        """Seats that the bot plays at once."""
        self.is_leaving = False
        """The bot wants no new matches."""
        self.seats: dict[int, SeatTaken] = {}
        """Seats in play by table id."""
        self.practice_seats = 0
        """How many of them are at practice tables."""
        self.untold: dict[int, SeatTaken] = {}
        """Seats of matches that are over, which the bot is told when the result is safe."""
        self.first_table_id = first_table_id
        """Where its table ids begin; not where they did before the arena was started again."""
        self.last_table_id = first_table_id - 1
        """Table ids count per bot: a global number would tell what others do."""

    @property
    def wants_events(self) -> bool:
        """Whether the bot asked for events."""
        return self.connection is not None and self.connection.wants_events

    @property
    def free_seats(self) -> int:
        """Seats that the bot could take now."""
        if self.connection is None or self.connection.is_closing or self.is_leaving:
            return 0
        return max(0, self.capacity - len(self.seats) - len(self.untold))

    @property
    def has_seats(self) -> bool:
        """Whether the bot plays, as far as it knows."""
        return bool(self.seats or self.untold)

    @property
    def rated_room(self) -> int:
        """Seats that rated matches could take now: those at practice tables give way to them."""
        if self.connection is None or self.connection.is_closing or self.is_leaving:
            return 0
        return max(0, self.capacity - len(self.seats) - len(self.untold) + self.practice_seats)

    def match_id(self, table_id: int) -> str:
        """Id of the match that it plays at a table; empty if it plays none there."""
        taken = self.seats.get(table_id)
        return "" if taken is None else taken.seating.match_id

    def next_table_id(self) -> int:
        """A number for one more seat."""
        self.last_table_id += 1
        return self.last_table_id

    def seated(self, table_id: int) -> None:
        """The start of the match at a table was written to the bot."""
        taken = self.seats.get(table_id)
        if taken is not None:
            taken.host.seated(taken.seat)

    def hold_end(self, table_id: int) -> None:
        """A match has been played; the seat is taken until the bot is told of the end."""
        taken = self.seats.pop(table_id, None)
        if taken is not None:
            self.untold[table_id] = taken
        if self.connection is not None:
            self.connection.hold(table_id)

    def tell_end(self, ending: Ending) -> None:
        """Tell the bot of the end of a match, and free its seat."""
        self.seats.pop(ending.table_id, None)
        self.untold.pop(ending.table_id, None)
        if self.connection is not None:
            self.connection.end(ending)
        self.dismiss_when_done()

    def dismiss_when_done(self) -> None:
        """Say goodbye to a bot that wants to leave once it plays nothing."""
        if self.is_leaving and not self.has_seats and self.connection is not None:
            self.connection.finish(_LEFT, drops_rest=False)

    def answer(
        self, table_id: int, decision_id: int, index: int | None, now_ns: int
    ) -> AnswerProblem | None:
        """The bot answered, or declined with None; returns what was wrong with it, if anything."""
        taken = self.seats.get(table_id)
        if taken is not None:
            host, seat, _ = taken
            return host.answer(seat, decision_id, index, now_ns)
        was_here = self.first_table_id <= table_id <= self.last_table_id
        problem = AnswerProblem.LATE if was_here else AnswerProblem.UNKNOWN_DECISION
        if self.connection is not None:
            text = _OVER if was_here else _FOREIGN
            self.connection.refuse(AnswerRefusal(table_id, decision_id, problem, text))
        return problem
