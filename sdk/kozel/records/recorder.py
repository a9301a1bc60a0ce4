"""Writes a match down while it is played: fed with actions and full events, gives a `Record`.

Knows nothing of clocks or seats' names; whoever plays the match passes them in at the end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from kozel.records.model import ActionRecord, DealRecord, Record
from kozel.rules import RULES_VERSION, Rules, SeededChance
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.cards import Suit
from kozel.rules.events import (
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    MatchEnded,
)

NO_MATTER: Final = SeededChance("any")
"""Chance where it decides nothing: every match of a ruleset begins with the same score."""


class Recorder:
    """Collects one match.

    For each action applied: `act(...)`, then `events(match.take_events())`; the events of the
    match's construction come first.
    """

    __slots__ = ("_actions", "_deals", "_first_dealer", "_open", "_outcome", "_rules", "_thrown",
                 "with_legal")  # fmt: skip

    def __init__(self, rules: Rules, *, with_legal: bool = False) -> None:
        self.with_legal = with_legal
        """Whether legal sets are kept; a caller may then skip making them."""
        self._rules = rules
        self._deals: list[DealRecord] = []
        self._thrown: list[tuple[int, ...]] = []
        self._open: DealRecord | None = None
        self._actions: list[ActionRecord] = []
        self._first_dealer: int | None = None
        self._outcome: MatchEnded | None = None

    def act(
        self,
        seat: int,
        code: int,
        *,
        legal: Iterable[int] | None = None,
        ms: float | None = None,
        by: str | None = None,
        why: str | None = None,
    ) -> None:
        """Note an action, in the order in which the rules applied it.

        Args:
            seat: who acted.
            code: the action's code.
            legal: codes of all legal actions before it; dropped unless `with_legal`.
            ms: milliseconds taken.
            by: `arena` when the arena chose.
            why: `timeout`, `illegal`, `gone` or `house`, with `by`.
        """
        kept = tuple(legal) if self.with_legal and legal is not None else None
        # As `ActionRecord(…)`, without its detour through Python.
        self._actions.append(tuple.__new__(ActionRecord, (seat, code, kept, ms, by, why)))

    def events(self, events: Iterable[Event]) -> None:
        """Note what happened: the full events, not those of one seat."""
        for event in events:
            match event:
                case DealVoided():
                    self._thrown.append(event.hands)
                case DealStarted():
                    self._start(event)
                case DealEnded():
                    self._end(event)
                case MatchEnded():
                    self._outcome = event
                case _:
                    pass

    def record(
        self,
        *,
        id: str | None = None,
        tournament: str | None = None,
        seats: tuple[str, ...] = (),
        seed: str | None = None,
        commitment: str | None = None,
        time_control: Mapping[str, float] | None = None,
        started: str | None = None,
        ended: str | None = None,
        verdict: str | None = None,
        forfeit: tuple[int, ...] = (),
        outcome: MatchEnded | None = None,
    ) -> Record:
        """The match so far.

        Unless it ended by the rules, pass a verdict without a result such as `aborted`, or the
        sides that forfeit it with the `outcome` that this gives: the rest is cut short.
        """
        deals = list(self._deals)
        if self._open is not None:
            deals.append(self._with_actions(self._open))
        outcome = self._outcome or outcome
        return Record(
            ruleset=self._rules.ruleset,
            options=dict(self._rules.given),
            deals=tuple(deals),
            score=self._score() if outcome is None else outcome.score,
            winners=() if outcome is None else outcome.winners,
            losers=() if outcome is None else outcome.losers,
            first_dealer=self._first_dealer,
            id=id,
            tournament=tournament,
            seats=seats,
            seed=seed,
            commitment=commitment,
            time_control=time_control or {},
            started=started,
            ended=ended,
            verdict=verdict,
            rules_version=RULES_VERSION,
            forfeit=forfeit,
        )

    def _start(self, event: DealStarted) -> None:
        if not self._deals:
            self._first_dealer = event.dealer
        self._open = deal_of(event, tuple(self._thrown))
        self._thrown.clear()

    def _end(self, event: DealEnded) -> None:
        if self._open is None:
            raise ValueError("a deal ended that never started: feed the recorder every event")
        self._deals.append(self._with_actions(self._open, event))
        self._open = None
        self._actions.clear()

    def _with_actions(self, deal: DealRecord, end: DealEnded | None = None) -> DealRecord:
        trump = deal.trump if deal.trump is not None else named_trump(self._actions)
        points, change, score = (end.points, end.change, end.score) if end else (None,) * 3
        return replace(
            deal,
            actions=tuple(self._actions),
            trump=trump,
            points=points,
            change=change,
            score=score,
        )

    def _score(self) -> tuple[int, ...]:
        """The score of a match that has not ended."""
        after = self._deals[-1].score if self._deals else None
        return self._rules.opening(NO_MATTER).score if after is None else after


def deal_of(event: DealStarted, thrown: tuple[tuple[int, ...], ...]) -> DealRecord:
    """The record of a deal of which nothing was played yet."""
    return DealRecord(
        hands=tuple(hand for hand in event.hands if hand),
        actions=(),
        trump=event.trump,
        owner=event.leader if event.owner is None else event.owner,
        thrown=thrown,
        drawn_trump=event.drawn_trump,
        widow=event.widow,
        stock=event.stock,
    )


def named_trump(actions: Iterable[ActionRecord]) -> Suit | None:
    """The suit that was named in a deal, if any (K3)."""
    for action in actions:
        if action.code >> KIND_SHIFT == ActionKind.NAME:
            return Suit((action.code & CARDS_MASK).bit_length() - 1)
    return None
