"""Watching a tournament: its pace, arenas that go and come back, a picture and lines."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from kozel_arena.cli.durations import format_age
from kozel_arena.cli.watch import Pace, picture, progress_line, show_lines, show_live, until_over
from kozel_arena.rpc.admin_client import ArenaUnreachable
from kozel_arena.rpc.admin_values import RunningMatch, Snapshot
from kozel_arena.tournament import TournamentState
from tests.arena.reports import a_report

REPORT = a_report(["alice", "Боб [red]"])


def a_snapshot(
    finished: int, *, running: int = 0, state: TournamentState = TournamentState.RUNNING
) -> Snapshot:
    """A tournament of 90 matches with that many results."""
    entry = replace(REPORT.tournament, state=state, finished=finished, running=running)
    matches = [
        RunningMatch(match_id=f"t1-{number}", bots=("alice", "Боб [red]"), age_ns=number * 10**9)
        for number in range(min(running, 20))
    ]
    return Snapshot(tournament=entry, running=tuple(matches), standings=())


class Hours:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


class Line:
    """An arena that answers each call with what the test lists, an error at its end or not."""

    def __init__(self, *calls: list[Any]) -> None:
        self.calls = list(calls)

    @contextmanager
    def __call__(self) -> Iterator[Any]:
        yield self

    def watch(self, tournament: str) -> Iterator[Snapshot]:
        for item in self.calls.pop(0) if self.calls else [GONE]:
            if isinstance(item, Exception):
                raise item
            yield item


GONE = ArenaUnreachable("127.0.0.1:1", is_secure=False)
DONE = a_snapshot(90, state=TournamentState.FINISHED)


def seen(line: Line, patience: float = 60, clock: Hours | None = None) -> list[Snapshot]:
    """All that is heard on the line; time passes only while waiting."""
    clock = clock or Hours()
    return list(until_over(line, "cup", patience_seconds=patience, clock=clock, wait=clock.pass_by))


def test_a_tournament_is_watched_until_it_is_over_and_no_longer() -> None:
    line = Line([a_snapshot(1), a_snapshot(2), DONE, a_snapshot(3)])
    assert seen(line) == [a_snapshot(1), a_snapshot(2), DONE]


def test_an_arena_that_comes_back_is_watched_on() -> None:
    line = Line([a_snapshot(1), GONE], [GONE], [GONE], [a_snapshot(2)], [DONE])
    assert seen(line) == [a_snapshot(1), a_snapshot(2), DONE]


def test_patience_ends() -> None:
    clock = Hours()
    assert seen(Line([a_snapshot(1), GONE]), 10, clock) == [a_snapshot(1)]
    assert 10 < clock.now - 1000 <= 12


def test_an_arena_that_never_answered_is_no_reason_to_wait() -> None:
    with pytest.raises(ArenaUnreachable):
        seen(Line([GONE]))


def test_standings_that_were_not_sent_again_are_those_of_before() -> None:
    first = replace(a_snapshot(1), standings=REPORT.standings)
    assert [one.standings for one in seen(Line([first, a_snapshot(2), DONE]))] == (
        [REPORT.standings] * 3
    )


def test_the_pace_is_that_of_the_last_minute() -> None:
    clock = Hours()
    pace = Pace(clock)
    pace.saw(0)
    assert pace.a_second is None
    assert pace.seconds_left(10) is None
    for second in range(1, 200):
        clock.pass_by(1)
        pace.saw(2 * second if second <= 100 else 200 + 5 * (second - 100))
    assert pace.a_second == pytest.approx(5)
    assert pace.seconds_left(50) == pytest.approx(10)


def test_a_match_that_is_voided_does_not_turn_the_pace_round() -> None:
    clock = Hours()
    pace = Pace(clock)
    for finished in (100, 99, 101):
        pace.saw(finished)
        clock.pass_by(1)
    assert pace.a_second == pytest.approx(2)


def test_when_nothing_ends_no_end_is_promised() -> None:
    clock = Hours()
    pace = Pace(clock)
    for _ in range(3):
        pace.saw(7)
        clock.pass_by(1)
    assert "0.0 a second, no end in sight" in progress_line(a_snapshot(7).tournament, pace)


def test_lines_come_at_first_seldom_and_at_last(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Hours()

    def passing() -> Iterator[Snapshot]:
        for finished in range(12):
            yield a_snapshot(finished, running=3)
            clock.pass_by(1)
        yield DONE

    assert show_lines(Console(), passing(), clock) == DONE
    assert capsys.readouterr().out.splitlines() == [
        "cup: running, 0 of 90 matches, 3 are played now",
        "cup: running, 5 of 90 matches, 3 are played now, 1.0 a second, about 1m 25s left",
        "cup: running, 10 of 90 matches, 3 are played now, 1.0 a second, about 1m 20s left",
        "cup: finished, 90 of 90 matches",
    ]


def printed(make: Callable[[Console], object], *, is_terminal: bool = False) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=80, height=40, markup=False, force_terminal=is_terminal)
    make(console)
    return stream.getvalue()


def test_the_picture_shows_progress_tables_and_standings() -> None:
    snapshot = replace(a_snapshot(45, running=30), standings=REPORT.standings)
    pace = Pace(Hours())
    pace.saw(45)
    text = printed(lambda console: console.print(picture(snapshot, pace, width=80)))
    for part in ("cup: running, 45 of 90 matches", "t1-7", "alice, Боб [red]", "and 22 more"):
        assert part in text
    assert "t1-8" not in text
    assert "100.0" in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_live_picture_gives_the_terminal_back_also_after_an_error() -> None:
    def failing() -> Iterator[Snapshot]:
        yield a_snapshot(1)
        raise KeyboardInterrupt

    def watch(console: Console) -> None:
        with pytest.raises(KeyboardInterrupt):
            show_live(console, failing())

    text = printed(watch, is_terminal=True)
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0s"), (59.4, "59s"), (200, "3m 20s"), (18_420, "5h 07m"), (183_600, "2d 03h")],
)
def test_times_that_pass_are_told_in_two_units(seconds: float, text: str) -> None:
    assert format_age(seconds) == text
