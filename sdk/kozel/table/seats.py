"""What a table keeps about each seat: its open decision, its clock, and its strikes."""

from collections.abc import Sequence

from kozel.table.clocks import Clock
from kozel.table.values import AnswerProblem, TimeControl
from kozel.table.verdicts import TAKEN_OVER, Absence, Verdict


class Seat:
    """One seat of a table. At most one of its decisions is open at a time."""

    __slots__ = (
        "_absence",
        "_expired",
        "_illegal_in_a_row",
        "_in_a_row",
        "_is_last_illegal",
        "_strikes",
        "_wrong_id",
        "clock",
        "decision_id",
        "is_away",
        "is_connected",
        "is_open",
        "is_taken_over",
        "legal",
        "number",
        "silences",
        "think_ns",
    )

    def __init__(self, number: int, time_control: TimeControl) -> None:
        self.number = number
        self.clock = Clock(time_control)
        self.legal: Sequence[int] = ()
        """Codes of the legal actions of this seat's last decision, asked or forced."""
        self.is_open = False
        """Whether its last decision waits for an answer."""
        self.decision_id = 0
        """Id of the last decision that this seat was asked, 0 before the first."""
        self.is_connected = True
        self.is_away = False
        """Silent at its last decision, and not back since (C0.8)."""
        self.is_taken_over = False
        """The arena plays on for it until the match ends."""
        self.silences = 0
        self.think_ns: list[int] = []
        self._absence = Absence.LEFT
        self._strikes = time_control.strikes
        self._in_a_row = 0
        self._illegal_in_a_row = 0
        self._is_last_illegal = False
        self._wrong_id = 0
        self._expired: set[int] = set()

    @property
    def has_last_chance(self) -> bool:
        """Whether one more strike lets the arena take over."""
        return not self.is_taken_over and self._in_a_row + 1 >= self._strikes

    @property
    def why(self) -> str:
        """Why the arena chooses for the seat, as records say it."""
        if not self.is_connected:
            return "gone"
        return "illegal" if self._is_last_illegal else "timeout"

    @property
    def verdict(self) -> Verdict:
        """How a match ends in which this seat is taken over now."""
        if not self.is_connected or self._absence is Absence.NEVER_CAME:
            return TAKEN_OVER[self._absence]
        is_mostly_illegal = 2 * self._illegal_in_a_row > self._in_a_row
        return Verdict.ILLEGAL if is_mostly_illegal else Verdict.TIMEOUT

    def ask(self, now_ns: int) -> int:
        """Open a decision and return its id; a gone seat's clock starts at once."""
        self.is_open = True
        self.decision_id += 1
        if not self.is_connected:
            self.clock.start(now_ns)
        return self.decision_id

    def answered(self, now_ns: int) -> int:
        """Close the open decision with an answer in time; returns the nanoseconds it took."""
        spent = self.clock.stop(now_ns)
        self.think_ns.append(spent)
        self.is_open = False
        self.is_away = False
        self._in_a_row = 0
        return spent

    def answered_wrongly(self) -> None:
        """The open decision was answered with what is no choice; it stays open."""
        self._wrong_id = self.decision_id

    def declined(self, now_ns: int) -> int:
        """Close the open decision without a choice, in time; returns the nanoseconds it took."""
        spent = self.clock.stop(now_ns)
        self.think_ns.append(spent)
        self.is_open = False
        self.is_away = False
        self._strike(is_illegal=True)
        return spent

    def fell_silent(self, now_ns: int) -> int:
        """Close the open decision without an answer; returns the nanoseconds it took."""
        self.is_open = False
        self._expired.add(self.decision_id)
        self.silences += 1
        self.is_away = True
        self._strike(is_illegal=self._wrong_id == self.decision_id)
        return self.clock.stop(now_ns)

    def withdraw(self, now_ns: int) -> None:
        """Close the open decision, if there is one, because the match was stopped."""
        if self.is_open:
            self.is_open = False
            self._expired.add(self.decision_id)
            self.clock.stop(now_ns)

    def leave(self, absence: Absence) -> None:
        """Nobody is there any more."""
        self.is_connected = False
        self._absence = absence

    def arrive(self) -> None:
        """Somebody was told of the match: from now on nobody can say that it never came."""
        if self._absence is Absence.NEVER_CAME:
            self._absence = Absence.LEFT

    def problem_with(self, decision_id: int) -> AnswerProblem:
        """What is wrong with an answer to a decision that is not open."""
        if not 1 <= decision_id <= self.decision_id:
            return AnswerProblem.UNKNOWN_DECISION
        if decision_id in self._expired:
            return AnswerProblem.LATE
        return AnswerProblem.ALREADY_ANSWERED

    def _strike(self, *, is_illegal: bool) -> None:
        if self._in_a_row == 0:
            self._illegal_in_a_row = 0
        self._in_a_row += 1
        self._illegal_in_a_row += is_illegal
        self._is_last_illegal = is_illegal
        self.is_taken_over = self.is_taken_over or self._in_a_row >= self._strikes
