"""Generates the Python code of proto/ into a folder, with the generator pinned here.

`python -m tests.tools.generate_proto sdk` rewrites the checked-in code; the tests generate into a
temporary folder and compare. The generator lives in an environment of its own, because generated
code refuses a protobuf runtime that is older than its generator: a new one would shut users out.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATOR = ("grpcio-tools==1.71.2", "mypy-protobuf==3.6.0", "protobuf==5.29.6", "setuptools<81")


def generate(target: Path) -> None:
    """Generate every .proto file's modules and stubs below `target`.

    Raises:
        subprocess.CalledProcessError: the generator cannot be installed or a file is wrong.
    """
    sources = sorted(str(path) for path in (ROOT / "proto").rglob("*.proto"))
    outputs = [f"--{kind}_out={target}" for kind in ("python", "mypy", "grpc_python", "mypy_grpc")]
    with tempfile.TemporaryDirectory() as environment:
        python = _environment(Path(environment))
        command = [python, "-m", "grpc_tools.protoc", f"-I{ROOT / 'proto'}", *outputs, *sources]
        path = f"{Path(python).parent}:/usr/bin:/bin"
        subprocess.run(command, check=True, env={"PATH": path}, capture_output=True)


def _environment(folder: Path) -> str:
    python = str(folder / "bin" / "python")
    if uv := shutil.which("uv"):
        _quietly(uv, "venv", "--quiet", "--python", sys.executable, str(folder), "--clear")
        _quietly(uv, "pip", "install", "--quiet", "--python", python, *GENERATOR)
    else:
        _quietly(sys.executable, "-m", "venv", str(folder))
        _quietly(python, "-m", "pip", "install", "--quiet", *GENERATOR)
    return python


def _quietly(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


if __name__ == "__main__":
    generate(ROOT / sys.argv[1])
