"""What happened at a table, in words. Works on events that are already redacted."""

from collections.abc import Sequence

from kozel.rules import Acted, ActionKind, DealEnded, DealStarted, MatchEnded, Suit, cards_of
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS


def deal_starts(event: DealStarted, *, ruleset: str, voided: int) -> str:
    """That cards are dealt, and what everybody knows of it."""
    facts = [f"Deal {event.deal}"]
    facts += [f"trump {suit_name(event.trump)}"] if event.trump is not None else []
    if event.owner is not None:
        facts.append(f"seat {event.owner} is the {'soloist' if ruleset == 'widow' else 'owner'}")
    facts += [f"seat {event.dealer} deals"] if event.dealer is not None else []
    facts += [f"{event.pot} in the pot"] if event.pot else []
    facts += [_after_void(voided)] if voided else []
    return f"{', '.join(facts)}."


def action(event: Acted) -> str:
    """What a seat did."""
    kind = KINDS[event.code >> KIND_SHIFT]
    mask = event.code & CARDS_MASK
    if kind is ActionKind.NAME:
        return f"Seat {event.seat} names trump {suit_name(Suit(mask.bit_length() - 1))}."
    cards = " ".join(map(str, cards_of(mask))) or _face_down(event.count)
    done = {
        ActionKind.PLAY: f"plays {cards}",
        ActionKind.BEAT: f"beats with {cards}",
        ActionKind.THROW: f"throws {cards}",
        ActionKind.CLAIM: f"claims the lead with {cards}",
        ActionKind.PASS: "passes",
        ActionKind.TAKE: "takes the widow",
        ActionKind.REFUSE: "refuses the widow",
        ActionKind.BURY: f"buries {cards}",
    }
    return f"Seat {event.seat} {done[kind]}."


def deal_ends(event: DealEnded) -> str:
    """How a deal was scored."""
    points, change = numbers(event.points), " ".join(f"{number:+d}" for number in event.change)
    return f"Deal {event.deal} ends at {points} points: {change}, score {numbers(event.score)}."


def match_ends(event: MatchEnded, *, forfeit: Sequence[int] = ()) -> str:
    """How the match ended."""
    winners = _sides(event.winners)
    won = f"{winners} won" if event.winners else "nobody won"
    if forfeit:
        return f"The match is forfeited by {_sides(forfeit)} at {numbers(event.score)}: {won}."
    return f"The match is over at {numbers(event.score)}: {won}."


def suit_name(suit: Suit) -> str:
    """A suit as a word."""
    return suit.name.lower()


def numbers(of_sides: Sequence[int]) -> str:
    """Points or scores by side."""
    return ":".join(map(str, of_sides))


def _sides(sides: Sequence[int]) -> str:
    return " and ".join(f"side {side}" for side in sides)


def _after_void(voided: int) -> str:
    return "after a void deal" if voided == 1 else f"after {voided} void deals"


def _face_down(count: int) -> str:
    return "1 card face down" if count == 1 else f"{count} cards face down"
