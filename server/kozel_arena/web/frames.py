"""A recorded match as the frames of a replay: what lies where after each thing that happened.

A seat's frames are made from its own view and from `seen_by` events only, so what it may not know
never gets to the page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kozel.records import ActionRecord, Record
from kozel.records.header import rules_of
from kozel.records.replay import Step
from kozel.records.replay import replay as replayed
from kozel.records.text import NoSuchSeat
from kozel.rules import (
    Acted,
    ActionKind,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    MatchEnded,
    Suit,
    TrickTaken,
    cards_of,
)
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS


@dataclass(frozen=True, slots=True)
class Played:
    """Cards that a seat put on the table; `hidden` counts those that nobody may see."""

    seat: int
    verb: str
    """`plays`, `beats`, `throws` or `claims`."""
    cards: tuple[str, ...]
    hidden: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One picture. Tuples are by seat, but `points` and `score` are by side."""

    deal: int
    """Number of the deal, from 1."""
    trick: int
    """Number of the trick on the table in its deal, from 1; 0 before the first."""
    text: str
    """What has just happened, in words."""
    hands: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]
    """Cards in hand that are not shown."""
    table: tuple[Played, ...]
    taken_by: int | None
    """Who took the trick on the table, once it is complete."""
    trump: str | None
    stock: int
    points: tuple[int, ...]
    """Card points of the deal so far or, where they are hidden, nothing until it ends."""
    score: tuple[int, ...]
    milliseconds: float | None
    """Time that the seat took; None where the action was forced or the arena's."""
    is_arenas: bool
    """Whether the arena chose the action for a silent seat."""


def frames_of(record: Record, *, seat: int | None = None) -> tuple[Frame, ...]:
    """The frames of a match, the first one showing the first deal.

    Args:
        record: what to show; it is verified first.
        seat: show only what this seat knew; None shows everything.

    Raises:
        RecordError: the record is damaged.
        NoSuchSeat: the match has no such seat.
    """
    players = rules_of(record).players
    if seat is not None and not 0 <= seat < players:
        raise NoSuchSeat(seat, players)
    camera = _Camera(players, seat)
    return tuple(frame for step in replayed(record) for frame in camera.look(step))


