"""Who beats whom in the Bura family (B7), sets against sets (B6), and special leads (B9).

Tables and pure functions of card masks; knows no seats and no turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from kozel.rules.cards import CARDS, SUIT_MASKS, Card, Suit, parse_card
from kozel.rules.follow import split_mask
from kozel.rules.trumps import PLAIN_RANKS

SHOKHA = parse_card("6S")
HAND_SIZE = 4
ACES = sum(card.mask for card in CARDS if str(card)[0] == "A")
TENS = sum(card.mask for card in CARDS if str(card)[0] == "T")


@dataclass(frozen=True, slots=True)
class BeatTables:
    """Tables of one trump suit, with or without the shokha."""

    shokha: int
    """Mask of the shokha; 0 where 6S is an ordinary card."""
    beaters: tuple[int, ...]
    """By card number: the mask of the cards that beat it (B7)."""
    strengths: tuple[int, ...]
    """By card number: plain cards 0..8, trumps 9..17, the shokha 18."""


@cache
def make_beat_tables(trump: Suit | None, *, has_shokha: bool) -> BeatTables:
    """The tables for a trump suit; the same ones every time, as there are only ten."""
    strengths = [_strength(card, trump, has_shokha=has_shokha) for card in CARDS]
    beaters = tuple(
        sum(card.mask for card in CARDS if _beats(card, other, trump, strengths)) for other in CARDS
    )
    return BeatTables(SHOKHA.mask if has_shokha else 0, beaters, tuple(strengths))


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


def choices_of(hand: int, count: int) -> list[int]:
    """Masks of all ways to take `count` cards of a hand, ascending."""
    return sorted(map(sum, combinations(split_mask(hand), count)))


def leads_of(hand: int) -> list[int]:
    """Masks of all leads from a hand: one to four cards of one suit (B5), ascending."""
    leads: list[int] = []
    for mask in SUIT_MASKS:  # Ascending suits make ascending leads.
        if hand & mask:
            leads += _leads_of_suit(hand & mask)
    return leads


@lru_cache(maxsize=1024)
def _leads_of_suit(cards: int) -> tuple[int, ...]:
    leads = (lead for count in range(1, HAND_SIZE + 1) for lead in choices_of(cards, count))
    return tuple(sorted(leads))


def is_moscow(hand: int, shokha: int) -> bool:
    """B9: four cards, only aces, tens and the shokha, with at least one ace."""
    return bool(
        hand.bit_count() == HAND_SIZE and not hand & ~(ACES | TENS | shokha) and hand & ACES
    )


def is_molodka(hand: int, shokha: int) -> bool:
    """B9: four of one suit, or three of one suit with the shokha."""
    rest = hand & ~shokha
    return hand.bit_count() == HAND_SIZE and any(
        hand & mask == hand or (hand & shokha and rest & mask == rest) for mask in SUIT_MASKS
    )


def is_special(hand: int, shokha: int) -> bool:
    """Whether a hand may be claimed as a special lead (B9)."""
    return is_moscow(hand, shokha) or is_molodka(hand, shokha)
