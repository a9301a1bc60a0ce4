"""Chance out of a record: the rules deal exactly what was written down.

Knows how cards are dealt round (rules.md B3), nothing else of any ruleset.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kozel.records.errors import Damage, RecordError
from kozel.records.laws import laws_of
from kozel.records.model import DealRecord, Record
from kozel.records.recorder import named_trump
from kozel.rules.cards import cards_of

LOWER_SEATS: Final[Mapping[int | None, int]] = {seat: (1 << seat) - 1 for seat in range(4)}
"""For each seat the mask of the seats before it."""


class RecordChance:
    """Implements `kozel.rules.Chance` from a record.

    Args:
        record: what to deal again; its cards should have been checked (see `audit`).
        active: gives the mask of the seats still in, asked when a deal with a stock is dealt.
    """

    __slots__ = ("_active", "_record")

    def __init__(self, record: Record, active: Callable[[], int]) -> None:
        self._record = record
        self._active = active

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        """The cards of a deal, or of a void deal before it, in dealing order.

        Raises:
            RecordError: the record has no such deal, or one that stands is void by the rules.
        """
        written = self._deal(deal)
        if attempt > len(written.thrown):
            problem = "the rules throw this deal out, but the record plays it"
            rule = laws_of(self._record.ruleset).void
            raise RecordError(problem, damage=Damage.DEAL, rule=rule, deal=deal)
        if attempt < len(written.thrown):
            return _one_by_one(written.thrown[attempt])
        if not written.stock:
            return _one_by_one((*written.hands, written.widow))
        return self._round_by_round(written)

    def suit(self, purpose: str, deal: int) -> int:
        """The suit that was drawn before a deal, or for a silent player.

        Raises:
            RecordError: the deal was played without one.
        """
        written = self._deal(deal)
        suit = written.drawn_trump
        if purpose == "silent_name":
            suit = named_trump(written.actions)
        if suit is None:
            rule = laws_of(self._record.ruleset).trump
            problem = f"the rules draw a suit here ({purpose}), but the record has none"
            raise RecordError(problem, damage=Damage.DEAL, rule=rule, deal=deal)
        return suit

    def first_dealer(self, seats: int) -> int:
        """The seat that deals first.

        Raises:
            RecordError: the record does not say, or names no seat.
        """
        seat = self._record.first_dealer
        if seat is None:
            raise RecordError("the key 'first_dealer' is missing", damage=Damage.MISSING_KEY)
        if not 0 <= seat < seats:
            problem = f"'first_dealer' must be a seat, 0 to {seats - 1}"
            raise RecordError(problem, damage=Damage.WRONG_TYPE)
        return seat

    def _deal(self, number: int) -> DealRecord:
        if number > len(self._record.deals):
            rule = laws_of(self._record.ruleset).end
            problem = f"the match is not over after deal {number - 1}, but the record ends there"
            raise RecordError(problem, damage=Damage.LENGTH, rule=rule)
        return self._record.deals[number - 1]

    def _round_by_round(self, written: DealRecord) -> list[int]:
        """One card at a time, beginning with the first leader, then turn-up and stock (B3)."""
        before = self._active() & LOWER_SEATS.get(written.owner, 0)
        first = before.bit_count() % len(written.hands)
        hands = [cards_of(hand) for hand in (*written.hands[first:], *written.hands[:first])]
        dealt: list[int] = [card for row in zip(*hands, strict=True) for card in row]
        return [*dealt, written.stock[-1], *written.stock[:-1]]


def _one_by_one(hands: Sequence[int]) -> list[int]:
    return [card for hand in hands for card in cards_of(hand)]
