"""Records of `kozel play` stand before a second implementation of Miner and Classic."""

import json
from pathlib import Path
from typing import Any

import pytest

from kozel.cli import main
from tests.records import golden
from tests.records.independent import Wrong, check

OPTIONS = [
    ("miner", []),
    ("miner", ["marker=AC"]),
    ("miner", ["short=true"]),
    ("miner", ["pairing=fixed_seats"]),
    ("miner", ["must_trump=true"]),
    ("classic", []),
    ("classic", ["deck=32"]),
    ("classic", ["trump_mode=named"]),
    ("classic", ["trump_mode=named", "silent_name=longest", "deck=32"]),
    ("classic", ["fixed_trump=S"]),
    ("classic", ["fixed_trump=H", "short=true"]),
    ("classic", ["fixed_trump=D", "marker=AD"]),
    ("classic", ["must_trump=true"]),
]


def play(tmp_path: Path, ruleset: str, options: list[str]) -> list[dict[str, Any]]:
    path = tmp_path / "out.jsonl"
    option = ["--option", *options] if options else []
    command = ["play", "--ruleset", ruleset, "--bots", "random", "random", "--matches", "12"]
    assert main([*command, "--seed", "21", *option, "--record", str(path), "--with-legal"]) == 0
    assert main(["verify", str(path)]) == 0
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("ruleset", "options"), OPTIONS)
def test_played_matches_are_right_by_the_rules_as_written(
    tmp_path: Path, ruleset: str, options: list[str]
) -> None:
    matches = play(tmp_path, ruleset, options)
    assert len(matches) == 12
    for match in matches:
        assert match["seed"]
        assert match["deals"][0]["actions"][0]["legal"]
        check(match)


def test_the_golden_matches_are_right_by_the_rules_as_written() -> None:
    for match in [*golden.matches("miner"), *golden.matches("classic")]:
        check(match)


def test_the_second_opinion_does_find_mistakes() -> None:
    match = golden.match("miner")
    match["deals"][0]["points"] = [57, 63]
    with pytest.raises(Wrong, match="points should be"):
        check(match)
    match = golden.match("classic")
    match["deals"][0]["actions"][1]["legal"].pop()
    with pytest.raises(Wrong, match="legal should be"):
        check(match)
