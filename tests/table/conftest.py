"""Conversations with a table as values: the shell is the test, and time is a number."""

from collections.abc import Callable, Sequence

import pytest

from kozel.records import Recorder
from kozel.rules import Match, SeededChance, bind
from kozel.rules.options import OptionValue
from kozel.table import (
    Ask,
    Effect,
    FaultPolicy,
    Finish,
    Refuse,
    Table,
    TableResult,
    Tell,
    TimeControl,
)

SECOND = 1_000_000_000


class Conversation:
    """A table with everything that it has said so far."""

    def __init__(self, table: Table, match: Match) -> None:
        self.table = table
        self.match = match
        self.open: dict[int, Ask] = {}
        self.asked: list[Ask] = []
        self.told: list[Tell] = []
        self.refused: list[Refuse] = []
        self.result: TableResult | None = None

    def take(self, effects: Sequence[Effect]) -> Sequence[Effect]:
        """Write down what the table said."""
        for effect in effects:
            match effect:
                case Ask():
                    self.open[effect.seat] = effect
                    self.asked.append(effect)
                case Tell():
                    self.told.append(effect)
                case Refuse():
                    self.refused.append(effect)
                case Finish():
                    self.result = effect.result
        return effects

    @property
    def only(self) -> Ask:
        """The one open decision."""
        (ask,) = self.open.values()
        return ask

    def start(self, now: int = 0) -> Sequence[Effect]:
        return self.take(self.table.start(now))

    def send(self, now: int) -> Ask:
        """Report every open decision as sent; returns the first."""
        for ask in self.open.values():
            self.table.sent(ask.seat, ask.decision_id, now)
        return next(iter(self.open.values()))

    def answer(self, ask: Ask, index: int, now: int) -> Sequence[Effect]:
        self.open.pop(ask.seat, None)
        return self.take(self.table.answer(ask.seat, ask.decision_id, index, now))

    def decline(self, ask: Ask, now: int) -> Sequence[Effect]:
        self.open.pop(ask.seat, None)
        return self.take(self.table.decline(ask.seat, ask.decision_id, now))

    def expire(self, now: int) -> Sequence[Effect]:
        """Let time pass."""
        effects = self.table.expire(now)
        if effects:
            self.open.clear()
        return self.take(effects)

    def overrun(self, now: int, *, least: int) -> Sequence[Effect]:
        """Say that the match has taken too long."""
        effects = self.table.overrun(now, least_ns=least)
        if effects:
            self.open.clear()
        return self.take(effects)

    def back(self, seat: int, now: int) -> Sequence[Effect]:
        return self.take(self.table.back(seat, now))

    def play_on(self, now: int, *, silent: Sequence[int] = (), until: int = 100_000) -> int:
        """Answer everything at once, but for silent seats, whose time runs out. Returns the time.

        Stops at the end of the match, or after `until` decisions.
        """
        while self.open and until and self.result is None:
            until -= 1
            ask = self.send(now)
            if ask.seat in silent:
                deadline = self.table.next_deadline()
                assert deadline is not None
                now = deadline
                self.open.pop(ask.seat)
                self.take(self.table.expire(now))
            else:
                now += 1_000_000
                self.answer(ask, (now // 1_000_000) % len(ask.view.legal_codes), now)
        return now


MakeTalk = Callable[..., Conversation]


@pytest.fixture
def talk() -> MakeTalk:
    """Makes a conversation: limit 1 s, bank 2 s, three strikes, unless told otherwise."""

    def make(
        ruleset: str = "miner",
        *,
        seed: str = "table",
        limit: int = SECOND,
        bank: int = 2 * SECOND,
        strikes: int = 3,
        listeners: Sequence[int] = (),
        policy: FaultPolicy = FaultPolicy.DEFAULT_MOVE,
        entries: tuple[str, ...] = (),
        **options: OptionValue,
    ) -> Conversation:
        rules = bind(ruleset, options)
        match = Match(rules, SeededChance(seed))
        table = Table(
            match=match,
            match_id="m-1",
            time_control=TimeControl(move_limit_ns=limit, bank_ns=bank, strikes=strikes),
            recorder=Recorder(rules),
            listeners=listeners,
            policy=policy,
            entries=entries,
        )
        return Conversation(table, match)

    return make
