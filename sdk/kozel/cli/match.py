"""`kozel match`: is this bot better than that one? On all cores, with honest error bars."""

import argparse
import os
import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kozel.cli.arguments import positive_count, record_path, seed_text
from kozel.cli.match_display import Display
from kozel.cli.match_report import print_json, print_text
from kozel.contest.journal import Journal, kept_outcome, seed_of
from kozel.contest.lineups import seat_orders
from kozel.contest.outcomes import Outcome
from kozel.contest.run import Contest
from kozel.contest.standing import SprtBounds, Standing
from kozel.contest.values import NS_PER_S, Deals, Introduction, Plan, is_program, label_of
from kozel.rules import bind, parse_options, ruleset_names
from kozel.rules.errors import KozelError, shortened
from kozel.table import TimeControl

if TYPE_CHECKING:
    from argparse import _SubParsersAction

DEFAULT_MATCHES: Final = 400
LONGEST_S: Final = 86_400.0
EXAMPLES = """\
examples:
  kozel match new.py old.py --ruleset classic --sprt 0 20
  kozel match new.py old.py --ruleset miner --matches 1000 --seed 7
  kozel match new.py greedy --ruleset widow --sprt 0 20 --record out.jsonl --resume
  kozel match new.py "cmd:./old --fast" --ruleset miner --move-limit 0.5 --bank 10

A bot is a file (file.py or file.py:Class), module:Class, a sample bot's short name, or cmd: and a
command line: a program that dials in over gRPC, to KOZEL_SERVER with KOZEL_TOKEN. Python bots play
in the workers, unless --processes or a program on the other side makes them programs too.

All seat orders of a group play the same deals (--mirrored, the default), so luck with the cards
cancels out: for your own two versions, which do not remember deals. --independent gives every
match its own deals. Intervals take the group as one sample.

--sprt ELO0 ELO1 stops as soon as it is known whether BOT is ELO1 stronger than OTHER (H1) or
only ELO0 (H0), wrong with at most --alpha and --beta. Elo is logistic, of the match score.

Exit status: 0 it has been played (what it found is in the output), 2 something is wrong with the
command, a file or a bot, 130 interrupted.
"""


class WrongMatch(KozelError):
    """Arguments that do not go together."""


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "match",
        help="find out whether one bot is better than another",
        description="Play two bots against each other until it is known which one is better.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("bot", metavar="BOT", help="the bot in question")
    add("other", metavar="OTHER", help="the bot to compare it with")
    add("--ruleset", required=True, metavar="NAME", help=f"one of {', '.join(ruleset_names())}")
    add("--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE",
        help="table options, such as short=true")  # fmt: skip
    deals = parser.add_mutually_exclusive_group()
    deals.add_argument("--mirrored", dest="deals", action="store_const", const=Deals.MIRRORED,
                       default=Deals.MIRRORED,
                       help="all seat orders play the same deals (default)")  # fmt: skip
    deals.add_argument("--independent", dest="deals", action="store_const",
                       const=Deals.INDEPENDENT,
                       help="every match has its own deals")  # fmt: skip
    _add_ends(parser)
    _add_clock(parser)
    add("--names", nargs=2, metavar="NAME", help="what to call the bots (as they call themselves)")
    add("--seed", type=seed_text, metavar="S",
        help="where all deals come from (a new one each time)")  # fmt: skip
    add("--jobs", type=positive_count, metavar="N", help="matches at once (one for each core)")
    add("--processes", action="store_true", help="every bot is a process of its own")
    add("--record", type=record_path, metavar="FILE",
        help="write every match as a line of kozel-record/1")  # fmt: skip
    add("--resume", action="store_true", help="go on with the record file, if it is there")
    add("--force", action="store_true", help="overwrite the record file")
    add("--json", action="store_true", help="print one JSON document and nothing else")
    parser.set_defaults(run=run)


def _add_ends(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--matches", type=positive_count, metavar="N",
        help=f"how many, rounded up to whole groups ({DEFAULT_MATCHES}; with --sprt: as many as "
        "it takes)")  # fmt: skip
    add("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"),
        help="stop when it is known which of the two is right")  # fmt: skip
    add("--alpha", type=float, default=0.05, metavar="P", help="risk of a wrong H1 (0.05)")
    add("--beta", type=float, default=0.05, metavar="P", help="risk of a wrong H0 (0.05)")


