"""The house rules that no linter knows: sizes, layers' small print, patterns that lose messages."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOAK = ROOT / "tests" / "soak"
"""Its blows fall by the clock, on processes that tell nothing while they are dead or frozen."""
TOP_LEVEL = {
    "pyproject.toml",
    "uv.lock",
    "proto",
    "server",
    "sdk",
    "sample_bots",
    "tests",
    "deploy",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "Makefile",
}


def sources() -> Iterator[Path]:
    """Every Python file that people write: the packages, the samples and the tests."""
    for folder in ("sdk", "server", "sample_bots", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "_pb2" not in path.name:
                yield path


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", list(sources()), ids=relative)
def test_files_stay_below_400_lines_and_functions_below_60(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 400, f"{relative(path)} has outgrown one room: split it"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", list(sources()), ids=relative)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_no_timer_wraps_a_read() -> None:
    """A timer round a read loses the next message of a stream that lives."""
    for path in sources():
        if path.parts[len(ROOT.parts)] in ("sdk", "server"):
            assert not re.search(r"(wait_for|timeout)\([^)\n]*\.read\(", path.read_text("utf-8"))


def test_no_unfinished_marks_and_no_sleeping_threads() -> None:
    marks = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|raise NotImplemented" + r"Error")
    for path in sources():
        text = path.read_text(encoding="utf-8")
        assert not marks.search(text), relative(path)
        if path.parent != SOAK:
            assert "time." + "sleep(" not in text, relative(path)


def test_the_top_level_holds_nothing_without_need() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    top = {line.split("/")[0] for line in listed.splitlines()}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


def test_importing_kozel_is_light() -> None:
    """No grpc, no asyncio: a bot's file imports `kozel` before it knows what it will do."""
    program = "import kozel, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"grpc", "google.protobuf", "asyncio", "sqlmodel"} & set(loaded)
