"""Designs: who sits down together in one cycle of a schedule that is known from the start.

A design counts its meetings from 0 and speaks of entries as places 0 … n-1. All are closed
formulas with an inverse, so a schedule of any size needs no memory.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from kozel_arena.tournament.meetings import count_meetings, meeting, meeting_of


class Design(Protocol):
    """One cycle of meetings."""

    @property
    def meetings(self) -> int:
        """How many meetings a cycle has, at least 1."""

    @property
    def rounds(self) -> int:
        """How many rounds a cycle has in which nobody sits twice; 0 when it is not made of such."""

    def meeting(self, number: int) -> tuple[int, ...]:
        """The places that meet, in the order in which seat order 0 seats them."""

    def meetings_of(self, met: Sequence[int]) -> Iterable[int]:
        """Every meeting of exactly those places, in any order."""

    def round_of(self, number: int) -> int:
        """The round of a meeting, when the cycle has rounds of more than one table."""


class Pairs:
    """Everybody meets everybody once: the circle method."""

    __slots__ = ("_entries", "_tables", "meetings", "rounds")

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._tables = entries // 2
        self.meetings = count_meetings(entries, 2)
        self.rounds = self.meetings // self._tables if self._tables > 1 else 0

    def meeting(self, number: int) -> tuple[int, ...]:
        """The two that meet."""
        return meeting(number, self._entries, 2)

    def meetings_of(self, met: Sequence[int]) -> tuple[int, ...]:
        """The one meeting of the two."""
        return (meeting_of(met, self._entries),)

    def round_of(self, number: int) -> int:
        """The round of the circle."""
        return number // self._tables


class Triples:
    """Every three meet once. Triangles turned around a circle make no rounds."""

    __slots__ = ("_entries", "meetings", "rounds")

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self.meetings = count_meetings(entries, 3)
        self.rounds = 0

    def meeting(self, number: int) -> tuple[int, ...]:
        """The three that meet."""
        return meeting(number, self._entries, 3)

    def meetings_of(self, met: Sequence[int]) -> tuple[int, ...]:
        """The one meeting of the three."""
        return (meeting_of(met, self._entries),)

    def round_of(self, number: int) -> int:
        """Every meeting is a round of its own."""
        return number


class Partners:
    """Four sit down, each for itself: partners rotate. A circle of partnerships in a circle.

    A turn of the outer circle makes everybody into partnerships, and the partnerships of that
    turn meet each other in an inner circle. The inner circle is the slow one: in each `turns`
    rounds everybody partners everybody once. At the end of the cycle each two have been partners
    equally often, and opponents equally often (twice as often, as there are two opponents).

    With an odd number of entries the outer circle leaves one out; with an odd number of
    partnerships the inner circle leaves one out. So that the same are not left out again and
    again, the outer turns come in steps of `_step` and the inner ones are shifted along; found by
    trying all steps up to 78 entries: nobody has ever sat down 6 times oftener than another.
    """

    __slots__ = (
        "_entries",
        "_inner",
        "_inverse",
        "_pairs",
        "_shift",
        "_step",
        "_tables",
        "_turns",
        "meetings",
        "rounds",
    )

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._turns = entries - 1 if entries % 2 == 0 else entries
        self._pairs = entries // 2
        self._tables = self._pairs // 2
        self._inner = self._pairs if self._pairs % 2 else self._pairs - 1
        needs_shift = entries % 2 == 0 and self._pairs % 2
        self._shift = self._pairs - 1 if needs_shift else 0
        self._step = self._pairs - 1 if needs_shift else 1
        self._inverse = pow(self._step, -1, self._turns)
        rounds = self._turns * self._inner
        self.meetings = rounds * self._tables
        self.rounds = rounds if self._tables > 1 else 0

    def meeting(self, number: int) -> tuple[int, ...]:
        """The four that meet; the first and third are partners."""
        round, table = divmod(number, self._tables)
        slow, at = divmod(round, self._turns)
        inner = (slow + self._shift * at) % self._inner
        turn = self._step * at % self._turns
        one, two = meeting(inner * self._tables + table, self._pairs, 2)
        (a, c), (b, d) = self._partners(turn, one), self._partners(turn, two)
        return a, b, c, d

    def meetings_of(self, met: Sequence[int]) -> Iterable[int]:
        """The meetings of the four: with how many of the three partnerings they occur."""
        a, b, c, d = met
        for first, second in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
            turn, one = self._turn_of(*first)
            other, two = self._turn_of(*second)
            if turn == other:
                inner, table = divmod(meeting_of((one, two), self._pairs), self._tables)
                at = turn * self._inverse % self._turns
                slow = (inner - self._shift * at) % self._inner
                yield (slow * self._turns + at) * self._tables + table

    def round_of(self, number: int) -> int:
        """A round of the inner circle at one turn of the outer one."""
        return number // self._tables

    def _partners(self, turn: int, pair: int) -> tuple[int, int]:
        distance = pair + self._entries % 2
        if distance == 0:
            return turn, self._turns
        return (turn + distance) % self._turns, (turn - distance) % self._turns

    def _turn_of(self, one: int, other: int) -> tuple[int, int]:
        """At which turn of the outer circle two are partners, and which pair of it they are."""
        low, high = sorted((one, other))
        if self._entries % 2 == 0 and high == self._turns:
            return low, 0
        turn = (low + high) * ((self._turns + 1) // 2) % self._turns
        distance = (low - turn) % self._turns
        return turn, min(distance, self._turns - distance) - self._entries % 2
