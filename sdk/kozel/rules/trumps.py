"""Tables for follow-suit games (C0.10): which cards follow a lead, and which card takes a trick.

Built once for a trump suit, read millions of times; knows no hands and no seats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kozel.rules.cards import CARD_POINTS, SUIT_MASKS, Card, Suit, mask_of

PLAIN_RANKS = (0, 1, 2, 3, 7, 4, 5, 6, 8)
"""Strength of a plain card by rank 6 7 8 9 T J Q K A: the ten beats the king (C0.4)."""

WORTH_SHIFT = 4
WORTH_POINTS = 15


@dataclass(frozen=True, slots=True)
class TrickTables:
    """Tables of one trump suit. Every key is the mask of one card, which is also its code."""

    trump_mask: int
    leads: Mapping[int, tuple[int, Mapping[int, int]]]
    """For a card that is led: the mask of the cards that follow it, and every card's worth.

    A worth is strength << 4 | card points; strength is 0 for a card that cannot win this trick.
    """
    strengths: tuple[int, ...]
    """Strength by card number: plain cards by rank, trumps above them all."""


def make_tables(deck: Sequence[Card], trumps_strongest_first: Sequence[Card]) -> TrickTables:
    """The tables for a deck and its trumps."""
    trump_mask = mask_of(trumps_strongest_first)
    strengths = [1 + PLAIN_RANKS[card.rank] for card in map(Card, range(36))]
    for place, card in enumerate(reversed(trumps_strongest_first)):
        strengths[card] = 10 + place
    deck_mask = mask_of(deck)
    classes = [trump_mask, *(deck_mask & mask & ~trump_mask for mask in SUIT_MASKS)]
    leads = {}
    for followers in classes:
        worths = _worths(deck, strengths, followers | trump_mask)
        leads.update({card.mask: (followers, worths) for card in deck if card.mask & followers})
    return TrickTables(trump_mask, leads, tuple(strengths))


def _worths(deck: Iterable[Card], strengths: Sequence[int], able: int) -> dict[int, int]:
    return {
        card.mask: (strengths[card] if card.mask & able else 0) << WORTH_SHIFT | CARD_POINTS[card]
        for card in deck
    }


def suit_cards(deck: Iterable[Card], suit: Suit | None, ranks: str) -> list[Card]:
    """The cards of a suit that the deck has, in the order of the rank letters given."""
    found = {str(card): card for card in deck}
    return [
        found[rank + str(suit)] for rank in ranks if suit is not None and rank + str(suit) in found
    ]
