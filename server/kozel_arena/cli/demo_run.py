"""The run of a demo: an arena in this process, bots in others, and a tournament to its end.

It watches the tournament as any organiser does, through the admin service.
"""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import typer

from kozel_arena.app import running_arena
from kozel_arena.cli.connection import read_token
from kozel_arena.cli.demo_bots import BotProgram, keep_playing
from kozel_arena.cli.demo_plan import TOURNAMENT, DemoPlan, programs
from kozel_arena.cli.output import CommandError, remark
from kozel_arena.cli.progress import progress_bar
from kozel_arena.config import Settings
from kozel_arena.rpc.admin_client import AdminClient
from kozel_arena.rpc.admin_values import TournamentPlan, TournamentReport
from kozel_arena.tournament import TournamentState

CAPACITY: Final = 32
"""Seats that each bot plays at once."""
LOOK_SECONDS: Final = 0.2
"""How often the tournament is looked at."""
STALL_SECONDS: Final = 60.0
"""Without a new result for so long the demo gives up."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

Show = Callable[[int], None]
"""Told how many matches have a result."""


class DemoFailed(CommandError):
    """The tournament did not come to its end."""


def run_demo(plan: DemoPlan, show: Callable[[TournamentReport], None]) -> None:
    """Play a demo to its end and show it; whatever happens, no process of a bot is left.

    With a dashboard it stays up until the first Ctrl+C or SIGTERM after that.

    Raises:
        KozelError: the arena or a bot failed.
        typer.Exit: Ctrl+C (130) or SIGTERM (143).
    """
    interruption = Interruption()
    try:
        asyncio.run(play_demo(plan, interruption, show))
    except asyncio.CancelledError:
        raise typer.Exit(interruption.exit_code) from None


class Interruption:
    """Lets the first signal end a task; no later one disturbs the cleaning up."""

    def __init__(self) -> None:
        self.exit_code = 128 + signal.SIGINT
        self._awaited: asyncio.Event | None = None

    async def come(self) -> None:
        """Wait for the first signal, which ends nothing but this."""
        self._awaited = asyncio.Event()
        await self._awaited.wait()

    def watch(self) -> None:
        """From now on a signal cancels the task that calls this."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        for number in SIGNALS:
            with suppress(NotImplementedError):  # on Windows Ctrl+C raises KeyboardInterrupt
                loop.add_signal_handler(number, self._interrupt, task, number)

    def _interrupt(self, task: asyncio.Task[object], number: int) -> None:
        loop = asyncio.get_running_loop()
        for each in SIGNALS:
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_IGN)
        self.exit_code = 128 + number
        if self._awaited is not None:
            self._awaited.set()
        else:
            task.cancel()


async def play_demo(
    plan: DemoPlan, interruption: Interruption, show: Callable[[TournamentReport], None]
) -> None:
    """Start the arena and the bots, wait for the end of the tournament, and show it."""
    interruption.watch()
    files = programs()
    async with running_arena(settings_of(plan)) as arena:
        token = read_token(arena.token_file)
        with AdminClient(address=arena.address, token=token) as organiser:
            bots = [
                BotProgram(
                    name=name,
                    file=file,
                    server=arena.address,
                    token=(await asyncio.to_thread(organiser.add_bot, name))[1],
                    capacity=CAPACITY,
                )
                for name, file in files.items()
            ]
            if arena.http_address is not None:
                remark(f"Dashboard: http://{arena.http_address}")
            show(await play_tournament(plan, organiser, bots))
        if arena.http_address is not None:
            remark(f"\nThe dashboard stays at http://{arena.http_address}; end it with Ctrl+C.")
            await interruption.come()


def settings_of(plan: DemoPlan) -> Settings:
    """Settings of the demo's own: neither the environment nor a file may change what it shows."""
    return Settings(
        listen="127.0.0.1:0",
        http=plan.http,
        metrics="off",
        database=str(plan.database),
        log_level="error",
    )


async def play_tournament(
    plan: DemoPlan, organiser: AdminClient, bots: list[BotProgram]
) -> TournamentReport:
    """Let the bots play the tournament; raises what a bot died of, or DemoFailed."""
    entry = await asyncio.to_thread(organiser.create_tournament, tournament_of(plan))
    await asyncio.to_thread(organiser.start_tournament, entry.id)
    try:
        async with asyncio.TaskGroup() as group:
            players = [group.create_task(keep_playing(bot)) for bot in bots]
            with progress_bar(f"{entry.total} matches of {plan.rules.ruleset}", entry.total) as bar:
                report = await watch(organiser, entry.id, bar)
            for player in players:
                player.cancel()
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return report


def tournament_of(plan: DemoPlan) -> TournamentPlan:
    """What the demo's tournament plays."""
    return TournamentPlan(
        name=TOURNAMENT,
        ruleset=plan.rules.ruleset,
        options=plan.rules.given,
        bots=tuple(programs()),
        matches_per_pairing=plan.matches_per_pairing,
        seed=plan.seed,
    )


async def watch(organiser: AdminClient, id: str, show: Show) -> TournamentReport:
    """Wait for the end of the tournament; raises DemoFailed when it does not come."""
    loop = asyncio.get_running_loop()
    finished, changed = -1, loop.time()
    while True:
        report = await asyncio.to_thread(organiser.report, id)
        entry = report.tournament
        if entry.finished != finished:
            finished, changed = entry.finished, loop.time()
            show(finished)
        match entry.state:
            case TournamentState.FINISHED:
                return report
            case TournamentState.CANCELLED:
                raise DemoFailed("somebody cancelled the demo's tournament: start the demo again")
            case _ if loop.time() - changed > STALL_SECONDS:
                raise DemoFailed(
                    f"no match has ended for {STALL_SECONDS:.0f} s, {finished} of {entry.total} "
                    "have a result: the machine may be too busy, try again with fewer --matches"
                )
            case _:
                await asyncio.sleep(LOOK_SECONDS)
