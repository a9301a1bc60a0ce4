"""Records with random changes are right or a `RecordError`: nothing else ever comes out."""

import json
from random import Random
from typing import Any

import pytest

from kozel.records import RecordError, parse_record, verify_record
from kozel.rules import ruleset_names
from tests.records.playing import random_record

CHANGES = 60
STRANGERS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 5, 10**30, 1.5, "", "C", "6C", "AS", "arena", "aborted"),
    *([], ["6C"], [[]], {}, {"seat": 0}, [1], [0, 0]),
)


def places(value: Any, depth: int) -> list[tuple[Any, Any]]:
    """Every (container, key) at a depth of the JSON."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    if depth == 1:
        return [(value, key) for key in keys]
    inner = [value[key] for key in keys if isinstance(value[key], dict | list)]
    return [place for item in inner for place in places(item, depth - 1)]


def change(match: Any, choice: Random) -> None:
    """Put a stranger in, take something out, double it, or let two things change places."""
    found = places(match, choice.randint(1, 6)) or places(match, 1)
    (at, key), (other, other_key) = choice.choice(found), choice.choice(found)
    match choice.randrange(4):
        case 0:
            at[key] = choice.choice(STRANGERS)
        case 1:
            del at[key]
        case 2 if isinstance(at, list):
            at.insert(key, at[key])
        case _:
            at[key], other[other_key] = other[other_key], at[key]


@pytest.mark.parametrize("ruleset", ruleset_names()[:5])
def test_a_changed_record_is_right_or_a_record_error(ruleset: str) -> None:
    limit: dict[str, Any] = {"shokha": {"max_deals": 2}, "pot": {"max_deals": 2}}.get(ruleset, {})
    text = json.dumps(random_record(ruleset, seed="fuzz", with_legal=ruleset != "widow", **limit))
    choice, said = Random(5), list[str]()
    for _ in range(CHANGES):
        match = json.loads(text)
        change(match, choice)
        try:
            verify_record(parse_record(json.dumps(match), line=1), line=1)
        except RecordError as error:
            said.append(str(error))
    assert all(sentence.startswith("line 1") and "\n" not in sentence for sentence in said)
    assert len(said) > CHANGES / 2
