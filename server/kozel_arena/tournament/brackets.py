"""Knockout brackets as data: each meeting takes its places from seeds or from earlier meetings."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
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


class Stage(StrEnum):
    """The part of a knockout that a meeting belongs to; the value is the word in documents."""

    MAIN = "main"
    """Nobody in it has lost."""
    SECOND = "second"
    """Double knockout: everybody in it has lost once."""
    FINAL = "final"
    REPLAY = "replay"
    """Double knockout: the final once more, after the one who had not lost has lost it."""


class Round(NamedTuple):
    """Meetings that could be played at the same time."""

    stage: Stage
    number: int
    """From 1 in its stage."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Meetings in an order in which every source comes before its use; the last one decides."""

    meetings: tuple[tuple[Source, ...], ...]
    rounds: tuple[Round, ...]
    """The round of each meeting; meetings of a round stand side by side."""

    @property
    def has_replay(self) -> bool:
        """Whether the last meeting is played only if the second place of the final wins it."""
        return self.rounds[-1].stage is Stage.REPLAY


class _Builder:
    """Meetings as they are added, round by round."""

    def __init__(self) -> None:
        self.meetings: list[tuple[Source, ...]] = []
        self.rounds: list[Round] = []

    def play(self, round: Round, tables: list[tuple[Source, ...]]) -> list[Source]:
        """Add a round; the places of its winners."""
        first = len(self.meetings)
        self.meetings += tables
        self.rounds += [round] * len(tables)
        return [Source(Origin.WINNER, index) for index in range(first, len(self.meetings))]

    def main(self, entries: int) -> list[list[Source]]:
        """The rounds of a bracket in which the best two seeds can meet in the last round only;
        the winners of each.
        """
        order = [0]
        while len(order) < entries:
            order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
        places = [Source(Origin.SEED, seed) for seed in order]
        winners: list[list[Source]] = []
        while len(places) > 1:
            places = self.play(Round(Stage.MAIN, len(winners) + 1), _neighbours(places))
            winners.append(places)
        return winners

    def done(self, *, ends_in_final: bool) -> Bracket:
        """All of it; the last meeting of the main rounds may be the final."""
        if ends_in_final:
            self.rounds[-1] = Round(Stage.FINAL, 1)
        return Bracket(tuple(self.meetings), tuple(self.rounds))


def single_bracket(entries: int) -> Bracket:
    """Who loses is out; with less than a power of two, the best seeds have byes at first."""
    builder = _Builder()
    builder.main(entries)
    return builder.done(ends_in_final=True)


def double_bracket(entries: int) -> Bracket:
    """Who loses twice is out. Losers meet each other and those who fall down from the first
    bracket by turns; those come in the opposite order every other time, so that two who have met
    meet again late. The final is between the last of each bracket, and when the one without a
    defeat loses it, it is played again.
    """
    builder = _Builder()
    main = builder.main(entries)

    def fallen(round: int) -> list[Source]:
        losers = [Source(Origin.LOSER, winner.number) for winner in main[round]]
        return losers[::-1] if round % 2 else losers

    left, played = fallen(0), 0
    for round in range(1, len(main)):
        left = builder.play(Round(Stage.SECOND, played + 1), _neighbours(left))
        met = [source for pair in zip(left, fallen(round), strict=True) for source in pair]
        left = builder.play(Round(Stage.SECOND, played + 2), _neighbours(met))
        played += 2
    [winner] = builder.play(Round(Stage.FINAL, 1), [(main[-1][0], left[0])])
    again = (winner, Source(Origin.LOSER, winner.number))
    builder.play(Round(Stage.REPLAY, 1), [again])
    return builder.done(ends_in_final=False)


def bracket_of_threes(entries: int) -> Bracket:
    """One of three goes on. With more than a power of three, the last seeds play for the places
    that are left at first, and the best have byes; the best three can meet in the final only.

    Args:
        entries: an odd number from 3, as every table takes two out and one is left.
    """
    builder = _Builder()
    places = [Source(Origin.SEED, seed) for seed in range(entries)]
    full = 3
    while full * 3 <= entries:
        full *= 3
    if tables := (entries - full) // 2:
        byes, last = places[: -3 * tables], places[-3 * tables :]
        places = byes + builder.play(Round(Stage.MAIN, 1), _threes(last))
    number = 1 if tables else 0
    while len(places) > 1:
        number += 1
        places = builder.play(Round(Stage.MAIN, number), _threes(places))
    return builder.done(ends_in_final=True)


def _neighbours(places: list[Source]) -> list[tuple[Source, ...]]:
    return list(zip(places[::2], places[1::2], strict=True))


def _threes(places: list[Source]) -> list[tuple[Source, ...]]:
    """Tables of three: the upper third in order, against the middle one from below, and so on."""
    tables = len(places) // 3
    middle = places[tables : 2 * tables]
    return list(zip(places[:tables], middle[::-1], places[2 * tables :], strict=True))
