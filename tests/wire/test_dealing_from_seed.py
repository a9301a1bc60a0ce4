"""What proto/README.md says is enough to recompute every first deal from a revealed seed."""

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kozel.records import Recorder, format_record
from kozel.rules import Match, OptionValue, SeededChance, bind, commitment
from tests.wire import dealing

TABLES: list[tuple[str, dict[str, OptionValue]]] = [
    ("miner", {}),
    ("classic", {}),
    ("classic", {"deck": 32, "trump_mode": "named"}),
    ("shokha", {}),
    ("shokha", {"players": 3}),
    ("pot", {"players": 2}),
    ("widow", {}),
]
SEEDS = [f"seed-{number}" for number in range(25)]


def record_of(ruleset: str, options: dict[str, OptionValue], seed: str) -> Any:
    """A match that was stopped in its first deal, as the JSON that anyone is given."""
    rules = bind(ruleset, options)
    match, recorder = Match(rules, SeededChance(seed)), Recorder(rules)
    recorder.events(match.take_events())
    record = recorder.record(
        id="1-0", seed=seed, commitment=commitment(seed, "1-0"), verdict="aborted"
    )
    return json.loads(format_record(record))


def test_the_stranger_uses_the_standard_library_only() -> None:
    tree = ast.parse(Path(dealing.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [getattr(node, "module", None) or node.names[0].name for node in imports]
    assert names == ["hashlib"]
    assert set(names) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(("ruleset", "options"), TABLES)
def test_a_stranger_recomputes_the_first_deal(
    ruleset: str, options: dict[str, OptionValue]
) -> None:
    players = bind(ruleset, options).players
    voids = 0
    for seed in SEEDS:
        record = record_of(ruleset, options, seed)
        told = record["deals"][0]
        dealt = dealing.first_deal(ruleset, seed, players, deck=int(options.get("deck", 24)))
        assert [set(hand) for hand in told["hands"]] == [set(hand) for hand in dealt.hands]
        assert told.get("stock", []) == (dealt.rest if "stock" in told else [])
        assert set(told.get("widow", [])) == (set(dealt.rest) if "widow" in told else set())
        assert len(told.get("thrown", [])) == dealt.voids
        assert record.get("first_dealer") == dealt.dealer
        assert record["commitment"] == dealing.commitment(seed, "1-0")
        voids += dealt.voids
    assert (voids > 0) is (ruleset in ("miner", "classic"))
