"""Tables that are played, seen by spectators: late, without hands, and led on to the replay."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from kozel_arena.tournament import DealMode
from tests.arena.real_arena import NANOS, Host, RawBot, an_arena, first_asked, within
from tests.web.test_matches import cards_in, cards_on
from tests.web.test_pages import browser_of

pytestmark = pytest.mark.e2e

SHORT = "100ms"


async def seen(browser: httpx.AsyncClient, match_id: str) -> dict[str, Any]:
    """A table's first picture."""
    while True:
        answer = await browser.get(f"/api/v1/tables/{match_id}")
        assert answer.status_code == 200, answer.text
        table: dict[str, Any] = answer.json()
        if table["frame"] is not None:
            return table


async def pictures(browser: httpx.AsyncClient, begun: asyncio.Event) -> list[dict[str, Any]]:
    """What the stream of the first table sends until that is over; sets `begun` at the first."""
    found: list[dict[str, Any]] = []
    async with browser.stream("GET", "/live/tables/t1-0") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
                begun.set()
                if found[-1]["is_over"]:
                    return found
    return found


async def play_on(bot: RawBot, other: RawBot) -> None:
    """Whoever is asked answers, once."""
    asked = await first_asked(bot, other)
    decision = asked.decisions.pop(0)
    await asked.answer((decision.table_id, decision.decision_id, 0))


def test_a_spectator_sees_what_lies_open_and_no_hand(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=SHORT) as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                await play_on(alice, bob)
                await first_asked(alice, bob)
                table = await seen(browser, "t1-0")
                frame = table["frame"]
                assert frame["hands"] == [[], [], [], []]
                assert sorted(frame["hidden"]) == [8, 9, 9, 9]
                assert len(cards_in(table)) == 1
                assert len(table["commitment"]) == 64
                page = await browser.get("/tables/t1-0")
                assert cards_on(page.text) == cards_in(table)
                assert "100 ms ago" in page.text
                for path in ("/", "/tournaments/t1"):
                    assert 'href="/tables/t1-0"' in (await browser.get(path)).text

    within(40, watched())


def test_before_the_delay_nothing_is_seen(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay="10m") as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                await play_on(alice, bob)
                await first_asked(alice, bob)
                table = (await browser.get("/api/v1/tables/t1-0")).json()
                assert table["frame"] is None
                assert 590 < table["wait_seconds"] <= 600
                page = (await browser.get("/tables/t1-0")).text
                assert cards_on(page) == set()
                assert "The first picture comes in" in page

    within(40, watched())


def test_the_stream_ends_with_the_match_and_the_page_leads_to_the_replay(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=SHORT) as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            id = await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                begun = asyncio.Event()
                watching = asyncio.create_task(pictures(browser, begun))
                await begun.wait()
                await asyncio.gather(
                    *(bot.play(lambda bot: len(bot.endings) >= 4) for bot in (alice, bob))
                )
                await host.finished(id)
                last = (await watching)[-1]
                assert (last["is_over"], last["has_result"]) == (True, True)
                page = (await browser.get("/tables/t1-0")).text
                assert '<p class="ended">The match is over. <a href="/matches/t1-0">' in page
                assert '<p class="stopped" hidden>' in page
                led = await browser.get("/tables/t1-1")
                assert (led.status_code, led.headers["location"]) == (303, "/matches/t1-1")
                assert (await browser.get("/matches/t1-1")).status_code == 200

    within(60, watched())


def test_a_match_that_was_stopped_leads_to_its_tournament_and_to_no_replay(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=SHORT) as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            id = await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                playing = await browser.get("/matches/t1-0")
                assert playing.status_code == 404
                assert "Match &#39;t1-0&#39; is being played" in playing.text
                assert '<a href="/tables/t1-0">Watch it</a>' in playing.text
                begun = asyncio.Event()
                watching = asyncio.create_task(pictures(browser, begun))
                await begun.wait()
                await host.ask(lambda client: client.cancel_tournament(id))
                last = (await watching)[-1]
                assert (last["is_over"], last["has_result"]) == (True, False)
                page = (await browser.get("/tables/t1-0")).text
                assert '<p class="ended" hidden>' in page
                assert '<p class="stopped">The match was stopped without a result: see ' in page
            await stopped_are_told_as_stopped(browser)

    within(60, watched())


