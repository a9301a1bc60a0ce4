"""What `kozel-arena demo` refuses before it starts anything, and what it prints."""

import tempfile
from pathlib import Path

import pytest

from kozel_arena.cli.root import run


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["--matches", "3"], 2, "multiple of 2, such as 4"),
        (["--ruleset", "widow", "--matches", "4"], 2, "multiple of 6, such as 6"),
        (["--ruleset", "whist"], 2, "miner"),
        (["--option", "short=perhaps"], 2, "short"),
        (["--option", "short"], 2, "short"),
        (["--seed", "a:b"], 2, "colon"),
        (["--seed", ""], 2, "seed"),
        (["--db", "nowhere/demo.db"], 1, "folder does not exist"),
        (["--db", "there.db"], 1, "exists"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    part: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    Path("there.db").write_bytes(b"")
    assert run(["demo", *arguments]) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert part in output.err
    assert output.err.startswith("Error: ")
    assert output.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.db"]
