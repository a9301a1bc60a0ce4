"""Who was taken over in a match, and what follows from it: verdict, stand-in, forfeit, rating.

Knows who sits where only as names that are equal or not.
"""

from kozel.records.forfeits import outcome_of_forfeit
from kozel.rules import Match, MatchEnded, Rules
from kozel.table.house import house_code
from kozel.table.seats import Seat
from kozel.table.verdicts import FaultPolicy, Verdict


class Charges:
    """The charges of one match."""

    __slots__ = ("_entries", "_is_forfeit", "_rules", "has_house", "seats", "verdict")

    def __init__(self, rules: Rules, policy: FaultPolicy, entries: tuple[str, ...]) -> None:
        self._rules = rules
        self._is_forfeit = policy is FaultPolicy.FORFEIT
        self._entries = entries
        self.has_house = len(set(entries)) > 2
        """Whether others than one opponent would suffer from default moves: the house plays."""
        self.verdict = Verdict.NORMAL
        self.seats: list[int] = []
        """Seats that were taken over, in that order."""

    def charge(self, seat: int, verdict: Verdict) -> None:
        """The arena takes a seat over; the first one says how the match ended."""
        self.seats.append(seat)
        if self.verdict is Verdict.NORMAL or verdict is Verdict.NO_SHOW:
            self.verdict = verdict

    @property
    def ends_match(self) -> bool:
        """Whether the match cannot or need not go on after what was charged."""
        return self.verdict is Verdict.NO_SHOW or (self._is_forfeit and bool(self.seats))

    @property
    def forfeited(self) -> tuple[int, ...]:
        """Sides that have lost because the match ended with their seat's last strike."""
        if not self._is_forfeit or not self.verdict.is_rated:
            return ()
        return tuple(sorted({self._rules.side_of(seat) for seat in self.seats}))

    def ending(self, match: Match) -> MatchEnded:
        """How the match ends now that it is cut short: who is still in and did not forfeit wins."""
        lost = self.forfeited
        if not lost:
            return MatchEnded(match.score, (), ())
        return outcome_of_forfeit(lost, self._rules, match.standing)

    def stand_in(self, match: Match, seat: Seat) -> tuple[int, str]:
        """What is played for a seat that was taken over, and why, as records say it."""
        if self.has_house:
            return house_code(match.view(seat.number)), "house"
        return match.default(seat.number), seat.why

    @property
    def replaced(self) -> tuple[int, ...]:
        """Seats for which the house played, or could have: they have lost, whatever the score."""
        return tuple(sorted(self.seats)) if self.has_house and self.verdict.is_rated else ()

    @property
    def is_rated(self) -> tuple[bool, ...]:
        """By seat: whether the result says something about who sat there.

        It does not for a seat whose partner, another bot, was taken over.
        """
        rules, charged = self._rules, set(self.seats)
        rated = []
        for seat in range(rules.players):
            partners = set(rules.seats_of(rules.side_of(seat))) - {seat}
            is_let_down = self.has_house and seat not in charged and partners & charged
            rated.append(self.verdict.is_rated and not is_let_down)
        return tuple(rated)
