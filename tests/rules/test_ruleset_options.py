"""Rulesets are found by name, and their options are checked, read and kept as the rules say."""

from pathlib import Path

import pytest

from kozel.rules import (
    BrokenRuleset,
    InvalidOption,
    Match,
    OptionValue,
    SeededChance,
    UnknownRuleset,
    bind,
    bound,
    find_ruleset,
    parse_options,
    ruleset_names,
)

BUILT_IN = ("miner", "classic", "shokha", "pot", "widow")

THIRD_PARTY = '''
from kozel.rules import Ruleset
from kozel.rules.options import choice
from kozel.rules.variants.miner import MinerRules


class QuickMiner(MinerRules):
    """Miner in which no deal is void."""

    def is_void(self, hand):
        return False


OPTIONS = (*find_options(), choice("colour", "red", "blue"))
RULESET = Ruleset("quick-miner", QuickMiner, OPTIONS)
NOT_ONE = 7
'''


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, entry_points: str) -> None:
    """Puts a package with these entry points where Python finds installed packages."""
    source = THIRD_PARTY.replace("find_options()", "find_ruleset('miner').options")
    source = source.replace("import Ruleset", "import Ruleset, find_ruleset")
    (folder / "quick_miner.py").write_text(source)
    metadata = folder / "quick_miner-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: quick-miner\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[kozel.rulesets]\n{entry_points}\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(__import__("sys").modules, "quick_miner", raising=False)


def test_the_five_rulesets_are_listed_in_the_order_of_the_rules() -> None:
    assert ruleset_names()[:5] == BUILT_IN


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_value_of_every_option_can_be_bound_and_starts_a_match(name: str) -> None:
    for option in find_ruleset(name).options:
        for value in option.choices or (option.default,):
            rules = bind(name, {option.name: value})
            assert rules.options[option.name] == value
            assert rules.given == ({} if value == option.default else {option.name: value})
            assert Match(rules, SeededChance("options")).deciders()


def test_an_unknown_ruleset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownRuleset, match="miner, classic, shokha, pot, widow"):
        bind("durak")


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidOption, match="marker, short, pairing, must_trump"):
        bind("miner", {"shrot": True})


@pytest.mark.parametrize(
    ("name", "options", "valid"),
    [
        ("miner", {"marker": "AD"}, "one of JC, AC"),
        ("miner", {"short": 1}, "one of false, true"),
        ("miner", {"short": "true"}, "one of false, true"),
        ("classic", {"deck": 36}, "one of 24, 32"),
        ("classic", {"deck": "24"}, "one of 24, 32"),
        ("shokha", {"players": 5}, "one of 4, 2, 3"),
        ("shokha", {"limit": 0}, "a whole number from 1"),
        ("shokha", {"limit": True}, "a whole number from 1"),
        ("shokha", {"max_deals": -1}, "a whole number from 0"),
        ("widow", {"sixty_costs": 4}, "one of 2, 0"),
    ],
)
def test_a_wrong_value_is_refused_with_the_valid_ones(
    name: str, options: dict[str, OptionValue], valid: str
) -> None:
    with pytest.raises(InvalidOption, match=valid):
        bind(name, options)


def test_a_command_lines_options_become_typed_values() -> None:
    assert parse_options("miner", ["short=true", "marker=AC"]) == {"short": True, "marker": "AC"}
    assert parse_options("classic", ["deck=32"]) == {"deck": 32}
    assert parse_options("pot", ["stack=24", "combos=false"]) == {"stack": 24, "combos": False}
    assert parse_options("miner", []) == {}


@pytest.mark.parametrize(
    "assignment", ["short", "short=yes", "short=True", "short=", "=true", "size=3", "SHORT=true"]
)
def test_a_command_lines_wrong_option_is_refused(assignment: str) -> None:
    with pytest.raises(InvalidOption):
        parse_options("miner", [assignment])


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "twelve", "", "99999999999", "²"])
def test_a_command_lines_wrong_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match="whole number from 1"):
        parse_options("widow", [f"limit={text}"])


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(InvalidOption, match="twice"):
        parse_options("miner", ["short=true", "short=false"])


def test_bound_rules_are_the_same_for_the_same_options() -> None:
    options = bind("miner").options
    assert bound("miner", options) is bound("miner", options)


def test_bound_rules_cannot_be_changed_through_their_options() -> None:
    given = {"short": True}
    rules = bind("miner", given)
    given["short"] = False
    assert rules.options["short"] is True
    with pytest.raises(TypeError):
        rules.options["short"] = False  # type: ignore[index]


def test_a_package_from_elsewhere_adds_a_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "quick-miner = quick_miner:RULESET")
    assert ruleset_names()[-1] == "quick-miner"
    rules = bind("quick-miner", {"colour": "blue", "short": True})
    assert rules.given == {"short": True, "colour": "blue"}
    match = Match(rules, SeededChance("third"))
    while match.deciders():
        seat = match.deciders()[0]
        assert match.view(seat).rules.ruleset == "quick-miner"
        match.apply(seat, match.default(seat))
    assert match.outcome is not None


@pytest.mark.parametrize("offered", ["NOT_ONE", "MISSING", "missing.module"])
def test_a_package_that_offers_no_ruleset_is_refused(
    offered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, f"broken = quick_miner:{offered}")
    with pytest.raises(BrokenRuleset, match="broken"):
        bind("broken")


def test_a_package_cannot_replace_a_built_in_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "miner = quick_miner:RULESET")
    assert ruleset_names().count("miner") == 1
    assert bind("miner").ruleset == "miner"
    assert "colour" not in bind("miner").options
