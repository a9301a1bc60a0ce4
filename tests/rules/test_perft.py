"""Perft counts stay as they are kept: a change in them is a change of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from kozel.rules import SeededChance, bind
from kozel.rules.perft import perft, perft_counts

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "perft.json").read_text()
)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden['ruleset']}")
def test_perft_counts_are_the_golden_ones(golden: dict[str, Any]) -> None:
    rules = bind(golden["ruleset"], golden["options"])
    assert perft_counts(rules, golden["seed"], len(golden["counts"])) == golden["counts"]


def test_perft_does_not_change_the_deal() -> None:
    chance = SeededChance("perft")
    rules = bind("miner")
    deal = rules.start_deal(rules.opening(chance), 1, chance).deal
    before = (list(deal.hands), list(deal.history), deal.turn)
    assert perft(deal, 3) > 9
    assert (list(deal.hands), list(deal.history), deal.turn) == before


def test_perft_counts_an_ended_deal_as_one_way() -> None:
    chance = SeededChance("perft")
    rules = bind("classic")
    deal = rules.start_deal(rules.opening(chance), 1, chance).deal
    while not deal.is_over:
        deal.apply(deal.legal()[0])
    assert perft(deal, 5) == 1
