"""`kozel-arena play` in a terminal of its own, at a real arena: whole matches, leaving, silence."""

import asyncio
import codecs
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kozel.records import parse_record, verify_record
from kozel.table import TimeControl
from kozel.wire.values import Hello
from kozel_arena.roles import Role
from kozel_arena.rpc.admin_client import AdminClient, AdminError
from kozel_arena.rpc.admin_values import PracticeOrder
from tests.arena.real_arena import NANOS, Host, RawBot, an_arena, within

pytestmark = pytest.mark.e2e

PROMPT = "\n> "
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Screen:
    """A terminal, and the program that runs in it."""

    def __init__(self, *arguments: str, columns: int = 80) -> None:
        self._main, other = pty.openpty()
        termios.tcsetwinsize(other, (24, columns))
        command = [sys.executable, "-m", "kozel_arena", "play", *arguments]
        # A size in the environment would go before that of the terminal.
        sizes = ("COLUMNS", "LINES")
        environment = {name: value for name, value in os.environ.items() if name not in sizes}
        self.process = subprocess.Popen(
            command,
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
            env=environment | {"TERM": "xterm"},
        )
        os.close(other)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._main, f"{line}\n".encode())

    def read(self) -> bool:
        """Read what has come; False when the program has ended."""
        try:
            came = os.read(self._main, 65_536)
        except OSError:  # Linux says so when nobody holds the other end any more
            return False
        # A read may end in the middle of a character.
        text = self._decoder.decode(came)
        self.text = COLOURS.sub("", (self.text + text).replace("\r\n", "\n"))
        return bool(came)

    def wait_for_prompt(self) -> bool:
        """Read until something is to be typed; False when the program has ended."""
        while self.read():
            if self.text.endswith(PROMPT):
                return True
        return False

    def end(self) -> int:
        """Read the rest; the exit code."""
        while self.read():
            pass
        return self.process.wait()

    def close(self) -> None:
        """Leave no process."""
        self.process.kill()
        self.process.wait()
        os.close(self._main)


@contextmanager
def a_screen(*arguments: str, columns: int = 80) -> Iterator[Screen]:
    screen = Screen(*arguments, columns=columns)
    try:
        yield screen
    finally:
        screen.close()


def at(host: Host, *arguments: str) -> tuple[str, ...]:
    """The arguments that lead to an arena."""
    token = str(host.running.token_file)
    return ("--server", host.address, "--token-file", token, *arguments)


def play_first_actions(screen: Screen) -> int:
    """Type 1 until the match is over; the exit code."""
    while screen.wait_for_prompt():
        screen.type("1")
    return screen.end()


def test_a_person_plays_a_connected_bot_to_the_end_and_keeps_the_record(tmp_path: Path) -> None:
    record_file = tmp_path / "mine.jsonl"

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann")
            async with host.dial("ann", capacity=2) as ann:
                await ann.hear_until(lambda bot: bot.welcomes)
                playing = asyncio.ensure_future(ann.play(lambda bot: bot.endings))
                game = ("--ruleset", "shokha", "--option", "players=3", "--seat", "1")
                others = ("--against", "ann", "--against", "house", "--record", str(record_file))
                with a_screen(*at(host, *game, *others, "--name", "Zoe")) as screen:
                    assert await asyncio.to_thread(play_first_actions, screen) == 0
                await playing
        assert "shokha, seats: 0 house, 1 You, 2 ann" in screen.text
        assert "You have " in screen.text
        assert f"Record: {record_file}" in screen.text
        record = parse_record(record_file.read_text(encoding="utf-8").strip())
        verify_record(record)
        assert record.seats == ("house", "Zoe", "ann")

    within(90, conversation())


def test_ctrl_c_leaves_the_table_with_130_and_ends_the_match(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, practice_tables=1) as host:
            with a_screen(*at(host, "--ruleset", "miner")) as screen:
                assert await asyncio.to_thread(screen.wait_for_prompt)
                with pytest.raises(AdminError, match="practice tables of this arena are taken"):
                    await host.ask(lambda client: client.open_practice(an_order()))
                screen.process.send_signal(signal.SIGINT)
                assert await asyncio.to_thread(screen.end) == 130
            assert screen.text.endswith("\nYou have left the table.\n")
            assert "Traceback" not in screen.text
            await host.ask(lambda client: client.open_practice(an_order()))

    within(60, conversation())


