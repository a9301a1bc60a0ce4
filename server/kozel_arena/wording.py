"""A game in words for the person who plays it: cards, actions, what happened. Pure.

Shared by the page of a practice table and the terminal; the person is always "you".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from kozel.rules import (
    Acted,
    Action,
    ActionKind,
    Card,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    MatchEnded,
    Question,
    Rules,
    Suit,
    TrickTaken,
    View,
    action_of,
)
from kozel.rules.actions import CARDS_MASK

SUIT_SIGNS: Final = "♣♠♥♦"
RANK_WORDS: Final = ("six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
QUESTIONS: Final = {
    Question.LEAD: "lead",
    Question.FOLLOW: "follow",
    Question.NAME_TRUMP: "name the trump suit",
    Question.CLAIM: "claim the lead or pass",
    Question.TAKE_WIDOW: "take the widow or leave it",
    Question.BURY: "bury three cards",
}
"""What a seat is asked to do."""
DO: Final = {
    ActionKind.PLAY: ("play", "plays"),
    ActionKind.BEAT: ("beat with", "beats with"),
    ActionKind.THROW: ("throw", "throws"),
    ActionKind.CLAIM: ("claim the lead with", "claims the lead with"),
    ActionKind.PASS: ("pass", "passes"),
    ActionKind.NAME: ("name", "names"),
    ActionKind.TAKE: ("take the widow", "takes the widow"),
    ActionKind.REFUSE: ("leave the widow", "leaves the widow"),
    ActionKind.BURY: ("bury", "buries"),
}
"""By kind of action: what you do, and what somebody else does."""


def question_words(view: View) -> str:
    """What a seat is to do now: `lead`, `beat or throw`."""
    kinds = {action.kind for action in view.legal_actions}
    if ActionKind.THROW in kinds:
        return "beat or throw" if ActionKind.BEAT in kinds else "throw, nothing of yours beats this"
    return QUESTIONS[view.question]


def suit_word(suit: Suit) -> str:
    """A suit as a word: `hearts`."""
    return suit.name.lower()


def card_sign(card: Card) -> str:
    """A card as a sign: `10♠`."""
    rank = "10" if str(card)[0] == "T" else str(card)[0]
    return rank + SUIT_SIGNS[card.suit]


def card_words(card: Card) -> str:
    """A card in words: `ten of spades`."""
    return f"{RANK_WORDS[card.rank]} of {suit_word(card.suit)}"


def signs(cards: Sequence[Card]) -> str:
    """Cards as signs with spaces."""
    return " ".join(map(card_sign, cards))


def action_words(action: Action) -> str:
    """What you would do: `Throw 6♣ 7♣ face down`."""
    verb = DO[action.kind][0]
    if action.suit is not None:
        return f"Name {suit_word(action.suit)} trump"
    what = f"{verb} {signs(action.cards)}" if action.cards else verb
    if action.kind in (ActionKind.THROW, ActionKind.BURY):
        what += " face down"
    return what[:1].upper() + what[1:]


def score_word(rules: Rules) -> str:
    """What is counted over the match: `penalties`, `chips` or `marks`."""
    if rules.options.get("scoring") == "pot":
        return "chips"
    return "marks" if rules.ruleset == "widow" else "penalties"


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells one seat what happened."""

    rules: Rules
    seat: int
    names: tuple[str, ...]
    """By seat."""

    def who(self, seat: int) -> str:
        """A player as the subject of a sentence; the same name twice is told apart by seat."""
        if seat == self.seat:
            return "You"
        name = self.names[seat]
        others = [at for at, other in enumerate(self.names) if other == name and at != self.seat]
        return f"{name} ({seat})" if len(others) > 1 else name

    def side(self, side: int) -> str:
        """A side as the subject of a sentence."""
        seats = sorted(self.rules.seats_of(side), key=lambda seat: seat != self.seat)
        return " and ".join(map(self.who, seats))

    def sentence(self, event: Event) -> str:
        """What happened, as this seat may know it; the event must be that seat's."""
        match event:
            case DealVoided():
                return "The cards are thrown in and dealt again."
            case DealStarted():
                return self._deal(event)
            case Acted():
                return self._act(event)
            case TrickTaken():
                who = self.who(event.seat)
                return f"{who} {'take' if event.seat == self.seat else 'takes'} the trick."
            case DealEnded():
                return self._deal_ended(event)
            case MatchEnded():
                return "The match is over."
            case _:
                assert_never(event)

    def _deal(self, event: DealStarted) -> str:
        parts = [f"Deal {event.deal}"]
        if event.turn_up is not None:
            parts.append(f"{card_sign(event.turn_up)} is turned up")
        elif event.trump is not None and self.rules.ruleset != "widow":
            parts.append(f"{suit_word(event.trump)} are trump")
        if event.dealer is not None:
            parts.append(self._does(event.dealer, "deal", "deals"))
        if event.owner is not None:
            what = "soloist" if self.rules.ruleset == "widow" else "owner of the deal"
            parts.append(self._does(event.owner, f"are the {what}", f"is the {what}"))
        if event.leader is not None:
            parts.append(self._does(event.leader, "lead", "leads"))
        return f"{parts[0]}: {', '.join(parts[1:])}."

    def _does(self, seat: int, you: str, other: str) -> str:
        return f"you {you}" if seat == self.seat else f"{self.who(seat)} {other}"

    def _act(self, event: Acted) -> str:
        action = action_of(event.code) if event.code & CARDS_MASK else None
        kind = ActionKind(event.code >> 40)
        verb = DO[kind][event.seat != self.seat]
        if action is not None and action.suit is not None:
            return f"{self.who(event.seat)} {verb} {suit_word(action.suit)} trump."
        what = ""
        if action is not None:
            what = f" {signs(action.cards)}"
        elif event.count:
            what = f" {event.count} card{'s' if event.count > 1 else ''}"
        is_down = kind in (ActionKind.THROW, ActionKind.BURY)
        return f"{self.who(event.seat)} {verb}{what}{' face down' if is_down else ''}."

    def _deal_ended(self, event: DealEnded) -> str:
        told = [
            f"{self.side(side)} {points} points ({change:+d}, now {score})"
            for side, (points, change, score) in enumerate(
                zip(event.points, event.change, event.score, strict=True)
            )
        ]
        return f"Deal {event.deal} is over: {'; '.join(told)}."


def end_sentence(
    teller: Teller, ended: MatchEnded, *, charged: Sequence[int] = (), has_result: bool
) -> str:
    """How the match ended for the person, in one or two sentences.

    Args:
        teller: knows the names and the person's seat.
        ended: the score, who won and who lost.
        charged: seats that used up their strikes.
        has_result: whether the match counts as played.
    """
    if not has_result:
        return "The match was stopped and has no result."
    own = teller.rules.side_of(teller.seat)
    if own in ended.losers:
        result = "You have lost"
    elif own in ended.winners:
        result = "You have won" if len(ended.winners) == 1 else "You share the win"
    else:
        result = "You have not lost"
    why = ""
    if charged:
        who = " and ".join(map(teller.who, charged))
        why = f", because {'you' if who == 'You' else who} did not answer in time"
    score = " : ".join(map(str, ended.score))
    return f"{result}{why}. {score_word(teller.rules).capitalize()}: {score}."
