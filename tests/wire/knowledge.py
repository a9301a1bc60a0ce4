"""What a seat may know of a match, said a second time: from everything that happened, by C0.9.

Written from the "Public" paragraphs of the rules alone. Knows no view, no `seen_by`, no bytes, so
that what the arena sends can be held against it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kozel.rules import (
    Acted,
    Card,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    MatchEnded,
    TrickTaken,
)
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.game import Rules

Fact = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """What one action brought about: everything, and every hand after it."""

    events: tuple[Event, ...]
    hands: tuple[int, ...]
    leader: int
    """Who leads then, or led: that a seat has to act is seen by all (W4)."""


def known_to(seat: int, rules: Rules, happened: Sequence[Happened]) -> list[Fact]:
    """The facts that a seat may know, in the order in which it learns them."""
    facts: list[Fact] = []
    for what in happened:
        new = [fact for event in what.events for fact in _known(event, seat, rules, what.events)]
        facts += new
        if new:
            facts += [("hand", what.hands[seat]), ("leader", what.leader)]
    return facts


def _known(event: Event, seat: int, rules: Rules, together: Sequence[Event]) -> Iterator[Fact]:
    match event:
        case DealVoided():
            yield ("void", event.deal)
        case DealStarted():
            yield from _start(event, seat, rules)
        case Acted():
            yield from _action(event, seat, together)
        case TrickTaken():
            shows = rules.reveal_discards == "winner" and seat == event.seat
            yield ("taken", event.seat, event.thrown if shows else ())
        case DealEnded():
            shows = rules.reveal_discards == "deal_end"
            thrown = event.thrown if shows else ()
            yield ("scored", event.points, event.change, event.score, thrown)
        case MatchEnded():
            yield ("over", event.score, event.winners, event.losers)


def _start(event: DealStarted, seat: int, rules: Rules) -> Iterator[Fact]:
    yield ("dealt", event.deal, event.hands[seat], event.trump, event.owner, event.dealer)
    yield ("turned up", event.turn_up, event.stock_size, event.pot, event.marker, event.leader)
    if rules.options.get("widow_peek") is True and seat == event.owner:
        yield ("widow", event.widow)


def _action(event: Acted, seat: int, together: Sequence[Event]) -> Iterator[Fact]:
    """B9: a pass never, a claim only when it leads; B6, W3: hidden cards only to their owner."""
    kind, cards = event.code >> KIND_SHIFT, event.code & CARDS_MASK
    is_own = event.seat == seat
    if kind == ActionKind.PASS or (kind == ActionKind.CLAIM and event is not together[-1]):
        if is_own:
            yield ("answered", kind)
    elif kind in (ActionKind.THROW, ActionKind.BURY):
        yield ("acted", event.seat, kind, cards if is_own else None, cards.bit_count())
    else:
        yield ("acted", event.seat, kind, cards)


def cards_by_deal(facts: Sequence[Fact]) -> dict[int, int]:
    """By deal: mask of the cards that somebody who knows these facts has seen."""
    seen: dict[int, int] = {}
    deal = 0
    for fact in facts:
        if fact[0] == "dealt":
            deal = fact[1] if isinstance(fact[1], int) else deal
        seen[deal] = seen.get(deal, 0) | _cards_of(fact)
    return seen


def _cards_of(fact: Fact) -> int:
    match fact:
        case ("dealt", _, int(hand), *_):
            return hand
        case ("turned up", Card() as card, *_):
            return card.mask
        case ("widow" | "hand", int(cards)):
            return cards
        case ("acted", _, kind, int(cards), *_) if kind != ActionKind.NAME:
            return cards
        case ("taken", _, thrown) | ("scored", _, _, _, thrown):
            return sum(cards for _, cards in thrown)  # type: ignore[attr-defined]
        case _:
            return 0
