"""A progress bar on stderr; a single line where stderr is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from kozel_arena.cli.output import notes, remark


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that goes away at its end; call what it gives with how much is done."""
    console = notes()
    if not console.is_terminal:
        remark(f"Playing {what} ...")
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"Playing {what}", total=total)
        yield lambda done: bar.update(task, completed=done)
