"""What the Bura family shares: options, dealing from a stock, strengths, reading a trick.

A ruleset says how a deal is scored and who deals next.
"""

from collections.abc import Mapping, Sequence

from kozel.rules.actions import KIND_SHIFT, ActionKind
from kozel.rules.beating import HAND_SIZE, BeatTables, make_beat_tables
from kozel.rules.bura import PASS, THROW, BuraDeal, BuraStyle
from kozel.rules.cards import CARDS, Card, Suit, cards_of
from kozel.rules.chance import Chance
from kozel.rules.events import DealStarted
from kozel.rules.game import Deal, Dealt, Rules, Standing
from kozel.rules.moves import Question, kind_of, seat_of
from kozel.rules.options import Option, OptionValue, choice, number, switch


class BuraRules(Rules):
    """A game of the Bura family; the tables of every trump suit are made when it is bound."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, OptionValue],
        given: Mapping[str, OptionValue],
    ) -> None:
        super().__init__(ruleset, options, given)
        suits: tuple[Suit | None, ...] = (None, *Suit)
        self.tables: Mapping[Suit | None, BeatTables] = {
            suit: make_beat_tables(suit, has_shokha=self.is_on("shokha")) for suit in suits
        }
        self.style = BuraStyle(
            has_special_leads=self.is_on("combos"),
            special_leads_win=self.is_on("combo_auto_win"),
            winner_sees_throws=self.reveal_discards == "winner",
        )

    def make_deck(self) -> tuple[Card, ...]:
        return CARDS

    def opening(self, chance: Chance) -> Standing:
        """B3: a random seat deals first."""
        return Standing(
            score=(self.first_score,) * self.sides,
            active=(1 << self.players) - 1,
            dealer=chance.first_dealer(self.players),
        )

    @property
    def first_score(self) -> int:
        """What every side begins with."""
        return 0

    def stakes(self, standing: Standing) -> int:
        """Chips that lie in the pot during a deal."""
        return 0

    def start_deal(self, standing: Standing, number: int, chance: Chance) -> Dealt:
        """B3, B4: four rounds of one card, the turn-up, and the rest as stock above it."""
        assert standing.dealer is not None
        order = clockwise_after(standing.dealer, standing.active)
        deck = chance.deck(self.deck, number, 0)
        hands = [0] * self.players
        for place, card in enumerate(deck[: HAND_SIZE * len(order)]):
            hands[order[place % len(order)]] |= 1 << card
        turn_up, *above = [CARDS[card] for card in deck[HAND_SIZE * len(order) :]]
        stock = (*above, turn_up)
        deal = BuraDeal(
            hands=hands,
            team=tuple(map(self.side_of, range(self.players))),
            order=order,
            stock=tuple(card.mask for card in stock),
            trump=turn_up.suit,
            tables=self.tables[turn_up.suit],
            style=self.style,
        )
        started = DealStarted(
            number,
            tuple(hands),
            stock=stock,
            stock_size=len(stock),
            trump=turn_up.suit,
            dealer=standing.dealer,
            leader=order[0],
            turn_up=turn_up,
            pot=self.stakes(standing),
        )
        return Dealt((), started, deal, standing)

    def default(self, deal: Deal, seat: int, number: int, chance: Chance) -> int:
        """Silence passes, leads the cheapest single card, throws the cheapest cards."""
        if deal.question(seat) is Question.CLAIM:
            return PASS
        cards = [card.mask for card in cards_of(deal.hands[seat])]
        cards.sort(key=lambda card: self.cheapness(deal.trump, card))
        if deal.question(seat) is Question.LEAD:
            return cards[0]
        assert isinstance(deal, BuraDeal)
        return THROW | sum(cards[: deal.best.bit_count()])

    def active_sides(self, standing: Standing) -> tuple[int, ...]:
        """The sides that are still in."""
        return tuple(side for side in range(self.sides) if standing.active >> side & 1)

    def seats_mask(self, sides: Sequence[int]) -> int:
        """Mask of the seats of some sides."""
        return sum(1 << seat for side in sides for seat in self.seats_of(side))

    def strength(self, trump: Suit | None, card: int) -> int:
        return self.tables[trump].strengths[card]

    def is_trump(self, trump: Suit | None, card: int) -> bool:
        return trump is not None and CARDS[card].suit == trump

    def winning_seat(self, trump: Suit | None, trick: Sequence[int]) -> int | None:
        """B8: the last to beat, else the leader."""
        beats = [move for move in trick if kind_of(move) == ActionKind.BEAT]
        return seat_of((beats or trick[:1])[-1]) if trick else None

    def wins(self, trump: Suit | None, trick: Sequence[int], code: int) -> bool:
        kind = code >> KIND_SHIFT
        leads = not trick and kind in (ActionKind.PLAY, ActionKind.CLAIM)
        return leads or (bool(trick) and kind == ActionKind.BEAT)


def clockwise_after(seat: int, active: int) -> tuple[int, ...]:
    """The seats still in, clockwise from the left of a seat; that seat itself comes last."""
    order = [(seat + step) % 4 for step in range(1, 5)]
    return tuple(other for other in order if active >> other & 1)


def bura_options(*, combo_auto_win: bool, max_deals: int) -> tuple[Option, ...]:
    """The options of the family, with the two defaults in which its games differ."""
    return (
        choice("players", 4, 2, 3, about="four as two teams, two or three singly (B1)"),
        switch("shokha", True, about="the six of spades beats every card (B2)"),
        switch("combos", True, about="special leads of four cards can be claimed (B9)"),
        switch("combo_auto_win", combo_auto_win, about="special leads win their trick (B10)"),
        number("limit", 12, minimum=1, about="penalties that put a side out (B13)"),
        number("max_deals", max_deals, minimum=0, about="the last deal; 0 for none (B13, P3)"),
        choice("spas_at", 32, 31, about="points that save a side from 4 penalties (B12)"),
        choice(
            "reveal_discards", "never", "winner", "deal_end", about="who sees thrown cards (C0.9)"
        ),
    )
