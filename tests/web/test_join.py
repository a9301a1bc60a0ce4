"""How to join: the arena's own address, and the protocol's files as they lie in the repository."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kozel_arena.web.join import ABOUT, protocol_files
from tests.arena.real_arena import an_arena, within
from tests.web.test_pages import browser_of

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "proto"


@pytest.mark.e2e
def test_the_page_names_the_address_that_bots_dial(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            facts = (await browser.get("/api/v1/join")).json()
            assert facts["server"] == host.address
            assert facts["is_local"]
            assert not facts["is_tls"]
            page = (await browser.get("/join")).text
            assert f"python my_bot.py --server {host.address}</code>" in page
            assert "Only bots on the arena's own machine can dial" in page
            assert "without TLS" in page

    within(30, told())


@pytest.mark.e2e
def test_an_arena_for_everybody_is_named_as_the_reader_reached_it(tmp_path: Path) -> None:
    async def told() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", listen="0.0.0.0:0") as host,
            browser_of(host) as browser,
        ):
            port = host.address.rpartition(":")[2]
            for name, shown in (("arena.example.org", "arena.example.org"), ("[::1]", "[::1]")):
                answer = await browser.get("/api/v1/join", headers={"Host": f"{name}:8080"})
                assert answer.json()["server"] == f"{shown}:{port}"
                assert not answer.json()["is_local"]
            page = await browser.get("/join", headers={"Host": 'x"><b>:80'})
            assert "<b>" not in page.text

    within(30, told())


@pytest.mark.e2e
def test_the_files_of_the_protocol_can_be_had_one_by_one_and_all_at_once(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            page = (await browser.get("/join")).text
            packed = await browser.get("/join/kozel-proto.zip")
            files = zipfile.ZipFile(io.BytesIO(packed.content))
            sources = sorted(PROTO.glob("kozel/v1/*.proto"))
            assert len(sources) >= 4
            for path in (PROTO / "README.md", *sources):
                name = path.relative_to(PROTO).as_posix()
                assert f'href="/join/proto/{name}"' in page
                answer = await browser.get(f"/join/proto/{name}")
                assert answer.content == path.read_bytes()
                assert answer.headers["content-type"] == "text/plain; charset=utf-8"
                assert files.read(f"kozel-proto/{name}") == path.read_bytes()
            for name in ("buf.yaml", "../pyproject.toml", "%2e%2e/pyproject.toml", "kozel/v1"):
                assert (await browser.get(f"/join/proto/{name}")).status_code == 404

    within(30, told())


@pytest.mark.install
def test_a_wheel_holds_the_files_of_the_protocol_and_of_the_pages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode:
        pytest.skip(f"no wheel can be built here: {built.stderr[-300:]}")
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"kozel_arena/proto/{name}" for name in protocol_files()} <= names
    web = ROOT / "server" / "kozel_arena" / "web"
    for folder in ("static", "templates"):
        for path in (web / folder).rglob("*.*"):
            assert f"kozel_arena/web/{path.relative_to(web).as_posix()}" in names


def test_every_file_of_the_protocol_is_given_out_with_what_is_in_it() -> None:
    assert set(ABOUT) == set(protocol_files())