async def stopped_are_told_as_stopped(browser: httpx.AsyncClient) -> None:
    """The addresses of matches that were cancelled, watched (t1-0) or not (t1-1)."""
    for path in ("/matches/t1-0", "/tables/t1-1"):
        answer = await browser.get(path)
        assert answer.status_code == 404
        assert "of &#39;event&#39; was stopped without a result" in answer.text
        assert '<a href="/tournaments/t1">Its tournament</a>' in answer.text
        assert "/tables/" not in answer.text
    told = await browser.get("/api/v1/matches/t1-0/record")
    assert told.status_code == 404
    assert "was stopped without a result" in told.json()["detail"]
    for id in ("t1-2", "t1-0.1", "t9-0", "t1-00", "x"):
        assert "o finished match" in (await browser.get(f"/matches/{id}")).text


def test_a_match_that_is_still_to_come_is_told_so(tmp_path: Path) -> None:
    async def watched() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            answer = await browser.get("/matches/t1-1")
            assert answer.status_code == 404
            assert "has no result: it is still to be played" in answer.text

    within(20, watched())


def test_an_organiser_may_show_no_table(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay="off") as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                for path in ("/tables/t1-0", "/live/tables/t1-0", "/api/v1/tables/t1-0"):
                    answer = await browser.get(path)
                    assert answer.status_code == 403
                    assert "its organiser has turned that off" in answer.text
                home = (await browser.get("/")).text
                assert "t1-0" in home
                assert "/tables/" not in home

    within(20, watched())


async def start(host: Host, **plan_of: Any) -> None:
    """A tournament of two bots with these settings."""
    plan = TournamentPlan(
        name="both ways",
        ruleset="miner",
        options={"short": True},
        bots=("alice", "bob"),
        matches_per_pairing=2,
        clock=Clock(move_limit_ns=20 * NANOS, bank_ns=0, strikes=3),
        **plan_of,
    )
    entry = await host.ask(lambda client: client.create_tournament(plan))
    await host.ask(lambda client: client.start_tournament(entry.id))


def test_a_table_whose_deals_are_played_elsewhere_is_not_shown(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=SHORT) as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            await start(host, deals=DealMode.MIRRORED)
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                for path in ("/tables/t1-0", "/live/tables/t1-0", "/api/v1/tables/t1-0"):
                    answer = await browser.get(path)
                    assert answer.status_code == 403
                    assert "the same deals are played at other tables" in answer.text
                for path in ("/", "/tournaments/t1"):
                    page = (await browser.get(path)).text
                    assert "t1-0" in page
                    assert "/tables/" not in page
                assert "see no table while it is played" in page

    within(30, watched())


@pytest.mark.parametrize("usual", ["10m", "off"])
def test_a_tournament_is_shown_with_the_delay_that_its_organiser_gave_it(
    tmp_path: Path, usual: str
) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=usual) as host,
            browser_of(host) as browser,
        ):
            await host.add_bots("alice", "bob")
            await start(host, spectator_delay_ns=0)
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                table = (await browser.get("/api/v1/tables/t1-0")).json()
                assert (table["delay_seconds"], table["wait_seconds"]) == (0, 0)
                assert table["frame"]["hidden"] == [9, 9, 9, 9]
                page = (await browser.get("/tables/t1-0")).text
                assert "You see the table without a delay, with all hands face down." in page
                assert 'href="/tables/t1-0"' in (await browser.get("/")).text
                page = (await browser.get("/tournaments/t1")).text
                assert 'href="/tables/t1-0"' in page
                assert "see its tables without a delay" in page
                told = (await browser.get("/api/v1/tournaments/t1")).json()
                assert told["plan"]["spectator_delay_seconds"] == 0
                assert told["running"][0]["spectator_delay_seconds"] == 0

    within(30, watched())


def test_a_match_that_is_not_played_gets_one_sentence(tmp_path: Path) -> None:
    async def watched() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            page = await browser.get("/tables/t9-9")
            assert page.status_code == 404
            assert "No match &#39;t9-9&#39; is being played" in page.text
            assert (await browser.get("/api/v1/tables/t9-9")).status_code == 404

    within(20, watched())
