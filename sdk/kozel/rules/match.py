"""A match in progress: deal after deal under one ruleset, with the events and the views of seats.

The rules say what a deal is; this says what is allowed now, who must act, and who knows what.
"""

from collections.abc import Sequence
from typing import Self

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind, action_of, format_action
from kozel.rules.cards import cards_of, format_cards
from kozel.rules.chance import Chance
from kozel.rules.errors import IllegalAction
from kozel.rules.events import DealEnded, DealStarted, Event, MatchEnded, TrickTaken
from kozel.rules.game import Deal, Rules, Standing
from kozel.rules.moves import Question, thrown_in
from kozel.rules.view import MatchInfo, View

MOST_NAMED = 12
"""An error names the legal actions up to this many."""


class Match:
    """A match: mutable, deals its first deal when it is made.

    Attributes:
        rules: the bound rules.
        deal: the deal in play, unchecked and fast; see `kozel.rules.game.Deal`.
        deal_number: from 1; void deals do not count.
        outcome: how the match ended, None while it is played.
        tells_moves: whether `Acted` and `TrickTaken` events are made, which takes time; True
            until it is set. The events of whole deals and of the match are always made.
    """

    __slots__ = (
        "_chance",
        "_events",
        "_infos",
        "_legal",
        "_standing",
        "_started",
        "_void_deals",
        "deal",
        "deal_number",
        "outcome",
        "rules",
        "tells_moves",
    )
    deal: Deal
    _started: DealStarted

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules = rules
        self.deal_number = 0
        self.outcome: MatchEnded | None = None
        self.tells_moves = True
        self._chance = chance
        self._events: list[Event] = []
        self._legal: Sequence[int] | None = None
        self._standing: Standing = rules.opening(chance)
        self._infos = tuple(
            MatchInfo(rules.ruleset, rules.options, rules.players, seat)
            for seat in range(rules.players)
        )
        self._start_deal()

    @property
    def score(self) -> tuple[int, ...]:
        """Per side, after the last deal that was scored: penalties, in pot scoring chips."""
        return self._standing.score

    @property
    def standing(self) -> Standing:
        """What the match carries from deal to deal."""
        return self._standing

    @property
    def started(self) -> DealStarted:
        """How the deal in play was dealt, with everybody's cards."""
        return self._started

    @property
    def void_deals(self) -> int:
        """How many void deals came right before this deal (M2, K2)."""
        return self._void_deals

    def deciders(self) -> tuple[int, ...]:
        """The seats that must act now, in the order in which they are applied; empty when over.

        There are several only in a claim window (B9).
        """
        return () if self.outcome else self.deal.deciders()

    def question(self, seat: int) -> Question:
        """What a seat is asked; for a seat that is not asked, what the table is doing."""
        return self.deal.question(seat)

    def legal(self, seat: int) -> Sequence[int]:
        """Codes of the seat's legal actions, ascending; empty unless it is one of the deciders."""
        if self.outcome:
            return ()
        if seat != self.deal.turn:
            return self.deal.legal_for(seat)
        if self._legal is None:
            self._legal = self.deal.legal_for(seat)
        return self._legal

    def default(self, seat: int) -> int:
        """The code that is chosen for a decider that does not answer (C0.8)."""
        return self.rules.default(self.deal, seat, self.deal_number, self._chance)

    def apply(self, seat: int, code: int) -> None:
        """Let the first of the deciders act.

        Raises:
            IllegalAction: the seat is not the first of the deciders, or the action is not among
                its legal ones; nothing was changed (C0.7).
        """
        deal = self.deal
        if self.outcome or seat != deal.turn or code not in (self._legal or self.legal(seat)):
            raise self._refusal(seat, code)
        self._legal = None
        if self.tells_moves:
            self._apply_and_tell(deal, seat, code)
        else:
            deal.apply(code)
        if deal.is_over:
            self._settle()

    def _apply_and_tell(self, deal: Deal, seat: int, code: int) -> None:
        tricks, trick_start = len(deal.trick_winners), deal.trick_start
        deal.apply(code)
        self._events += deal.acted_events(seat, code)
        if len(deal.trick_winners) > tricks:
            thrown = thrown_in(deal.history[trick_start:]) if deal.has_throws else ()
            self._events.append(TrickTaken(deal.trick_winners[-1], thrown))

    def view(self, seat: int, *, limit_ns: int = 0, bank_ns: int = 0) -> View:
        """What a seat knows now (C0.9).

        Args:
            seat: the seat.
            limit_ns: nanoseconds for this decision, as the referee tells.
            bank_ns: nanoseconds in the seat's bank, as the referee tells.
        """
        deal, started, standing = self.deal, self._started, self._standing
        history, trick_start = deal.history_for(seat)
        # As `View(…)`, without its detour through Python.
        return tuple.__new__(
            View,
            (
                self._infos[seat],
                deal.question(seat),
                self.deal_number,
                deal.hands[seat],
                tuple(map(int.bit_count, deal.hands)),
                tuple(self.legal(seat)),
                history,
                trick_start,
                tuple(deal.trick_winners),
                standing.score,
                deal.public_points(),
                deal.leader,
                standing.active,
                deal.trump,
                started.owner,
                started.dealer,
                started.marker,
                standing.pairing,
                started.turn_up,
                deal.stock_size,
                started.pot,
                deal.widow_for(seat),
                self._void_deals,
                limit_ns,
                bank_ns,
            ),
        )

    def take_events(self) -> list[Event]:
        """The full events since the last call, in order; `events.seen_by` says who may see what."""
        events, self._events = self._events, []
        return events

    def copy(self) -> Self:
        """An independent match in the same state, with the same chance."""
        other = object.__new__(type(self))
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.deal = self.deal.copy()
        other._events = self._events.copy()
        return other

    def _start_deal(self) -> None:
        self.deal_number += 1
        dealt = self.rules.start_deal(self._standing, self.deal_number, self._chance)
        self.deal, self._started, self._standing = dealt.deal, dealt.started, dealt.standing
        self._void_deals = len(dealt.voided)
        self._events += (*dealt.voided, dealt.started)

    def _settle(self) -> None:
        deal = self.deal
        settled = self.rules.settle(self._standing, deal, self.deal_number)
        self._standing = settled.standing
        self._events.append(
            DealEnded(
                self.deal_number,
                settled.points,
                settled.change,
                settled.standing.score,
                thrown_in(deal.history) if deal.has_throws else (),
            )
        )
        self.outcome = settled.ended
        if settled.ended:
            self._events.append(settled.ended)
        else:
            self._start_deal()

    def _refusal(self, seat: int, code: int) -> IllegalAction:
        return IllegalAction(_describe(code), seat, self._why_not(seat, code))

    def _why_not(self, seat: int, code: int) -> str:
        deciders = self.deciders()
        if not deciders:
            return "the match is over"
        if seat != deciders[0]:
            return f"it is seat {deciders[0]}'s turn to act"
        question = self.deal.question(seat)
        missing = code & CARDS_MASK & ~self.deal.hands[seat]
        if code >> KIND_SHIFT != ActionKind.NAME and missing:
            return f"it does not hold {format_cards(cards_of(missing))}"
        return f"asked to {question.name.lower().replace('_', ' ')} it may {self._choices()}"

    def _choices(self) -> str:
        legal = self.deal.legal()
        if len(legal) > MOST_NAMED:
            return f"take one of {len(legal)} other actions"
        return ", ".join(format_action(action_of(code)) for code in legal)


def _describe(code: int) -> str:
    """The action in words, or the bare code where it is no action's."""
    kind, payload = code >> KIND_SHIFT, code & (1 << KIND_SHIFT) - 1
    is_known = 0 <= kind <= max(ActionKind) and payload <= CARDS_MASK
    if not is_known or (kind == ActionKind.NAME and payload not in (1, 2, 4, 8)):
        return f"do what action code {code} says"
    return format_action(action_of(code))
