"""Who beats whom in the Bura family (B7), sets against sets (B6), and special leads (B9).

Tables and pure functions of card masks; knows no seats and no turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from kozel.rules.cards import CARDS, SUIT_MASKS, Card, Suit, cards_of, parse_card
from kozel.rules.follow import choices_of, split_mask, splits
from kozel.rules.trumps import PLAIN_RANKS

SHOKHA = parse_card("6S")
HAND_SIZE = 4
ACES = sum(card.mask for card in CARDS if str(card)[0] == "A")
TENS = sum(card.mask for card in CARDS if str(card)[0] == "T")
SUIT_BELOW = (0, *(SUIT_MASKS[card.suit] for card in CARDS))
"""By length of a mask in bits: all cards of the suit of its highest card."""


@dataclass(frozen=True, slots=True)
class BeatTables:
    """Tables of one trump suit, with or without the shokha."""

    shokha: int
    """Mask of the shokha; 0 where 6S is an ordinary card."""
    beaters: tuple[int, ...]
    """By card number: the mask of the cards that beat it (B7)."""
    strengths: tuple[int, ...]
    """By card number: plain cards 0..8, trumps 9..17, the shokha 18."""
    specials: frozenset[int]
    """The hands that may be claimed as a special lead (B9)."""


@cache
def make_beat_tables(trump: Suit | None, *, has_shokha: bool) -> BeatTables:
    """The tables for a trump suit; the same ones every time, as there are only ten."""
    strengths = [_strength(card, trump, has_shokha=has_shokha) for card in CARDS]
    beaters = tuple(
        sum(card.mask for card in CARDS if _beats(card, other, trump, strengths)) for other in CARDS
    )
    shokha = SHOKHA.mask if has_shokha else 0
    return BeatTables(shokha, beaters, tuple(strengths), _specials(shokha))


def _strength(card: Card, trump: Suit | None, *, has_shokha: bool) -> int:
    if has_shokha and card == SHOKHA:
        return 18
    return PLAIN_RANKS[card.rank] + (9 if card.suit == trump else 0)


def _beats(card: Card, other: Card, trump: Suit | None, strengths: Sequence[int]) -> bool:
    """B7; only a shokha has strength 18."""
    is_comparable = strengths[card] == 18 or card.suit in (other.suit, trump)
    return is_comparable and strengths[card] > strengths[other]


def beat_all(cards: int, targets: int, beaters: Sequence[int]) -> bool:
    """Whether the cards can be matched one to one so that each beats its target (B6)."""
    if not targets:
        return True
    target = targets.bit_length() - 1
    rest = targets ^ 1 << target
    able = split_mask(cards & beaters[target])
    return any(beat_all(cards ^ card, rest, beaters) for card in able)


class Singles:
    """The codes of acting with one card of a hand, for one kind of action; small tables."""

    __slots__ = ("clubs", "diamonds", "hearts", "spades")

    def __init__(self, kind: int) -> None:
        self.clubs, self.spades, self.hearts, self.diamonds = [
            splits(shift, 9, kind=kind) for shift in range(0, 36, 9)
        ]

    def __getitem__(self, hand: int) -> tuple[int, ...]:
        """One code a card, ascending."""
        return (
            self.clubs[hand & 511]
            + self.spades[hand >> 9 & 511]
            + self.hearts[hand >> 18 & 511]
            + self.diamonds[hand >> 27]
        )


def beats_of(hand: int, targets: int, beaters: Sequence[int], *, kind: int) -> list[int]:
    """All ways to beat the targets with as many cards of a hand, ascending: masks | `kind`."""
    able = hand & reduce(or_, [beaters[target] for target in cards_of(targets)])
    count = targets.bit_count()
    if able.bit_count() < count:
        return []
    choices = choices_of(able, count)
    return [kind | cards for cards in choices if beat_all(cards, targets, beaters)]


class _LeadsOfSuit(dict[int, tuple[int, ...]]):
    """Masks of the leads from cards of one suit, ascending; it fills itself, as it stays small."""

    def __missing__(self, cards: int) -> tuple[int, ...]:
        counts = range(1, min(HAND_SIZE, cards.bit_count()) + 1)
        leads = tuple(sorted(lead for count in counts for lead in choices_of(cards, count)))
        self[cards] = leads
        return leads


LEADS = _LeadsOfSuit()
CLUBS, SPADES, HEARTS, DIAMONDS = SUIT_MASKS


def leads_of(hand: int) -> tuple[int, ...]:
    """Masks of all leads from a hand: one to four cards of one suit (B5), ascending."""
    # Ascending suits make ascending leads.
    return (
        LEADS[hand & CLUBS] + LEADS[hand & SPADES] + LEADS[hand & HEARTS] + LEADS[hand & DIAMONDS]
    )


def is_moscow(hand: int, shokha: int) -> bool:
    """B9: four cards, only aces, tens and the shokha, with at least one ace."""
    return bool(
        hand.bit_count() == HAND_SIZE and not hand & ~(ACES | TENS | shokha) and hand & ACES
    )


def is_molodka(hand: int, shokha: int) -> bool:
    """B9: four of one suit, or three of one suit with the shokha."""
    rest = hand & ~shokha
    return hand.bit_count() == HAND_SIZE and not rest & ~SUIT_BELOW[rest.bit_length()]


@cache
def _specials(shokha: int) -> frozenset[int]:
    """All special hands, found among those of aces and tens and those of one suit (B9)."""
    groups = [cards | shokha for cards in (ACES | TENS, *SUIT_MASKS)]
    hands = [hand for cards in groups for hand in choices_of(cards, HAND_SIZE)]
    return frozenset(
        [hand for hand in hands if is_moscow(hand, shokha) or is_molodka(hand, shokha)]
    )
