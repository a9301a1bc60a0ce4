"""The checked-in code is what the pinned generator makes, and it loads on old and new runtimes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.generate_proto import ROOT, generate

RUNTIMES = ["protobuf==5.29.1", "protobuf"]


def generated(folder):
    return {
        path.name: path.read_bytes()
        for path in (folder / "kozel" / "v1").iterdir()
        if path.is_file() and path.name != "__init__.py"
    }


def test_regenerating_changes_no_byte(tmp_path):
    try:
        generate(tmp_path)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode()
        if "grpc_tools.protoc" in error.cmd or "grpc_tools" in said:
            raise AssertionError(said) from error
        pytest.skip(f"neither uv nor pip can install the generator here: {said[-300:]}")

    assert generated(tmp_path) == generated(ROOT / "sdk")


@pytest.mark.install
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_generated_messages_load_on_this_runtime(runtime, tmp_path):
    python = _environment_with(runtime, tmp_path)
    code = (
        "import kozel.wire.codec, google.protobuf as p; "
        "from kozel.v1 import play_pb2 as m; "
        "print(m.Decision.FromString(m.Decision(deal=3).SerializeToString()).deal, p.__version__)"
    )
    result = subprocess.run(
        [python, "-W", "error", "-c", code],
        env={"PYTHONPATH": str(ROOT / "sdk")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.stderr == ""
    assert result.stdout.startswith("3 ")


def _environment_with(runtime: str, folder: Path) -> str:
    """An environment with the protobuf runtime and nothing else; messages need no gRPC."""
    python = str(folder / "bin" / "python")
    if uv := shutil.which("uv"):
        commands = [
            [uv, "venv", "--quiet", "--python", sys.executable, "--clear", str(folder)],
            [uv, "pip", "install", "--quiet", "--python", python, runtime],
        ]
    else:
        commands = [
            [sys.executable, "-m", "venv", str(folder)],
            [python, "-m", "pip", "install", "--quiet", runtime],
        ]
    for command in commands:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            pytest.skip(f"neither uv nor pip can install {runtime}: {result.stderr[-300:]}")
    return python
