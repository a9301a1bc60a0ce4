"""The deals of a world: those of a seed, with some cards in other places."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kozel.rules import DealVoided, SeededChance, parse_cards
from kozel.rules.game import Rules
from tests.wire.knowledge import Happened

SPECIAL = ("6C 7C 8C 9C", "6S 7H 8H 9H", "AC TD TH 6S", "AD TD AH TS", "QD KD 9D TD")
"""Hands with which a seat may claim (B9)."""


@dataclass(frozen=True)
class Deals:
    """Chance of a world: the deals of a seed, changed in places."""

    seed: str
    specials: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By deal: first place, step, and the cards that lie there: one seat's first four (B3)."""
    swaps: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """By deal: which card lies in another's place."""
    void_deals: Mapping[int, int] = field(default_factory=dict)
    """By deal: how many void deals before it have their hands in other seats."""

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        deck = SeededChance(self.seed).deck(cards, deal, attempt)
        if attempt < self.void_deals.get(deal, 0):
            return deck[len(deck) // 4 :] + deck[: len(deck) // 4]
        if deal in self.specials:
            first, step, *special = self.specials[deal]
            for place, card in enumerate(special):
                at, to = deck.index(card), first + place * step
                deck[at], deck[to] = deck[to], deck[at]
        swap = self.swaps.get(deal, {})
        return [swap.get(card, card) for card in deck]

    def suit(self, purpose: str, deal: int) -> int:
        return SeededChance(self.seed).suit(purpose, deal)

    def first_dealer(self, seats: int) -> int:
        return SeededChance(self.seed).first_dealer(seats)


def make_deals(rules: Rules, seed: str) -> Deals:
    """Deals for an original: where there are special leads, many give somebody a hand for one."""
    chance = random.Random(f"deals {seed}")
    specials = {}
    if rules.is_on("combos"):
        for deal in range(1, 4):
            if chance.random() < 0.7:
                cards = SPECIAL[chance.randrange(len(SPECIAL))]
                first = chance.randrange(rules.players)
                specials[deal] = (first, rules.players, *parse_cards(cards))
    return Deals(seed, specials)


def exchanged(
    deals: Deals,
    *,
    rules: Rules,
    happened: Sequence[Happened],
    seen: int,
    deal: int,
    chance: random.Random,
) -> Deals:
    """The deals with some cards of one exchanged that are not `seen`, and other void deals."""
    unseen = [card for card in rules.deck if not seen >> card & 1]
    chance.shuffle(unseen)
    swap: dict[int, int] = {}
    for _ in range(chance.choice((1, 1, 2, 4))):
        if len(unseen) >= 2:
            one, other = unseen.pop(), unseen.pop()
            swap |= {one: other, other: one}
    return replace(deals, swaps={deal: swap}, void_deals=voids_in(happened))


def voids_in(happened: Sequence[Happened]) -> dict[int, int]:
    """How many void deals came before each deal."""
    counts: dict[int, int] = {}
    for what in happened:
        for event in what.events:
            if isinstance(event, DealVoided):
                counts[event.deal] = counts.get(event.deal, 0) + 1
    return counts
