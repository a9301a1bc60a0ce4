"""The gauntlet: each challenger meets all the others; nobody else meets."""

from collections.abc import Iterable, Sequence
from math import gcd

from kozel_arena.tournament.cycles import Cycles
from kozel_arena.tournament.designs import Pairs
from kozel_arena.tournament.seating import Seating
from kozel_arena.tournament.values import DealMode, InvalidTournament


class Singles:
    """The others come one after the other: games of two sides."""

    __slots__ = ("count", "tables")

    def __init__(self, others: int) -> None:
        self.count = others
        """How many companies a challenger meets."""
        self.tables = others
        """So many companies in a row have nobody in common."""

    def company(self, number: int) -> tuple[int, ...]:
        """Those of the others who meet a challenger."""
        return (number,)

    def numbers_of(self, company: Sequence[int]) -> Iterable[int]:
        """The companies of exactly those, in any order."""
        return company


class Couples:
    """The others come in all pairs, in the rounds of a circle: games of three sides."""

    __slots__ = ("_pairs", "count", "tables")

    def __init__(self, others: int) -> None:
        self._pairs = Pairs(others)
        self.count = self._pairs.meetings
        self.tables = others // 2

    def company(self, number: int) -> tuple[int, ...]:
        """The two opponents."""
        return self._pairs.meeting(number)

    def numbers_of(self, company: Sequence[int]) -> Iterable[int]:
        """The one company of the two."""
        return self._pairs.meetings_of(company)


