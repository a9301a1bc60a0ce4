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
    found = [at(index) for index in range(len(lines()))]
    return [match for match in found if ruleset in (None, match["ruleset"])]


def match(ruleset: str, **options: Any) -> Json:
    """The first match of a ruleset with just these options."""
    return next(found for found in matches(ruleset) if found["options"] == options)
