"""Builders for tests of the rules, in card notation: masks, deals with known hands, tricks."""

from collections.abc import Mapping, Sequence
from typing import Any

from kozel.rules import Match, OptionValue, SeededChance, Standing, bind, mask_of, parse_cards
from kozel.rules.actions import KIND_SHIFT, ActionKind, action_of
from kozel.rules.bura import BuraDeal
from kozel.rules.bura_rules import BuraRules
from kozel.rules.cards import parse_suit
from kozel.rules.classic_deal import ClassicDeal
from kozel.rules.follow import FollowDeal
from kozel.rules.follow_rules import FollowRules
from kozel.rules.game import Deal, Rules, Settled
from kozel.rules.moves import pack_move


def mask(cards: str) -> int:
    """`TS 6C` as a mask."""
    return mask_of(parse_cards(cards))


def code(kind: str, cards: str = "") -> int:
    """`beat`, `TS 6C` as an action's code."""
    return ActionKind[kind.upper()] << KIND_SHIFT | mask(cards)


def words(codes: Sequence[int]) -> set[str]:
    """Codes as the words of their actions."""
    return {str(action_of(each)) for each in codes}


def cards(codes: Sequence[int]) -> set[str]:
    """Codes of playing one card as the cards."""
    return {str(action_of(each).cards[0]) for each in codes}


def rules(ruleset: str, **options: OptionValue) -> Rules:
    """A ruleset bound to options."""
    return bind(ruleset, options)


def follow_deal(
    bound: Rules, trump: str, *hands: str, leader: int = 0, owner: int = 0
) -> FollowDeal:
    """A follow-suit deal with just these cards in the hands."""
    assert isinstance(bound, FollowRules)
    suit = parse_suit(trump)
    masks = [mask(hand) for hand in hands]
    must_trump = bound.is_on("must_trump") or bound.ruleset == "widow"
    if bound.ruleset == "classic":
        deal: FollowDeal = ClassicDeal(
            hands=masks,
            owner=owner,
            trump=suit,
            by_suit=bound.tables,
            shamok=mask("6C" if bound.options["deck"] == 24 else "7C"),
            must_trump=must_trump,
        )
        deal.set_leader(leader)
        return deal
    return FollowDeal(
        hands=masks,
        team=(0, 1, 0, 1)[: len(hands)],
        trump=suit,
        tables=bound.tables[suit],
        must_trump=must_trump,
        leader=leader,
    )


def may_answer(bound: Rules, trump: str, lead: str, hand: str) -> set[str]:
    """The cards that a hand may play to a lead."""
    deal = follow_deal(bound, trump, lead, hand, *["9D"] * (bound.players - 2))
    deal.apply(mask(lead))
    return cards(deal.legal())


def taker(bound: Rules, trump: str, trick: str) -> str:
    """The card that takes a trick; the rules' own reading of the trick has to agree."""
    played = trick.split()
    deal = follow_deal(bound, trump, *played)
    moves: list[int] = []
    for seat, card in enumerate(played):
        wins = bound.wins(deal.trump, moves, mask(card))
        moves.append(pack_move(seat, mask(card), 1))
        deal.apply(mask(card))
        assert wins == (deal.winner == seat)
    assert bound.winning_seat(deal.trump, moves) == deal.trick_winners[0]
    return played[deal.trick_winners[0]]


def bura_deal(bound: Rules, trump: str, *hands: str, stock: str = "") -> BuraDeal:
    """A deal of the Bura family with just these cards; seat 0 leads."""
    assert isinstance(bound, BuraRules)
    return BuraDeal(
        hands=[mask(hand) for hand in hands],
        team=tuple(map(bound.side_of, range(len(hands)))),
        order=tuple(range(len(hands))),
        stock=tuple(card.mask for card in parse_cards(stock)),
        trump=parse_suit(trump),
        tables=bound.tables[parse_suit(trump)],
        style=bound.style,
    )


def settled(
    bound: Rules,
    points: Sequence[int],
    *,
    standing: Standing | None = None,
    trick_winners: Sequence[int] = (0, 1),
    number: int = 1,
) -> Settled:
    """A deal with these points per side, scored."""
    before = standing or bound.opening(SeededChance("opening"))
    deal: Deal = bound.start_deal(before, number, SeededChance("any")).deal
    deal.taken = list(points)
    deal.trick_winners = list(trick_winners)
    return bound.settle(before, deal, number)


class Stacked(SeededChance):
    """Chance with known decks: the first deals are these, later ones come from a seed."""

    def __init__(
        self, *decks: str, suits: Mapping[str, str] | None = None, dealer: int = 0
    ) -> None:
        super().__init__("stacked")
        self.decks = list(decks)
        self.suits = suits or {}
        self.dealer = dealer

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        if not self.decks:
            return super().deck(cards, deal, attempt)
        first = list(parse_cards(self.decks.pop(0)))
        return [*first, *[card for card in cards if card not in first]]

    def suit(self, purpose: str, deal: int) -> int:
        named = self.suits.get(purpose)
        return super().suit(purpose, deal) if named is None else parse_suit(named)

    def first_dealer(self, seats: int) -> int:
        return self.dealer


def play_out(match: Match) -> None:
    """Let silence play a match to its end."""
    while match.deciders():
        seat = match.deciders()[0]
        match.apply(seat, match.default(seat))


def play_deal(match: Match) -> None:
    """Let silence play until the next deal has started or the match is over."""
    number = match.deal_number
    while match.deciders() and match.deal_number == number:
        match.apply(match.deciders()[0], match.default(match.deciders()[0]))


def standing(**facts: Any) -> Standing:
    """A standing of three seats unless told otherwise."""
    return Standing(**{"active": 7, "dealer": 0, **facts})