class Rotation:
    """A partner and two opponents from the others: four seats, each for itself.

    The challenger sits with the others in a circle of partnerships (see `Partners`) of which it
    meets all others, so each of the others is its partner equally often and its opponent equally
    often.
    """

    __slots__ = ("_is_fixed", "_others", "_turns", "count", "tables")

    def __init__(self, others: int) -> None:
        self._others = others
        self._is_fixed = others % 2 == 1
        self._turns = others if self._is_fixed else others + 1
        self.count = others * ((others - 1) // 2)
        self.tables = 1

    def company(self, number: int) -> tuple[int, ...]:
        """An opponent, the partner, an opponent."""
        at, partner = divmod(number, self._others)
        turn, own = self._turn(partner)
        distance = at + 1 if at + 1 < own else at + 2
        one, two = (turn + distance) % self._turns, (turn - distance) % self._turns
        return self._other(one), partner, self._other(two)

    def numbers_of(self, company: Sequence[int]) -> Iterable[int]:
        """The companies of the three: with whom of them as partner they occur."""
        for partner in company:
            turn, own = self._turn(partner)
            one, two = (self._place(other) for other in company if other != partner)
            if (one + two - 2 * turn) % self._turns == 0:
                distance = (one - turn) % self._turns
                distance = min(distance, self._turns - distance)
                yield (distance - (2 if distance > own else 1)) * self._others + partner

    def _turn(self, partner: int) -> tuple[int, int]:
        """At which turn the challenger has that partner, and how far they sit from its axis."""
        if self._is_fixed:
            return partner, self._turns
        half = self._place(partner) * (self._turns + 1) // 2 % self._turns
        return half, min(half, self._turns - half)

    def _place(self, other: int) -> int:
        """Place in the circle; of an even number of others, place 0 is the challenger's."""
        return other if self._is_fixed else other + 1

    def _other(self, place: int) -> int:
        return place if self._is_fixed else place - 1


class Challenges:
    """A design: each challenger meets each company of the others once.

    Companies come in their order again and again, and challengers too; where both would come
    together again too early, challengers skip one. So at any moment no challenger is more than
    two matches ahead of another.
    """

    __slots__ = (
        "_challengers",
        "_companies",
        "_lap_rounds",
        "_laps",
        "_others",
        "meetings",
        "rounds",
    )

    def __init__(
        self,
        challengers: Sequence[int],
        others: Sequence[int],
        companies: Singles | Couples | Rotation,
    ) -> None:
        self._challengers = tuple(challengers)
        self._others = tuple(others)
        self._companies = companies
        self.meetings = len(challengers) * companies.count
        self._laps = len(challengers) // gcd(len(challengers), companies.count)
        tables = min(len(challengers), companies.tables)
        self._lap_rounds = companies.count // companies.tables * -(-companies.tables // tables)
        self.rounds = self._lap_rounds * len(challengers) if tables > 1 else 0

    def meeting(self, number: int) -> tuple[int, ...]:
        """The challenger and its company, who comes first by turns."""
        lap, at = divmod(number, self._companies.count)
        place = (number + lap // self._laps) % len(self._challengers)
        company = [self._others[other] for other in self._companies.company(at)]
        met = (self._challengers[place], *company)
        return met if (place + at) % 2 else (*met[1:], met[0])

    def meetings_of(self, met: Sequence[int]) -> Iterable[int]:
        """The meetings of those; none unless exactly one is a challenger."""
        challengers = [place for place in met if place in self._challengers]
        if len(challengers) == 1:
            place = self._challengers.index(challengers[0])
            company = [self._others.index(other) for other in met if other != challengers[0]]
            for at in self._companies.numbers_of(company):
                yield self._lap_of(place, at) * self._companies.count + at

    def round_of(self, number: int) -> int:
        """Rounds of the companies, in parts of as many tables as there are challengers."""
        tables = self._companies.tables
        round, at = divmod(number, tables)
        parts = -(-tables // min(len(self._challengers), tables))
        return round * parts + at // min(len(self._challengers), tables)

    def _lap_of(self, place: int, at: int) -> int:
        """The lap in which that challenger meets company `at`."""
        step = len(self._challengers) // self._laps
        skip, rest = (place - at) % step, (place - at) % len(self._challengers)
        inverse = pow(self._companies.count // step, -1, self._laps) if self._laps > 1 else 0
        return skip * self._laps + (rest - skip) // step * inverse % self._laps


class Gauntlet(Cycles):
    """Challengers against all the others; immutable.

    Args:
        entries: entry ids in their drawn order, challengers among them.
        challengers: ids of entries; at least one, and enough others to sit with one.
        matches_per_pairing: a positive multiple of the number of seat orders.
        players: seats of the game.
        sides: sides of the game, 2 or 3.
        individual: every seat is an entry of its own; the challenger's partner is one of the
            others, each equally often.
        deals: which matches play the same deals.

    Raises:
        InvalidTournament: any of that is not so.
    """

    __slots__ = ()

    def __init__(
        self,
        entries: tuple[str, ...],
        *,
        challengers: tuple[str, ...],
        matches_per_pairing: int,
        players: int,
        sides: int,
        individual: bool = False,
        deals: DealMode = DealMode.INDEPENDENT,
    ) -> None:
        seating = Seating(players=players, sides=sides, individual=individual)
        seating.check(entries, matches_per_pairing)
        others = _others(entries, challengers, seating.entries - 1)
        companies: Singles | Couples | Rotation
        if individual:
            companies = Rotation(len(others))
        else:
            companies = Singles(len(others)) if sides == 2 else Couples(len(others))
        design = Challenges([entries.index(id) for id in challengers], others, companies)
        super().__init__(
            entries,
            design=design,
            seating=seating,
            matches_per_pairing=matches_per_pairing,
            deals=deals,
        )


def _others(entries: tuple[str, ...], challengers: tuple[str, ...], needed: int) -> list[int]:
    if not challengers:
        raise InvalidTournament("challengers", "a gauntlet needs at least one: name challengers")
    if len(set(challengers)) != len(challengers):
        raise InvalidTournament("challengers", "a challenger is named twice: name each once")
    for id in challengers:
        if id not in entries:
            advice = f"the challenger {id} is not entered: name it among the bots too"
            raise InvalidTournament("challengers", advice)
    others = [place for place, id in enumerate(entries) if id not in challengers]
    if len(others) < needed:
        advice = (
            f"{len(others)} bots are not challengers and a challenger meets {needed} at a time: "
            "name fewer challengers or enter more bots"
        )
        raise InvalidTournament("challengers", advice)
    return others
