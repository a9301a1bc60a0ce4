"""`run(bot)` as the main function of a program: exit codes, sentences, signals."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from kozel.client.arguments import dialing_of, parse
from kozel.client.errors import UsageError
from kozel.runner import run
from kozel.testing import FakeArena
from kozel.testing.faulty import Slow
from kozel.wire.messages import Response
from kozel.wire.values import Refusal, RefusalReason
from tests.client.building import question, seating, within


def parsed(*argv, **environment):
    return dialing_of(parse(Slow(), argv, environment))


def test_flags_go_before_the_environment():
    dialing = parsed(
        "--server", "arena.example:1", KOZEL_SERVER="other:2", KOZEL_TOKEN="t", KOZEL_CAPACITY="3"
    )

    assert dialing.address.server == "arena.example:1"
    assert dialing.token == "t"
    assert dialing.capacity == 3
    assert not dialing.address.tls


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "no token: give --token or KOZEL_TOKEN"),
        (["--token", "t", "--server", "arena"], "write HOST:PORT"),
        (["--token", "t", "--server", "arena:http"], "write HOST:PORT"),
        (["--token", "t", "--server", f"arena:{'9' * 5000}"], "write HOST:PORT"),
        (["--token", "t", "--capacity", "0"], "--capacity '0'"),
        (["--token", "t", "--capacity", "many"], "--capacity 'many'"),
        (["--token", "t", "--tls-ca", "/nowhere.pem"], "--tls-ca /nowhere.pem: No such file"),
    ],
)
def test_what_is_missing_or_wrong_is_one_sentence(argv, words):
    with pytest.raises(UsageError, match=words):
        parsed(*argv)


def test_root_certificates_imply_tls(tmp_path):
    (tmp_path / "ca.pem").write_bytes(b"certificates")

    dialing = parsed("--token", "t", "--tls-ca", str(tmp_path / "ca.pem"))

    assert dialing.address.tls
    assert dialing.address.ca == b"certificates"


def test_a_missing_token_exits_with_2_and_one_sentence(capsys, monkeypatch):
    monkeypatch.delenv("KOZEL_TOKEN", raising=False)

    with pytest.raises(SystemExit) as exit_:
        run(Slow(), [])

    assert exit_.value.code == 2
    assert capsys.readouterr().err.startswith("no token: give --token or KOZEL_TOKEN")


async def silent_bot(arena, *flags):
    """A bot in a process of its own."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "kozel.testing.faulty",
        "silent",
        "--server",
        arena.server,
        "--token",
        "t",
        *flags,
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.e2e
@pytest.mark.parametrize("flags", [(), ("--log-level", "debug")])
def test_a_refusal_exits_with_1_and_its_sentence(flags):
    """At debug too nothing is said of event loops and engines."""

    async def conversation(peer):
        await peer.receive()
        refusal = Refusal(RefusalReason.TOKEN, "This token is not known.")
        await peer.send(Response(refusal=refusal))

    async def play():
        async with FakeArena(conversation) as arena:
            bot = await silent_bot(arena, *flags)
            _, errors = await bot.communicate()
        assert bot.returncode == 1
        assert errors == b"the arena refused this bot (token): This token is not known.\n"

    within(30, play())


@pytest.mark.e2e
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_or_a_second_sigterm_ends_a_thinking_bot_without_a_traceback(number, code):
    async def play():
        is_thinking = asyncio.Event()

        async def conversation(peer):
            await peer.welcome()
            await peer.send(Response(started=[seating()], decisions=[question()], heartbeat=1))
            await peer.receive()
            is_thinking.set()
            while True:
                if (await peer.receive()).leaving:
                    bot.send_signal(number)

        async with FakeArena(conversation) as arena:
            bot = await silent_bot(arena)
            await is_thinking.wait()
            bot.send_signal(number)
            _, errors = await bot.communicate()
        assert bot.returncode == code
        assert b"Traceback" not in errors
        assert b"match match-1 started: miner" in errors

    within(30, play())


@pytest.mark.e2e
def test_the_first_sigterm_leaves_in_peace():
    async def play():
        async def conversation(peer):
            await peer.welcome()
            bot.send_signal(signal.SIGTERM)
            while not (await peer.receive()).leaving:
                pass
            await peer.goodbye()

        async with FakeArena(conversation) as arena:
            bot = await silent_bot(arena)
            _, errors = await bot.communicate()
        assert bot.returncode == 0
        assert b"the arena says goodbye (left)" in errors

    within(30, play())


def test_grpc_is_told_to_be_quiet_before_it_is_imported():
    """It reads its verbosity when it is imported, and would write between the bot's own lines."""
    program = (
        "import os, sys\n"
        "class Spy:\n"
        "    def find_spec(name, *rest):\n"
        "        if name == 'grpc': print(os.environ.get('GRPC_VERBOSITY'))\n"
        "sys.meta_path.insert(0, Spy)\n"
        "from kozel import run\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "GRPC_VERBOSITY"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "ERROR\n"
