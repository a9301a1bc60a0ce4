"""The author's guide tells the truth: its code runs, its fields exist, its commands parse."""

import re
import shlex
from pathlib import Path

import pytest

from kozel import Match, SeededChance, View, bind
from kozel.cli import _parser

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "sdk" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
COMMANDS = re.findall(r"^    (?:\$ )?(kozel (?:play|match|verify|replay) .*)$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_code_of_the_guide_runs(block):
    exec(compile(block, "sdk/README.md", "exec"), {"__name__": "guide"})


def test_the_first_bot_has_at_most_eight_lines():
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 8


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_guide_are_understood(command):
    _parser().parse_args(shlex.split(command)[1:])


def test_every_name_in_the_tables_is_an_attribute_of_a_view():
    table = GUIDE.split("## What a bot sees")[1].split("An `Action` has")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    match = Match(bind("miner"), SeededChance("guide"))
    view = match.view(match.deciders()[0])
    names = [name for row in rows for name in re.findall(r"`(\w+)", row)]
    assert len(names) > 25
    assert [name for name in names if not hasattr(view, name)] == []


def test_every_public_field_of_a_view_stands_in_the_guide():
    known = {name for name in View._fields if not name.endswith(("_mask", "_codes"))}
    known.discard("trick_start")
    assert [name for name in sorted(known) if f"`{name}`" not in GUIDE] == []
