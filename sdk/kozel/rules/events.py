"""What happened in a match, as frozen values. Events hold everything; `seen_by` redacts by owner.

Events are made by the rules, kept by records, and told to seats only through `seen_by`.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from kozel.rules.actions import KIND_SHIFT, ActionKind
from kozel.rules.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A deal was thrown out (M2, K2). `hands` (masks by seat) are never shown to anybody."""

    deal: int
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Cards are dealt. Hidden from seats: `hands`, `widow`, `stock`."""

    deal: int
    hands: tuple[int, ...]
    """Masks by seat; 0 for a seat that is out."""
    widow: int = 0
    stock: tuple[Card, ...] = ()
    """In drawing order, the turn-up last."""
    stock_size: int = 0
    trump: Suit | None = None
    drawn_trump: Suit | None = None
    """Classic named, from cycle 2: the suit drawn before the deal."""
    owner: int | None = None
    dealer: int | None = None
    leader: int | None = None
    marker: Card | None = None
    turn_up: Card | None = None
    pot: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted. Passes are never announced; thrown and buried cards only counted.

    In a claim window (B9) all answers become events when it closes, the claim that leads last.
    """

    seat: int
    code: int
    count: int
    is_private: bool = False
    """Known to that seat alone: a pass, or a claim that does not lead."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick ended; `thrown` holds (seat, mask) of face-down cards for `reveal_discards`."""

    seat: int
    thrown: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal was scored. Tuples are per side; `score` is after this deal.

    `thrown` holds (seat, mask) of every throw of the deal for `reveal_discards: deal_end`.
    """

    deal: int
    points: tuple[int, ...]
    change: tuple[int, ...]
    score: tuple[int, ...]
    thrown: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; winners and losers are sides."""

    score: tuple[int, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]


Event = DealVoided | DealStarted | Acted | TrickTaken | DealEnded | MatchEnded


def seen_by(event: Event, seat: int, *, reveal_discards: str = "never") -> Event | None:
    """The event as this seat may know it, or None if it may not know of it at all (C0.9).

    Args:
        event: the full event.
        seat: the seat that would be told.
        reveal_discards: the table option of shokha and pot; `never` elsewhere.
    """
    match event:
        case DealVoided():
            return replace(event, hands=())
        case DealStarted():
            own = tuple(mask if at == seat else 0 for at, mask in enumerate(event.hands))
            return replace(event, hands=own, widow=0, stock=())
        case Acted():
            return _acted_seen_by(event, seat)
        case TrickTaken():
            shown = reveal_discards == "winner" and seat == event.seat
            return event if shown else replace(event, thrown=())
        case DealEnded():
            return event if reveal_discards == "deal_end" else replace(event, thrown=())
        case MatchEnded():
            return event
        case _:
            assert_never(event)


def _acted_seen_by(event: Acted, seat: int) -> Acted | None:
    if event.seat == seat:
        return event
    if event.is_private:
        return None
    match event.code >> KIND_SHIFT:
        case ActionKind.PASS:
            return None
        case ActionKind.THROW | ActionKind.BURY:
            return replace(event, code=event.code >> KIND_SHIFT << KIND_SHIFT)
        case _:
            return event
