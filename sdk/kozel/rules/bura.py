"""The hot state of a deal in the Bura family (shokha, pot): claims, leads, beats, throws, draws.

Knows no scoring; what it knows of every seat is kept apart from what each may see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.beating import (
    HAND_SIZE,
    BeatTables,
    Singles,
    beats_of,
    is_moscow,
    leads_of,
)
from kozel.rules.cards import Suit, points_of
from kozel.rules.events import Acted
from kozel.rules.follow import choices_of
from kozel.rules.game import Deal
from kozel.rules.moves import Question, card_count, pack_move

BEAT: Final = ActionKind.BEAT << KIND_SHIFT
THROW: Final = ActionKind.THROW << KIND_SHIFT
CLAIM: Final = ActionKind.CLAIM << KIND_SHIFT
PASS: Final = ActionKind.PASS << KIND_SHIFT
EVERYBODY: Final = 15
BEATS: Final = Singles(BEAT)
THROWS: Final = Singles(THROW)
PLACES: Final = tuple(
    [tuple([pack_move(seat, 0, count) for count in range(HAND_SIZE + 1)]) for seat in range(4)]
)
"""By seat and number of cards: what to add to a code to make it a packed move."""


@dataclass(frozen=True, slots=True)
class BuraStyle:
    """How the table plays: the options that bear on a trick."""

    has_special_leads: bool
    """Option `combos` (B10)."""
    special_leads_win: bool
    """Option `combo_auto_win` (B10)."""
    winner_sees_throws: bool
    """Option `reveal_discards: winner`."""


class BuraDeal(Deal):
    """A deal of the Bura family in play.

    Attributes:
        style: the options that bear on a trick.
        tables: who beats whom under this trump.
        order: the seats still in, clockwise.
        orders: the same by the seat it begins with.
        stock: masks of single cards in drawing order; the turn-up is the last.
        drawn: how many of them are drawn.
        waiting: seats that have still to answer in the claim window, in turn order (B9).
        answers: (seat, code) of the window that is open or was the last.
        audience: by move of the history, the mask of the seats that know all of it.
        outside: by move of the history, what the other seats know: it without its cards, or 0.
        best: mask of the cards that win the trick on the table.
        winner: the seat that played them, or took the last trick.
        count: number of cards that were led.
        left: seats that have still to respond; 0 before a lead.
        pile: mask of all cards of the trick on the table.
        is_won: whether the lead cannot be beaten (B10).
    """

    __slots__ = (
        "answers",
        "audience",
        "best",
        "count",
        "drawn",
        "is_won",
        "left",
        "order",
        "orders",
        "outside",
        "pile",
        "stock",
        "style",
        "tables",
        "waiting",
        "winner",
    )
    style: BuraStyle
    tables: BeatTables
    order: tuple[int, ...]
    orders: Mapping[int, tuple[int, ...]]
    stock: tuple[int, ...]
    drawn: int
    waiting: tuple[int, ...]
    answers: list[tuple[int, int]]
    audience: list[int]
    outside: list[int]
    best: int
    count: int
    winner: int
    left: int
    pile: int
    is_won: bool
    has_throws = True

    def __init__(
        self,
        *,
        hands: Sequence[int],
        team: tuple[int, ...],
        order: tuple[int, ...],
        stock: tuple[int, ...],
        trump: Suit,
        tables: BeatTables,
        style: BuraStyle,
    ) -> None:
        self.hands = list(hands)
        self.team = team
        self.order = order
        self.orders = _orders(order)
        self.stock = stock
        self.trump = trump
        self.tables = tables
        self.style = style
        self.taken = [0] * (max(team) + 1)
        self.history = []
        self.audience = []
        self.outside = []
        self.trick_winners = []
        self.is_over = False
        self.drawn = self.best = self.count = self.left = self.pile = 0
        self.is_won = False
        self._open_trick(order[0])

    # What may be done.

    def legal(self) -> Sequence[int]:
        hand = self.hands[self.turn]
        if self.left:
            return self._responses(hand)
        return (CLAIM | hand, PASS) if self.waiting else leads_of(hand)

    def legal_for(self, seat: int) -> Sequence[int]:
        if seat == self.turn:
            return self.legal()
        return (CLAIM | self.hands[seat], PASS) if seat in self.waiting else ()

    def _responses(self, hand: int) -> Sequence[int]:
        """B6: beats, then throws, of exactly as many cards as were led."""
        best = self.best
        if self.count == 1:
            able = hand & self.tables.beaters[best.bit_length() - 1]
            return BEATS[able] + THROWS[hand] if able else THROWS[hand]
        throws = choices_of(hand, self.count, kind=THROW)
        if self.is_won:
            return throws
        return beats_of(hand, best, self.tables.beaters, kind=BEAT) + throws

    def deciders(self) -> tuple[int, ...]:
        if self.is_over:
            return ()
        return self.waiting or (self.turn,)

    def question(self, seat: int) -> Question:
        if self.left:
            return Question.FOLLOW
        return Question.CLAIM if seat in self.waiting else Question.LEAD

    # What happens.

    def apply(self, code: int) -> None:
        if self.left:
            self._respond(code, code & CARDS_MASK)
        elif self.waiting:
            self._answer(code)
        else:
            self._log(self.turn, code, EVERYBODY)
            self._lead(self.turn, code, is_special=self._is_four(code))

    def _is_four(self, cards: int) -> bool:
        """Whether a plain lead is a molodka, as four of one suit are (B10)."""
        return self.style.has_special_leads and cards.bit_count() == HAND_SIZE

    def _answer(self, code: int) -> None:
        """B9: collect claims and passes; the last answer closes the window."""
        self.answers.append((self.turn, code))
        self.waiting = self.waiting[1:]
        if self.waiting:
            self.turn = self.waiting[0]
            return
        claimant = self.claimant
        for seat, answer in self.answers:
            if seat != claimant:
                self._log(seat, answer, 1 << seat)
        self.trick_start = len(self.history)
        self.turn = self.leader
        if claimant is not None:
            cards = self.hands[claimant]
            self._log(claimant, CLAIM | cards, EVERYBODY)
            self._lead(claimant, cards, is_special=True)

    @property
    def claimant(self) -> int | None:
        """Who leads after the closed window: Moscow before molodka, then turn order (B9)."""
        claims = [(seat, code & CARDS_MASK) for seat, code in self.answers if code != PASS]
        shokha = self.tables.shokha
        claims.sort(key=lambda claim: not is_moscow(claim[1], shokha))
        return claims[0][0] if claims and not self.waiting else None

    def _lead(self, seat: int, cards: int, *, is_special: bool) -> None:
        self.hands[seat] ^= cards
        self.best = self.pile = cards
        self.count = cards.bit_count()
        self.leader = self.winner = seat
        self.is_won = is_special and self.style.special_leads_win
        self.left = len(self.order) - 1
        self.turn = self.orders[seat][1]

    def _respond(self, code: int, cards: int) -> None:
        seat = self.turn
        self.hands[seat] ^= cards
        self.pile |= cards
        move = code + PLACES[seat][self.count]
        self.history.append(move)
        if code >= THROW:
            self.audience.append(1 << seat)
            self.outside.append(move ^ cards)
        else:
            self.best = cards
            self.winner = seat
            self.audience.append(EVERYBODY)
            self.outside.append(move)
        self.left -= 1
        if self.left:
            self.turn = self.orders[seat][1]
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """B8, B11."""
        winner = self.winner
        self.taken[self.team[winner]] += points_of(self.pile)
        self.trick_winners.append(winner)
        if self.style.winner_sees_throws:
            for index in range(self.trick_start, len(self.history)):
                self.audience[index] |= 1 << winner
        self._draw(winner)
        if any(self.hands):
            self._open_trick(winner)
        else:
            self.trick_start = len(self.history)
            self.turn = self.leader = winner
            self.is_over = True

    def _draw(self, winner: int) -> None:
        """B11: one card at a time clockwise from the winner."""
        stock, hands, drawn = self.stock, self.hands, self.drawn
        order, last = self.orders[winner], len(stock)
        while drawn < last and hands[winner].bit_count() < HAND_SIZE:
            for seat in order[: last - drawn]:
                hands[seat] |= stock[drawn]
                drawn += 1
        self.drawn = drawn

    def _open_trick(self, leader: int) -> None:
        """B4, and the claim window before the lead (B9)."""
        self.turn = self.leader = self.winner = leader
        self.trick_start = len(self.history)
        self.best = self.pile = 0
        self.answers = []
        self.waiting = ()
        if self.style.has_special_leads:
            hands, specials = self.hands, self.tables.specials
            self.waiting = tuple([seat for seat in self.orders[leader] if hands[seat] in specials])
            self.turn = self.waiting[0] if self.waiting else leader

    # Who knows what.

    def _log(self, seat: int, code: int, audience: int) -> None:
        move = pack_move(seat, code, card_count(code))
        self.history.append(move)
        self.audience.append(audience)
        self.outside.append(move if audience == EVERYBODY else 0)

    def history_for(self, seat: int) -> tuple[tuple[int, ...], int]:
        """Others' passes and failed claims are left out, others' throws have no cards."""
        bit = 1 << seat
        visible = [
            seen
            for move, audience, outside in zip(
                self.history, self.audience, self.outside, strict=True
            )
            if (seen := move if audience & bit else outside)
        ]
        # Of the trick on the table everybody knows every move, if not every card.
        on_table = len(self.history) - self.trick_start
        return tuple(visible), len(visible) - on_table

    def acted_events(self, seat: int, code: int) -> tuple[Acted, ...]:
        """A window is told of when it has closed: who claimed in vain stays private (B9)."""
        if code < CLAIM:
            return super().acted_events(seat, code)
        if self.waiting:
            return ()
        answers = self.answers
        claimant = self.claimant
        events = [
            Acted(at, answer, card_count(answer), is_private=at != claimant)
            for at, answer in answers
        ]
        return tuple(sorted(events, key=lambda event: not event.is_private))

    def public_points(self) -> tuple[int, ...]:
        """Running points stay hidden in these games."""
        return ()

    @property
    def stock_size(self) -> int:
        return len(self.stock) - self.drawn

    def copy(self) -> Self:
        other = object.__new__(type(self))
        for name in (*Deal.__slots__, *BuraDeal.__slots__):
            setattr(other, name, getattr(self, name))
        other.hands = self.hands.copy()
        other.history = self.history.copy()
        other.taken = self.taken.copy()
        other.trick_winners = self.trick_winners.copy()
        other.answers = self.answers.copy()
        other.audience = self.audience.copy()
        other.outside = self.outside.copy()
        return other


@cache
def _orders(order: tuple[int, ...]) -> Mapping[int, tuple[int, ...]]:
    """The seats still in, clockwise from each of them."""
    return {seat: order[place:] + order[:place] for place, seat in enumerate(order)}
