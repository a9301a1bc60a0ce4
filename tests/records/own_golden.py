"""Golden records of our own: every value of every option, at every number of seats.

`python -m tests.records.own_golden` writes them anew. Lines may be added at any time; a line that
is there may change only when `RULES_VERSION` rises, and this program refuses otherwise.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from kozel import Action, Bot, View
from kozel.local import play_match
from kozel.records import format_record
from kozel.rules import RULES_VERSION, bind, match_seed, ruleset_names
from kozel.rules.options import format_value
from tests.records.option_tables import Options, tables

PATH = Path(__file__).parents[1] / "golden" / "own.jsonl.xz"
MATCHES_A_TABLE = 2
SEED = "own"
SILENT_ONCE_IN = 5


class Speechless(Exception):
    """Raised in place of an answer, so that the arena has to choose."""


class Digest(Bot):
    """Chooses by the digest of its hand and how far the match is; now and then not at all."""

    def choose(self, view: View) -> Action:
        text = f"{view.match.seat}:{view.deal}:{len(view.history_codes)}:{view.hand_mask}"
        number = int.from_bytes(sha256(text.encode("ascii")).digest()[:8], "big")
        if number % SILENT_ONCE_IN == 0:
            raise Speechless
        return view.legal_actions[number % len(view.legal_actions)]


def name_of(ruleset: str, options: Options, number: int) -> str:
    """The id of a match, by which a line is found again."""
    given = [f"{name}={format_value(value)}" for name, value in options.items()]
    return "/".join([ruleset, *given, str(number)])


def line_of(ruleset: str, options: Options, number: int) -> str:
    """One match as it is played now, as a line without its end."""
    rules = bind(ruleset, options)
    match_id = name_of(ruleset, options, number)
    result = play_match(
        rules,
        [Digest() for _ in range(rules.players)],
        seed=match_seed(SEED, number),
        match_id=match_id,
        with_legal=True,
        on_fault=lambda fault: None,
    )
    return format_record(result.record)


def played() -> Iterator[tuple[str, str, Options, int]]:
    """Every golden match: its id, ruleset, options and number."""
    for ruleset in ruleset_names()[:5]:
        for _, options in tables(ruleset):
            for number in range(MATCHES_A_TABLE):
                yield name_of(ruleset, options, number), ruleset, options, number


@cache
def lines() -> dict[str, str]:
    """The lines of the file, without their ends, by the id of the match."""
    with lzma.open(PATH, "rt", encoding="utf-8") as stream:
        return {json.loads(line)["id"]: line.rstrip("\n") for line in stream}


def main() -> int:
    """Write the file; 1 if lines changed under the same version of the rules."""
    now = {name: line_of(*match) for name, *match in played()}
    before = lines() if PATH.exists() else {}
    kept = [line for line in before.values() if json.loads(line)["rules_version"] == RULES_VERSION]
    if changed := sorted(json.loads(line)["id"] for line in set(kept) - set(now.values())):
        print(
            f"{len(changed)} golden matches would change, first {changed[0]}: "
            "results can change only when RULES_VERSION rises",
            file=sys.stderr,
        )
        return 1
    with lzma.open(PATH, "wt", encoding="utf-8", newline="\n", preset=9) as stream:
        stream.writelines(f"{line}\n" for line in now.values())
    print(f"{PATH}: {len(now)} matches, rules version {RULES_VERSION}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
