"""A match as text for a terminal: deal by deal, trick by trick, whole or as one seat saw it.

A seat's text is made from its own view and from `seen_by` events only, so what it may not know
never gets here. Knows nothing of terminals: colour is the caller's `paint`.
"""

from collections.abc import Callable, Iterator
from typing import Final

from kozel.records.header import rules_of
from kozel.records.model import ActionRecord, Record
from kozel.records.replay import Step, replay
from kozel.rules import (
    Acted,
    ActionKind,
    Card,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    KozelError,
    Match,
    MatchEnded,
    Suit,
    TrickTaken,
    cards_of,
    points_of,
)
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS
from kozel.rules.options import format_value

Paint = Callable[[str, Suit], str]
"""Takes the text of a card or a suit, and its suit; gives the text to show."""

HIDDEN: Final = "??"
ALL_POINTS: Final = 120
"""Card points of a deal that is played out; a caught queen ends it sooner (K8)."""

_TRICK_WORDS: Final = {
    ActionKind.PLAY: "",
    ActionKind.BEAT: "beats ",
    ActionKind.THROW: "throws ",
    ActionKind.CLAIM: "claims ",
}


class NoSuchSeat(KozelError):
    """A replay was asked for from a seat that the match does not have."""

    def __init__(self, seat: int, players: int) -> None:
        super().__init__(f"there is no seat {seat}: choose one from 0 to {players - 1}")
        self.seat = seat


def plain(text: str, suit: Suit) -> str:
    """The paint of a text without colour."""
    return text


def replay_text(
    record: Record, *, line: int | None = None, seat: int | None = None, paint: Paint = plain
) -> Iterator[str]:
    """The match as texts of one or more lines, each ending with a trick, a deal or the match.

    Args:
        record: what to show; it is verified first.
        line: where it stands in its file, for the error.
        seat: show only what this seat knew; None shows everything.
        paint: colours a card.

    Raises:
        RecordError: the record is damaged.
        NoSuchSeat: the match has no such seat.
    """
    steps = replay(record, line=line)
    players = rules_of(record).players
    if seat is not None and not 0 <= seat < players:
        raise NoSuchSeat(seat, players)
    return _Teller(record, players, seat, paint).tell(steps)


