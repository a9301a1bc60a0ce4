"""Bad input to `kozel`: one sentence on standard error, status 2, nothing half written."""

import json

import pytest

from kozel.cli import main
from kozel.cli.output import RecordFile

PLAY = "play --ruleset miner --bots greedy random --matches 1"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play --ruleset bridge --bots greedy random", "unknown ruleset 'bridge'"),
        (f"{PLAY} --option long=true", "long"),
        (f"{PLAY} --option short=maybe", "short"),
        (f"{PLAY} --option short", "short"),
        ("play --ruleset miner --bots greedy nobody", "no sample bot of that name"),
        ("play --ruleset miner --bots greedy missing.py", "no file missing.py"),
        ("play --ruleset miner --bots greedy no.such.module:Bot", "cannot be imported"),
        ("play --ruleset miner --bots greedy json:Bot", "no class Bot"),
        ("play --ruleset miner --bots greedy kozel:Card", "no class Card"),
        ("play --ruleset miner --bots greedy", "4 seats"),
        ("play --ruleset miner --bots greedy random random", "4 seats"),
        ("play --ruleset widow --bots greedy random random random", "3 seats"),
        ("play --ruleset shokha --option players=2 --bots greedy random random", "2 seats"),
        ("play --ruleset pot --option stack=7 --bots greedy random", "stack"),
        (f"{PLAY[:-1]}0", "'0' is no count"),
        (f"{PLAY[:-1]}-3", "matches"),
        (f"{PLAY[:-1]}many", "'many' is no count"),
        (f"{PLAY} --seed 7:8", "seed"),
        (f"{PLAY} --seed süß", "seed"),
        (f"{PLAY} --record /no/such/folder/out.jsonl", "cannot be written"),
        (f"{PLAY} --record /", "/"),
        (f"{PLAY} --record -", "give a name such as out.jsonl"),
        (f"{PLAY} --record out.jsonl.xz", "give a name such as out.jsonl"),
        (f"{PLAY} --colour", "--colour"),
        ("play --bots greedy random", "--ruleset"),
        ("win", "win"),
        ("", "COMMAND"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(kozel, line, said):
    run = kozel(line)
    assert run.status == 2
    assert run.out == ""
    assert said in run.err
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "from kozel import Bot\nthis is no Python",
            "SyntaxError: invalid syntax (my_bot.py, line 2)",
        ),
        ("import no_such_module", "no_such_module"),
        ("\n\n1 / 0", "ZeroDivisionError: division by zero (my_bot.py, line 3)"),
        ("raise SystemExit(2)", "put run(…) under if __name__ == '__main__':"),
        (
            "from kozel import Bot, run\nclass A(Bot):\n    choose = print\nrun(A())",
            "put run(…) under if __name__ == '__main__':",
        ),
        ("raise SystemExit('no weights')", "when it is loaded: it says 'no weights'"),
        ("import kozel", "must define one Bot, not none"),
        (
            "from kozel import Bot\nclass A(Bot): pass\nclass B(Bot): pass",
            "must define one Bot, not A, B",
        ),
        (
            "from kozel import Bot\nclass A(Bot):\n    def __init__(self, depth): pass",
            "A() cannot be made",
        ),
        (
            "from kozel import Bot\nclass A(Bot):\n    def choose(self, view): pass\n"
            "    def __init__(self): raise ValueError('no\\nfile')",
            "ValueError: no file (my_bot.py, line 4)",
        ),
    ],
)
def test_a_file_that_gives_no_bot_is_one_sentence(kozel, tmp_path, text, said):
    path = tmp_path / "my_bot.py"
    path.write_text(text)
    run = kozel(f"play --ruleset miner --bots {path} random --matches 1")
    assert run.status == 2
    assert said in run.err
    assert run.err.count("\n") == 1


def test_what_a_file_writes_while_it_is_loaded_is_shown(kozel, tmp_path):
    path = tmp_path / "my_bot.py"
    path.write_text(
        "import sys\nfrom kozel import Bot\nprint('hm', file=sys.stderr)\n"
        "class A(Bot):\n    def choose(self, view): return view.legal_actions[0]\n"
    )
    run = kozel(f"play --ruleset miner --bots {path} random --matches 1")
    assert run.status == 0
    assert run.err.startswith("hm\n")


def test_a_class_of_a_file_can_be_named(kozel, tmp_path):
    path = tmp_path / "two.py"
    path.write_text(
        "from kozel import Bot\n"
        "class A(Bot):\n    def choose(self, view): return view.legal_actions[0]\n"
        "class B(A): pass\n"
    )
    run = kozel(f"play --ruleset miner --bots {path}:A {path}:B --matches 2 --json")
    assert run.status == 0
    assert {line["name"] for line in json.loads(run.out)["bots"]} == {"A", "B"}


def test_an_existing_record_file_is_kept_unless_forced(kozel, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("precious\n")
    run = kozel(f"{PLAY} --record {path}")
    assert run.status == 2
    assert "--force" in run.err
    assert path.read_text() == "precious\n"
    assert kozel(f"{PLAY} --record {path} --force").status == 0
    assert json.loads(path.read_text())["format"] == "kozel-record/1"


def test_ctrl_c_gives_130_without_a_traceback_and_a_file_of_whole_lines(kozel, bot_file, tmp_path):
    """The bot presses the keys in its fifth match; it is no fault of its own."""
    bot = bot_file(
        "pressing",
        "if self.matches == 5:\n    raise KeyboardInterrupt\nreturn view.legal_actions[0]",
        extra="    matches = 0\n    def match_started(self, match):\n        self.matches += 1\n",
    )
    path = tmp_path / "out.jsonl"
    run = kozel(f"play --ruleset miner --bots {bot} random --matches 50 --seed 7 --record {path}")
    assert run.status == 130
    assert "Traceback" not in run.err
    assert "stopped after" in run.err
    lines = path.read_text().split("\n")
    assert lines.pop() == ""
    assert len(lines) >= 4
    assert [json.loads(line)["id"] for line in lines] == [f"7-{n}" for n in range(len(lines))]


def test_a_bot_that_ends_the_program_is_said_to_have_done_so(kozel, bot_file):
    bot = bot_file("leaving", "import sys\nsys.exit('enough')")
    run = kozel(f"play --ruleset miner --bots {bot} random --matches 2")
    assert run.status == 2
    assert run.err == "kozel: a bot called sys.exit('enough') after 0 matches: let it raise\n"


def test_a_record_file_that_was_cut_within_a_line_loses_that_line(tmp_path):
    path = tmp_path / "out.jsonl"
    with RecordFile(path, force=False) as file:
        file._file.write(b'{"half a li')
    assert path.read_bytes() == b""


def test_version_and_help_go_to_standard_output(kozel):
    version = kozel("--version")
    assert version.status == 0
    assert version.out.startswith("kozel ")
    help_text = kozel("play --help")
    assert help_text.status == 0
    assert "examples:" in help_text.out


def test_main_reads_the_command_line_when_it_is_given_none(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["kozel", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("kozel ")
