"""Of all the actions there are just the legal ones apply; all others are refused by name."""

import random
from itertools import combinations

import pytest

from kozel.rules import (
    Acted,
    Action,
    ActionKind,
    IllegalAction,
    Match,
    OptionValue,
    Question,
    SeededChance,
    Suit,
    action_of,
    bind,
    cards_of,
)
from kozel.rules.actions import BARE
from kozel.rules.cards import CARDS

TABLES: list[tuple[str, dict[str, OptionValue]]] = [
    ("miner", {}),
    ("classic", {"trump_mode": "named"}),
    ("classic", {"deck": 32, "must_trump": True}),
    ("widow", {}),
    ("shokha", {}),
    ("shokha", {"players": 2, "combo_auto_win": False}),
    ("pot", {"players": 3}),
]
WITH_CARDS = [kind for kind in ActionKind if kind not in (*BARE, ActionKind.NAME)]
LARGEST = 4
STRANGERS = 3
DECISIONS = 60


def universe(match: Match, seat: int) -> set[Action]:
    """All actions with up to four cards of the hand and some strangers, and every bare one."""
    hand = cards_of(match.deal.hands[seat])
    strangers = [card for card in CARDS if card not in hand][:: 36 // STRANGERS]
    cards = sorted([*hand, *strangers])
    sets = {one for size in range(1, LARGEST + 1) for one in combinations(cards, size)}
    sets |= {(card,) for card in CARDS}
    found = {Action(kind, one) for kind in WITH_CARDS for one in sets}
    found |= {Action(kind) for kind in ActionKind if kind is not ActionKind.NAME}
    return found | {Action(ActionKind.NAME, suit=suit) for suit in Suit}


def asked_once(match: Match, seed: int) -> list[tuple[Match, int]]:
    """A match before its first few decisions of every kind: what is asked, how many cards lie."""
    choose = random.Random(seed).choice
    found: dict[tuple[Question, int], tuple[Match, int]] = {}
    for _ in range(DECISIONS):
        if not match.deciders():
            break
        seat = match.deciders()[0]
        lying = len(match.view(seat).trick)
        found.setdefault((match.question(seat), lying), (match.copy(), seat))
        match.apply(seat, choose(match.legal(seat)))
    return list(found.values())


@pytest.mark.parametrize(("ruleset", "options"), TABLES)
def test_c07_just_the_legal_actions_of_all_actions_apply(
    ruleset: str, options: dict[str, OptionValue]
) -> None:
    match = Match(bind(ruleset, options), SeededChance("universe"))
    match.take_events()
    for before, seat in asked_once(match, 3):
        before.take_events()
        legal = {action_of(code) for code in before.legal(seat)}
        actions = universe(before, seat)
        assert legal <= actions
        for action in legal:
            after = before.copy()
            after.apply(seat, action.code)
            first = after.take_events()[0]
            assert isinstance(first, Acted)
            assert (first.seat, first.code) == (seat, action.code)
        refuse_all(before, seat, actions - legal)


def refuse_all(match: Match, seat: int, actions: set[Action]) -> None:
    everybody = range(match.rules.players)
    views = [match.view(other) for other in everybody]
    for action in actions:
        with pytest.raises(IllegalAction) as refused:
            match.apply(seat, action.code)
        assert refused.value.action == str(action)
        assert str(refused.value).startswith(f"seat {seat} may not {action}: ")
    assert match.take_events() == []
    assert [match.view(other) for other in everybody] == views
