"""The replay of one seat shows what that seat knew and nothing else (C0.9)."""

import json
import re

import pytest

from kozel.records import parse_record, replay_text
from tests.records import golden
from tests.records.golden import Json
from tests.records.playing import as_json, random_match

CARD = re.compile(r"\b[6789TJQKA][CSHD]\b")
HIDING = [
    number
    for number, match in enumerate(golden.matches())
    if match["ruleset"] in ("shokha", "pot", "widow")
]


def told(match: Json, seat: int | None) -> str:
    return "\n".join(replay_text(parse_record(json.dumps(match)), seat=seat))


def deal_texts(match: Json, seat: int | None) -> list[str]:
    """The text of each deal."""
    return re.split(r"^Deal \d+", told(match, seat), flags=re.MULTILINE)[1:]


def known(deal: Json, seat: int, players: int) -> set[str]:
    """The cards that a seat comes to know in a deal: its own, and those played face up.

    Everything drawn is played, thrown or buried by whoever drew it; the soloist of widow also
    sees the widow.
    """
    cards = set(deal["stock"][-1:]) if "stock" in deal else set()
    if len(deal["hands"]) == players:
        cards |= set(deal["hands"][seat])
    if "widow" in deal and deal["owner"] == seat:
        cards |= set(deal["widow"])
    if "widow" in deal:  # W2: which jack decided is public
        cards.add(next(jack for jack in ("JC", "JS", "JH", "JD") if jack not in deal["widow"]))
    for action in deal["actions"]:
        for word in ("play", "beat", "claim"):
            cards |= set(action.get(word, []))
        if action["seat"] == seat:
            cards |= set(action.get("throw", []))
    return cards


@pytest.mark.parametrize("number", HIDING)
def test_a_seat_is_shown_only_cards_that_it_knew(number: int) -> None:
    match = golden.at(number)
    players = 3 if match["ruleset"] == "widow" else match["options"].get("players", 4)
    for seat in range(players):
        for deal, text in zip(match["deals"], deal_texts(match, seat), strict=True):
            assert set(CARD.findall(text)) <= known(deal, seat, players)


def test_the_whole_view_shows_every_card() -> None:
    for number in HIDING:
        match = golden.at(number)
        deck = 24 if match["ruleset"] == "widow" else 36
        for text in deal_texts(match, None):
            assert len(set(CARD.findall(text))) == deck


def test_other_hands_are_counts() -> None:
    text = told(golden.match("miner"), 2)
    hidden = " ".join(["??"] * 9)
    assert text.count(f"seat 0  {hidden}\n") == len(golden.match("miner")["deals"])
    assert f"seat 2  {hidden}" not in text


def test_hands_of_void_deals_are_shown_to_nobody() -> None:
    match = next(match for match in golden.matches("miner") if "thrown" in match["deals"][0])
    other = json.loads(json.dumps(match))
    other["deals"][0]["thrown"][0].reverse()
    for seat in (None, 0, 1, 2, 3):
        assert told(match, seat) == told(other, seat)
    assert "A void deal is thrown out before deal 1." in told(match, 0)


def test_a_pass_is_shown_to_the_passing_seat_only() -> None:
    match, deal, action = next(
        (match, deal, action)
        for match in golden.matches()
        for deal in match["deals"]
        for action in deal["actions"]
        if action.get("pass")
    )
    passer, at = action["seat"], match["deals"].index(deal)
    line = f"  seat {passer} passes\n"
    assert line in deal_texts(match, passer)[at]
    assert line in deal_texts(match, None)[at]
    for seat in {0, 1} - {passer}:
        assert line not in deal_texts(match, seat)[at]


def test_that_the_arena_chose_is_shown_to_that_seat_only() -> None:
    match, recorder = random_match("miner", seed="silent", stop_after=0)
    seat = match.deciders()[0]
    recorder.act(seat, match.default(seat), by="arena", why="timeout")
    match.apply(seat, match.default(seat))
    seat_after = match.deciders()[0]
    while match.deal.history and match.deal_number == 1:
        now = match.deciders()[0]
        code = match.default(now)
        recorder.act(now, code)
        match.apply(now, code)
    recorder.events(match.take_events())
    record = as_json(recorder.record(verdict="aborted"))
    assert "(by arena: timeout)" in told(record, None)
    assert "(by arena: timeout)" in told(record, seat)
    assert "arena" not in told(record, seat_after)


@pytest.mark.parametrize("reveal", ["never", "winner", "deal_end"])
def test_thrown_cards_are_revealed_as_the_table_says(reveal: str) -> None:
    _, recorder = random_match("shokha", seed="reveal", reveal_discards=reveal)
    record = as_json(recorder.record())
    text = told(record, 1)
    assert ("      thrown: " in text) is (reveal == "winner")
    assert ("  thrown in this deal: " in text) is (reveal == "deal_end")
    assert "thrown" not in told(record, None)


@pytest.mark.parametrize("peek", [True, False])
def test_the_soloist_sees_the_widow_it_takes_and_nobody_else_does(peek: bool) -> None:
    _, recorder = random_match("widow", seed="widow", widow_peek=peek)
    record = as_json(recorder.record())
    for seat in range(3):
        for deal, text in zip(record["deals"], deal_texts(record, seat), strict=True):
            takes = any(action.get("take") for action in deal["actions"])
            sees = deal["owner"] == seat and (peek or takes)
            assert ("  widow   " in text) is sees
            hides = deal["owner"] != seat and takes
            assert (f"seat {deal['owner']} buries ?? ?? ??" in text) is hides


def test_a_named_trump_is_shown() -> None:
    text = told(golden.match("classic", trump_mode="named"), 0)
    assert re.search(r"seat \d names trump [CSHD]\n", text)


def test_the_heading_says_whose_eyes_these_are_and_who_plays_with_whom() -> None:
    match = golden.match("miner")
    assert "as seat 2 saw it" in told(match, 2).splitlines()[0]
    assert "as seat" not in told(match, None)
    assert "sides: 0 is seats 0 and 2, 1 is seats 1 and 3" in told(match, 2)
    assert "sides:" not in told(golden.match("widow"), 2)


def test_a_caught_queen_is_said_to_end_the_deal() -> None:
    texts = [told(match, seat) for match in golden.matches("classic") for seat in (None, 1)]
    short = sum(
        sum(deal["points"]) < 120 for match in golden.matches("classic") for deal in match["deals"]
    )
    assert short > 0
    assert (
        sum(text.count("the deal ends here, with cards left (K8)") for text in texts) == 2 * short
    )
