"""`kozel match` with bots as programs that dial in: as in the workers, and every way to fail."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.local.conftest import Run, bot_file, kozel

__all__ = ["bot_file", "kozel"]

pytestmark = pytest.mark.e2e

RULES = "--ruleset miner --option short=true"
FIRST = "return view.legal_actions[0]"
MAIN = "\n\nif __name__ == '__main__':\n    from kozel import run\n\n    run({}())\n"

Kozel = Callable[..., Run]
BotFile = Callable[..., Path]


def found(run: Run) -> dict[str, Any]:
    """The document of a run that came to its end."""
    assert run.status == 0, run.err
    document: dict[str, Any] = json.loads(run.out)
    return document


def results(document: dict[str, Any]) -> dict[str, Any]:
    """What must not depend on where the bots were."""
    return {key: value for key, value in document.items() if key not in ("run", "bots", "record")}


LISTENING = """\
def match_started(self, match):
        self.heard = 0

    def event(self, match, event):
        self.heard += len(repr(event))

    def choose(self, view):"""


@pytest.mark.parametrize(
    "rules",
    [
        RULES,
        "--ruleset shokha --option players=3",
        "--ruleset pot --option players=4",
        "--ruleset widow",
        "--ruleset classic --independent",
    ],
)
def test_programs_play_as_the_same_bots_in_the_workers_do(
    kozel: Kozel, bot_file: BotFile, rules: str
) -> None:
    """One bot chooses by all the events that it has heard, so they must be the same, too."""
    listening = bot_file(
        "listening",
        "return view.legal_actions[self.heard % len(view.legal_actions)]",
        head=LISTENING,
    )
    first = bot_file("first", FIRST)
    line = f"match {listening} {first} {rules} --matches 4 --seed 7 --json"
    in_workers = found(kozel(line))
    as_programs = found(kozel(line, "--processes --jobs 1"))
    assert results(as_programs) == results(in_workers)
    assert as_programs["verdicts"] == {"normal": as_programs["matches"]}


@pytest.fixture
def kozel_words(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """As `kozel`, but words may have blanks in them."""
    from kozel.cli import main

    def run(*words: str) -> Run:
        status = main([*words, *RULES.split(), "--matches", "2", "--seed", "7", "--jobs", "1"])
        out, err = capfd.readouterr()
        return Run(status, out, err)

    return run


def program(path: Path) -> str:
    """The command line of a bot's file that runs itself."""
    path.write_text(path.read_text() + MAIN.format(path.stem.title()))
    return f"cmd:{sys.executable} {path}"


def test_a_command_line_plays_against_a_python_bot(kozel_words: Kozel, bot_file: BotFile) -> None:
    bot = program(bot_file("mine", FIRST))
    document = found(kozel_words("match", bot, "greedy", "--json"))
    assert [line["name"] for line in document["bots"]] == ["mine", "greedy"]
    assert document["verdicts"] == {"normal": 2}


def test_partners_are_processes_of_their_own(
    kozel_words: Kozel, bot_file: BotFile, tmp_path: Path
) -> None:
    body = f"import os\nopen({str(tmp_path)!r} + f'/pid-{{os.getpid()}}', 'w').close()\n" + FIRST
    found(kozel_words("match", program(bot_file("mine", body)), "random", "--json"))
    assert len(list(tmp_path.glob("pid-*"))) == 2