def test_silence_is_charged_as_a_bots_and_a_match_ends_by_it(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            limits = ("--move-limit", "1s", "--bank", "0")
            with a_screen(*at(host, "--ruleset", "miner", *limits)) as screen:
                assert await asyncio.to_thread(screen.end) == 0
            assert screen.text.count("Your time was over: the arena chose for you.") == 2
            assert screen.text.count("Your turn") == 3
            assert "You have lost" in screen.text

    within(60, conversation())


def an_order(**changed: object) -> PracticeOrder:
    """A practice match of miner against the house."""
    order = {
        "ruleset": "miner",
        "options": {},
        "seat": 2,
        "opponents": ("house",) * 3,
        "time_control": TimeControl(move_limit_ns=60 * NANOS, bank_ns=0, strikes=3),
        "name": "you",
    }
    return PracticeOrder(**(order | changed))  # type: ignore[arg-type]


def test_the_arena_gives_no_record_and_no_seed_of_a_match_that_is_left(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            seat = await host.ask(lambda client: client.open_practice(an_order()))
            async with RawBot(host.address, Hello(token=seat.token, events=True)) as person:
                await person.hear_until(lambda bot: bot.decisions)
                with pytest.raises(AdminError, match="has no record"):
                    await host.ask(lambda client: client.practice_record(seat.token))
                await host.ask(lambda client: client.leave_practice(seat.token))
                [ending] = (await person.hear_until(lambda bot: bot.endings)).endings
                assert ending.seed == ""

    within(60, conversation())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seat": 4}, "there is no seat 4"),
        ({"opponents": ("house",)}, "1 other players were named"),
        ({"opponents": ("bob",) * 3}, "no bot 'bob' is connected"),
        ({"ruleset": "chess"}, "chess"),
        ({"name": ""}, "a name of 1 to 32"),
        ({"time_control": TimeControl(move_limit_ns=1, bank_ns=0, strikes=3)}, "1 to 600 seconds"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_a_sentence(
    changed: dict[str, object], said: str, tmp_path: Path
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            with pytest.raises(AdminError, match=said):
                await host.ask(lambda client: client.open_practice(an_order(**changed)))
            with pytest.raises(AdminError, match="practice"):
                await host.ask(lambda client: client.leave_practice("nobody's"))

    within(60, conversation())


def test_a_viewer_may_play_and_a_stranger_may_not(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            _, vera = await host.ask(lambda client: client.add_token("vera", Role.VIEWER))

            def opened(token: str) -> str:
                with AdminClient(address=host.address, token=token) as client:
                    return client.open_practice(an_order()).match_id

            assert (await asyncio.to_thread(opened, vera)).startswith("practice-")
            with pytest.raises(AdminError):
                await asyncio.to_thread(opened, "stranger")

    within(60, conversation())


def test_a_match_without_an_arena_is_played_to_the_end(tmp_path: Path) -> None:
    record_file = tmp_path / "local.jsonl"
    game = ("--ruleset", "miner", "--option", "short=true", "--against", "greedy")
    with a_screen(*game, "--local", "--record", str(record_file)) as screen:
        assert play_first_actions(screen) == 0
    assert "You have " in screen.text
    verify_record(parse_record(record_file.read_text(encoding="utf-8").strip()))


@pytest.mark.parametrize("ruleset", ["miner", "shokha", "widow"])
def test_a_narrow_terminal_cuts_nothing_and_breaks_no_box(ruleset: str) -> None:
    with a_screen("--local", "--ruleset", ruleset, columns=40) as screen:
        for line in ("?", "nonsense", "1"):
            assert screen.wait_for_prompt()
            screen.type(line)
        assert screen.wait_for_prompt()
        # What was typed stands behind the prompt.
        lines = [line for line in screen.text.splitlines() if not line.startswith("> ")]
        assert max(map(len, lines)) == 40
        boxed = [line for line in lines if line.startswith("\u2502")]
        assert boxed
        assert all(line.endswith("\u2502") and "\u2026" not in line for line in boxed)
        screen.type("\x04")
        assert screen.end() == 130
        assert screen.text.rstrip().endswith("You have left the table.")
