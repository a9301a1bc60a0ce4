"""Every random choice of a match from its one seed (C0.6); specified in proto/README.md.

For a seed text S, a purpose P and numbers n1, n2, … the draw is the integer (big-endian) of
SHA-512(ASCII "kozel/1:S:P:n1:n2…"). A shuffle takes that 512-bit integer N apart by repeated
division: for i = last … 1, (N, j) = divmod(N, i + 1), then positions i and j change places.
The bias against a fair shuffle of 36 cards is below 2**-370.
"""

from collections.abc import Sequence
from hashlib import sha256, sha512
from typing import Protocol


class Chance(Protocol):
    """Where the rules get chance from: a seed, a record that is replayed, or a sampled world."""

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        """The cards of deal `deal` (from 1) in dealing order; `attempt` 0, 1, … counts voids."""

    def suit(self, purpose: str, deal: int) -> int:
        """A suit 0..3; purposes are `drawn_trump` and `silent_name`."""

    def first_dealer(self, seats: int) -> int:
        """A seat 0..seats-1 (B3)."""


def draw(seed: str, purpose: str, *numbers: int) -> int:
    """The 512-bit integer for a purpose (see the module's text)."""
    text = ":".join(("kozel/1", seed, purpose, *map(str, numbers)))
    return int.from_bytes(sha512(text.encode("ascii")).digest(), "big")


def shuffled(cards: Sequence[int], number: int) -> list[int]:
    """The cards in the order that a drawn integer gives."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        number, at = divmod(number, last + 1)
        deck[last], deck[at] = deck[at], deck[last]
    return deck


class SeededChance:
    """Chance from a seed: any ASCII text without a colon; the arena's are 64 hex digits."""

    __slots__ = ("seed",)

    def __init__(self, seed: str) -> None:
        if not seed or not seed.isascii() or ":" in seed:
            raise ValueError("a seed is a non-empty ASCII text without a colon")
        self.seed = seed

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        return shuffled(cards, draw(self.seed, "deck", deal, attempt))

    def suit(self, purpose: str, deal: int) -> int:
        return draw(self.seed, purpose, deal) % 4

    def first_dealer(self, seats: int) -> int:
        return draw(self.seed, "first_dealer") % seats


def commitment(seed: str, match_id: str) -> str:
    """What the arena publishes before a match: hex SHA-256 of ASCII "seed:match_id"."""
    return sha256(f"{seed}:{match_id}".encode("ascii")).hexdigest()


def match_seed(seed: int | str, number: int) -> str:
    """The seed (64 hex digits) of match `number` in a run that was started from one seed."""
    return f"{draw(str(seed), 'match', number):0128x}"[:64]
