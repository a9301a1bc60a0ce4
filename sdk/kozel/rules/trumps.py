"""Tables for follow-suit games (C0.10): which cards follow a lead, and which card takes a trick.

Built once for a trump suit, read millions of times; knows no hands and no seats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kozel.rules.cards import CARD_MASKS, CARD_POINTS, SUIT_MASKS, Card, Suit, mask_of
from kozel.rules.moves import pack_move

PLAIN_RANKS = (0, 1, 2, 3, 7, 4, 5, 6, 8)
"""Strength of a plain card by rank 6 7 8 9 T J Q K A: the ten beats the king (C0.4)."""

STRENGTH_SHIFT = 3
SEAT_MASK = 7
MEETING = 64
BOTH_MET = 2 * MEETING
POINTS_MASK = MEETING - 1

MOVES = tuple(tuple(pack_move(seat, mask, 1) for mask in CARD_MASKS) for seat in range(4))

Plays = tuple[Mapping[int, tuple[int, int, int]], ...]
"""By seat, for the code of every card: the packed move of playing it, its worth and its points.

A worth is strength << 3 | seat, where strength is 0 for a card that cannot win this trick: so the
highest worth names the trick's winner. `MEETING` is added to the points of two cards that the deal
must notice when they meet in a trick (K8).
"""

Leads = tuple[Mapping[int, tuple[int, Plays, int, int, int]], ...]
"""By seat, for the code of every card: what leading it brings about.

That is the mask of the cards that follow it, the plays of the trick, and the lead's own play.
"""


@dataclass(frozen=True, slots=True)
class TrickTables:
    """Tables of one trump suit."""

    trump_mask: int
    leads: Leads
    strengths: tuple[int, ...]
    """Strength by card number: plain cards by rank, trumps above them all."""


def make_tables(
    deck: Sequence[Card], trumps_strongest_first: Sequence[Card], meeting: Sequence[Card] = ()
) -> TrickTables:
    """The tables for a deck, its trumps, and two cards to be noticed when they meet, or none."""
    trump_mask = mask_of(trumps_strongest_first)
    strengths = [1 + PLAIN_RANKS[card.rank] for card in map(Card, range(36))]
    for place, card in enumerate(reversed(trumps_strongest_first)):
        strengths[card] = 10 + place
    points = {card: CARD_POINTS[card] + MEETING * (card in meeting) for card in deck}
    weak = _plays(points, dict.fromkeys(deck, 0))
    strong = _plays(points, {card: strengths[card] for card in deck})
    deck_mask = mask_of(deck)
    classes = [trump_mask, *(deck_mask & mask & ~trump_mask for mask in SUIT_MASKS)]
    leads: list[dict[int, tuple[int, Plays, int, int, int]]] = [{} for _ in weak]
    for followers in classes:
        able = followers | trump_mask
        plays = tuple(
            {code: (strong if code & able else weak)[seat][code] for code in weak[seat]}
            for seat in range(4)
        )
        led = [card.mask for card in deck if card.mask & followers]
        for by_code, own in zip(leads, plays, strict=True):
            by_code.update({code: (followers, plays, *own[code]) for code in led})
    return TrickTables(trump_mask, tuple(leads), tuple(strengths))


def _plays(points: Mapping[Card, int], strengths: Mapping[Card, int]) -> Plays:
    return tuple(
        {
            card.mask: (MOVES[seat][card], strengths[card] << STRENGTH_SHIFT | seat, points[card])
            for card in points
        }
        for seat in range(4)
    )


def suit_cards(deck: Iterable[Card], suit: Suit | None, ranks: str) -> list[Card]:
    """The cards of a suit that the deck has, in the order of the rank letters given."""
    found = {str(card): card for card in deck}
    return [
        found[rank + str(suit)] for rank in ranks if suit is not None and rank + str(suit) in found
    ]
