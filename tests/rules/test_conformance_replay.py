"""The golden matches replay move by move: legal sets, facts, points, changes, scores, winners."""

import json
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kozel.rules import (
    Action,
    ActionKind,
    Card,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    Match,
    bind,
    cards_of,
    parse_card,
    parse_suit,
    ruleset_names,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "matches.jsonl.xz"


def golden_matches() -> list[dict[str, Any]]:
    with lzma.open(GOLDEN, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


MATCHES = golden_matches()


class WrittenChance:
    """Chance that deals what a golden match says was dealt."""

    def __init__(self, match: dict[str, Any]) -> None:
        self.match = match

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        written = self.match["deals"][deal - 1]
        thrown = written.get("thrown", [])
        hands = thrown[attempt] if attempt < len(thrown) else written["hands"]
        if "stock" in written:
            first = self._first(written["owner"], deal)
            order = hands[first:] + hands[:first]
            dealt = [hand[turn] for turn in range(4) for hand in order]
            return [parse_card(card) for card in [*dealt, *_turn_up_first(written["stock"])]]
        rest = written.get("widow", [])
        return [parse_card(card) for hand in [*hands, rest] for card in hand]

    def _first(self, leader: int, deal: int) -> int:
        """The place of the first leader among the seats still in."""
        return active_seats(self.match, deal).index(leader)

    def suit(self, purpose: str, deal: int) -> int:
        return parse_suit(self.match["deals"][deal - 1].get(purpose, "S"))

    def first_dealer(self, seats: int) -> int:
        dealer: int = self.match["first_dealer"]
        return dealer


def _turn_up_first(stock: list[str]) -> list[str]:
    return [stock[-1], *stock[:-1]]


def active_seats(match: dict[str, Any], deal: int) -> list[int]:
    written = match["deals"]
    seats = range(len(written[0]["hands"]))
    if len(written[deal - 1]["hands"]) == len(seats):
        return list(seats)
    rules = bind(match["ruleset"], match["options"])
    score = written[deal - 2]["score"]
    if match["ruleset"] == "pot" and rules.options["scoring"] == "pot":
        return [seat for seat in seats if score[seat] >= int(rules.options["ante"])]
    return [seat for seat in seats if score[seat] < int(rules.options["limit"])]


def written_code(action: dict[str, Any]) -> int:
    for kind in ActionKind:
        if str(kind) not in action:
            continue
        value = action[str(kind)]
        if kind is ActionKind.NAME:
            return Action(kind, suit=parse_suit(value)).code
        cards = value if isinstance(value, list) else []
        return Action(kind, tuple(map(parse_card, cards))).code
    raise AssertionError(action)


def named(match: dict[str, Any]) -> str:
    return f"{match['ruleset']} {match['options']}"


def test_golden_matches_cover_every_ruleset() -> None:
    assert {match["ruleset"] for match in MATCHES} == set(ruleset_names()[:5])


@pytest.mark.parametrize("written", MATCHES, ids=named)
def test_golden_match_replays_exactly(written: dict[str, Any]) -> None:
    match = Match(bind(written["ruleset"], written["options"]), WrittenChance(written))
    for number, deal in enumerate(written["deals"], start=1):
        assert match.deal_number == number
        check_start(deal, match.take_events())
        for action in deal["actions"][:-1]:
            play(match, action)
        match.take_events()
        play(match, deal["actions"][-1])
        check_end(deal, match)
    assert match.outcome is not None
    assert list(match.outcome.score) == written["score"]
    assert list(match.outcome.winners) == written["winners"]
    assert list(match.outcome.losers) == written["losers"]


def play(match: Match, action: dict[str, Any]) -> None:
    assert match.deciders()[0] == action["seat"]
    legal = match.legal(action["seat"])
    assert list(legal) == sorted(legal)
    assert set(legal) == set(map(written_code, action["legal"]))
    assert match.default(action["seat"]) in legal
    match.apply(action["seat"], written_code(action))


def check_start(deal: dict[str, Any], events: list[Event]) -> None:
    """The events are those since the last action of the deal before, or all there were yet."""
    voided = [event for event in events if isinstance(event, DealVoided)]
    thrown = [[cards_named(hand) for hand in hands] for hands in deal.get("thrown", [])]
    assert [[frozenset(cards_of(hand)) for hand in event.hands] for event in voided] == thrown
    started = events[-1]
    assert isinstance(started, DealStarted)
    assert deal["owner"] == (started.leader if started.owner is None else started.owner)
    if "name" not in deal["actions"][0]:
        assert started.trump == parse_suit(deal["trump"])
    hands = [frozenset(cards_of(hand)) for hand in started.hands if hand]
    assert hands == [cards_named(hand) for hand in deal["hands"]]
    assert [str(card) for card in started.stock] == deal.get("stock", [])
    assert frozenset(cards_of(started.widow)) == cards_named(deal.get("widow", []))


def cards_named(names: list[str]) -> frozenset[Card]:
    return frozenset(map(parse_card, names))


def check_end(deal: dict[str, Any], match: Match) -> None:
    """Reads the end from a copy, so that the next deal's start is still there to be taken."""
    ended = [event for event in match.copy().take_events() if isinstance(event, DealEnded)]
    assert len(ended) == 1
    assert list(ended[0].points) == deal["points"]
    assert list(ended[0].change) == deal["change"]
    assert list(ended[0].score) == deal["score"]