class _Camera:
    """Turns steps into frames; remembers the hands and the trick on the table."""

    def __init__(self, players: int, seat: int | None) -> None:
        self._seat = seat
        self._frame = Frame(
            deal=0,
            trick=0,
            text="",
            hands=((),) * players,
            hidden=(0,) * players,
            table=(),
            taken_by=None,
            trump=None,
            stock=0,
            points=(),
            score=(),
            milliseconds=None,
            is_arenas=False,
        )

    def look(self, step: Step) -> Iterator[Frame]:
        """The frames of one step."""
        events = list(step.seen_by(self._seat))
        is_over = any(isinstance(event, DealEnded) for event in step.events)
        for at, event in enumerate(events):
            self._frame = replace(self._frame, milliseconds=None, is_arenas=False)
            self._happen(event, step, is_over=is_over)
            follows = events[at + 1] if at + 1 < len(events) else None
            # The winner of a trick is marked in the frame of its last card.
            if not isinstance(event, DealVoided) and not isinstance(follows, TrickTaken):
                yield self._frame

    def _happen(self, event: Event, step: Step, *, is_over: bool) -> None:
        match event:
            case DealStarted():
                self._start(event, step)
            case Acted():
                self._act(event, step, is_over=is_over)
            case TrickTaken():
                text = f"{self._frame.text} Seat {event.seat} takes the trick."
                self._frame = replace(self._frame, taken_by=event.seat, text=text)
                self._time(step.action)
            case DealEnded():
                points = _numbers(event.points)
                text = f"Deal {event.deal} ends at {points} points; score {_numbers(event.score)}."
                self._frame = replace(
                    self._frame, text=text, points=event.points, score=event.score, table=()
                )
            case MatchEnded():
                winners = " and ".join(f"side {side}" for side in event.winners)
                text = f"The match is over at {_numbers(event.score)}: {winners} won."
                self._frame = replace(self._frame, text=text, table=(), score=event.score)

    def _start(self, event: DealStarted, step: Step) -> None:
        trump = None if event.trump is None else str(event.trump)
        facts = [f"Deal {event.deal}"]
        facts += [f"trump {trump}"] if trump else []
        facts += [f"seat {event.owner} owns it"] if event.owner is not None else []
        self._frame = replace(
            self._frame,
            deal=event.deal,
            trick=0,
            text=f"{', '.join(facts)}.",
            table=(),
            taken_by=None,
            trump=trump,
            stock=event.stock_size,
            points=(),
            score=step.match.score,
        )
        self._deal_hands(step)

    def _act(self, event: Acted, step: Step, *, is_over: bool) -> None:
        kind = KINDS[event.code >> KIND_SHIFT]
        mask = event.code & CARDS_MASK
        verb = _VERBS.get(kind)
        before = self._frame
        self._frame = replace(before, text=_sentence(event, kind))
        if verb is not None:
            cards = tuple(map(str, cards_of(mask)))
            played = Played(event.seat, verb, cards, 0 if mask else event.count)
            starts = before.taken_by is not None or not before.table
            table = (played,) if starts else (*before.table, played)
            self._frame = replace(
                self._frame, table=table, taken_by=None, trick=before.trick + starts
            )
        if kind is ActionKind.NAME:
            self._frame = replace(self._frame, trump=str(Suit(mask.bit_length() - 1)))
        if is_over:
            self._lay_down(event, mask)
        else:
            self._deal_hands(step)
        self._time(step.action)

    def _deal_hands(self, step: Step) -> None:
        deal = step.match.deal
        shown = [self._seat in (None, seat) for seat in range(len(deal.hands))]
        self._frame = replace(
            self._frame,
            hands=tuple(
                tuple(map(str, cards_of(mask))) if seen else ()
                for mask, seen in zip(deal.hands, shown, strict=True)
            ),
            hidden=tuple(
                0 if seen else mask.bit_count()
                for mask, seen in zip(deal.hands, shown, strict=True)
            ),
            stock=deal.stock_size,
            points=deal.public_points(),
        )

    def _lay_down(self, event: Acted, mask: int) -> None:
        """The deal is over and the next one dealt: take the cards off the hands as they were."""
        gone = set(map(str, cards_of(mask)))
        hands = list(self._frame.hands)
        hidden = list(self._frame.hidden)
        hands[event.seat] = tuple(card for card in hands[event.seat] if card not in gone)
        if self._seat not in (None, event.seat):
            hidden[event.seat] = max(0, hidden[event.seat] - event.count)
        self._frame = replace(self._frame, hands=tuple(hands), hidden=tuple(hidden))

    def _time(self, action: ActionRecord | None) -> None:
        """The time of an action is for all eyes, or for the seat's own."""
        if action is not None and self._seat in (None, action.seat):
            self._frame = replace(
                self._frame, milliseconds=action.ms, is_arenas=action.by is not None
            )


_VERBS = {
    ActionKind.PLAY: "plays",
    ActionKind.BEAT: "beats",
    ActionKind.THROW: "throws",
    ActionKind.CLAIM: "claims",
}


def _sentence(event: Acted, kind: ActionKind) -> str:
    cards = " ".join(map(str, cards_of(event.code & CARDS_MASK)))
    done = {
        ActionKind.PLAY: f"plays {cards}",
        ActionKind.BEAT: f"beats with {cards}",
        ActionKind.THROW: f"throws {cards or _face_down(event.count)}",
        ActionKind.CLAIM: f"claims the lead with {cards or _face_down(event.count)}",
        ActionKind.PASS: "passes",
        ActionKind.TAKE: "takes the widow",
        ActionKind.REFUSE: "refuses the widow",
        ActionKind.BURY: f"buries {cards or _face_down(event.count)}",
    }
    if kind is ActionKind.NAME:
        return f"Seat {event.seat} names trump {Suit((event.code & CARDS_MASK).bit_length() - 1)}."
    return f"Seat {event.seat} {done[kind]}."


def _face_down(count: int) -> str:
    return "1 card face down" if count == 1 else f"{count} cards face down"


def _numbers(numbers: Sequence[int]) -> str:
    return ":".join(map(str, numbers))
