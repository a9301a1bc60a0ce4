"""The entry of `kozel-arena`: version, usage, and what it says without the server's packages."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import kozel_arena.__main__ as entry
from kozel_arena.cli.root import run


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"kozel-arena {version('kozel-arena')}\n"


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["serve", "--colour"], ["tournament", "create", "cup"], ["bot"], []],
)
def test_wrong_usage_ends_with_2_and_no_trace(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("audit --limit 0", "'--limit': give 1 or more"),
        ("audit --limit 5000", "'--limit': give 1000 or less"),
        ("registration revoke cup 9999999999999999999999", "'NUMBER': give 2147483647 or less"),
        ("audit --limit many", "'--limit': give a whole number"),
        ("audit --limit 1.5", "'--limit': give a whole number"),
        ("plan --elo much", "'--elo': give a number"),
        ("token add vera --role boss", "'--role': 'boss' is not one of 'organiser', 'viewer'"),
        ("export cup --format xml", "'--format': 'xml' is not one of 'jsonl', 'csv'"),
    ],
)
def test_a_value_that_cannot_be_meant_is_answered_by_what_it_may_be(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err


def test_every_setting_is_a_flag_of_serve(capsys: pytest.CaptureFixture[str]) -> None:
    from kozel_arena.config import setting_names

    assert run(["serve", "--help"]) == 0
    text = capsys.readouterr().out
    assert "--config" in text
    for name in setting_names():
        assert f"--{name.replace('_', '-')} " in text


def test_a_setting_that_is_wrong_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--max-tables", "many"]) == 2
    error = capsys.readouterr().err
    assert "--max-tables" in error
    assert error.count("\n") == 1


def test_without_the_servers_packages_it_says_what_to_install(tmp_path: Path) -> None:
    """In a process of its own whose import system hides typer."""
    program = (
        "import sys, importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *a: None if name == 'typer' else find(name, *a)\n"
        "from kozel_arena.__main__ import main\n"
        "assert not {'typer', 'grpc', 'rich'} & set(sys.modules)\n"
        "sys.exit(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "pip install 'kozel-arena[server]'" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_the_list_of_needed_modules_is_that_of_the_project_file() -> None:
    assert all(entry.find_spec(name) is not None for name in entry.NEEDED)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is full")
@pytest.mark.parametrize("words", [["--version"], ["tournament", "create", "--example"]])
def test_a_full_disk_under_the_output_is_one_sentence(words: list[str]) -> None:
    command = [sys.executable, "-m", "kozel_arena", *words]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 1
    assert ended.stderr == "Error: the output cannot be written: No space left on device\n"
