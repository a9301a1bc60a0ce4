"""A table that is played in a real browser: drawn picture by picture, then led on to its replay."""

import asyncio
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from tests.arena.real_arena import an_arena, first_asked, within
from tests.web.test_browser import ARTEFACTS, a_browser, faults_of, pytestmark
from tests.web.test_tables import SHORT, play_on

__all__ = ["pytestmark"]


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1920, "light")])
def test_a_table_is_drawn_as_it_is_played_and_leads_to_the_replay(
    tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    logged: list[str] = []

    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=SHORT) as host,
            a_browser() as browser,
        ):
            await host.add_bots("Zoë <b>", "bob")
            id = await host.start("Zoë <b>", "bob")
            async with host.dial("Zoë <b>", capacity=2) as zoe, host.dial("bob", capacity=2) as bob:
                await first_asked(zoe, bob)
                page = await browser.new_page(
                    viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
                )
                page.on("console", lambda message: logged.append(message.text))
                page.on("pageerror", lambda error: logged.append(str(error)))
                await page.goto(f"http://{host.running.http_address}/tables/t1-0")
                await page.locator(".board").wait_for()
                await expect(page.locator(".hand img.card")).to_have_count(36)
                for _ in range(6):
                    await play_on(zoe, bob)
                await expect(page.locator(".pile img.card").first).to_be_visible()
                assert await faults_of(page) == []
                await page.screenshot(path=ARTEFACTS / f"table-{width}-{scheme}.png")
                assert await page.locator(".hand img.card:not([alt=''])").count() == 0
                await asyncio.gather(
                    *(bot.play(lambda bot: len(bot.endings) >= 4) for bot in (zoe, bob))
                )
                await host.finished(id)
                await page.get_by_role("link", name="See its replay").click()
                await page.locator(".stage").wait_for()
                assert page.url.endswith("/matches/t1-0")

    within(90, watched())
    assert logged == []


def test_a_table_that_is_stopped_says_so_and_leads_to_its_tournament(tmp_path: Path) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=SHORT) as host,
            a_browser() as browser,
        ):
            await host.add_bots("alice", "bob")
            id = await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                page = await browser.new_page(bypass_csp=True)
                await page.goto(f"http://{host.running.http_address}/tables/t1-0")
                await expect(page.locator(".hand img.card")).to_have_count(36)
                await expect(page.get_by_text("stopped without a result")).to_be_hidden()
                await host.ask(lambda client: client.cancel_tournament(id))
                said = page.get_by_text("The match was stopped without a result: see event.")
                await expect(said).to_be_visible()
                await expect(page.get_by_text("The match is over.")).to_be_hidden()
                assert await faults_of(page) == []
                await said.get_by_role("link").click()
                await page.get_by_role("heading", name="event").wait_for()

    within(90, watched())


@pytest.mark.parametrize(("delay", "said"), [("1h", "in 60 min."), ("100s", r"in (100|9\d) s\.")])
def test_how_long_the_first_picture_takes_is_told_in_units_that_fit(
    tmp_path: Path, delay: str, said: str
) -> None:
    async def watched() -> None:
        async with (
            an_arena(tmp_path, http="127.0.0.1:0", spectator_delay=delay) as host,
            a_browser() as browser,
        ):
            await host.add_bots("alice", "bob")
            await host.start("alice", "bob")
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2) as bob:
                await first_asked(alice, bob)
                page = await browser.new_page()
                async with page.expect_request("**/live/tables/t1-0"):
                    await page.goto(f"http://{host.running.http_address}/tables/t1-0")
                await expect(page.locator(".said")).to_have_text(re.compile(said))

    within(60, watched())
