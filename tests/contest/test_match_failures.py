"""`kozel match` with bots that fail in every way: it goes on, and says whose fault it was."""

import json
from typing import Any

import pytest

RULES = "--ruleset miner --option short=true"
FIRST = "return view.legal_actions[0]"


def found(run: Any) -> dict[str, Any]:
    """The document of a run that came to its end."""
    assert run.status == 0, run.err
    document: dict[str, Any] = json.loads(run.out)
    return document


def results(document: dict[str, Any]) -> dict[str, Any]:
    """What must not depend on where the bots were and what they were called."""
    return {key: value for key, value in document.items() if key not in ("run", "bots", "record")}


DYING = """\
import os
self.count += 1
if self.count == 9 and view.seat == 0:
    print("my last words", flush=True)
    os._exit(70)
return view.legal_actions[0]"""


def test_a_bot_that_ends_its_process_costs_attempts_and_then_plays_no_part(kozel, bot_file):
    bot = bot_file("dying", DYING, extra="    count = 0\n")
    run = kozel(f"match {bot} random {RULES} --matches 4 --seed 7 --jobs 2 --json")
    document = found(run)
    assert document["matches"] == 4
    assert document["verdicts"] == {"disconnect": 2, "normal": 2}
    assert document["bots"][0]["faults"]["gone"] > 0
    assert document["bots"][1]["faults"] == {"late": 0, "faulty": 0, "gone": 0}
    assert document["run"]["lost_attempts"] == [4, 0]
    assert "its process ended with exit code 70" in run.err
    assert "my last words" in run.err


def test_a_process_that_ends_once_changes_no_result(kozel, bot_file, tmp_path):
    once = tmp_path / "once"
    body = (
        "import os, pathlib\n"
        f"mark = pathlib.Path({str(once)!r})\n"
        "if view.deal == 2 and not mark.exists():\n"
        "    mark.touch()\n"
        "    os.kill(os.getpid(), 9)\n"
        "return view.legal_actions[0]"
    )
    bot = bot_file("unlucky", body)
    line = f"match {bot} random {RULES} --matches 6 --seed 7 --json"
    interrupted = kozel(line)
    assert "was killed by signal 9" in interrupted.err
    document = found(interrupted)
    assert document["run"]["lost_attempts"] == [1, 0]
    undisturbed = found(kozel(line))
    assert undisturbed["run"]["lost_attempts"] == [0, 0]
    assert results(document) == results(undisturbed)


def test_a_bot_that_always_ends_its_process_ends_the_match_with_its_last_words(kozel, bot_file):
    bot = bot_file("doomed", "raise SystemExit('no card left')")
    run = kozel(f"match random {bot} {RULES} --matches 40 --seed 7 --jobs 1")
    assert run.status == 2
    assert "Doomed ends its process in match after match" in run.err
    assert "no card left" in run.err


def test_a_bot_that_hangs_is_ended_and_shown_where(kozel, bot_file):
    body = "self.count += 1\nwhile self.count == 9 and view.seat == 0:\n    pass\n" + FIRST
    bot = bot_file("hanging", body, extra="    count = 0\n")
    line = f"match {bot} random {RULES} --matches 2 --seed 7 --jobs 1 --move-limit 0.3 --json"
    run = kozel(line)
    document = found(run)
    assert document["run"]["lost_attempts"] == [2, 0]
    assert document["verdicts"] == {"disconnect": 1, "normal": 1}
    assert "did not come back for 1.3 s" in run.err
    assert "hanging.py" in run.err, "the line where it hangs"


def test_what_a_bot_cannot_decide_is_counted_and_the_first_few_are_shown(kozel, bot_file):
    bot = bot_file("failing", "raise ZeroDivisionError('oops')")
    run = kozel(f"match {bot} random {RULES} --matches 4 --seed 7 --jobs 2 --json --strikes 1000")
    document = found(run)
    assert document["bots"][0]["faults"]["faulty"] > 20
    assert document["verdicts"] == {"normal": 4}
    assert run.err.count("ZeroDivisionError: oops") == 3


def test_after_its_strikes_a_bot_is_played_without(kozel, bot_file):
    bot = bot_file("failing", "return 'nonsense'")
    run = kozel(f"match {bot} random {RULES} --matches 2 --seed 7 --json")
    assert found(run)["verdicts"] == {"illegal": 2}
    assert "which is not legal now" in run.err


def test_late_answers_are_counted(kozel, bot_file):
    body = "import threading\nthreading.Event().wait(0.02)\n" + FIRST
    bot = bot_file("slow", body)
    line = f"match {bot} random {RULES} --matches 2 --seed 7 --move-limit 0.005 --json"
    document = found(kozel(line))
    assert document["bots"][0]["faults"]["late"] > 0
    assert document["verdicts"] == {"timeout": 2}


LOUD = """\
import sys
if view.deal == 1 and len(view.hand) > 6:
    sys.stderr.write("x" * 1_000_000)
    print("y" * 1_000_000)
return view.legal_actions[0]"""


@pytest.mark.parametrize("where", ["", "--processes"])
def test_a_megabyte_of_output_blocks_nobody_and_is_not_in_the_result(kozel, bot_file, where):
    bot = bot_file("loud", LOUD)
    document = found(kozel(f"match {bot} random {RULES} --matches 2 --seed 7 --json {where}"))
    assert document["verdicts"] == {"normal": 2}


def test_a_constructor_that_fails_is_one_sentence(kozel, bot_file):
    bot = bot_file("needy", FIRST, extra="    def __init__(self, book): pass\n\n")
    run = kozel(f"match {bot} random {RULES} --matches 2")
    assert run.status == 2
    assert "Needy() cannot be made" in run.err
    assert len(run.err.splitlines()) == 1


def test_a_file_that_ends_the_process_when_it_is_loaded_is_said_to(kozel, tmp_path):
    bot = tmp_path / "leaving.py"
    bot.write_text("import os\nprint('not today', flush=True)\nos._exit(3)\n")
    run = kozel(f"match {bot} random {RULES} --matches 2")
    assert run.status == 2
    assert "the bots cannot be loaded: the process ended with exit code 3" in run.err
    assert "not today" in run.err


def test_a_bot_that_is_edited_while_it_plays_stops_the_match(kozel, bot_file):
    """A new worker would load the new file, and half of the matches would be another bot's."""
    body = (
        "import os, pathlib\n"
        "if view.deal == 2:\n"
        "    file = pathlib.Path(__file__)\n"
        "    file.write_text(file.read_text() + '# edited\\n')\n"
        "    os._exit(1)\n" + FIRST
    )
    run = kozel(f"match {bot_file('moving', body)} random {RULES} --matches 4 --jobs 1")
    assert run.status == 2
    assert "a bot's file was changed while the match was running" in run.err
