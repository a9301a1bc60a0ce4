"""The hot messages: View <-> Decision and Answer. Lean: no value is copied twice.

Suits are one higher on the wire than in the rules, because 0 means no suit there.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from kozel.rules.cards import CARDS, Suit
from kozel.rules.view import MatchInfo, Question, View
from kozel.v1 import play_pb2
from kozel.wire.errors import InvalidMessage, UnknownValue, WireError
from kozel.wire.values import Answer

_QUESTIONS: Final = {question.value: question for question in Question}
_SUITS: Final = {suit + 1: suit for suit in Suit}
_TRUMPS: Final[dict[int, Suit | None]] = {0: None, **_SUITS}
_make_tuple: Final = tuple.__new__


def encode_decision(view: View, table_id: int, decision_id: int) -> play_pb2.Decision:
    """The message that asks a seat for the action of this view.

    Args:
        view: the seat's view, its legal actions in the order that the answer's index counts.
        table_id: what the bot calls this seat at this table.
        decision_id: number of the decision for that seat, from 1.
    """
    message = play_pb2.Decision(
        table_id=table_id,
        decision_id=decision_id,
        question=view.question.value,  # type: ignore[arg-type]
        deal=view.deal,
        hand=view.hand_mask,
        legal=view.legal_codes,
        history=view.history_codes,
        trick_start=view.trick_start,
        trick_winners=view.trick_winners,
        hand_sizes=view.hand_sizes,
        score=view.score,
        points=view.points,
        leader=view.leader,
        active_seats=view.active_seats,
        trump=0 if view.trump is None else view.trump + 1,  # type: ignore[arg-type]
        owner=view.owner,
        dealer=view.dealer,
        marker=view.marker,
        limit_nanos=view.limit_ns,
        bank_nanos=view.bank_ns,
    )
    _encode_rare(message, view)
    return message


def _encode_rare(message: play_pb2.Decision, view: View) -> None:
    """Set the fields that most rulesets leave empty."""
    if view.pairing:
        message.pairing.extend([suit + 1 for suit in view.pairing])  # type: ignore[misc]
    if view.turn_up is not None:
        message.turn_up = view.turn_up
    if view.stock_size:
        message.stock_size = view.stock_size
    if view.pot:
        message.pot = view.pot
    if view.widow_mask:
        message.widow = view.widow_mask
    if view.void_deals:
        message.void_deals = view.void_deals


def decode_decision(message: play_pb2.Decision, match: MatchInfo) -> View:
    """The view that a decision carries.

    Args:
        message: the decision.
        match: what MatchStarted said about that seat.

    Raises:
        UnknownValue: a question, suit or card that this software does not know.
        InvalidMessage: it offers no action.
    """
    try:
        view = _view_of(message, match)
    except LookupError:
        raise _what_is_unknown(message) from None
    if not view.legal_codes:
        raise InvalidMessage(f"decision {message.decision_id} offers no legal action")
    return view


def _view_of(message: Any, match: MatchInfo) -> View:
    """Decode; an unknown number is a LookupError. `Any`, because enum fields are plain ints here.

    `list[:]` makes a plain list in one call, which is twice as fast as iterating the field. A
    number that is not 0 is set, so that only a 0 needs the dear question whether it is. And
    `_make_tuple` passes by the function that a NamedTuple is made with.
    """
    owner: int | None = message.owner
    dealer: int | None = message.dealer
    marker, pairing, turn_up = message.marker, message.pairing[:], message.turn_up
    return _make_tuple(
        View,
        (
            match,
            _QUESTIONS[message.question],
            message.deal,
            message.hand,
            tuple(message.hand_sizes[:]),
            tuple(message.legal[:]),
            tuple(message.history[:]),
            message.trick_start,
            tuple(message.trick_winners[:]),
            tuple(message.score[:]),
            tuple(message.points[:]),
            message.leader,
            message.active_seats,
            _TRUMPS[message.trump],
            owner if owner or message.HasField("owner") else None,
            dealer if dealer or message.HasField("dealer") else None,
            CARDS[marker] if marker or message.HasField("marker") else None,
            _pairing_of(tuple(pairing)) if pairing else (),
            CARDS[turn_up] if turn_up or message.HasField("turn_up") else None,
            message.stock_size,
            message.pot,
            message.widow,
            message.void_deals,
            message.limit_nanos,
            message.bank_nanos,
        ),
    )


@lru_cache(maxsize=256)
def _pairing_of(numbers: tuple[int, ...]) -> tuple[Suit, ...]:
    """The suits of a pairing, of which there are 24. An unknown one is not remembered."""
    return tuple([_SUITS[number] for number in numbers])


def _what_is_unknown(message: play_pb2.Decision) -> WireError:
    """Find the field after the fact, so that the usual path does not look for it."""
    if message.question not in _QUESTIONS:
        return UnknownValue("question", int(message.question))
    suits = [suit for suit in (message.trump, *message.pairing) if suit not in _TRUMPS]
    if suits or 0 in message.pairing:
        return UnknownValue("suit", int(suits[0]) if suits else 0)
    return UnknownValue("card", max(message.marker, message.turn_up))


def encode_answer(answer: Answer) -> play_pb2.Answer:
    """The message of an answer."""
    return play_pb2.Answer(**answer_fields(answer))  # type: ignore[arg-type]


def answer_fields(answer: Answer) -> dict[str, int]:
    """The fields of an answer's message.

    A request that is made takes them in place of the message, at half the cost, whatever the
    types say.
    """
    table_id, decision_id, index = answer
    if index is None:
        return {"table_id": table_id, "decision_id": decision_id, "decline": True}
    return {"table_id": table_id, "decision_id": decision_id, "index": index}


def decode_answers(messages: Iterable[play_pb2.Answer]) -> list[Answer]:
    """The answers of one request, in their order. Whether an index is in range is for the table."""
    return [
        # As `Answer(…)`, without its detour through Python.
        _make_tuple(Answer, (it.table_id, it.decision_id, None if it.decline else it.index))
        for it in messages
    ]
