"""What a practice match is, and what can be wrong with asking for one, as values.

KozelError
└── PracticeError          a practice match cannot be had, or not like this
    ├── NoSuchTable        nobody plays under that token, or not any more
    ├── NoRoom             the arena has no practice table free, or a bot no seat
    ├── NotNow             a move that cannot be made now, or a record that is not there
    └── WrongPlan          what was asked for cannot be played
"""

from dataclasses import dataclass
from typing import Final

from kozel.rules import Rules
from kozel.rules.errors import KozelError
from kozel.table import TimeControl

HOUSE: Final = "house"
"""The name under which the arena's own player is asked for."""
SHORTEST_LIMIT_NS: Final = 1_000_000_000
LONGEST_LIMIT_NS: Final = 600_000_000_000
LONGEST_BANK_NS: Final = 3_600_000_000_000
LONGEST_NAME: Final = 32
"""Most characters of a person's name."""


class PracticeError(KozelError):
    """A practice match cannot be had, or not like this; the message says what to do."""


class NoSuchTable(PracticeError):
    """Nobody plays under that token, or not any more."""

    def __init__(self) -> None:
        super().__init__(
            "there is no practice table at this address any more: a table is kept for a while "
            "after its end and not over a restart of the arena, so open a new one"
        )


class NoRoom(PracticeError):
    """The arena has no practice table free, or a bot no seat."""


class NotNow(PracticeError):
    """A move that cannot be made now, or a record that is not there; nothing has changed."""


class WrongPlan(PracticeError):
    """What was asked for cannot be played; `field` names the part that is wrong."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticePlan:
    """A practice match as it was asked for.

    Raises:
        WrongPlan: a seat, a number of opponents, a time or a name that cannot be.
    """

    rules: Rules
    seat: int
    """The person's, from 0."""
    opponents: tuple[str, ...]
    """Clockwise from the person's left: ids or names of connected bots, or `house`."""
    time_control: TimeControl
    person: str = "you"
    """What the person is called at the table."""

    def __post_init__(self) -> None:
        others = self.rules.players - 1
        if not 0 <= self.seat <= others:
            raise WrongPlan("seat", f"there is no seat {self.seat}: choose one from 0 to {others}")
        if len(self.opponents) != others:
            raise WrongPlan(
                "opponents",
                f"{len(self.opponents)} other players were named: {self.rules.ruleset} with these "
                f"options has {others}, clockwise from your left",
            )
        limit_ns, bank_ns = self.time_control.move_limit_ns, self.time_control.bank_ns
        if not SHORTEST_LIMIT_NS <= limit_ns <= LONGEST_LIMIT_NS:
            raise WrongPlan("move_limit", "give 1 to 600 seconds for a decision")
        if bank_ns > LONGEST_BANK_NS:
            raise WrongPlan("bank", "give at most 3600 seconds in the bank")
        if not self.person.isprintable() or not 1 <= len(self.person.strip()) <= LONGEST_NAME:
            raise WrongPlan("person", f"write a name of 1 to {LONGEST_NAME} printable characters")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A connected bot, as somebody to play against."""

    bot_id: str
    """Of the bot, such as `b1`."""
    name: str
    """By which it can be asked for, as by its id."""
    free_seats: int
    """Seats of its capacity that it does not play at now."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something at a practice table that is no event of the game, as a sentence."""

    text: str
