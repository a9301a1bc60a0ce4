"""A tournament from a TOML file: what is meant by it, and how each mistake in it is named."""

import re
from pathlib import Path

import pytest

from kozel_arena.cli.output import FileProblem
from kozel_arena.cli.plan_example import EXAMPLE
from kozel_arena.cli.plan_file import WrongPlan, read_plan
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from kozel_arena.tournament import DealMode, FaultPolicy, SprtBounds, TournamentFormat

LEAST = 'name = "cup"\nruleset = "miner"\nbots = ["a", "b"]\nmatches_per_pairing = 2\n'


def plan_of(tmp_path: Path, text: str | bytes) -> TournamentPlan:
    """What is read from a file with that text."""
    file = tmp_path / "cup.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_plan(file)


def refusal_of(tmp_path: Path, text: str | bytes) -> str:
    """The sentence for a file with that text."""
    with pytest.raises(WrongPlan) as raised:
        plan_of(tmp_path, text)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert sentence.startswith(str(tmp_path / "cup.toml: "))
    return sentence


def test_four_keys_are_enough(tmp_path: Path) -> None:
    assert plan_of(tmp_path, LEAST) == TournamentPlan(
        name="cup", ruleset="miner", bots=("a", "b"), matches_per_pairing=2
    )


def test_every_key_arrives(tmp_path: Path) -> None:
    text = """
        format = "gauntlet"
        individual = true
        deals = "field"
        policy = "forfeit"
        rounds = 7
        challengers = ["a"]
        seed = "s1"
        spectator_delay = "10m"
        [options]
        short = true
        [clock]
        move_limit = "500ms"
        bank = 0
        strikes = 2
        [sprt]
        elo0 = -2.5
        elo1 = 20
        alpha = 0.01
    """
    assert plan_of(tmp_path, LEAST + text) == TournamentPlan(
        name="cup",
        ruleset="miner",
        bots=("a", "b"),
        matches_per_pairing=2,
        options={"short": True},
        clock=Clock(move_limit_ns=500_000_000, bank_ns=0, strikes=2),
        seed="s1",
        format=TournamentFormat.GAUNTLET,
        individual=True,
        deals=DealMode.FIELD,
        policy=FaultPolicy.FORFEIT,
        rounds=7,
        challengers=("a",),
        sprt=SprtBounds(elo0=-2.5, elo1=20.0, alpha=0.01, beta=0.05),
        spectator_delay_ns=600 * 10**9,
    )


def test_the_example_is_valid_as_it_stands(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, EXAMPLE)
    assert plan.bots == ("alice", "bob", "carol", "dave")
    assert plan.clock == Clock(move_limit_ns=5 * 10**9, bank_ns=60 * 10**9, strikes=3)
    assert max(map(len, EXAMPLE.splitlines())) <= 110


def test_the_example_is_valid_with_every_key_set_and_shows_all_there_are(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, re.sub(r"(?m)^# (?=\w+ = |\[)", "", EXAMPLE))
    assert plan.sprt == SprtBounds(elo0=0, elo1=20)
    assert (plan.rounds, plan.challengers, plan.seed) == (5, ("alice",), "spring")
    assert plan.options == {"trump_mode": "named"}
    assert plan.spectator_delay_ns == 30 * 10**9
    for kind in (TournamentFormat, DealMode, FaultPolicy):
        for word in kind:
            assert word in EXAMPLE


