"""Records of `kozel play` stand before a second implementation of all rulesets.

Every value of every option is played, by sample bots through the command line and by silence.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from kozel.cli import main
from kozel.rules import Match, SeededChance, bind, ruleset_names
from kozel.rules.options import format_value
from tests.records import golden
from tests.records.golden import Json
from tests.records.independent import Wrong, check
from tests.records.option_tables import Options, tables
from tests.records.playing import as_json, recorded

TABLES = [table for ruleset in ruleset_names()[:5] for table in tables(ruleset)]


def name_of(value: object) -> str:
    if not isinstance(value, dict):
        return str(value)
    return " ".join(f"{name}={format_value(given)}" for name, given in value.items()) or "defaults"


def play(path: Path, ruleset: str, options: Options, *bots: str, matches: int) -> list[Json]:
    """What `kozel play` writes, after `kozel verify` has agreed with it."""
    option = ["--option", *name_of(options).split()] if options else []
    command = ["play", "--ruleset", ruleset, *option, "--bots", *bots, "--matches", str(matches)]
    record = ["--seed", "21", "--record", str(path), "--with-legal"]
    assert main([*command, *record]) == 0
    assert main(["verify", str(path)]) == 0
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def play_in_silence(ruleset: str, options: Options, *, seed: str) -> Json:
    """A match in which every second answer is missing."""
    match = Match(bind(ruleset, options), SeededChance(seed))
    recorder = recorded(match, silent_every=2, choice_seed=seed)
    return as_json(recorder.record(seed=seed, verdict="normal"))


@pytest.mark.parametrize(("ruleset", "options"), TABLES, ids=name_of)
def test_played_matches_are_right_by_the_rules_as_written(
    tmp_path: Path, ruleset: str, options: Options
) -> None:
    matches = play(tmp_path / "out.jsonl", ruleset, options, "random", "greedy", matches=2)
    for match in matches:
        assert match["seed"]
        assert match["options"] == options
        assert match["deals"][0]["actions"][0]["legal"]
        check(match)


@pytest.mark.parametrize(("ruleset", "options"), TABLES, ids=name_of)
def test_silence_is_answered_by_the_rules_as_written(ruleset: str, options: Options) -> None:
    match = play_in_silence(ruleset, options, seed="hush")
    assert match["deals"][0]["actions"][0]["by"] == "arena"
    check(match)


@pytest.mark.parametrize("ruleset", ruleset_names()[:5])
def test_many_random_matches_are_right_by_the_rules_as_written(
    tmp_path: Path, ruleset: str
) -> None:
    matches = 2 if ruleset == "pot" else 8
    bots = ["random"] * (3 if ruleset == "widow" else 2)
    for match in play(tmp_path / "out.jsonl", ruleset, {}, *bots, matches=matches):
        check(match)


@pytest.mark.parametrize(
    ("players", "seed", "deal", "claims"),
    [
        (2, "claims198", 2, ["6S AC AH AS", "6D 9D AD JD"]),
        (3, "claims144", 2, ["6S AD JD QD", "AC AH TC TH"]),
        (4, "claims12", 2, ["7D 9D AD QD", "8C 9C KC QC"]),
        (4, "claims163", 3, ["9H AH JH QH", "6S 8S 9S JS", "AC AD AS TS"]),
    ],
)
def test_several_claims_in_one_window_are_right_by_the_rules_as_written(
    players: int, seed: str, deal: int, claims: list[str]
) -> None:
    match = Match(bind("shokha", {"players": players, "max_deals": 3}), SeededChance(seed))
    recorder = recorded(match, choice_seed=seed, with_legal=True, claims_all=True)
    record = as_json(recorder.record(seed=seed))
    check(record)
    actions = record["deals"][deal - 1]["actions"]
    claimed = [" ".join(sorted(action.get("claim", []))) for action in actions]
    first = claimed.index(claims[0])
    assert claimed[first : first + len(claims)] == claims


@pytest.mark.parametrize("number", range(1, len(golden.lines()) + 1))
def test_the_golden_matches_are_right_by_the_rules_as_written(number: int) -> None:
    check(golden.at(number - 1))


def wrong_points(match: Json) -> None:
    match["deals"][0]["points"][0] += 1


def wrong_legal_set(match: Json) -> None:
    match["deals"][0]["actions"][1]["legal"].pop()


def wrong_owner(match: Json) -> None:
    match["deals"][0]["owner"] = (match["deals"][0]["owner"] + 1) % 3


def wrong_change(match: Json) -> None:
    match["deals"][-1]["change"][0] += 1


def wrong_winners(match: Json) -> None:
    match["winners"], match["losers"] = match["losers"], match["winners"]


def missing_deal(match: Json) -> None:
    match["deals"].pop()


@pytest.mark.parametrize("ruleset", ruleset_names()[:5])
@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (wrong_points, "points should be"),
        (wrong_legal_set, "legal should be"),
        (wrong_owner, "owner should be"),
        (wrong_change, "change should be"),
        (wrong_winners, "winners should be"),
        (missing_deal, "the match is not over"),
    ],
)
def test_the_second_opinion_does_find_mistakes(ruleset: str, damage: Any, says: str) -> None:
    match = golden.match(ruleset)
    damage(match)
    with pytest.raises(Wrong, match=says):
        check(match)