def test_a_program_finds_where_to_dial_and_nothing_of_the_deals(
    kozel_words: Kozel, bot_file: BotFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZEL_TLS", "1")
    seen = tmp_path / "seen"
    body = (
        "import os, sys\n"
        "names = sorted(name for name in os.environ if name.startswith('KOZEL_'))\n"
        f"open({str(seen)!r}, 'w').write(f'{{sys.argv[1:]}} {{names}}')\n" + FIRST
    )
    found(kozel_words("match", program(bot_file("nosy", body)), "random", "--json"))
    names = ["KOZEL_CAPACITY", "KOZEL_LOG_LEVEL", "KOZEL_SERVER", "KOZEL_TOKEN"]
    assert seen.read_text() == f"[] {names}"


def test_a_program_that_is_silent_loses_its_decisions_not_the_match(
    kozel_words: Kozel,
) -> None:
    silent = f"cmd:{sys.executable} -m kozel.testing.faulty silent"
    run = kozel_words("match", silent, "random", "--move-limit", "0.1", "--json")
    document = found(run)
    assert document["verdicts"] == {"timeout": 2}
    assert document["bots"][0]["faults"]["late"] > 0
    assert document["bots"][1]["faults"]["late"] == 0


def test_the_bank_is_used_after_the_limit(kozel_words: Kozel, bot_file: BotFile) -> None:
    body = "import threading\nthreading.Event().wait(0.02)\n" + FIRST
    bot = program(bot_file("slow", body))
    clock = ("--move-limit", "0.001", "--json")
    with_bank = found(kozel_words("match", bot, "random", *clock, "--bank", "600"))
    assert with_bank["verdicts"] == {"normal": 2}
    assert found(kozel_words("match", bot, "random", *clock))["verdicts"] == {"timeout": 2}


def test_a_program_that_ends_is_told_with_its_last_words_and_then_played_without(
    kozel_words: Kozel, bot_file: BotFile
) -> None:
    body = (
        "import os\nif view.seat == 0 and view.deal == 2:\n"
        "    print('x' * 1_000_000, 'my last words', flush=True)\n    os._exit(70)\n" + FIRST
    )
    run = kozel_words("match", program(bot_file("dying", body)), "random", "--json")
    document = found(run)
    assert document["verdicts"] == {"disconnect": 1, "normal": 1}
    assert document["run"]["lost_attempts"] == [2, 0]
    assert "its process ended with exit code 70; the end of what it wrote:" in run.err
    assert "my last words" in run.err
    assert len(run.err) < 20_000


DROPPING = """

import asyncio, os
from kozel.client.channel import Address
from kozel.client.client import Dialing, serve_bot


async def main():
    address = Address(os.environ["KOZEL_SERVER"])
    dialing = Dialing(address=address, token=os.environ["KOZEL_TOKEN"])
    while True:
        print("dialing", file=open(DIALS, "a"))
        task = asyncio.ensure_future(serve_bot(Dropping(), dialing))
        done, _ = await asyncio.wait([task], timeout=0.3)
        if done:
            return
        task.cancel()
        await asyncio.wait([task])


asyncio.run(main())
"""


def test_a_program_that_drops_its_stream_may_come_back(
    kozel_words: Kozel, bot_file: BotFile, tmp_path: Path
) -> None:
    """The same result as without: what was open is asked again."""
    body = "import threading\nthreading.Event().wait(0.01)\n" + FIRST
    steady, dropping = program(bot_file("steady", body)), bot_file("dropping", body)
    dials = tmp_path / "dials"
    dropping.write_text(dropping.read_text() + DROPPING.replace("DIALS", repr(str(dials))))
    names = ("--names", "one", "other", "--json")
    expected = found(kozel_words("match", steady, "greedy", *names))
    dropped = found(kozel_words("match", f"cmd:{sys.executable} {dropping}", "greedy", *names))
    assert len(dials.read_text().splitlines()) > 4, "two programs, each of which came back"
    assert results(dropped) == results(expected)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("cmd:true", "did not dial in to KOZEL_SERVER and ended with exit code 0"),
        (f"cmd:{sys.executable} -c 'raise SystemExit(5)'", "and ended with exit code 5"),
    ],
)
def test_a_program_that_does_not_dial_in_is_one_sentence(
    kozel_words: Kozel, bot: str, words: str
) -> None:
    run = kozel_words("match", bot, "random")
    assert run.status == 2
    assert words in run.err