def test_a_number_of_seconds_is_a_time_and_a_byte_order_mark_is_none_of_the_text(
    tmp_path: Path,
) -> None:
    text = "\ufeff" + LEAST + "[clock]\nmove_limit = 1.5\nbank = 60\n"
    assert plan_of(tmp_path, text).clock == Clock(move_limit_ns=1_500_000_000, bank_ns=60 * 10**9)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            'chalengers = ["a"]',
            "'chalengers' is no key of a tournament: did you mean",
        ),
        ("zzz = 1", "'zzz' is no key of a tournament: choose from name, ruleset,"),
        (
            "[clock]\nmove_limt = 1",
            "'clock.move_limt' is no key of [clock]: did you mean",
        ),
        (
            "[sprt]\nelo0 = 0\nelo1 = 5\nalfa = 1",
            "'sprt.alfa' is no key of [sprt]: did you mean",
        ),
        ("[options]\nshrt = true", "short"),
        ("[sprt]\nelo0 = 0", "the key 'sprt.elo1' is missing"),
        ("clock = 5", "clock cannot be 5: write [clock] on a line"),
        ('format = "swis"', "format cannot be 'swis': choose from round_robin, "),
        ('format = "swis"', "did you mean 'swiss'?"),
        ("deals = 3", "deals cannot be 3: choose from independent, mirrored, field"),
        ('policy = ["forfeit"]', "policy cannot be ['forfeit']"),
        ('individual = "yes"', "individual cannot be 'yes': give true or false, without quotes"),
        ('rounds = "5"', "rounds cannot be '5': give a whole number, without quotes"),
        ("rounds = true", "rounds cannot be True: give a whole number"),
        ("rounds = 0", "rounds cannot be 0: give a number from 1"),
        ("rounds = 99999999999", "rounds cannot be 99999999999: give a number from 1 to"),
        ('challengers = "a"', "challengers cannot be 'a': give a list of names"),
        ("challengers = [1]", "challengers cannot be [1]: give a list of names"),
        ('spectator_delay = "off"', "spectator_delay cannot be 'off': give a time such as"),
        ("spectator_delay = -1", "spectator_delay cannot be -1: give a time such as"),
        ("seed = 7", "seed cannot be 7: give a text in quotes"),
        ("[clock]\nmove_limit = 0", "clock.move_limit cannot be 0: give a bot some time"),
        ('[clock]\nmove_limit = "soon"', "clock.move_limit cannot be 'soon': give a time such as"),
        ("[clock]\nbank = -1", "clock.bank cannot be -1: give a time such as"),
        ("[clock]\nbank = true", "clock.bank cannot be True: give a time such as"),
        ("[clock]\nbank = nan", "clock.bank cannot be nan: give a time such as"),
        ("[clock]\nstrikes = 0", "clock.strikes cannot be 0"),
        ('[sprt]\nelo0 = "0"\nelo1 = 5', "sprt.elo0 cannot be '0': give a number, without quotes"),
        ("[options]\nshort = 1.5", "options.short cannot be 1.5: give true, false"),
        ("[options]\nshort = [[1]]", "options.short cannot be [[1]]: give true, false"),
    ],
)
def test_a_mistake_is_named_with_what_can_be_done(tmp_path: Path, more: str, said: str) -> None:
    assert said in refusal_of(tmp_path, LEAST + more)


@pytest.mark.parametrize("key", ["name", "ruleset", "bots", "matches_per_pairing"])
def test_a_key_that_is_needed_is_missed_by_name(tmp_path: Path, key: str) -> None:
    sentence = refusal_of(tmp_path, re.sub(rf"(?m)^{key} = .*\n", "", LEAST))
    assert f"the key {key!r} is missing: " in sentence
    assert "--example" in sentence


def test_a_misspelt_key_that_is_needed_is_recognised(tmp_path: Path) -> None:
    sentence = refusal_of(tmp_path, LEAST.replace("matches_per", "match_per"))
    assert "'matches_per_pairing' is missing (there is 'match_per_pairing')" in sentence


def test_an_unknown_ruleset_is_refused_with_those_that_exist(tmp_path: Path) -> None:
    assert "classic" in refusal_of(tmp_path, LEAST.replace("miner", "whist"))


def test_bad_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    assert "this is no TOML: " in refusal_of(tmp_path, LEAST + "format = round_robin\n")
    assert "line 5" in refusal_of(tmp_path, LEAST + "format = round_robin\n")
    assert "line 6 is no UTF-8 text" in refusal_of(tmp_path, LEAST.encode() + b"\nseed = '\xff'\n")
    assert "larger than any tournament" in refusal_of(tmp_path, "#" * 2_000_000)
    assert "no TOML" in refusal_of(tmp_path, "x = " + "[" * 100_000)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nosuch.toml", tmp_path):
        with pytest.raises(FileProblem, match=str(path)):
            read_plan(path)
