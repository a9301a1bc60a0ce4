"""The bytes and numbers of proto/README.md are what the code makes and reads."""

import re
from hashlib import sha512
from pathlib import Path

import pytest
from google.protobuf import text_format

from kozel.rules import (
    Match,
    MatchEnded,
    SeededChance,
    action_of,
    bind,
    commitment,
    format_action,
    format_cards,
    match_seed,
)
from kozel.rules.cards import cards_of
from kozel.rules.chance import draw, shuffled
from kozel.rules.events import DealStarted
from kozel.table import TimeControl, Verdict
from kozel.v1 import arena_pb2
from kozel.wire.messages import Question, Request, Response, encode_request, encode_response
from kozel.wire.values import Answer, Ending, Goodbye, GoodbyeReason, Hello, Seating, Welcome

README = (Path(__file__).parents[2] / "proto" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```hex (\w+)\n(.*?)```\n```textproto\n(.*?)```", README, re.DOTALL)
CHANCE = {
    name: value
    for block in re.findall(r"```chance\n(.*?)```", README, re.DOTALL)
    for name, value in (line.split(" ", 1) for line in block.splitlines())
}

SECOND = 1_000_000_000
HELLO = Hello(token="secret", bot_name="sly", bot_version="1", sdk="mine/1", capacity=8)
WELCOME = Welcome(
    arena_version="0.1.0",
    rules_version=1,
    bot_id="3",
    bot_name="sly",
    resumed=False,
    max_seats=512,
    max_request_bytes=65536,
    max_answers=256,
    max_decisions=256,
    heartbeat_interval_ns=15 * SECOND,
    silence_limit_ns=60 * SECOND,
)


def example_view():
    match = Match(bind("miner"), SeededChance("example"))
    for text in ("play TD", "play AD"):
        seat = match.deciders()[0]
        code = next(c for c in match.legal(seat) if format_action(action_of(c)) == text)
        match.apply(seat, code)
    return match.view(match.deciders()[0], limit_ns=5 * SECOND, bank_ns=60 * SECOND)


def conversation():
    """The messages of the worked example, as the code makes them."""
    view = example_view()
    clock = TimeControl(move_limit_ns=5 * SECOND, bank_ns=60 * SECOND, strikes=3)
    seating = Seating(1, "1-0", view.match, clock, "1", commitment("example", "1-0"))
    ended = MatchEnded(score=(14, 3), winners=(1,), losers=(0,))
    return [
        encode_request(Request(hello=HELLO)),
        encode_response(Response(welcome=WELCOME)),
        encode_response(Response(started=[seating], heartbeat=1)),
        encode_response(Response(decisions=[Question(1, 1, view)])),
        encode_request(Request(answers=[Answer(1, 1, 1)], heartbeat=1)),
        encode_response(
            Response(
                ended=[Ending(1, Verdict.NORMAL, ended, seed="example")],
                goodbye=Goodbye(GoodbyeReason.DRAINED, "The arena shuts down."),
            )
        ),
    ]


def bytes_of(block):
    return bytes.fromhex("".join(line.partition("#")[0] for line in block.splitlines()))


def test_the_example_has_every_message():
    assert len(EXAMPLES) == len(conversation()) == 6


@pytest.mark.parametrize("number", range(6))
def test_the_bytes_are_what_the_code_sends(number):
    kind, block, _ = EXAMPLES[number]
    message = conversation()[number]

    assert type(message).__name__ == kind
    assert bytes_of(block) == message.SerializeToString(deterministic=True)


@pytest.mark.parametrize("number", range(6))
def test_the_bytes_say_what_the_text_says(number):
    kind, block, text = EXAMPLES[number]
    message_type = getattr(arena_pb2, kind)

    assert message_type.FromString(bytes_of(block)) == text_format.Parse(text, message_type())


def test_the_draw_and_the_shuffle_are_as_described():
    assert sha512(CHANCE["text"].encode("ascii")).hexdigest() == CHANCE["sha512"]
    number = int(CHANCE["sha512"], 16)
    assert number == draw("example", "deck", 1, 0)
    assert format_cards(shuffled(range(36), number)) == CHANCE["deck"]
    assert number % 36 == 17
    assert number // 36 % 35 == 7
    assert number // 36 // 35 % 34 == 25


def test_the_hands_are_dealt_as_described():
    events = Match(bind("miner"), SeededChance("example")).take_events()

    (started,) = events
    assert isinstance(started, DealStarted)
    deck = CHANCE["deck"].split()
    for seat, mask in enumerate(started.hands):
        assert format_cards(cards_of(mask)) == CHANCE[f"seat{seat}"]
        assert set(deck[9 * seat : 9 * seat + 9]) == set(CHANCE[f"seat{seat}"].split())


def test_the_cards_of_the_bura_family_are_dealt_as_described():
    chance = SeededChance("example")
    match = Match(bind("shokha"), chance)
    (started,) = match.take_events()
    deck = chance.deck(range(36), 1, 0)
    order = [(started.dealer + 1 + place) % 4 for place in range(4)]

    for place, seat in enumerate(order):
        assert sorted(cards_of(started.hands[seat])) == sorted(deck[place:16:4])
    assert started.turn_up == deck[16]
    assert list(started.stock) == [*deck[17:], deck[16]]


def test_the_widow_is_the_last_three_cards():
    chance = SeededChance("example")
    rules = bind("widow")
    (started,) = Match(rules, chance).take_events()

    assert sorted(cards_of(started.widow)) == sorted(chance.deck(rules.deck, 1, 0)[-3:])


def test_the_other_draws_are_as_described():
    assert SeededChance("example").first_dealer(4) == int(CHANCE["first_dealer"])
    assert match_seed("example", 0) == CHANCE["match_seed"]
    assert commitment("example", "1-0") in README