def _add_clock(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--move-limit", type=_seconds, default=60.0, metavar="S",
        help="seconds for each decision (60)")  # fmt: skip
    add("--bank", type=_seconds, default=0.0, metavar="S",
        help="further seconds for the whole match (0)")  # fmt: skip
    add("--strikes", type=positive_count, default=3, metavar="N",
        help="decisions in a row that a bot may fail to make before it is played without (3)",
        )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Play, then print the result."""
    if arguments.resume and (arguments.record is None or arguments.force):
        raise WrongMatch("--resume goes on with the file of --record: give that, and no --force")
    with ExitStack() as stack:
        journal = None
        if arguments.record is not None:
            _plan(arguments, seed="")  # what is wrong with it is said before a file is made
            journal = stack.enter_context(Journal(arguments.record, mode=_mode(arguments)))
        plan = _plan(arguments, seed=_seed(arguments, journal))
        standing = _standing(plan, arguments)
        display = Display(plan, standing)
        watcher = _Watcher(plan, standing, display, journal, arguments.record)
        jobs = arguments.jobs or _cores()
        contest = Contest(plan, standing, watcher, jobs=jobs, keeps_records=journal is not None)
        display.lost = contest.lost_attempts
        try:
            contest.play()
        except KeyboardInterrupt:
            display.stopped(arguments.record)
            raise
        finally:
            display.close()
    show = print_json if arguments.json else print_text
    show(plan, standing, display.facts(jobs, arguments.record))
    return 0


class _Watcher:
    """Keeps what is finished, and passes it on to the display."""

    def __init__(
        self,
        plan: Plan,
        standing: Standing,
        display: Display,
        journal: Journal | None,
        path: Path | None,
    ) -> None:
        self._plan = plan
        self._standing = standing
        self._display = display
        self._journal = journal
        self._path = path

    def introduced(self, introduction: Introduction) -> None:
        """Count what the file holds, before anything is played."""
        self._display.names = introduction.names
        if self._journal is None or self._path is None:
            return
        label = label_of(self._plan, introduction)
        for record in self._journal.records():
            self._standing.add(
                kept_outcome(
                    record, self._plan, names=introduction.names, label=label, path=self._path
                )
            )
        self._display.resumed(self._standing.finished)

    def finished(self, outcome: Outcome, record: str | None) -> None:
        """Write the record down."""
        if self._journal is not None and record is not None:
            self._journal.write(record)

    def faulted(self, entry: int, text: str) -> None:
        """Show it."""
        self._display.fault(entry, text)

    def ticked(self) -> None:
        """Draw anew."""
        self._display.tick()


def _mode(arguments: argparse.Namespace) -> str:
    if arguments.resume:
        return "resume"
    return "over" if arguments.force else "new"


def _seed(arguments: argparse.Namespace, journal: Journal | None) -> str:
    """The seed that was given, or that of the file that is gone on with, or a new one."""
    given: str | None = arguments.seed
    if given is None and journal is not None and arguments.resume:
        for record in journal.records():
            return seed_of(record, arguments.record)
    return given or secrets.token_hex(4)


def _plan(arguments: argparse.Namespace, *, seed: str) -> Plan:
    first, second = arguments.bot, arguments.other
    options = parse_options(arguments.ruleset, arguments.option)
    seat_orders(bind(arguments.ruleset, options), 2)
    if arguments.names is not None and len(set(arguments.names)) < 2:
        raise WrongMatch("--names must differ: the table could not tell the bots apart")
    return Plan(
        ruleset=arguments.ruleset,
        options=options,
        bots=(first, second),
        names=None if arguments.names is None else tuple(arguments.names),
        seed=seed,
        deals=arguments.deals,
        time_control=TimeControl(
            move_limit_ns=round(arguments.move_limit * NS_PER_S),
            bank_ns=round(arguments.bank * NS_PER_S),
            strikes=arguments.strikes,
        ),
        uses_processes=arguments.processes or is_program(first) or is_program(second),
    )


def _standing(plan: Plan, arguments: argparse.Namespace) -> Standing:
    bounds = None
    matches: int | None = arguments.matches
    if arguments.sprt is not None:
        elo0, elo1 = arguments.sprt
        bounds = SprtBounds(elo0=elo0, elo1=elo1, alpha=arguments.alpha, beta=arguments.beta)
    elif matches is None:
        matches = DEFAULT_MATCHES
    a_group = plan.matches_a_group
    try:
        return Standing(
            matches_a_group=a_group,
            groups=None if matches is None else -(-matches // a_group),
            bounds=bounds,
        )
    except ValueError as error:
        raise WrongMatch(f"--sprt: {error}") from None


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= LONGEST_S:
        raise argparse.ArgumentTypeError(f"{shortened(text)}: give seconds, 0 to {LONGEST_S:.0f}")
    return value
