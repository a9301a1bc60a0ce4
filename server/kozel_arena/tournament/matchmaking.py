"""What a ladder remembers of its meetings, and whom it lets meet next.

It must not know how matches are numbered: meetings are named by a counter that only grows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import log10

from kozel_arena.tournament.values import Outcome


class Matchmaking:
    """Meetings and results so far, by entry id; mutable. The order of results does not matter.

    Args:
        sides: sides of the game; the average entry wins one match in so many.
    """

    __slots__ = (
        "_games",
        "_last",
        "_meetings",
        "_met",
        "_played",
        "_points",
        "_sides",
        "_strength",
    )

    def __init__(self, sides: int) -> None:
        self._sides = sides
        self._meetings: Counter[str] = Counter()
        self._met: Counter[frozenset[str]] = Counter()
        self._last: defaultdict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
        self._games: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._played: Counter[str] = Counter()
        self._points: Counter[str] = Counter()
        """In sixths, so that sums are the same in any order."""
        self._strength: dict[str, float] = {}

    def meet(self, turn: int, entries: Sequence[str]) -> None:
        """Those entries meet; `turn` is the meeting's number."""
        company = frozenset(entries)
        for id in entries:
            self._meetings[id] += 1
            self._last[id] = sorted([*self._last[id], (turn, company)])[-2:]
        self._met.update(_couples(entries))

    def part(self, turn: int, entries: Sequence[str]) -> None:
        """A meeting of which nothing was played is called off."""
        for id in entries:
            self._meetings[id] -= 1
            self._last[id] = [last for last in self._last[id] if last[0] != turn]
        self._met.subtract(_couples(entries))

    def count(self, outcome: Outcome) -> None:
        """A match has a result."""
        for seat, id in enumerate(outcome.seats):
            if outcome.seats.index(id) == seat:
                self._played[id] += 1
                self._points[id] += round(outcome.match_points[seat] * 6)
                against = {
                    other
                    for at, other in enumerate(outcome.seats)
                    if (at - seat) % self._sides and other != id
                }
                self._games[id].update(dict.fromkeys(against, 1))
        self._strength.clear()

    def strength(self, id: str) -> float:
        """An estimate in Elo of how strong an entry is: its score against its opponents' scores.

        Rough, and the same whatever the order of results; 0 for one that has not played.
        """
        known = self._strength.get(id)
        if known is None:
            games = self._games[id]
            of_opponents = sum(self._score_elo(other) * count for other, count in games.items())
            known = self._score_elo(id) + of_opponents / max(1, games.total())
            known = self._strength[id] = float(round(known))
        return known

    def choose(
        self, usable: Sequence[str], *, present: Sequence[str], size: int, turn: int, may_wait: bool
    ) -> tuple[str, ...] | None:
        """Who meets next: the one with the fewest meetings, longest without, and its best company.

        Company is good when it is about as strong (that counts little while one of the two has
        played little), has waited long, has had few meetings and has not met the other oftener
        than others have. The
        same company does not meet twice in a row while others are present, unless it is that or
        nothing at all.

        Args:
            usable: entries with free seats, in the order of the draw.
            present: entries that are there, also those that are busy.
            size: entries in a meeting.
            turn: number of the meeting to come.
            may_wait: whether something is running, so that there will be another choice.
        """
        by_need = sorted(usable, key=lambda id: (self._meetings[id], self._turn(id)))
        for first in by_need if len(usable) >= size else ():
            company = [first]
            rest = [id for id in usable if id != first]
            while len(company) < size:
                mate = self._mate(company, rest, present=present, size=size, turn=turn)
                if mate is None:
                    break
                company.append(mate)
                rest.remove(mate)
            if len(company) == size:
                return self._by_seats(company)
        if may_wait or len(usable) < size:
            return None
        return self._by_seats(by_need[:size])

    def _mate(
        self,
        company: list[str],
        rest: list[str],
        *,
        present: Sequence[str],
        size: int,
        turn: int,
    ) -> str | None:
        """The best of the rest for the company so far; None when only a repetition is left."""
        is_last = len(company) == size - 1
        is_free = len(present) <= size
        fits = [id for id in rest if is_free or not is_last or not self._repeats([*company, id])]
        return min(fits, key=lambda id: self._cost(company, id, len(present), turn), default=None)

    def _cost(self, company: list[str], id: str, present: int, turn: int) -> float:
        cost = -min((turn - self._turn(id)) / present, 4.0) / 2
        cost += (self._meetings[id] - self._meetings[company[0]]) / 2
        for other in company:
            fewest = min(self._meetings[id], self._meetings[other])
            scale = 100 + 400 / (1 + fewest)
            share = self._met[frozenset((id, other))] * (present - 1)
            excess = share / max(1, self._meetings[other]) - 1
            cost += abs(self.strength(id) - self.strength(other)) / scale + max(0.0, excess)
        return cost

    def _repeats(self, company: list[str]) -> bool:
        last = frozenset(company)
        return all(self._last[id] and self._last[id][-1][1] == last for id in company)

    def _turn(self, id: str) -> int:
        return self._last[id][-1][0] if self._last[id] else -1

    def _by_seats(self, company: Sequence[str]) -> tuple[str, ...]:
        """Four who play for themselves: the strongest with the weakest."""
        if len(company) < 4:
            return tuple(company)
        a, b, c, d = sorted(company, key=lambda id: -self.strength(id))
        return a, b, d, c

    def _score_elo(self, id: str) -> float:
        score = (self._points[id] / 6 + 2 / self._sides) / (self._played[id] + 2)
        return 400 * (log10(score / (1 - score)) + log10(self._sides - 1))


def _couples(entries: Sequence[str]) -> Iterable[frozenset[str]]:
    return [
        frozenset((one, other)) for at, one in enumerate(entries) for other in entries[at + 1 :]
    ]
