"""`kozel-arena tournament watch`: a tournament live in the terminal, or as lines in a pipe."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import Annotated, Final

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from kozel_arena.cli.connection import DEFAULT_SERVER, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.counts import is_endless, played_of
from kozel_arena.cli.durations import duration_of, format_age
from kozel_arena.cli.format_tables import print_findings
from kozel_arena.cli.output import CommandError, remark, results, say
from kozel_arena.cli.result_tables import sprt_text, strength_table
from kozel_arena.cli.tables import new_table, shown
from kozel_arena.rpc.admin_client import AdminClient, ArenaUnreachable
from kozel_arena.rpc.admin_values import Snapshot, TournamentEntry
from kozel_arena.tournament import TournamentState

RETRY_SECONDS: Final = 1.0
"""How long to wait before an arena that is gone is called again."""
PACE_SECONDS: Final = 60.0
"""Matches a second are those of so long."""
LINE_SECONDS: Final = 5.0
"""In a pipe there is a line at most so often."""
TABLES_SHOWN: Final = 8
"""Most running tables in the picture."""
OVER: Final = frozenset({TournamentState.FINISHED, TournamentState.CANCELLED})

Clock = Callable[[], float]


class ArenaGone(CommandError):
    """The arena went away while it was watched, and did not come back in time."""

    def __init__(self, address: str, seconds: float) -> None:
        super().__init__(
            f"the arena at {address} is gone and did not come back within {seconds:g} s: start it "
            "again, the tournament goes on where it was"
        )
        self.address = address


def watch(
    tournament: Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")],
    patience: Annotated[
        str,
        typer.Option(metavar="TIME", help="How long to wait for an arena that is gone to return."),
    ] = "60s",
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Watch a tournament until it is over: progress, running tables, standings.

    Where stdout is no terminal, a line now and then instead of a picture. Ctrl+C stops watching,
    not the tournament.
    """
    patience_seconds = duration_of(patience) / 1e9
    snapshots = until_over(
        lambda: connect(server, token_file, tls_ca), tournament, patience_seconds=patience_seconds
    )
    console = results()
    show = show_live if console.is_terminal else show_lines
    last = show(console, snapshots)
    if last is None or last.tournament.state not in OVER:
        raise ArenaGone(server, patience_seconds)
    console.print()
    print_findings(console, last)
    console.print(strength_table(last.standings, width=console.width))


def last_tables(snapshot: Snapshot, last: Snapshot) -> Snapshot:
    """A snapshot without tables, with those of the one before."""
    return replace(
        snapshot,
        standings=last.standings,
        sprt=last.sprt,
        swiss=last.swiss,
        knockout=last.knockout,
    )


def pause(seconds: float) -> None:
    """Let time pass."""
    Event().wait(seconds)


def until_over(
    dial: Callable[[], AbstractContextManager[AdminClient]],
    tournament: str,
    *,
    patience_seconds: float,
    clock: Clock = monotonic,
    wait: Callable[[float], object] = pause,
) -> Iterator[Snapshot]:
    """What the arena tells of a tournament until it is over, also across restarts of the arena.

    Every snapshot has the newest standings. The iterator ends before the tournament is over when
    the arena is gone for longer than `patience_seconds`; raises AdminError if it never answered.
    """
    last: Snapshot | None = None
    heard = clock()
    while last is None or clock() - heard <= patience_seconds:
        try:
            with dial() as arena:
                for snapshot in arena.watch(tournament):
                    if last is not None and not snapshot.standings:
                        snapshot = last_tables(snapshot, last)
                    last = snapshot
                    heard = clock()
                    yield last
                    if last.tournament.state in OVER:
                        return
        except ArenaUnreachable:
            if last is None:
                raise
        wait(RETRY_SECONDS)


class Pace:
    """How fast matches end, from how many had a result when."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._counts: deque[tuple[float, int]] = deque()

    def saw(self, finished: int) -> None:
        """So many matches have a result now."""
        now = self._clock()
        # A match that was voided is played again: count from there.
        if self._counts and finished < self._counts[-1][1]:
            self._counts.clear()
        self._counts.append((now, finished))
        while now - self._counts[0][0] > PACE_SECONDS:
            self._counts.popleft()

    @property
    def a_second(self) -> float | None:
        """Matches a second over the last PACE_SECONDS; None before it can be said."""
        (began, first), (ended, last) = self._counts[0], self._counts[-1]
        return (last - first) / (ended - began) if ended - began >= 1 else None

    def seconds_left(self, matches: int) -> float | None:
        """How long so many more matches take at this pace; None if it cannot be said."""
        return matches / self.a_second if self.a_second else None


def show_lines(
    console: Console, snapshots: Iterator[Snapshot], clock: Clock = monotonic
) -> Snapshot | None:
    """A line at first, then at most every LINE_SECONDS, and at the end; the last snapshot."""
    pace, last, said = Pace(clock), None, None
    for last in snapshots:
        pace.saw(last.tournament.finished)
        is_over = last.tournament.state in OVER
        if said is None or is_over or clock() - said >= LINE_SECONDS:
            said = clock()
            say(progress_line(last.tournament, pace), at_once=True)
    return last


def show_live(console: Console, snapshots: Iterator[Snapshot]) -> Snapshot | None:
    """A picture that is drawn anew with every snapshot and goes away at the end; the last one."""
    pace, last = Pace(), None
    with Live(console=console, auto_refresh=False, transient=True) as live:
        for last in snapshots:
            pace.saw(last.tournament.finished)
            live.update(picture(last, pace, width=console.width), refresh=True)
    if last is not None:
        remark(progress_line(last.tournament, pace))
    return last


def progress_line(entry: TournamentEntry, pace: Pace) -> str:
    """State, matches, pace and what is left, as one line."""
    parts = [
        f"{entry.plan.name}: {entry.state.value}",
        f"{played_of(entry)} matches",
    ]
    if entry.running:
        parts.append(f"{entry.running} are played now")
    if pace.a_second is not None and entry.state is TournamentState.RUNNING:
        parts.append(f"{pace.a_second:.1f} a second")
        left = pace.seconds_left(entry.total - entry.finished)
        if left is None or is_endless(entry):
            parts.append("no end in sight")
        else:
            parts.append(f"{'at most' if entry.is_total_most else 'about'} {format_age(left)} left")
    return ", ".join(parts)


def picture(snapshot: Snapshot, pace: Pace, *, width: int) -> Group:
    """Progress, running tables, standings."""
    entry = snapshot.tournament
    parts: list[Text | ProgressBar | Table] = [
        shown(progress_line(entry, pace)),
        ProgressBar(total=max(1, entry.total), completed=entry.finished, width=60),
    ]
    if snapshot.sprt is not None:
        parts.append(shown(sprt_text(snapshot.sprt, entry.plan.bots)))
    if snapshot.running:
        parts += [Text(), running_table(snapshot)]
    if snapshot.standings:
        parts += [Text(), strength_table(snapshot.standings, width=width)]
    return Group(*parts)


def running_table(snapshot: Snapshot) -> Table:
    """The matches that have been going on longest."""
    table = new_table()
    table.add_column("running", no_wrap=True)
    table.add_column("for", justify="right", no_wrap=True)
    table.add_column("seats", no_wrap=True, overflow="ellipsis", max_width=55)
    for match in snapshot.running[:TABLES_SHOWN]:
        table.add_row(match.match_id, format_age(match.age_ns / 1e9), shown(", ".join(match.bots)))
    more = snapshot.tournament.running - min(len(snapshot.running), TABLES_SHOWN)
    if more > 0:
        table.add_row(f"and {more} more", "", "")
    return table
