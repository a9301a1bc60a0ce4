"""What the arena's messages mean to the bot's end, as values; knows no message type."""

from dataclasses import dataclass
from typing import NamedTuple

from kozel.rules.events import Event
from kozel.rules.view import View
from kozel.wire.values import (
    AnswerRefusal,
    Draining,
    Ending,
    Goodbye,
    Refusal,
    Seating,
    Welcome,
)


class Asked(NamedTuple):
    """A decision to think about. One is made for each, hence a NamedTuple."""

    seating: Seating
    decision_id: int
    view: View


@dataclass(frozen=True, slots=True)
class Told:
    """Something happened at a table."""

    seating: Seating
    event: Event


@dataclass(frozen=True, slots=True)
class Ended:
    """A match is over."""

    seating: Seating
    ending: Ending


@dataclass(frozen=True, slots=True)
class Lost:
    """A match went on or ended without this bot while there was no stream."""

    seating: Seating


Happening = (
    Welcome | Refusal | Seating | Asked | Told | Ended | Lost | AnswerRefusal | Draining | Goodbye
)
"""What a message means to the bot's end, in the order in which it is to be dealt with."""
