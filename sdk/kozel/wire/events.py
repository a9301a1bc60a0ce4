"""Public events of a deal <-> MatchEvent, for bots that ask for them.

An event is encoded as one seat may know it (`seen_by`), and a hidden field has no place in the
message. The end of a match is no MatchEvent: every seat is told by MatchEnded.
"""

from collections.abc import Iterable
from typing import Any, assert_never

from kozel.rules.cards import CARDS, Card, Suit
from kozel.rules.events import (
    Acted,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    TrickTaken,
)
from kozel.rules.view import COUNT_SHIFT, SEAT_SHIFT, MatchInfo, pack_move
from kozel.v1 import play_pb2
from kozel.wire.errors import InvalidMessage, UnknownValue

DealEvent = DealVoided | DealStarted | Acted | TrickTaken | DealEnded
"""The events that travel as MatchEvent."""

_CODE_MASK = (1 << SEAT_SHIFT) - 1


def encode_event(event: DealEvent, table_id: int, deal: int, seat: int) -> play_pb2.MatchEvent:
    """The message that tells a seat of an event.

    Args:
        event: as this seat may know it.
        table_id: what the bot calls this seat at this table.
        deal: number of the deal, from 1.
        seat: the seat that is told; of the hands only its own is encoded.
    """
    message = play_pb2.MatchEvent(table_id=table_id, deal=deal)
    match event:
        case DealVoided():
            message.deal_voided.SetInParent()
        case DealStarted():
            message.deal_started.CopyFrom(_encode_start(event, seat))
        case Acted():
            message.move = pack_move(event.seat, event.code, event.count)
            message.is_private = event.is_private
        case TrickTaken():
            message.trick_taken.CopyFrom(
                play_pb2.TrickTaken(seat=event.seat, thrown=_encode_thrown(event.thrown))
            )
        case DealEnded():
            message.deal_ended.CopyFrom(_encode_end(event))
        case _:
            assert_never(event)
    return message


def decode_event(message: play_pb2.MatchEvent, match: MatchInfo) -> Event:
    """An event as the seat of `match` may know it.

    Raises:
        UnknownValue: a suit or card that this software does not know.
        InvalidMessage: none of the alternatives is set.
    """
    match message.WhichOneof("event"):
        case "deal_voided":
            return DealVoided(deal=message.deal, hands=())
        case "deal_started":
            return _decode_start(message.deal_started, message.deal, match)
        case "move":
            return _decode_move(message.move, is_private=message.is_private)
        case "trick_taken":
            taken = message.trick_taken
            return TrickTaken(taken.seat, _decode_thrown(taken.thrown))
        case "deal_ended":
            return _decode_end(message.deal_ended, message.deal)
        case None:
            raise InvalidMessage(f"an event of table {message.table_id} says nothing")
        case other:
            assert_never(other)


def _decode_move(packed: int, *, is_private: bool) -> Acted:
    seat, count = packed >> SEAT_SHIFT & 15, packed >> COUNT_SHIFT
    return Acted(seat, packed & _CODE_MASK, count, is_private)


def _encode_start(event: DealStarted, seat: int) -> play_pb2.DealStarted:
    suits: dict[str, Any] = {
        "trump": 0 if event.trump is None else event.trump + 1,
        "drawn_trump": 0 if event.drawn_trump is None else event.drawn_trump + 1,
    }
    return play_pb2.DealStarted(
        hand=event.hands[seat],
        owner=event.owner,
        dealer=event.dealer,
        leader=event.leader,
        marker=event.marker,
        turn_up=event.turn_up,
        stock_size=event.stock_size,
        pot=event.pot,
        **suits,
    )


def _decode_start(message: play_pb2.DealStarted, deal: int, match: MatchInfo) -> DealStarted:
    hands = [0] * match.players
    hands[match.seat] = message.hand
    return DealStarted(
        deal=deal,
        hands=tuple(hands),
        stock_size=message.stock_size,
        trump=_decode_suit(message.trump),
        drawn_trump=_decode_suit(message.drawn_trump),
        owner=message.owner if message.HasField("owner") else None,
        dealer=message.dealer if message.HasField("dealer") else None,
        leader=message.leader if message.HasField("leader") else None,
        marker=_decode_card(message.marker) if message.HasField("marker") else None,
        turn_up=_decode_card(message.turn_up) if message.HasField("turn_up") else None,
        pot=message.pot,
    )


def _encode_end(event: DealEnded) -> play_pb2.DealEnded:
    return play_pb2.DealEnded(
        points=event.points,
        change=event.change,
        score=event.score,
        thrown=_encode_thrown(event.thrown),
    )


def _decode_end(message: play_pb2.DealEnded, deal: int) -> DealEnded:
    return DealEnded(
        deal=deal,
        points=tuple(message.points),
        change=tuple(message.change),
        score=tuple(message.score),
        thrown=_decode_thrown(message.thrown),
    )


def _encode_thrown(thrown: Iterable[tuple[int, int]]) -> list[play_pb2.ThrownCards]:
    return [play_pb2.ThrownCards(seat=seat, cards=cards) for seat, cards in thrown]


def _decode_thrown(messages: Iterable[play_pb2.ThrownCards]) -> tuple[tuple[int, int], ...]:
    return tuple((message.seat, message.cards) for message in messages)


def _decode_suit(number: int) -> Suit | None:
    if not 0 <= number <= len(Suit):
        raise UnknownValue("suit", number)
    return Suit(number - 1) if number else None


def _decode_card(number: int) -> Card:
    if number >= len(CARDS):
        raise UnknownValue("card", number)
    return CARDS[number]
