"""Damaged files of every ruleset: `kozel verify` says line, deal and rule in one sentence."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozel.cli import main
from tests.records import golden
from tests.records.golden import Json

Output = pytest.CaptureFixture[str]
Damage = Callable[[Json], object]
RULESETS = ["miner", "classic", "shokha", "pot", "widow"]
SCORE = {"miner": "M8-M10", "classic": "K7-K9", "shokha": "B12", "pot": "P2-P5", "widow": "W6"}
END = {"miner": "M11", "classic": "K9", "shokha": "B13", "pot": "P3-P5", "widow": "W7"}
OWNER = {"miner": "M3", "classic": "K4", "shokha": "B4", "pot": "P4-P5", "widow": "W2"}
FORMAT = "kozel-record/1"


def match_of(ruleset: str) -> Json:
    """A golden match under the defaults, of several deals, in which somebody claims or buries."""
    matches = [match for match in golden.matches(ruleset) if not match["options"]]
    word = {"shokha": "claim", "pot": "claim", "widow": "bury"}.get(ruleset, "play")
    return next(m for m in matches if len(m["deals"]) > 1 and f'"{word}"' in json.dumps(m))


def verify(tmp_path: Path, capsys: Output, line: str) -> str:
    """What is said of a line that follows a right one; without the file's name."""
    path = tmp_path / "records.jsonl"
    path.write_text(f"{golden.lines()[0]}{line}\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    shown = capsys.readouterr()
    assert shown.out == f"{path}: 1 match verified\n"
    assert shown.err.count("\n") == 1
    return shown.err.removeprefix(f"{path}: ").rstrip("\n")


def set_option(match: Json) -> None:
    match["options"]["tall"] = True


def act_illegally(match: Json) -> None:
    match["deals"][1]["actions"][0] = {"seat": match["deals"][1]["owner"], "bury": ["6C", "AD"]}


def double_card(match: Json) -> None:
    hands = match["deals"][1]["hands"]
    hands[0][0] = hands[1][0]


def move_card(match: Json) -> None:
    hands = match["deals"][1]["hands"]
    hands[0].append(hands[1].pop())


def raise_first(key: str) -> Damage:
    def change(match: Json) -> None:
        match["deals"][1][key][0] += 1

    return change


def change_owner(match: Json) -> None:
    match["deals"][1]["owner"] = (match["deals"][1]["owner"] + 1) % 3


def swap_winners(match: Json) -> None:
    match["winners"], match["losers"] = match["losers"], match["winners"]


ANY: list[tuple[str, Damage, str, dict[str, str] | str]] = [
    ("foreign format", lambda m: m.update(format="pgn"), "line 2: the format is 'pgn'", FORMAT),
    ("unknown option", set_option, "line 2: option 'tall' of ruleset", FORMAT),
    ("illegal action", act_illegally, "line 2, deal 2, action 1: seat . may not bury", "C0.7"),
    ("wrong score", raise_first("score"), "line 2, deal 2: 'score' is", SCORE),
    ("wrong change", raise_first("change"), "line 2, deal 2: 'change' is", SCORE),
    ("wrong points", raise_first("points"), "line 2, deal 2: 'points' are", SCORE),
    ("wrong owner", change_owner, "line 2, deal 2: the owner is seat", OWNER),
    ("wrong winners", swap_winners, "line 2: the match's 'winners' is", END),
    ("duplicated card", double_card, "line 2, deal 2: the card .. is dealt twice", "C0.3"),
    ("moved card", move_card, "line 2, deal 2: the hands are not of one size", "[MKBW][123]"),
    ("missing deal", lambda m: m["deals"].pop(), "line 2: the match is not over", END),
    ("missing action", lambda m: m["deals"][1]["actions"].pop(), "line 2, deal 2: the deal goes on",
     "C0.7"),
]  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("damage", "says", "rule"), [pytest.param(*c[1:], id=c[0]) for c in ANY])
def test_damage_is_told_in_one_sentence(
    tmp_path: Path, capsys: Output, ruleset: str, damage: Damage, says: str, rule: Any
) -> None:
    match = match_of(ruleset)
    damage(match)
    said = verify(tmp_path, capsys, json.dumps(match))
    named = rule if isinstance(rule, str) else rule[ruleset]
    assert re.fullmatch(rf"{says}.*\({named}\)", said), said


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_truncated_file_is_told_in_one_sentence(
    tmp_path: Path, capsys: Output, ruleset: str, part: float
) -> None:
    line = json.dumps(match_of(ruleset))
    said = verify(tmp_path, capsys, line[: int(len(line) * part)])
    assert said.startswith("line 2: this is not whole JSON: ")
    assert "at at" not in said


def drop_claim(match: Json) -> None:
    for deal in match["deals"]:
        claims = [action for action in deal["actions"] if "claim" in action]
        if claims:
            deal["actions"].remove(claims[0])


def beat_for_throw(match: Json) -> None:
    action = next(action for action in match["deals"][0]["actions"] if "throw" in action)
    action["beat"] = action.pop("throw")


def bury_two(match: Json) -> None:
    actions = [action for deal in match["deals"] for action in deal["actions"]]
    next(action for action in actions if "bury" in action)["bury"].pop()


def put(key: str, value: Any) -> Damage:
    return lambda match: match["deals"][1].update({key: value})


def throw_out(match: Json) -> None:
    match["deals"][1]["thrown"] = [match["deals"][1]["hands"]]


OWN: list[tuple[str, Damage, str]] = [
    ("shokha", lambda m: m.pop("first_dealer"), r"line 2: the key 'first_dealer' is missing"),
    ("shokha", lambda m: m.update(first_dealer=9), r"line 2: 'first_dealer' must be a seat"),
    ("shokha", lambda m: m["deals"][1]["stock"].pop(), r"deal 2: the card .. is missing \(C0.3\)"),
    ("shokha", drop_claim, r"deal \d, action \d+: seat \d may not .*acts now \(C0.7\)"),
    ("shokha", beat_for_throw, r"deal 1, action \d+: seat \d may not beat .*legal are .*\(C0.7\)"),
    ("shokha", throw_out, r"deal 2: the card .. is missing in void deal 1 \(C0.3\)"),
    ("shokha", put("widow", ["6C"]), r"deal 2: the card 6C is dealt twice \(C0.3\)"),
    ("widow", lambda m: m["deals"][1].pop("widow"), r"deal 2: the card .. is missing \(C0.3\)"),
    ("widow", bury_two, r"deal \d+, action 2: seat \d may not bury .. ..: legal are .*\(C0.7\)"),
    ("widow", put("stock", ["7C"]), r"deal 2: the card 7C is not in the deck \(C0.3\)"),
    ("classic", put("drawn_trump", "S"), r"deal 2: a suit stands in 'drawn_trump'.*\(K3\)"),
    ("miner", put("stock", ["7C"]), r"deal 2: the card 7C is dealt twice \(C0.3\)"),
]


@pytest.mark.parametrize(("ruleset", "damage", "says"), OWN)
def test_damage_of_one_ruleset_s_own_kind_is_told_in_one_sentence(
    tmp_path: Path, capsys: Output, ruleset: str, damage: Damage, says: str
) -> None:
    match = match_of(ruleset)
    damage(match)
    assert re.search(says, verify(tmp_path, capsys, json.dumps(match)))
