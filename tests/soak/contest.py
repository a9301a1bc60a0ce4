"""One tournament of real processes, from its first bot to its exported records."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

from kozel_arena.rpc.admin_client import AdminClient, AdminError
from kozel_arena.storage.location import parse_location
from kozel_arena.tournament import TournamentState
from tests.arena.postgresql import PostgreSql
from tests.soak.faults import Fault, Kind
from tests.soak.ledger import Ledger, Told, Witness, progress, read_ledger, told
from tests.soak.plan import SoakPlan
from tests.soak.processes import MARK, Child, free_port, left_behind

BIN: Final = Path(sys.executable).parent
BOT: Final = Path(__file__).with_name("stateless_bot.py")
START_LIMIT_S: Final = 300.0
"""An arena that takes longer to start, on a busy machine, never will."""
STUCK_LIMIT_S: Final = 300.0
"""A tournament without a new result for so long, with nothing dead or frozen, is stuck."""
STOP_LIMIT_S: Final = 180.0
LOOK_S: Final = 0.05
SERVE_FLAGS: Final = (
    *("--metrics", "off", "--http", "off", "--log-format", "json", "--drain-grace", "1s"),
    *("--heartbeat-interval", "500ms", "--silence-limit", "3s"),
)


class Violation(Exception):
    """What must never happen; the message says what did."""


class Contest:
    """One tournament. Use it in a `with`: at its end nothing of it runs any more."""

    def __init__(
        self, plan: SoakPlan, folder: Path, database: str, *, server: PostgreSql | None = None
    ):
        """A contest that has not begun.

        Args:
            plan: what is played.
            folder: where everything goes; exists and is empty.
            database: path or URL, as `kozel-arena serve --database` takes it.
            server: of that database, when it is not a file.
        """
        self.plan = plan
        self.folder = folder
        self.database = database
        self.fired = 0
        """Faults so far."""
        self.restarts = 0
        """How often the arena was started, less the first time."""
        self.witness = Witness()
        self._server = server
        self._url = parse_location(database)
        self._engine = create_engine(self._url)
        self._mark = uuid4().hex
        self.address = f"127.0.0.1:{free_port()}"
        serve = ("serve", "--listen", self.address, "--database", database, *SERVE_FLAGS)
        self.arena = Child(
            "arena",
            (str(BIN / "kozel-arena"), *serve),
            environment={MARK: self._mark},
            folder=folder,
        )
        self.bots: list[Child] = []

    def __enter__(self) -> "Contest":
        return self

    def __exit__(self, *_: object) -> None:
        for child in (self.arena, *self.bots):
            child.kill()
        self._engine.dispose()

    # Before and after.

    def begin(self) -> None:
        """Start the arena, register the bots, start them and the tournament."""
        self.arena.start()
        with self._organiser() as client:
            tokens = [client.add_bot(name)[1] for name in self.plan.bots]
            client.create_tournament(self.plan.tournament)
            client.start_tournament(self.plan.tournament.name)
        for number, token in enumerate(tokens):
            bot = Child(
                f"bot-{number}",
                (str(BOT),),
                environment={
                    MARK: self._mark,
                    "KOZEL_SERVER": self.address,
                    "KOZEL_TOKEN": token,
                    "KOZEL_CAPACITY": str(self.plan.capacity),
                    "TASTE": f"{self.plan.seed} {number}",
                },
                folder=self.folder,
            )
            self.bots.append(bot)
            bot.start()

    def restart(self) -> None:
        """Start the arena again, however it ended."""
        self.restarts += 1
        self.arena.start()

    def exported(self) -> list[str]:
        """The records, taken out of the running arena and verified by the programs for that.

        Raises:
            Violation: one of them failed.
        """
        file = self.folder / "records.jsonl"
        with self._organiser():
            pass
        server = ("--server", self.address, "--token-file", str(self._token_file()))
        name = self.plan.tournament.name
        self._tool("kozel-arena", "export", name, *server, "--output", str(file))
        self._tool("kozel", "verify", str(file))
        return file.read_text(encoding="utf-8").splitlines()

    def close(self) -> Ledger:
        """End everything in peace; what stands in the database.

        Raises:
            Violation: the arena does not end, something failed, or something was left.
        """
        with self._organiser():
            pass
        self._stop_arena()
        for bot in self.bots:
            bot.kill()
        if left := left_behind(self._mark):
            raise Violation(f"processes were left behind: {left}")
        for child in (self.arena, *self.bots):
            if "Traceback" in child.log.read_text(encoding="utf-8", errors="replace"):
                raise Violation(f"{child.name} failed: see {child.log}")
        if half := sorted(str(path) for path in self.folder.iterdir() if is_half_written(path)):
            raise Violation(f"files were left half-written: {half}")
        return read_ledger(self._url)

    def told(self) -> set[Told]:
        """Every end of a match that some bot has heard of."""
        return set().union(*(told(bot.log) for bot in self.bots))

    # While it goes on.

    def progress(self) -> tuple[TournamentState | None, int]:
        """State of the tournament, and how many results are committed; None: not readable now."""
        try:
            state, count = progress(self._engine)
            self.witness.look(self._engine)
        except SQLAlchemyError:
            return None, 0
        return TournamentState(state), count

    @property
    def is_over(self) -> bool:
        """Whether the database calls the tournament finished."""
        return self.progress()[0] is TournamentState.FINISHED

    def wait_for(self, wanted: int) -> int:
        """Wait for so many results, or for the end; how many there are.

        Raises:
            Violation: no result comes although nothing is disturbed, or a child has ended.
        """
        best = -1
        end = 0.0
        while True:
            self._check_lives()
            state, count = self.progress()
            if state is TournamentState.FINISHED or (state is not None and count >= wanted):
                return count
            if count > best:
                best, end = count, time.monotonic() + STUCK_LIMIT_S
            elif time.monotonic() > end:
                words = self.arena.last_words()
                raise Violation(f"stuck at {best} results for {STUCK_LIMIT_S:g} s: {words}")
            time.sleep(LOOK_S)

    def finish(self) -> None:
        """Wait, with nothing disturbed any more, until it is over."""
        self.wait_for(sys.maxsize)

    def hear(self, event: str) -> None:
        """Wait until the arena's log tells of an event.

        Raises:
            Violation: it does not, or a child has ended.
        """
        end = time.monotonic() + STUCK_LIMIT_S
        while f'"event": "{event}"' not in self.arena.log.read_text(encoding="utf-8"):
            self._check_lives()
            if time.monotonic() > end:
                raise Violation(f"no {event}: {self.arena.last_words()}")
            time.sleep(LOOK_S)

    def suffer(self, faults: Iterable[Fault]) -> None:
        """Fire until the tournament is over."""
        total = self.plan.total
        count = 0
        for fault in faults:
            count = self.wait_for(count + int(fault.after_share * total))
            if self.is_over:
                return
            time.sleep(fault.after_s)
            self.fire(fault)

    def fire(self, fault: Fault) -> None:
        """Let one thing go wrong and put it right again."""
        self.fired += 1
        bot = self.bots[fault.bot]
        match fault.kind:
            case Kind.FREEZE_ARENA:
                freeze([self.arena], fault.hold_s)
            case Kind.FREEZE_BOT:
                freeze([bot], fault.hold_s)
            case Kind.FREEZE_BOTS:
                freeze(self.bots, fault.hold_s)
            case Kind.BREAK_DATABASE:
                self._break_database(fault.hold_s)
            case Kind.KILL_BOT:
                self._start_again([bot], fault.hold_s)
            case Kind.STOP_BOT:
                bot.stop(fault.hold_s)
                bot.start()
            case Kind.POWER_CUT:
                self._start_again([self.arena, *self.bots], fault.hold_s)
            case _:
                self._end_arena(fault.kind, fault.hold_s)

    def _end_arena(self, kind: Kind, hold_s: float) -> None:
        match kind:
            case Kind.STOP_ARENA:
                self._stop_arena()
            case Kind.KILL_DRAINING_ARENA:
                self.arena.stop(hold_s)
            case Kind.KILL_STARTING_ARENA:
                self._start_again([self.arena], 0)
                time.sleep(hold_s)
                self.arena.kill()
            case _:
                self.arena.kill()
                time.sleep(hold_s)
        self.restart()

    def _break_database(self, hold_s: float) -> None:
        if self._server is not None:
            self._server.stop("immediate")
            time.sleep(hold_s)
            self._server.start()
            return
        with closing(sqlite3.connect(self.database, isolation_level=None)) as other:
            other.execute(f"PRAGMA busy_timeout = {round(START_LIMIT_S * 1000)}")
            other.execute("BEGIN IMMEDIATE")
            time.sleep(hold_s)

    def _start_again(self, children: Sequence[Child], hold_s: float) -> None:
        """SIGKILL for all of them, a pause, and another life."""
        for child in children:
            child.kill()
        time.sleep(hold_s)
        for child in children:
            child.start()
        self.restarts += self.arena in children

    def _stop_arena(self) -> None:
        """SIGTERM; before the arena has begun to listen it may also end by the signal."""
        if (code := self.arena.stop(STOP_LIMIT_S)) not in (0, -signal.SIGTERM):
            raise Violation(f"the arena ended with {code} on SIGTERM: {self.arena.last_words()}")

    def _check_lives(self) -> None:
        for child in (self.arena, *self.bots):
            if child.ended_alone:
                raise Violation(f"{child.name} ended by itself: {child.last_words()}")

    # Organiser.

    def _organiser(self) -> AdminClient:
        """A client of the arena once it answers."""
        end = time.monotonic() + START_LIMIT_S
        while time.monotonic() < end:
            self._check_lives()
            with suppress(AdminError, OSError, StopIteration):
                token = self._token_file().read_text(encoding="ascii").strip()
                client = AdminClient(address=self.address, token=token)
                try:
                    client.bots()
                    return client
                except AdminError:
                    client.close()
                    raise
            time.sleep(LOOK_S)
        raise Violation(f"no arena after {START_LIMIT_S:g} s: {self.arena.last_words()}")

    def _token_file(self) -> Path:
        if "://" not in self.database:
            return Path(f"{self.database}.organiser-token")
        return next(self.folder.glob("*.organiser-token"))

    def _tool(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [BIN / name, *arguments], capture_output=True, text=True, cwd=self.folder, timeout=300
        )
        if done.returncode:
            raise Violation(f"{name} {arguments[0]} failed: {done.stdout[-500:]}{done.stderr}")


def freeze(children: Sequence[Child], hold_s: float) -> None:
    """Let children lie still for a while."""
    for child in children:
        child.send(signal.SIGSTOP)
    time.sleep(hold_s)
    for child in children:
        child.send(signal.SIGCONT)


def is_half_written(path: Path) -> bool:
    """Whether a file is what an interrupted program leaves."""
    return path.name.endswith((".part", ".new", "-journal"))
