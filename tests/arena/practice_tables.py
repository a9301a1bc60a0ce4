"""Practice tables without an arena: a clock that the test sets, and bots that it moves."""

import asyncio
from collections.abc import Callable
from io import StringIO
from typing import Any

from kozel.rules import bind
from kozel.table import TimeControl
from kozel.wire.values import Ending, Seating
from kozel_arena.logs import make_log
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.lines import PersonLine
from kozel_arena.runtime.players import Player
from kozel_arena.runtime.practice import Practice
from kozel_arena.runtime.practice_table import PracticeTable
from kozel_arena.runtime.practice_values import PracticePlan

SECOND = 1_000_000_000


class BotLine:
    """A connected bot: keeps what it is told, and plays its first action when the test says so."""

    wants_events = False
    is_closing = False

    def __init__(self, player: Player) -> None:
        self.player = player
        self.started: list[Seating] = []
        self.asked: list[tuple[Any, int, int, int]] = []
        self.views: list[Any] = []
        self.ended: list[Ending] = []
        self.farewells: list[Any] = []

    def start(self, seating: Seating) -> None:
        self.started.append(seating)

    def ask(self, host: Any, seat: int, table_id: int, decision_id: int, view: Any) -> None:
        self.asked.append((host, seat, table_id, decision_id))
        self.views.append(view)

    def answer(self, now_ns: int) -> None:
        """Answer what was asked."""
        asked, self.asked = self.asked, []
        for host, seat, table_id, decision_id in asked:
            host.sent(seat, decision_id, now_ns)
            self.player.answer(table_id, decision_id, 0, now_ns)

    def tell(self, *_: Any) -> None:
        raise AssertionError("this bot wants no events")

    def refuse(self, refusal: Any) -> None:
        """What was wrong is what `answer` returns."""

    def hold(self, table_id: int) -> None:
        """There is nothing to hold in a list."""

    def end(self, ending: Ending) -> None:
        self.ended.append(ending)

    def finish(self, farewell: Any, *, drops_rest: bool = True) -> None:
        self.farewells.append(farewell)


class Room:
    """Practice tables, a clock that stands still unless it is set, and bots."""

    def __init__(self, *, most_tables: int = 2, bots: dict[str, int] | None = None) -> None:
        self.now_ns = 100 * SECOND
        self.players: dict[str, Player] = {}
        self.bots: dict[str, BotLine] = {}
        for number, (name, capacity) in enumerate((bots or {}).items(), 1):
            player = self.players[f"b{number}"] = Player(f"b{number}", name)
            player.connection = self.bots[name] = BotLine(player)
            player.capacity = capacity
        self.practice = Practice(
            self.players,
            most_tables=most_tables,
            clock=lambda: self.now_ns,
            lag=Lag(),
            log=make_log(level="error", form="json", stream=StringIO()),
        )

    def open(self, *opponents: str, **plan: Any) -> PracticeTable:
        """Open a table."""
        return self.practice.open(plan_of(*opponents, **plan))


def plan_of(*opponents: str, ruleset: str = "miner", seat: int = 0, **plan: Any) -> PracticePlan:
    """A plan with a clock of an hour."""
    options = plan.pop("options", {"short": True} if ruleset == "miner" else {})
    clock = {"move_limit_ns": 600 * SECOND, "strikes": 2, **plan.pop("clock", {})}
    return PracticePlan(
        rules=bind(ruleset, options),
        seat=seat,
        opponents=opponents,
        time_control=TimeControl(**clock),
        **plan,
    )


def line_of(table: PracticeTable) -> PersonLine:
    """The person's place."""
    assert table.line is not None
    return table.line


async def until(has_come: Callable[[], object]) -> None:
    """Let the loop run until something has come; whoever calls bounds the time."""
    while not has_come():  # noqa: ASYNC110 - what comes is a value, and has no event of its own
        await asyncio.sleep(0)


async def asked(line: PersonLine) -> None:
    """Wait until the person is asked and the clock runs."""
    await until(lambda: line.is_asked)
    await asyncio.sleep(0)


async def play_on(room: Room, table: PracticeTable) -> None:
    """The person and all bots play first actions until the match is over."""
    line = line_of(table)
    while not table.is_over:
        await until(
            lambda: line.is_asked or table.is_over or any(b.asked for b in room.bots.values())
        )
        for bot in room.bots.values():
            bot.answer(room.now_ns)
        if line.is_asked and not table.is_over:
            assert table.choose(line.decision_id, 0) is None
