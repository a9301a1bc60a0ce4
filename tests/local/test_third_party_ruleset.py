"""A ruleset from outside the repository is played, recorded, verified and shown like the others."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.local.conftest import Run

PACKAGE = Path(__file__).parents[1] / "third_party" / "kozel_example"
COMMAND = "import sys; from kozel.cli import main; sys.exit(main())"
Kozel = Callable[..., Run]


def put_down(folder: Path) -> None:
    """Lay the package where it would be installed: its module, and what `pyproject.toml` says."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copy(PACKAGE / "kozel_example.py", folder)
    metadata = folder / f"kozel_example-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install(folder: Path) -> None:
    """Build and install the package with uv or pip."""
    if uv := shutil.which("uv"):
        command = [uv, "pip", "install", "--quiet", "--python", sys.executable]
    else:
        command = [sys.executable, "-m", "pip", "install", "--quiet"]
    command += ["--no-deps", "--target", str(folder), str(PACKAGE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip(f"neither uv nor pip can build a package here: {result.stderr[-300:]}")


@pytest.fixture(
    scope="module",
    params=[put_down, pytest.param(install, marks=pytest.mark.install)],
    ids=["put down", "installed"],
)
def kozel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kozel:
    """Runs `kozel` in a process that finds the package."""
    folder = tmp_path_factory.mktemp("site")
    request.param(folder)

    def run(words: str, *more: object) -> Run:
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, *words.split(), *map(str, more)],
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    return run


def test_it_is_played_recorded_verified_and_shown(kozel: Kozel, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    played = kozel(
        "play --ruleset evening --option cycles=2 --bots greedy random --matches 6 --with-legal",
        "--record",
        path,
    )
    assert (played.status, played.err) == (0, "")
    for line in path.read_text().splitlines():
        record = json.loads(line)
        assert (record["ruleset"], record["options"]) == ("evening", {"cycles": 2})
        assert len(record["deals"]) <= 2
    verified = kozel("verify", path)
    assert (verified.status, verified.err) == (0, "")
    assert "6 matches verified" in verified.out
    shown = kozel("replay --match 1 --seat 0", path)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("evening cycles=2")


def test_a_record_that_breaks_its_rules_is_refused(kozel: Kozel, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    kozel("play --ruleset evening --option cycles=1 --bots random random --record", path)
    record = json.loads(path.read_text().splitlines()[0])
    record["deals"][0]["points"].reverse()
    record["deals"][0]["points"][0] += 1
    path.write_text(json.dumps(record) + "\n")
    verified = kozel("verify", path)
    assert verified.status == 1
    assert "line 1" in verified.err
    assert "the rules of evening" in verified.err


def test_it_is_named_where_a_ruleset_is_unknown(kozel: Kozel) -> None:
    refused = kozel("play --ruleset durak --bots random random")
    assert refused.status == 2
    assert "miner, classic, shokha, pot, widow, evening" in refused.err


def test_its_options_are_checked_like_those_of_the_others(kozel: Kozel) -> None:
    refused = kozel("play --ruleset evening --option cycles=0 --bots random random")
    assert refused.status == 2
    assert "a whole number from 1" in refused.err


def test_the_guide_shows_this_very_package() -> None:
    guide = (PACKAGE.parents[2] / "sdk" / "README.md").read_text(encoding="utf-8")
    assert (PACKAGE / "kozel_example.py").read_text(encoding="utf-8") in guide
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shown = tomllib.loads(guide.split("```toml\n")[1].split("```")[0])["project"]
    assert shown.items() <= project.items()
