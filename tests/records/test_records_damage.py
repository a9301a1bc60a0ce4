"""Every kind of damage gives one sentence that names the line, the deal and the rule."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from kozel.records import Damage, RecordError, parse_record, verify_record
from kozel.rules import SeededChance, commitment
from tests.records import golden
from tests.records.golden import Json
from tests.records.playing import random_record

LINE = 7


def error_of(text: str) -> RecordError:
    """What a reader and a verifier say about a line."""
    with pytest.raises(RecordError) as caught:
        verify_record(parse_record(text, line=LINE), line=LINE)
    return caught.value


@dataclass(frozen=True)
class Case:
    """A change to a golden match, and what must be said of it."""

    name: str
    change: Callable[[Json], object]
    damage: Damage
    rule: str
    says: str
    deal: int | None = None
    action: int | None = None


def without(key: str, deal: int | None = None) -> Callable[[Json], object]:
    return lambda match: (match if deal is None else match["deals"][deal - 1]).pop(key)


def having(key: str, value: Any, deal: int | None = None) -> Callable[[Json], object]:
    return lambda match: (match if deal is None else match["deals"][deal - 1]).update({key: value})


def actions(match: Json, deal: int) -> list[Json]:
    found: list[Json] = match["deals"][deal - 1]["actions"]
    return found


FORMAT = "kozel-record/1"

FORM = [
    Case("foreign", having("format", "pgn"), Damage.FOREIGN_FORMAT, FORMAT, "'pgn'"),
    Case("no format", without("format"), Damage.FOREIGN_FORMAT, FORMAT, "None"),
    Case("no ruleset", without("ruleset"), Damage.MISSING_KEY, FORMAT, "'ruleset' is missing"),
    Case("no deals", without("deals"), Damage.MISSING_KEY, FORMAT, "'deals' is missing"),
    Case("deals a text", having("deals", "x"), Damage.WRONG_TYPE, FORMAT, "'deals' must be a list"),
    Case("score texts", having("score", ["1"]), Damage.WRONG_TYPE, FORMAT, "whole number"),
    Case("score bools", having("score", [True, 0]), Damage.WRONG_TYPE, FORMAT, "whole number"),
    Case("options list", having("options", []), Damage.WRONG_TYPE, FORMAT, "an object"),
    Case("option list", having("options", {"short": []}), Damage.WRONG_TYPE, FORMAT, "short"),
    Case("verdict", having("verdict", "tired"), Damage.WRONG_TYPE, FORMAT, "one of normal"),
    Case("seats", having("seats", ["one"]), Damage.WRONG_TYPE, FORMAT, "1 bots for 4 seats"),
    Case("rules", having("rules_version", 2), Damage.RULES_VERSION, FORMAT, "rules version 2"),
    Case("ruleset", having("ruleset", "chess"), Damage.UNKNOWN_RULESET, FORMAT, "miner, classic"),
    Case("option", having("options", {"tall": True}), Damage.INVALID_OPTION, FORMAT, "'tall'"),
    Case("value", having("options", {"short": 1}), Damage.INVALID_OPTION, FORMAT, "'short'"),
    Case("no hands", without("hands", 2), Damage.MISSING_KEY, FORMAT, "'hands' is missing", 2),
    Case("no points", without("points", 2), Damage.MISSING_KEY, FORMAT, "'points' is missing", 2),
    Case("trump", having("trump", "X", 2), Damage.WRONG_TYPE, FORMAT, "one of C S H D", 2),
    Case("hand", having("hands", [["1C"]], 2), Damage.WRONG_TYPE, FORMAT, "'1C' in 'hands'", 2),
    Case("twice", having("hands", [["6C", "6C"]], 2), Damage.CARDS, FORMAT, "6C stands twice", 2),
]

ACTION_FORM = [
    ({"seat": 0}, Damage.MISSING_KEY, "needs one of the keys play"),
    ({"play": ["6C"]}, Damage.MISSING_KEY, "'seat' is missing"),
    ({"seat": "0", "play": ["6C"]}, Damage.WRONG_TYPE, "'seat' must be a whole number"),
    ({"seat": 0, "play": "6C"}, Damage.WRONG_TYPE, "'play' must be a list"),
    ({"seat": 0, "play": [["6C"]]}, Damage.WRONG_TYPE, "is no card"),
    ({"seat": 0, "play": ["6C"], "pass": True}, Damage.WRONG_TYPE, "exactly one of"),
    ({"seat": 0, "pass": False}, Damage.WRONG_TYPE, "'pass' must be true"),
    ({"seat": 0, "name": "Q"}, Damage.WRONG_TYPE, "a suit"),
    ({"seat": 0, "play": ["6C"], "legal": {}}, Damage.WRONG_TYPE, "'legal' must be a list"),
    ({"seat": 0, "play": ["6C"], "ms": -1}, Damage.WRONG_TYPE, "not negative"),
    ({"seat": 0, "play": ["6C"], "by": "me"}, Damage.WRONG_TYPE, "one of arena"),
    ({"seat": 0, "play": ["6C"], "why": "tired"}, Damage.WRONG_TYPE, "one of timeout"),
    ("play 6C", Damage.WRONG_TYPE, "an object"),
]


def swap_cards(match: Json) -> None:
    hands = match["deals"][1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def repeat_card(match: Json) -> None:
    hands = match["deals"][1]["hands"]
    hands[0][0] = hands[1][0]


def move_card(match: Json) -> None:
    hands = match["deals"][1]["hands"]
    hands[0].append(hands[1].pop())


def void_that_is_not(match: Json) -> None:
    match["deals"][1]["thrown"] = [match["deals"][1]["hands"]]


def play_a_void_deal(match: Json) -> None:
    first = match["deals"][0]
    first["hands"] = first.pop("thrown")[0]


def play_off_suit(match: Json) -> None:
    """Seat 0 may follow with 6D or KD only."""
    actions(match, 1)[1].update(play=["6C"])


def out_of_turn(match: Json) -> None:
    actions(match, 1)[1].update(seat=2, play=["AD"])


def drop_legal(match: Json) -> None:
    actions(match, 1)[1]["legal"].pop()


def add_legal(match: Json) -> None:
    actions(match, 1)[1]["legal"].append({"play": ["6C"]})


def repeat_legal(match: Json) -> None:
    actions(match, 1)[1]["legal"] *= 2


def arena_chose_badly(match: Json) -> None:
    actions(match, 1)[1].update(by="arena", why="timeout")


def add_action(match: Json) -> None:
    actions(match, 1).append({"seat": 0, "play": ["6C"]})


def drop_action(match: Json) -> None:
    actions(match, 1).pop()


def drop_deal(match: Json) -> None:
    match["deals"].pop()


def repeat_deal(match: Json) -> None:
    match["deals"].append(match["deals"][-1])


SENSE = [
    Case("dealt twice", repeat_card, Damage.CARDS, "C0.3", "is dealt twice", 2),
    Case("sizes", move_card, Damage.CARDS, "M1", "not of one size", 2),
    Case("three hands", lambda match: match["deals"][1]["hands"].pop(), Damage.CARDS, "M1",
         "3 hands for 4 seats", 2),
    Case("not void", void_that_is_not, Damage.DEAL, "M2", "void deal 1 is not void", 2),
    Case("void", play_a_void_deal, Damage.DEAL, "M2", "throw this deal out", 1),
    Case("trump", having("trump", "H", 1), Damage.DEAL, "M4", "is H, but the rules give C", 1),
    Case("owner", having("owner", 0, 1), Damage.DEAL, "M3", "owner is seat 0", 1),
    Case("illegal", play_off_suit, Damage.ILLEGAL_ACTION, "C0.7",
         "seat 0 may not play 6C: legal are play 6D, play KD", 1, 2),
    Case("turn", out_of_turn, Damage.ILLEGAL_ACTION, "C0.7", "seat 0 acts now", 1, 2),
    Case("legal set short", drop_legal, Damage.LEGAL_SET, "C0.7", "is legal but not in", 1, 2),
    Case("legal set long", add_legal, Damage.LEGAL_SET, "C0.7", "is not legal but in", 1, 2),
    Case("legal set twice", repeat_legal, Damage.LEGAL_SET, "C0.7", "names an action twice", 1, 2),
    Case("arena", arena_chose_badly, Damage.ARENA_CHOICE, "C0.8",
         "for the silent seat 0 the arena must play 6D, not play KD", 1, 2),
    Case("extra", add_action, Damage.LENGTH, "C0.7", "was over after 36 actions", 1, 37),
    Case("missing", drop_action, Damage.LENGTH, "C0.7", "goes on after its 35 actions", 1),
    Case("points", having("points", [60, 60], 1), Damage.POINTS, "M8-M10",
         "'points' are [60, 60], but were [56, 64]", 1),
    Case("change", having("change", [2, 0], 1), Damage.SCORE, "M8-M10", "must be [1, 0]", 1),
    Case("score", having("score", [2, 0], 1), Damage.SCORE, "M8-M10", "must be [1, 0]", 1),
    Case("deal missing", drop_deal, Damage.LENGTH, "M11", "is not over after deal"),
    Case("deal extra", repeat_deal, Damage.LENGTH, "M11", "was over after deal"),
    Case("final score", having("score", [12, 5]), Damage.SCORE, "M11", "'score' is [12, 5]"),
    Case("winners", having("winners", [0]), Damage.SCORE, "M11", "'winners' is [0]"),
    Case("losers", having("losers", []), Damage.SCORE, "M11", "'losers' is []"),
]  # fmt: skip


@pytest.mark.parametrize("case", FORM + SENSE, ids=lambda case: case.name)
def test_damage_is_named_with_line_deal_and_rule(case: Case) -> None:
    match = golden.match("miner")
    case.change(match)
    error = error_of(json.dumps(match))
    assert (error.damage, error.rule, error.line) == (case.damage, case.rule, LINE)
    if case.deal is not None:
        assert (error.deal, error.action) == (case.deal, case.action)
        assert f"deal {case.deal}" in str(error)
    assert case.says in str(error)
    assert str(error).startswith(f"line {LINE}")
    assert case.rule in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(("action", "damage", "says"), ACTION_FORM)
def test_an_action_of_the_wrong_form_is_named_by_number(
    action: object, damage: Damage, says: str
) -> None:
    match = golden.match("miner")
    match["deals"][1]["actions"][2] = action
    error = error_of(json.dumps(match))
    assert (error.damage, error.line, error.deal, error.action) == (damage, LINE, 2, 3)
    assert says in str(error)


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"kozel-record/1","deals":[{"ha',
        "",
        "[1, 2]",
        "null",
        '{"format":"kozel-record/1","score":NaN}',
        "[" * 100_000,
        '{"format":' + "9" * 10_000 + "}",
    ],
    ids=["truncated", "empty", "list", "null", "NaN", "deep", "huge number"],
)
def test_what_is_no_json_object_is_unreadable(text: str) -> None:
    error = error_of(text)
    assert error.damage is Damage.UNREADABLE
    assert error.line == LINE


def test_bytes_that_are_no_text_are_unreadable() -> None:
    with pytest.raises(RecordError, match="line 3: this cannot be read"):
        parse_record(b'{"format": "\xff"}', line=3)


def test_a_truncated_line_is_unreadable_wherever_it_is_cut() -> None:
    line = golden.lines()[0].rstrip()
    for length in range(0, len(line), 997):
        assert error_of(line[:length]).damage is Damage.UNREADABLE


def test_a_sentence_stays_short_whatever_the_record_holds() -> None:
    match = golden.match("miner")
    match["ruleset"] = "m" * 100_000
    assert len(str(error_of(json.dumps(match)))) < 500


def test_unknown_keys_are_ignored() -> None:
    match = golden.match("miner")
    match["mood"] = match["deals"][0]["mood"] = match["deals"][0]["actions"][0]["mood"] = "fine"
    verify_record(parse_record(json.dumps(match)))


def test_a_drawn_trump_that_is_missing_is_named_by_k3() -> None:
    match = golden.match("classic", trump_mode="named")
    del match["deals"][1]["drawn_trump"]
    error = error_of(json.dumps(match))
    assert (error.damage, error.rule, error.deal) == (Damage.DEAL, "K3", 2)


class TestSeed:
    """Records that reveal their seed are dealt again from it (C0.6)."""

    @pytest.fixture
    def match(self) -> Json:
        return random_record("miner", seed="abc", id="cup-1")

    def test_the_deals_of_the_seed_are_right(self, match: Json) -> None:
        verify_record(parse_record(json.dumps(match)))

    def test_a_foreign_seed_is_found_by_the_deals(self, match: Json) -> None:
        match["seed"] = "abd"
        match["commitment"] = commitment("abd", "cup-1")
        error = error_of(json.dumps(match))
        assert (error.damage, error.rule, error.deal) == (Damage.CHANCE, "C0.6", 1)

    def test_a_foreign_seed_is_found_by_the_commitment(self, match: Json) -> None:
        match["seed"] = "abd"
        error = error_of(json.dumps(match))
        assert (error.damage, error.rule, error.deal) == (Damage.COMMITMENT, "C0.6", None)

    def test_the_commitment_holds_for_one_match_only(self, match: Json) -> None:
        match["id"] = "cup-2"
        assert error_of(json.dumps(match)).damage is Damage.COMMITMENT

    @pytest.mark.parametrize("seed", ["", "a:b", "é", "\ud800"])
    def test_a_seed_that_cannot_be_one_is_named(self, match: Json, seed: str) -> None:
        match["seed"] = seed
        error = error_of(json.dumps(match))
        assert error.damage is Damage.WRONG_TYPE
        with pytest.raises(ValueError, match="a seed is"):
            SeededChance(seed)

    def test_a_match_id_outside_ascii_has_no_commitment(self, match: Json) -> None:
        match["id"] = "кубок"
        assert error_of(json.dumps(match)).damage is Damage.COMMITMENT

    def test_swapped_cards_do_not_come_from_the_seed(self, match: Json) -> None:
        swap_cards(match)
        error = error_of(json.dumps(match))
        assert (error.damage, error.deal) == (Damage.CHANCE, 2)
