"""The golden matches for the tests of records: as parsed JSON, fresh for each caller."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

PATH = Path(__file__).parents[1] / "golden" / "matches.jsonl.xz"

Json = dict[str, Any]


@cache
def lines() -> tuple[str, ...]:
    """Every line of the file."""
    with lzma.open(PATH, "rt", encoding="utf-8") as stream:
        return tuple(stream)


def at(index: int) -> Json:
    """The match at an index; it may be changed freely."""
    found: Json = json.loads(lines()[index])
    return found


def matches(ruleset: str | None = None) -> list[Json]:
    """The matches, of one ruleset if given; they may be changed freely."""
    return [at(index) for index, name in enumerate(_rulesets()) if ruleset in (None, name)]


def match(ruleset: str, **options: Any) -> Json:
    """The first match of a ruleset with just these options."""
    of_ruleset = (at(index) for index, name in enumerate(_rulesets()) if name == ruleset)
    return next(found for found in of_ruleset if found["options"] == options)


@cache
def _rulesets() -> tuple[str, ...]:
    return tuple(json.loads(line)["ruleset"] for line in lines())
