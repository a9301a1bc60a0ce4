"""The house player: legal, a function of the view alone, and a better neighbour than silence."""

import random

import pytest

from kozel import Bot, bind
from kozel.local import play_match
from kozel.rules import Match, SeededChance, action_of
from kozel.table.house import house_code

TABLES = [
    ("miner", {}),
    ("classic", {"trump_mode": "named", "deck": 32}),
    ("shokha", {}),
    ("shokha", {"players": 3}),
    ("pot", {"players": 3}),
    ("widow", {}),
    ("widow", {"widow_peek": False}),
]


class House(Bot):
    def choose(self, view):
        return action_of(house_code(view))


class Default(Bot):
    """What silence would have played, as far as a bot can tell: the cheapest card."""

    def choose(self, view):
        return min(
            view.legal_actions,
            key=lambda action: (action.points, sum(map(view.strength, action.cards))),
        )


@pytest.mark.parametrize(("ruleset", "options"), TABLES)
def test_it_plays_every_game_to_its_end_with_legal_actions(ruleset, options):
    chance = random.Random(ruleset)
    for seed in range(20):
        match = Match(bind(ruleset, options), SeededChance(f"{seed}"))
        while match.outcome is None:
            seat = match.deciders()[0]
            legal = match.legal(seat)
            code = house_code(match.view(seat)) if seat else chance.choice(legal)
            assert code in legal
            match.apply(seat, code)


def test_it_depends_on_the_view_only():
    match = Match(bind("miner"), SeededChance("house"))
    seat = match.deciders()[0]
    assert len({house_code(match.view(seat)) for _ in range(5)}) == 1


@pytest.mark.parametrize(("ruleset", "options"), TABLES)
def test_it_does_not_play_worse_than_silence(ruleset, options):
    """Over the same deals, house against cheapest cards from every seat."""
    rules = bind(ruleset, options)
    won = lost = 0
    for number in range(60):
        at = number % rules.sides
        bots = [House() if rules.side_of(s) == at else Default() for s in range(rules.players)]
        winners = play_match(rules, bots, seed=f"h{number // rules.sides}").winners
        won += at in winners
        lost += at not in winners
    assert won >= lost / (rules.sides - 1), (won, lost)
