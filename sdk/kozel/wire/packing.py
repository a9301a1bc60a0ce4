"""Decisions straight to bytes: what `encode_decision` and protobuf would write, much faster.

An arena spends most of its time on this message. So the lists that differ in every decision are
packed here by hand, and what many decisions share is packed by protobuf once and kept.
`encode_decision` remains the definition: the bytes are the same, and the tests hold both together.
"""

from struct import Struct
from typing import Any, Final

from kozel.rules.view import View
from kozel.v1 import play_pb2
from kozel.wire.decisions import encode_decision

MOST_KEPT: Final = 1 << 15
"""So many pieces of one kind are kept; then they are forgotten and packed anew."""
_LONGEST: Final = 256
"""Lists from this length on, which no ruleset here has, are left to protobuf."""


def varint(number: int) -> bytes:
    """A number, 0 or more, as protobuf writes it: seven bits a byte, the lowest first."""
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    data.append(number)
    return bytes(data)


def _list_heads(tag: bytes, size: int) -> tuple[bytes, ...]:
    """What comes before a packed list, by its length; nothing where there is no item."""
    return (b"", *(tag + varint(size * count) for count in range(1, _LONGEST)))


# Tags: number of the field << 3 | wire type.
_DECISIONS: Final = b"\x32"
_TABLE_ID: Final = b"\x08"
_HAND: Final = 0x29
_VARINTS: Final = tuple(map(varint, range(1 << 14)))
_MANY: Final = len(_VARINTS)
_DECISION_IDS: Final = tuple(b"\x10" + varint(number) for number in range(1 << 12))
_TRICK_STARTS: Final = (b"", *(b"\x40" + varint(start) for start in range(1, _LONGEST)))
_LEGAL_HEADS: Final = _list_heads(b"\x32", 8)
_HISTORY_HEADS: Final = _list_heads(b"\x3a", 8)
_WINNERS_HEADS: Final = _list_heads(b"\x4a", 1)
_LEADER_ON: Final = slice(11, 23)
"""The fields of a View from `leader` to `void_deals`, which change least."""

_pack_hand: Final = Struct("<BQ").pack
_pack_masks: Final = tuple(Struct(f"<{count}Q").pack for count in range(_LONGEST))

_Kept = dict[Any, bytes]
_questions: _Kept = {}
_sizes: _Kept = {}
_scores: _Kept = {}
_points: _Kept = {}
_facts: _Kept = {}
_times: _Kept = {}


def pack_decision(view: View, table_id: int, decision_id: int) -> bytes:
    """One decision as a piece of a PlayResponse: tag, length, and the message.

    Args:
        view: the seat's view, its legal actions in the order that the answer's index counts.
        table_id: what the bot calls this seat at this table.
        decision_id: number of the decision for that seat, from 1.
    """
    try:
        message = _pack(view, table_id, decision_id)
    except IndexError:  # longer than the tables here
        message = encode_decision(view, table_id, decision_id).SerializeToString()
    size = len(message)
    return b"".join((_DECISIONS, _VARINTS[size] if size < _MANY else varint(size), message))


def _pack(view: View, table_id: int, decision_id: int) -> bytes:
    """The message, fields in the order of their numbers; IndexError when something is too long."""
    (_, question, deal, hand, sizes, legal, history, trick_start, winners, score, points,
     *_, limit_ns, bank_ns) = view  # fmt: skip
    facts: Any = view[_LEADER_ON]
    actions, moves, tricks = len(legal), len(history), len(winners)
    return b"".join(
        (
            _TABLE_ID,
            _VARINTS[table_id] if table_id < _MANY else varint(table_id),
            _DECISION_IDS[decision_id],
            _questions.get((question, deal)) or _pack_question(question, deal),
            _pack_hand(_HAND, hand) if hand else b"",
            _LEGAL_HEADS[actions],
            _pack_masks[actions](*legal),
            _HISTORY_HEADS[moves],
            _pack_masks[moves](*history),
            _TRICK_STARTS[trick_start],
            _WINNERS_HEADS[tricks],
            bytes(winners),  # seats, so each is a byte
            _sizes.get(sizes) or _pack_sizes(sizes),
            _scores.get(score) or _pack_score(score),
            _points.get(points) or _pack_points(points) if points else b"",
            _facts.get(facts) or _pack_facts(facts),
            _times.get((limit_ns, bank_ns)) or _pack_times((limit_ns, bank_ns)),
        )
    )


def _keep(kept: _Kept, key: object, message: play_pb2.Decision) -> bytes:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = data = message.SerializeToString()
    return data


def _pack_question(question: Any, deal: int) -> bytes:
    message = play_pb2.Decision(question=question.value, deal=deal)
    return _keep(_questions, (question, deal), message)


def _pack_sizes(sizes: tuple[int, ...]) -> bytes:
    return _keep(_sizes, sizes, play_pb2.Decision(hand_sizes=sizes))


def _pack_score(score: tuple[int, ...]) -> bytes:
    return _keep(_scores, score, play_pb2.Decision(score=score))


def _pack_points(points: tuple[int, ...]) -> bytes:
    return _keep(_points, points, play_pb2.Decision(points=points))


def _pack_times(times: tuple[int, int]) -> bytes:
    limit_ns, bank_ns = times
    return _keep(_times, times, play_pb2.Decision(limit_nanos=limit_ns, bank_nanos=bank_ns))


def _pack_facts(facts: tuple[Any, ...]) -> bytes:
    (leader, active_seats, trump, owner, dealer, marker, pairing, turn_up, stock_size, pot, widow,
     void_deals) = facts  # fmt: skip
    message = play_pb2.Decision(
        leader=leader,
        active_seats=active_seats,
        trump=0 if trump is None else trump + 1,  # type: ignore[arg-type]
        owner=owner,
        dealer=dealer,
        marker=marker,
        pairing=[suit + 1 for suit in pairing],
        turn_up=turn_up,
        stock_size=stock_size,
        pot=pot,
        widow=widow,
        void_deals=void_deals,
    )
    return _keep(_facts, facts, message)
