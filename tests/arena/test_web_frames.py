"""What a replay shows: everything to all eyes, and to a seat only what it knew."""

import json

import pytest

from kozel.records import Record, parse_record
from kozel.records.text import NoSuchSeat
from kozel_arena.web.camera import frames_of
from kozel_arena.web.frames import Frame
from tests.records import golden

MATCHES = {match["ruleset"]: match for match in reversed(golden.matches())}


@pytest.fixture(params=sorted(MATCHES))
def record(request: pytest.FixtureRequest) -> Record:
    return parse_record(json.dumps(MATCHES[request.param]))


def cards_shown(frame: Frame) -> list[str]:
    """All cards in hands."""
    return [card for hand in frame.hands for card in hand]


def test_every_action_is_one_frame_and_each_deal_starts_and_ends_with_one(record: Record) -> None:
    frames = frames_of(record)
    acted = sum(frame.text.startswith("Seat ") for frame in frames)
    assert acted <= sum(len(deal.actions) for deal in record.deals)
    assert [frame.deal for frame in frames if frame.text.startswith(f"Deal {frame.deal} ends")] == [
        number for number, _ in enumerate(record.deals, 1)
    ]
    assert frames[0].text.startswith("Deal 1")
    assert frames[-1].text.startswith("The match is over")
    assert frames[-1].score == record.score


def test_no_card_is_shown_twice_and_played_cards_leave_the_hand(record: Record) -> None:
    for frame in frames_of(record):
        held = cards_shown(frame)
        assert len(set(held)) == len(held)
        played = {card for one in frame.table for card in one.cards}
        assert frame.taken_by is not None or not played & set(held)


def test_a_seat_sees_its_own_hand_and_only_the_number_of_the_others_cards(record: Record) -> None:
    whole = frames_of(record)
    first = whole[0]
    for seat in range(len(first.hands)):
        frames = frames_of(record, seat=seat)
        assert frames[0].hands[seat] == first.hands[seat]
        for frame in frames:
            others = [hand for at, hand in enumerate(frame.hands) if at != seat]
            assert not any(others)
        expected = [0 if at == seat else len(hand) for at, hand in enumerate(first.hands)]
        assert list(frames[0].hidden) == expected


def test_the_frames_of_a_seat_do_not_depend_on_cards_that_are_thrown_face_down() -> None:
    record = parse_record(json.dumps(MATCHES["shokha"]))
    thrower = next(
        played.seat
        for frame in frames_of(record)
        for played in frame.table
        if played.verb == "throws"
    )
    watcher = (thrower + 1) % len(record.deals[0].hands)
    shown = [
        played
        for frame in frames_of(record, seat=watcher)
        for played in frame.table
        if played.verb == "throws" and played.seat == thrower
    ]
    assert shown
    assert all(played.cards == () and played.hidden > 0 for played in shown)


def test_a_seat_that_does_not_exist_is_refused(record: Record) -> None:
    with pytest.raises(NoSuchSeat, match="there is no seat 7"):
        frames_of(record, seat=7)
