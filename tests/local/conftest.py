"""Running the command in this process, and writing small bots to files."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from kozel.cli import main


@dataclass(frozen=True, slots=True)
class Run:
    """What a command did."""

    status: int
    out: str
    err: str


@pytest.fixture
def kozel(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Runs `kozel` with words (or one text, split at blanks)."""

    def run(*words: object) -> Run:
        split = [part for word in words for part in str(word).split()]
        status = main(split)
        out, err = capfd.readouterr()
        return Run(status, out, err)

    return run


@pytest.fixture
def bot_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a bot's file: `choose` gets these lines as its body."""

    def write(
        name: str, body: str, *, extra: str = "", head: str = "def choose(self, view):"
    ) -> Path:
        path = tmp_path / f"{name}.py"
        lines = "\n".join(f"        {line}" for line in body.splitlines())
        path.write_text(
            f"from kozel import Bot\n\n\nclass {name.title()}(Bot):\n{extra}    {head}\n{lines}\n"
        )
        return path

    return write
