"""The dashboard of a real arena over HTTP: pages, JSON, live streams, headers, errors."""

import asyncio
import socket
from pathlib import Path

import httpx
import pytest

from kozel_arena.app import ArenaError
from kozel_arena.web.readings import Readings
from kozel_arena.web.server import take
from tests.arena.real_arena import Host, an_arena, within

pytestmark = pytest.mark.e2e

PAGES = (
    "/",
    "/tournaments",
    "/tournaments/t1",
    "/tournaments/t1/matches",
    "/bots",
    "/bots/b1",
    "/join",
)


def browser_of(host: Host) -> httpx.AsyncClient:
    """A client of the arena's dashboard."""
    return httpx.AsyncClient(base_url=f"http://{host.running.http_address}", trust_env=False)


async def play_a_tournament(host: Host) -> str:
    """Two bots play two matches; the id of the tournament."""
    await host.add_bots("Zoë <b>", "bob")
    id = await host.start("Zoë <b>", "bob")
    async with host.dial("Zoë <b>", capacity=4) as first, host.dial("bob", capacity=4) as second:
        await asyncio.gather(
            *(bot.play(lambda bot: len(bot.endings) >= 4) for bot in (first, second))
        )
        await host.finished(id)
    return id


def test_every_page_shows_what_the_json_says_and_names_are_text_not_markup(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            id = await play_a_tournament(host)
            for path in PAGES:
                page = await browser.get(path)
                assert page.status_code == 200, path
                assert "<b>" not in page.text
                assert "default-src 'self'" in page.headers["content-security-policy"]
                assert page.headers["x-content-type-options"] == "nosniff"
            tournament = (await browser.get(f"/api/v1/tournaments/{id}")).json()
            assert tournament["tournament"]["finished"] == 2
            assert {one["name"] for one in tournament["tables"]["standings"]} == {"Zoë <b>", "bob"}
            assert "Zoë &lt;b&gt;" in (await browser.get(f"/tournaments/{id}")).text
            (line,) = (await browser.get("/api/v1/tournaments")).json()
            assert line == tournament["tournament"]
            bots = (await browser.get("/api/v1/bots")).json()
            assert [bot["is_connected"] for bot in bots] == [False, False]
            home = (await browser.get("/api/v1/home")).json()
            assert home["matches_running"] == 0

    within(30, told())


def test_the_seed_of_a_tournament_is_on_no_page(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            for path in (*PAGES, "/api/v1/tournaments/t1", "/api/v1/home"):
                assert "seed" not in (await browser.get(path)).text

    within(30, told())


def test_an_empty_arena_says_what_to_do(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            assert "No tournament runs" in (await browser.get("/")).text
            assert "no tournament yet" in (await browser.get("/tournaments")).text
            assert "No bot is registered yet" in (await browser.get("/bots")).text

    within(30, told())


def test_what_does_not_exist_gets_a_page_or_a_document_with_one_sentence(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            for path in ("/tournaments/t9", "/live/tournaments/t9"):
                page = await browser.get(path)
                assert page.status_code == 404
                assert "There is no tournament &#39;t9&#39;." in page.text
                assert 'href="/tournaments">All tournaments' in page.text
            assert (await browser.get("/nothing")).status_code == 404
            assert (await browser.post("/")).status_code == 405
            answer = await browser.get("/api/v1/tournaments/t9")
            assert answer.status_code == 404
            assert answer.json()["detail"] == "there is no tournament 't9'"
            page = await browser.get("/bots/b9")
            assert "There is no bot &#39;b9&#39;." in page.text
            assert 'href="/bots">All bots' in page.text

    within(30, told())


def test_what_nobody_thought_of_gets_a_page_or_a_document_without_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Readings) -> None:
        raise RuntimeError("the seven of hearts")

    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            monkeypatch.setattr(Readings, "tournaments", broken)
            for path in ("/tournaments", "/api/v1/tournaments"):
                answer = await browser.get(path)
                assert answer.status_code == 500
                assert "omething failed in the arena" in answer.text
                assert "seven" not in answer.text
                assert "default-src 'self'" in answer.headers["content-security-policy"]

    within(30, told())


def test_a_live_page_is_sent_again_when_something_changes_and_ends_with_the_arena(
    tmp_path: Path,
) -> None:
    async def watched(address: str, has_started: asyncio.Event) -> str:
        async with (
            httpx.AsyncClient(base_url=f"http://{address}", trust_env=False) as browser,
            browser.stream("GET", "/live/home") as stream,
        ):
            text = ""
            async for line in stream.aiter_lines():
                text += line
                if "bots connected" in line:
                    has_started.set()
            return text

    async def told() -> None:
        has_started = asyncio.Event()
        async with an_arena(tmp_path, http="127.0.0.1:0") as host:
            watcher = asyncio.create_task(watched(str(host.running.http_address), has_started))
            await has_started.wait()
        assert "event: part" in await watcher

    within(30, told())


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("tournaments/t1/matches?limit=0", 422, "limit in the query cannot be used: "),
        ("tournaments/t1/matches?limit=x", 422, "limit in the query cannot be used: "),
        ("tournaments/t1/matches?verdict=sulking", 422, "verdict in the query cannot be used: "),
        ("matches/t1-0/frames?seat=x", 422, "seat in the query cannot be used: "),
        ("practice/x?wait_s=nan", 422, "wait_s in the query cannot be used: "),
        ("practice/x?wait_s=21", 422, "wait_s in the query cannot be used: "),
        ("practice/rules/whist", 422, "unknown ruleset 'whist': choose one of miner"),
        ("nothing", 404, "There is no page at this address."),
    ],
)
def test_a_wrong_parameter_of_the_api_gets_one_sentence(
    tmp_path: Path, path: str, status: int, said: str
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            answer = await browser.get(f"/api/v1/{path}")
            assert answer.status_code == status
            assert answer.json()["detail"].startswith(said)
            assert "\n" not in answer.json()["detail"]

    within(30, told())


def test_answers_are_sent_at_once() -> None:
    """Without TCP_NODELAY every page takes 40 ms longer."""
    told: list[int] = []

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taken = writer.get_extra_info("socket")
        told.append(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def asked() -> None:
        listening = take("127.0.0.1:0")
        async with await asyncio.start_server(answered, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()

    within(10, asked())
    assert told
    assert all(told)


def test_a_taken_address_is_said_in_one_sentence(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host:
            (tmp_path / "other").mkdir()
            address = host.running.http_address
            with pytest.raises(ArenaError, match="of the dashboard cannot be taken"):
                async with an_arena(tmp_path / "other", http=address):
                    pass

    within(30, told())
