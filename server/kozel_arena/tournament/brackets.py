"""Knockout brackets as data: each meeting takes its two places from seeds or earlier meetings."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple


class Origin(Enum):
    """Where a place of a meeting comes from."""

    SEED = auto()
    WINNER = auto()
    LOSER = auto()


class Source(NamedTuple):
    """A seed (from 0, the best), or the winner or loser of an earlier meeting."""

    origin: Origin
    number: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """Meetings in an order in which every source comes before its use; the last one decides."""

    meetings: tuple[tuple[Source, Source], ...]
    has_reset: bool = False
    """The last meeting is played only if the second place of the one before has won it."""


def single_bracket(entries: int) -> Bracket:
    """Who loses is out; with less than a power of two, the best seeds have byes at first."""
    return Bracket(tuple(meeting for round in _rounds(entries) for meeting in round))


def double_bracket(entries: int) -> Bracket:
    """Who loses twice is out. Losers meet each other and those who fall down from the first
    bracket by turns; those come in the opposite order every other time, so that two who have met
    meet again late. The final is between the last of each bracket, and when the one without a
    defeat loses it, it is played again.
    """
    rounds = _rounds(entries)
    meetings = [meeting for round in rounds for meeting in round]
    starts = [sum(map(len, rounds[:at])) for at in range(len(rounds))]

    def fallen(round: int) -> list[Source]:
        indices = range(starts[round], starts[round] + len(rounds[round]))
        losers = [Source(Origin.LOSER, index) for index in indices]
        return losers[::-1] if round % 2 else losers

    def play(places: list[Source]) -> list[Source]:
        """The winners when neighbours meet."""
        first = len(meetings)
        meetings.extend(zip(places[::2], places[1::2], strict=True))
        return [Source(Origin.WINNER, index) for index in range(first, len(meetings))]

    left = fallen(0)
    for round in range(1, len(rounds)):
        left = play(left)
        left = play([source for pair in zip(left, fallen(round), strict=True) for source in pair])
    meetings.append((Source(Origin.WINNER, starts[-1]), left[0]))
    final = len(meetings) - 1
    meetings.append((Source(Origin.WINNER, final), Source(Origin.LOSER, final)))
    return Bracket(tuple(meetings), has_reset=True)


def _rounds(entries: int) -> list[list[tuple[Source, Source]]]:
    """The rounds of a bracket in which the best two seeds can meet in the last round only."""
    order = [0]
    while len(order) < entries:
        order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
    places = [Source(Origin.SEED, seed) for seed in order]
    rounds: list[list[tuple[Source, Source]]] = []
    count = 0
    while len(places) > 1:
        rounds.append(list(zip(places[::2], places[1::2], strict=True)))
        places = [Source(Origin.WINNER, count + at) for at in range(len(rounds[-1]))]
        count += len(rounds[-1])
    return rounds
