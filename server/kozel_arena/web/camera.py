"""A recorded match as the frames of a replay.

A seat's frames are made from its own view and from `seen_by` events only, so what it may not know
never gets to the page.
"""

from collections.abc import Iterator
from typing import Final

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
    Match,
    MatchEnded,
    Suit,
    TrickTaken,
    cards_of,
)
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS
from kozel_arena.web import sentences
from kozel_arena.web.frames import Frame, Played

VERBS: Final = {
    ActionKind.PLAY: "plays",
    ActionKind.BEAT: "beats",
    ActionKind.THROW: "throws",
    ActionKind.CLAIM: "claims",
}


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
    frames = [frame for step in replayed(record) for frame in camera.look(step)]
    if record.forfeit:
        frames.append(camera.forfeit(record))
    return tuple(frames)


class _Camera:
    """Turns steps into frames; remembers what lies on the table."""

    def __init__(self, players: int, seat: int | None) -> None:
        self._players = players
        self._watcher = seat
        self._deal = self._step = self._trick = self._voided = 0
        self._hands: list[tuple[str, ...]] = [()] * players
        self._hidden = [0] * players
        self._table: tuple[Played, ...] = ()
        self._taken_by: int | None = None
        self._tricks = [0] * players
        self._started = DealStarted(0, ())
        self._trump: Suit | None = None
        self._stock = 0
        self._widow = 0
        self._widow_size = 0
        self._points: tuple[int, ...] = ()
        self._score: tuple[int, ...] = ()
        # Of what has just happened.
        self._text = ""
        self._actor: int | None = None
        self._milliseconds: float | None = None
        self._by_arena: str | None = None

    def look(self, step: Step) -> Iterator[Frame]:
        """The frames of one step."""
        events = list(step.seen_by(self._watcher))
        is_over = any(isinstance(event, DealEnded) for event in step.events)
        for at, event in enumerate(events):
            if not isinstance(event, TrickTaken):
                self._actor = self._milliseconds = self._by_arena = None
            self._happen(event, step, is_over=is_over)
            follows = events[at + 1] if at + 1 < len(events) else None
            # The winner of a trick is marked in the frame of its last card.
            if not isinstance(event, DealVoided) and not isinstance(follows, TrickTaken):
                yield self._frame()

    def forfeit(self, record: Record) -> Frame:
        """The last frame of a match that a side forfeited."""
        ended = MatchEnded(record.score, record.winners, record.losers)
        self._text = sentences.match_ends(ended, forfeit=record.forfeit)
        self._actor = self._milliseconds = self._by_arena = None
        self._score = record.score
        return self._frame()

    def _frame(self) -> Frame:
        frame = Frame(
            deal=self._deal,
            step=self._step,
            trick=self._trick,
            text=self._text,
            seat=self._actor,
            hands=tuple(self._hands),
            hidden=tuple(self._hidden),
            table=self._table,
            taken_by=self._taken_by,
            tricks=tuple(self._tricks),
            trump=None if self._trump is None else str(self._trump),
            turn_up=None if self._started.turn_up is None else str(self._started.turn_up),
            stock=self._stock,
            widow=tuple(map(str, cards_of(self._widow))),
            widow_hidden=0 if self._widow else self._widow_size,
            owner=self._started.owner,
            dealer=self._started.dealer,
            pot=self._started.pot,
            points=self._points,
            score=self._score,
            milliseconds=self._milliseconds,
            by_arena=self._by_arena,
        )
        self._step += 1
        return frame

    def _happen(self, event: Event, step: Step, *, is_over: bool) -> None:
        match event:
            case DealVoided():
                self._voided += 1
            case DealStarted():
                self._start(event, step.match)
            case Acted():
                self._act(event, step, is_over=is_over)
            case TrickTaken():
                self._text += f" Seat {event.seat} takes the trick."
                self._taken_by = event.seat
                self._tricks[event.seat] += 1
            case DealEnded():
                self._text = sentences.deal_ends(event)
                self._points, self._score, self._table = event.points, event.score, ()
                self._taken_by = None
            case MatchEnded():
                self._text = sentences.match_ends(event)
                self._score = event.score

    def _start(self, event: DealStarted, match: Match) -> None:
        ruleset = match.rules.ruleset
        self._text = sentences.deal_starts(event, ruleset=ruleset, voided=self._voided)
        self._deal, self._step, self._trick, self._voided = event.deal, 0, 0, 0
        self._table, self._taken_by = (), None
        self._tricks = [0] * self._players
        self._started, self._trump = event, event.trump
        dealt = sum(mask.bit_count() for mask in match.deal.hands)
        self._widow_size = len(match.rules.deck) - dealt if ruleset == "widow" else 0
        self._score = match.score
        self._deal_hands(match)

    def _act(self, event: Acted, step: Step, *, is_over: bool) -> None:
        kind, mask = KINDS[event.code >> KIND_SHIFT], event.code & CARDS_MASK
        self._text, self._actor = sentences.action(event), event.seat
        verb = VERBS.get(kind)
        if verb is not None:
            cards = tuple(map(str, cards_of(mask)))
            played = Played(event.seat, verb, cards, 0 if mask else event.count)
            if self._taken_by is not None or not self._table:
                self._table, self._taken_by = (), None
                self._trick += 1
            self._table = (*self._table, played)
        if kind is ActionKind.NAME:
            self._trump = Suit(mask.bit_length() - 1)
        if kind is ActionKind.TAKE:
            self._widow_size = 0
        if is_over:
            self._lay_down(event, mask)
        else:
            self._deal_hands(step.match)
        self._time(step.action)

    def _deal_hands(self, match: Match) -> None:
        deal = match.deal
        for seat, mask in enumerate(deal.hands):
            is_seen = self._watcher in (None, seat)
            self._hands[seat] = tuple(map(str, cards_of(mask))) if is_seen else ()
            self._hidden[seat] = 0 if is_seen else mask.bit_count()
        self._stock = deal.stock_size
        self._points = deal.public_points()
        whole = self._started.widow if self._watcher is None else deal.widow_for(self._watcher)
        self._widow = whole if self._widow_size else 0

    def _lay_down(self, event: Acted, mask: int) -> None:
        """The deal is over and the next one dealt: take the cards off the hands as they were."""
        gone = set(map(str, cards_of(mask)))
        self._hands[event.seat] = tuple(
            card for card in self._hands[event.seat] if card not in gone
        )
        if self._watcher not in (None, event.seat):
            self._hidden[event.seat] = max(0, self._hidden[event.seat] - event.count)

    def _time(self, action: ActionRecord | None) -> None:
        """The time of an action is for all eyes, or for the seat's own."""
        if action is None or action.seat != self._actor:
            return
        if self._watcher in (None, action.seat):
            self._milliseconds = action.ms
            self._by_arena = (action.why or action.by) if action.by else None
