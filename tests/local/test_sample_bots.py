"""The sample bots: each a program of its own on one page, and what greedy cares for."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozel import ActionKind, Match, Question, Rank, SeededChance, View, bind
from kozel.finder import find_bot, make_bot, sample_bots
from kozel.rules.actions import Action

FOLDER = Path(__file__).parents[2] / "sample_bots"
RULESETS = [
    ("miner", {}),
    ("classic", {"trump_mode": "named"}),
    ("shokha", {}),
    ("pot", {"players": 3}),
    ("widow", {}),
]


def choices(
    ruleset: str, options: dict[str, object], matches: int = 3
) -> Iterator[tuple[View, Action]]:
    """What greedy chooses at every decision of some matches against itself."""
    bot = make_bot("greedy", find_bot("greedy"), seed="s")
    for number in range(matches):
        match = Match(bind(ruleset, options), SeededChance(f"greedy{number}"))
        while seats := match.deciders():
            view = match.view(seats[0])
            action = bot.choose(view)
            yield view, action
            match.apply(seats[0], action.code)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*_bot.py")), ids=lambda path: path.name)
def test_each_is_a_program_that_explains_itself(path):
    done = subprocess.run([sys.executable, path, "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "--server" in done.stdout
    assert f"python sample_bots/{path.name}" in path.read_text(), "its docstring says how to run it"
    assert len(path.read_text().splitlines()) < 110


def test_the_short_names_are_the_files():
    assert set(sample_bots()) == {path.stem[:-4] for path in FOLDER.glob("*_bot.py")}
    assert {"greedy", "random"} <= set(sample_bots())


def test_random_with_a_seed_repeats_itself():
    match = Match(bind("miner"), SeededChance("s"))
    view = match.view(match.deciders()[0])
    kind = find_bot("random")
    one, other = (make_bot("random", kind, seed="7") for _ in "12")
    assert [one.choose(view) for _ in range(20)] == [other.choose(view) for _ in range(20)]
    assert len({kind().choose(view) for _ in range(100)}) > 1


@pytest.mark.parametrize(("ruleset", "options"), RULESETS)
def test_greedy_never_leads_a_ten_while_it_has_something_cheaper(ruleset, options):
    for view, action in choices(ruleset, options):
        cheapest = min(action.points for action in view.legal_actions)
        if view.question is Question.LEAD and any(c.rank is Rank.TEN for c in action.cards):
            assert action.points == cheapest


@pytest.mark.parametrize(("ruleset", "options"), RULESETS)
def test_greedy_gives_a_trick_that_it_cannot_win_to_strangers_as_cheaply_as_it_can(
    ruleset, options
):
    for view, action in choices(ruleset, options):
        if view.question is not Question.FOLLOW or ruleset == "widow":
            continue
        can_win = any(map(view.wins, view.legal_actions))
        if not can_win and view.winning_seat != view.partner:
            assert action.points == min(other.points for other in view.legal_actions)


def test_greedy_gives_its_partner_points_when_it_is_the_last_to_play():
    seen = 0
    for view, action in choices("miner", {}):
        if len(view.trick) == 3 and view.winning_seat == view.partner:
            seen += 1
            assert action.points == max(other.points for other in view.legal_actions)
    assert seen > 10


def test_greedy_claims_takes_buries_and_names():
    asked = set()
    for ruleset, options in RULESETS:
        for view, action in choices(ruleset, options):
            asked.add(view.question)
            if view.question is Question.CLAIM:
                assert action.kind is ActionKind.CLAIM
            elif view.question is Question.TAKE_WIDOW:
                assert action.kind is ActionKind.TAKE
            elif view.question is Question.NAME_TRUMP:
                longest = max(sum(card.suit == suit for card in view.hand) for suit in range(4))
                assert sum(card.suit == action.suit for card in view.hand) == longest
            elif view.question is Question.BURY:
                plain = sum(
                    not view.is_trump(card) and card.rank is not Rank.ACE for card in view.hand
                )
                kept = [c for c in action.cards if view.is_trump(c) or c.rank is Rank.ACE]
                assert len(kept) == max(0, 3 - plain)
    assert asked == set(Question)
