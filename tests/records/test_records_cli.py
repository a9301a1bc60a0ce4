"""`kozel verify` and `kozel replay`: files of all kinds, exit codes, and what a seat may see."""

import gzip
import io
import lzma
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kozel.cli import main
from tests.records import golden

Output = pytest.CaptureFixture[str]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.jsonl"
    path.write_text("".join(golden.lines()[:2]), encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A right line, a blank one, a damaged one."""
    path = tmp_path / "bad.jsonl"
    first, second = golden.lines()[:2]
    path.write_text(f"{first}\n{second.replace('miner', 'minor')}{first}", encoding="utf-8")
    return path


def test_verify_counts_the_matches_of_each_file(good: Path, capsys: Output) -> None:
    assert main(["verify", str(golden.PATH), str(good)]) == 0
    counts = [line.split(": ")[1] for line in capsys.readouterr().out.splitlines()]
    assert counts == [f"{len(golden.lines())} matches verified", "2 matches verified"]


def test_verify_does_not_call_a_file_without_a_record_right(tmp_path: Path, capsys: Output) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n", encoding="utf-8")
    assert main(["verify", str(empty)]) == 1
    shown = capsys.readouterr()
    assert shown.err == f"{empty}: this file holds no record\n"
    assert shown.out == ""


def test_verify_stops_a_file_at_its_first_damage_and_checks_the_others(
    good: Path, bad: Path, capsys: Output
) -> None:
    assert main(["verify", str(bad), str(good)]) == 1
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert f"{bad}: line 3: unknown ruleset 'minor'" in shown.err
    assert f"{bad}: 1 match verified" in shown.out
    assert f"{good}: 2 matches verified" in shown.out


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes])
def test_verify_reads_packed_files_whatever_their_name(good: Path, pack: type[bytes]) -> None:
    good.write_bytes(pack(good.read_bytes()))
    assert main(["verify", str(good)]) == 0


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_packed_file_that_is_cut_off_is_unreadable(
    good: Path, pack: type[bytes], capsys: Output
) -> None:
    packed = pack(good.read_bytes())
    good.write_bytes(packed[: len(packed) // 2])
    assert main(["verify", str(good)]) == 2
    assert "the compressed file is damaged" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said_in_one_sentence(tmp_path: Path, capsys: Output) -> None:
    for command in ("verify", "replay"):
        assert main([command, str(tmp_path / "none")]) == 2
        assert main([command, str(tmp_path)]) == 2
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("kozel: cannot read") for line in lines)
    assert said.out == "", "nothing was verified, so nothing is said to be"


def test_verify_reads_standard_input(good: Path) -> None:
    command = [sys.executable, "-c", "from kozel.cli import main; raise SystemExit(main())"]
    done = subprocess.run(
        [*command, "verify", "-"], input=golden.PATH.read_bytes(), capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.decode().strip() == f"-: {len(golden.lines())} matches verified"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the disk that is always full is Linux'")
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_full_disk_under_the_output_is_one_sentence(command: str, good: Path) -> None:
    program = "from kozel.cli import main; raise SystemExit(main())"
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", program, command, str(good)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"kozel: the output cannot be written: No space left on device\n"


def test_replay_shows_deals_tricks_and_the_end(capsys: Output) -> None:
    assert main(["replay", str(golden.PATH), "--match", "1"]) == 0
    text = capsys.readouterr().out
    assert "Deal 1, trump C, owner seat 3" in text
    assert "   1  3: QD · 0: KD · 1: 7D · 2: AD → 2 takes it (18)" in text
    assert "points 56:64, change +1 +0, score 1:0" in text
    assert "Match over at 12:4: side 1 won, side 0 lost." in text
    assert "\x1b" not in text


def test_replay_colours_suits_on_a_terminal_unless_told_not_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for no_colour, expected in (("", True), ("1", False)):
        monkeypatch.setenv("NO_COLOR", no_colour)
        terminal = Terminal()
        monkeypatch.setattr("sys.stdout", terminal)
        terminal.fileno = lambda: 1  # type: ignore[method-assign]
        assert main(["replay", str(golden.PATH), "--match", "1"]) == 0
        assert ("\x1b[31m" in terminal.getvalue()) is expected


def test_replay_steps_from_trick_to_trick(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    assert main(["replay", str(good), "--step"]) == 0
    tricks = re.findall(r"takes it", capsys.readouterr().out)
    assert len(tricks) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--match", "99"], "holds no match 99"),
        (["--match", "0"], "'0' is not a number from 1"),
        (["--seat", "4"], "there is no seat 4: choose one from 0 to 3"),
        (["--seat", "-1"], "there is no seat -1"),
    ],
)
def test_replay_refuses_what_is_not_there(
    good: Path, arguments: list[str], says: str, capsys: Output
) -> None:
    assert main(["replay", str(good), *arguments]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_replay_of_standard_input_cannot_step(capsys: Output) -> None:
    assert main(["replay", "-", "--step"]) == 2
    assert "--step" in capsys.readouterr().err


def test_replay_verifies_first(bad: Path, capsys: Output) -> None:
    assert main(["replay", str(bad), "--match", "2"]) == 1
    shown = capsys.readouterr()
    assert "line 3: unknown ruleset" in shown.err
    assert shown.out == ""
