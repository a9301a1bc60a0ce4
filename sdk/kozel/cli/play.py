"""`kozel play`: bots against each other in this process, with a result table or JSON.

KozelError
└── BotLeft    a bot ended the program
"""

import argparse
import json
import secrets
import sys
from contextlib import ExitStack, redirect_stdout
from dataclasses import asdict
from typing import TYPE_CHECKING

from kozel.cli.arguments import positive_count, record_path, seed_text
from kozel.cli.output import Progress, RecordFile
from kozel.cli.tally import Line, Tally
from kozel.contest.lineups import Lineups, make_lineups
from kozel.local import BotFault, play_matches, print_fault
from kozel.rules import Rules, bind, parse_options, ruleset_names
from kozel.rules.errors import KozelError
from kozel.rules.options import format_value

if TYPE_CHECKING:
    from argparse import _SubParsersAction

TRACEBACKS_SHOWN = 3
EXAMPLES = """\
examples:
  kozel play --ruleset miner --bots greedy random --matches 200 --seed 7
  kozel play --ruleset shokha --option players=3 combos=false --bots greedy random my_bot.py
  kozel play --ruleset miner --bots my_bot.py greedy --record out.jsonl --json

A bot is a sample bot's short name, a file (file.py or file.py:Class) or module:Class. With four
seats two bots play as two sides and swap; as many bots as seats sit one a seat, in changing order;
with three seats two bots take turns at sitting alone against two of the other.
"""


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "play",
        help="play matches in this process",
        description="Play matches between bots in this process, without an arena.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--ruleset", required=True, metavar="NAME", help=f"one of {', '.join(ruleset_names())}")
    add("--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE",
        help="table options, such as short=true")  # fmt: skip
    add("--bots", nargs="+", required=True, metavar="BOT", help="who plays (see below)")
    add("--matches", type=positive_count, default=100, metavar="N", help="how many matches (100)")
    add(
        "--seed",
        type=seed_text,
        metavar="S",
        help="where all deals come from (a new one each time)",
    )
    add("--record", type=record_path, metavar="FILE",
        help="write every match as a line of kozel-record/1")  # fmt: skip
    add("--with-legal", action="store_true", help="records hold every set of legal actions")
    add("--force", action="store_true", help="overwrite the record file")
    add("--json", action="store_true", help="print one JSON document and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play, then print the result."""
    rules = bind(arguments.ruleset, parse_options(arguments.ruleset, arguments.option))
    seed = arguments.seed or secrets.token_hex(4)
    lineups = make_lineups(rules, arguments.bots, seed=seed)
    tally = Tally(rules, lineups.names)
    faults = _Faults()
    with ExitStack() as stack:
        file = None
        if arguments.record is not None:
            file = stack.enter_context(RecordFile(arguments.record, force=arguments.force))
        try:
            with redirect_stdout(sys.stderr):  # what a bot prints is no part of the result
                _play(rules, lineups, tally, faults, arguments, seed=seed, file=file)
        except SystemExit as stop:
            raise BotLeft(stop.code, tally.matches) from stop
        except KeyboardInterrupt:
            _say_how_far(tally, file, arguments)
            raise
    show = _show_json if arguments.json else _show_table
    show(rules, tally, faults, arguments, seed)
    return 0


def _play(
    rules: Rules,
    lineups: Lineups,
    tally: Tally,
    faults: "_Faults",
    arguments: argparse.Namespace,
    *,
    seed: str,
    file: RecordFile | None,
) -> None:
    progress = Progress(arguments.matches)
    faults.progress = progress
    matches = play_matches(
        rules,
        lineups.bots,
        seed=seed,
        matches=arguments.matches,
        with_legal=arguments.with_legal,
        on_fault=faults.add,
    )
    try:
        for at, result in matches:
            if file is not None:
                file.write(result.record)
            tally.add(lineups.orders[at], result)
            progress.show(tally.matches)
    finally:
        progress.clear()


class BotLeft(KozelError):
    """A bot ended the program."""

    def __init__(self, code: object, matches: int) -> None:
        super().__init__(f"a bot called sys.exit({code!r}) after {matches} matches: let it raise")
        self.code = code
        self.matches = matches


class _Faults:
    """Counts faults by bot and shows the first few of each."""

    def __init__(self) -> None:
        self.count: dict[str, int] = {}
        self.progress: Progress | None = None

    def add(self, fault: BotFault) -> None:
        count = self.count[fault.bot_name] = self.count.get(fault.bot_name, 0) + 1
        if count <= TRACEBACKS_SHOWN:
            if self.progress is not None:
                self.progress.clear()
            print_fault(fault)


def _say_how_far(tally: Tally, file: RecordFile | None, arguments: argparse.Namespace) -> None:
    kept = f"; {arguments.record} holds {file.lines} records" if file is not None else ""
    text = f"kozel: stopped after {tally.matches} of {arguments.matches} matches{kept}"
    print(text, file=sys.stderr)


def _show_json(
    rules: Rules, tally: Tally, faults: _Faults, arguments: argparse.Namespace, seed: str
) -> None:
    document = {
        "ruleset": rules.ruleset,
        "options": dict(rules.options),
        "seed": seed,
        "matches": tally.matches,
        "deals": tally.deals,
        "interval": "95 %, Wilson",
        "bots": [
            {**asdict(line), "faults": faults.count.get(line.name, 0)} for line in tally.lines()
        ],
        "record": None if arguments.record is None else str(arguments.record),
    }
    print(json.dumps(document, indent=2))


def _show_table(
    rules: Rules, tally: Tally, faults: _Faults, arguments: argparse.Namespace, seed: str
) -> None:
    options = " ".join(f"{name}={format_value(value)}" for name, value in rules.given.items())
    print(f"{rules.ruleset}{' ' if options else ''}{options}, seed {seed}: "
          f"{tally.matches} matches, {tally.deals} deals\n")  # fmt: skip
    lines = tally.lines()
    change = "chips/deal" if rules.options.get("scoring") == "pot" else "penalty/deal"
    width = max(3, *(len(line.name) for line in lines))
    print(f"{'bot':{width}}  score  95% interval    points/deal  {change}  faults")
    for line in lines:
        print(_row(line, width, len(change), faults.count.get(line.name, 0)))
    print("\nscore: winners share 1 a match; 95% intervals: score Wilson, points Student's t")
    if arguments.record is not None:
        print(f"records: {arguments.record}")


def _row(line: Line, width: int, change_width: int, faults: int) -> str:
    interval = f"{line.score_low:.3f} to {line.score_high:.3f}"
    points = f"{line.points_per_deal:.1f} ±{line.points_margin:.1f}"
    return (
        f"{line.name:{width}}  {line.score:.3f}  {interval:14}  {points:>11}"
        f"  {line.change_per_deal:>{change_width}.2f}  {faults:>6}"
    )