class _Teller:
    """Turns steps into text; remembers the trick on the table."""

    def __init__(self, record: Record, players: int, seat: int | None, paint: Paint) -> None:
        self.record = record
        self.players = players
        self.seat = seat
        self.paint = paint
        self.lines: list[str] = self.heading()
        self.moves: list[str] = []
        self.visible = 0
        self.hides_cards = False
        self.tricks = 0
        self.has_stock = False
        self.is_widow_told = False

    def tell(self, steps: Iterator[Step]) -> Iterator[str]:
        for step in steps:
            ends_block = False
            for event in step.seen_by(self.seat):
                if ends_block and isinstance(event, DealVoided | DealStarted):
                    yield self.block()
                    ends_block = False
                self.tell_event(event, step)
                ends_block = ends_block or isinstance(event, TrickTaken | DealEnded)
            if ends_block:
                yield self.block()
        if self.record.is_aborted:
            self.lines.append(f"The match was stopped at {_numbers(self.record.score)}.")
            yield self.block()
        if self.record.forfeit:
            record = self.record
            ended = MatchEnded(record.score, record.winners, record.losers)
            self.lines.append(f"The match was forfeited by {self.sides(record.forfeit)}.")
            self.lines.append(self.outcome(ended))
            yield self.block()

    def block(self) -> str:
        text = "\n".join(self.lines)
        self.lines = []
        return text

    def heading(self) -> list[str]:
        record = self.record
        options = [f"{name}={format_value(value)}" for name, value in record.options.items()]
        facts = [" ".join([record.ruleset, *options])]
        facts += [f"match {_harmless(record.id)}"] if record.id else []
        facts += [f"verdict {record.verdict}"] if record.verdict else []
        facts += [f"as seat {self.seat} saw it"] if self.seat is not None else []
        names = [f"{seat} {_harmless(name)}" for seat, name in enumerate(record.seats)]
        lines = [", ".join(facts), *([f"seats: {', '.join(names)}"] if names else [])]
        if self.players == 4:
            lines.append("sides: 0 is seats 0 and 2, 1 is seats 1 and 3")
        return lines

    def tell_event(self, event: Event, step: Step) -> None:
        match event:
            case DealVoided():
                self.lines.append(f"A void deal is thrown out before deal {event.deal}.")
            case DealStarted():
                self.tell_start(event, step.match)
            case Acted():
                self.tell_action(event, step)
            case TrickTaken():
                self.tell_trick(event, step.match)
            case DealEnded():
                self.tell_end(event)
            case MatchEnded():
                self.lines.append(self.outcome(event))

    # A deal.

    def tell_start(self, event: DealStarted, match: Match) -> None:
        self.tricks = 0
        self.has_stock = event.stock_size > 0
        facts = [f"Deal {event.deal}", *self.deal_facts(event, match)]
        self.lines += ["", ", ".join(facts)]
        for seat in range(match.rules.players):
            if self.sizes(match)[seat]:
                self.lines.append(f"  seat {seat}  {self.hand(match, seat)}")
        self.tell_rest(event, match)

    def deal_facts(self, event: DealStarted, match: Match) -> Iterator[str]:
        if event.trump is not None:
            yield f"trump {self.suit(event.trump)}"
        if event.turn_up is not None:
            yield f"turn-up {self.card(event.turn_up)}"
        if event.owner is not None:
            role = "soloist" if match.rules.ruleset == "widow" else "owner"
            marker = f" by {self.card(event.marker)}" if event.marker is not None else ""
            yield f"{role} seat {event.owner}{marker}"
        if event.dealer is not None:
            yield f"dealer seat {event.dealer}"
        if event.leader is not None and event.leader != event.owner:
            yield f"seat {event.leader} leads"
        if event.pot:
            yield f"pot {event.pot}"

    def tell_rest(self, event: DealStarted, match: Match) -> None:
        """The widow and the stock, as far as they are known."""
        self.is_widow_told = False
        self.tell_widow(event.widow, match)
        if event.stock:
            self.lines.append(f"  stock   {' '.join(map(self.card, event.stock))}")
        elif event.stock_size:
            self.lines.append(f"  stock   {event.stock_size} cards")

    def tell_widow(self, widow: int, match: Match) -> None:
        """The widow as soon as it is known: from the first, or to a soloist that took it (W3)."""
        known = match.deal.widow_for(self.seat) if self.seat is not None else widow
        if known and not self.is_widow_told:
            self.lines.append(f"  widow   {self.cards(known)}")
            self.is_widow_told = True

    def tell_end(self, event: DealEnded) -> None:
        if sum(event.points) < ALL_POINTS:
            self.lines.append("  the deal ends here, with cards left (K8)")
        change = " ".join(f"{number:+d}" for number in event.change)
        facts = [f"points {_numbers(event.points)}", f"change {change}"]
        self.lines.append(f"  {', '.join(facts)}, score {_numbers(event.score)}")
        if self.seat is not None and event.thrown:
            self.lines.append(f"  thrown in this deal: {self.thrown(event.thrown)}")

    def outcome(self, event: MatchEnded) -> str:
        facts = [f"{self.sides(event.winners)} won"] if event.winners else []
        facts += [f"{self.sides(event.losers)} lost"] if event.losers else []
        return f"Match over at {_numbers(event.score)}: {', '.join(facts)}."

    def sides(self, sides: tuple[int, ...]) -> str:
        """Some sides, with the name of the bot that holds a seat of each."""
        names = self.record.seats
        told = [f"{side} ({_harmless(names[side])})" if names else str(side) for side in sides]
        return f"side {' and '.join(told)}"

    # Actions and tricks.

    def tell_action(self, event: Acted, step: Step) -> None:
        kind = KINDS[event.code >> KIND_SHIFT]
        cards = event.code & CARDS_MASK
        note = self.note(event.seat, step.action)
        if kind in _TRICK_WORDS:
            shown = self.cards(cards) if cards else _hidden(event.count)
            self.visible |= cards
            self.hides_cards = self.hides_cards or not cards
            self.moves.append(f"{event.seat}: {_TRICK_WORDS[kind]}{shown}{note}")
            return
        done = {
            ActionKind.PASS: "passes",
            ActionKind.TAKE: "takes the widow",
            ActionKind.REFUSE: "refuses the widow",
            ActionKind.BURY: f"buries {self.cards(cards) if cards else _hidden(event.count)}",
        }
        if kind is ActionKind.NAME:
            done[kind] = f"names trump {self.suit(Suit(cards.bit_length() - 1))}"
        self.lines.append(f"  seat {event.seat} {done[kind]}{note}")
        if kind is ActionKind.TAKE:
            self.tell_widow(0, step.match)

    def note(self, seat: int, action: ActionRecord | None) -> str:
        """That the arena chose: shown to all eyes, and to the seat itself."""
        if action is None or action.by is None or action.seat != seat:
            return ""
        if self.seat not in (None, seat):
            return ""
        return f" (by {action.by}{f': {action.why}' if action.why else ''})"

    def tell_trick(self, event: TrickTaken, match: Match) -> None:
        self.tricks += 1
        worth = "" if self.hides_cards else f" ({points_of(self.visible)})"
        moves = " · ".join(self.moves)
        self.lines.append(f"  {self.tricks:2}  {moves} → {event.seat} takes it{worth}")
        if self.seat is not None and event.thrown:
            self.lines.append(f"      thrown: {self.thrown(event.thrown)}")
        self.moves = []
        self.visible = 0
        self.hides_cards = False
        if self.has_stock and not match.deal.is_over and match.deal.history:
            self.tell_hands(match)

    def tell_hands(self, match: Match) -> None:
        """What is held after the draw."""
        seats = range(match.rules.players) if self.seat is None else (self.seat,)
        hands = [f"{seat}: {self.hand(match, seat)}" for seat in seats if self.sizes(match)[seat]]
        if hands:
            self.lines.append(f"      held: {' · '.join(hands)}")

    # Cards.

    def sizes(self, match: Match) -> tuple[int, ...]:
        return match.view(0).hand_sizes

    def hand(self, match: Match, seat: int) -> str:
        if self.seat in (None, seat):
            return self.cards(match.view(seat).hand_mask)
        return _hidden(self.sizes(match)[seat])

    def thrown(self, thrown: tuple[tuple[int, int], ...]) -> str:
        return " · ".join(f"{seat}: {self.cards(mask)}" for seat, mask in thrown)

    def cards(self, mask: int) -> str:
        return " ".join(map(self.card, cards_of(mask)))

    def card(self, card: Card) -> str:
        return self.paint(str(card), card.suit)

    def suit(self, suit: Suit) -> str:
        return self.paint(str(suit), suit)


def _harmless(name: str) -> str:
    """A name from a record, with what could steer a terminal spelled out."""
    return name if name.isprintable() else ascii(name)


def _hidden(count: int) -> str:
    return " ".join([HIDDEN] * count)


def _numbers(numbers: tuple[int, ...]) -> str:
    return ":".join(map(str, numbers))
