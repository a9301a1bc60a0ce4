"""Python bots that play in the worker itself: fresh objects for every match.

A match must not depend on which matches the worker has played before, or the number of workers
would change the results; so objects are new and the `random` module starts from the match's seed.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from kozel.bot import Bot
from kozel.contest.board import Board, watched
from kozel.contest.lineups import Order
from kozel.contest.messages import Job
from kozel.contest.naming import names_of
from kozel.contest.values import Introduction, Plan
from kozel.finder import file_of, find_bot, make_bot
from kozel.local import BotFault, play_match
from kozel.records import Record
from kozel.rules.errors import KozelError

TellFault = Callable[[int, str], None]
"""Takes the entry and the text."""


class InProcess:
    """The two entries as classes.

    Raises:
        BotNotFound: a name leads to no bot.
    """

    def __init__(self, plan: Plan, board: Board, fault: TellFault) -> None:
        self._kinds = [find_bot(bot) for bot in plan.bots]
        check_neighbours(plan.bots)
        self._board = board
        self._fault = fault
        self.introduction = Introduction(
            plan.names or names_of(plan.bots, [kind.name for kind in self._kinds]),
            digests_of(plan.bots),
        )

    def play(self, plan: Plan, job: Job, label: str) -> Record:
        """Play a match to its end.

        Raises:
            BotNotFound: a bot's constructor fails.
        """
        pairing = plan.pairing(job.number)

        def tell(fault: BotFault) -> None:
            what = "this decision was made for it" if fault.hook == "choose" else fault.hook
            where = f"seat {fault.seat} of match {fault.match_id}: {what}"
            self._fault(pairing.order[fault.seat], f"{where}\n{fault.text.rstrip()}")

        random.seed(f"{plan.seed}/{job.number}")
        result = play_match(
            plan.rules,
            self._seated(plan, job.number, pairing.order),
            seed=pairing.seed,
            match_id=plan.match_id(job.number),
            time_control=plan.time_control,
            on_fault=tell,
            absent=[seat for seat, entry in enumerate(pairing.order) if entry in job.absent],
        )
        return replace(result.record, tournament=label)

    def _seated(self, plan: Plan, number: int, order: Order) -> Sequence[Bot]:
        """A fresh object at every seat: partners share nothing through us."""
        bots = []
        for seat, entry in enumerate(order):
            copy = order[:seat].count(entry)
            seed = f"{plan.seed}/{number}/{entry}/{copy}"
            bot = make_bot(plan.bots[entry], self._kinds[entry], seed=seed)
            bots.append(watched(bot, seat, self._board, self.introduction.names[entry]))
        return bots


class SharedModule(KozelError):
    """Both bots bring a module of one name, and Python has loaded only one of them."""

    def __init__(self, bots: tuple[str, str], module: str) -> None:
        first, second = bots
        super().__init__(
            f"{first} and {second} each have a module {module!r} beside them, and one process can "
            "load only one of the two: add --processes"
        )
        self.module = module


def check_neighbours(bots: tuple[str, str]) -> None:
    """See that no bot has been given a module that lies beside the other one.

    Raises:
        SharedModule: it has.
    """
    files = [file_of(bot) for bot in bots]
    folders = {file.resolve().parent for file in files if file is not None}
    for module, loaded in tuple(sys.modules.items()):
        file = getattr(loaded, "__file__", None)
        if file is None or "." in module or module.startswith("kozel_bot_"):
            continue
        own = {parent for parent in Path(file).resolve().parents if parent in folders}
        for other in folders - own if own else ():
            if (other / f"{module}.py").exists() or (other / module).is_dir():
                raise SharedModule(bots, module)


def digests_of(bots: tuple[str, str]) -> tuple[str, str]:
    """8 hex digits of SHA-256 of each bot's file; empty where a name is not of a file."""
    first, second = (_digest(file_of(bot)) for bot in bots)
    return first, second


def _digest(path: Path | None) -> str:
    return "" if path is None else sha256(path.read_bytes()).hexdigest()[:8]
