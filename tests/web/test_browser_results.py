"""Tournaments and bots in a real browser: clean at every width, with a keyboard only, by itself."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Page

from tests.arena.real_arena import an_arena, within
from tests.web.test_browser import a_browser, look_at, until
from tests.web.test_browser import pytestmark as pytestmark

PAGES = (
    "/tournaments",
    "/tournaments/t1",
    "/tournaments/t2",
    "/tournaments/t3",
    "/tournaments/t4",
    "/tournaments/t5",
    "/tournaments/t6",
    "/tournaments/t7",
    "/tournaments/t1/matches",
    "/tournaments/t1/matches?bot=b1&verdict=illegal",
    "/bots",
    "/bots/b1",
    "/bots/b7",
)


async def settled(page: Page, address: str) -> None:
    """Wait until everything is worked out that pages show."""
    for number in range(1, 8):
        while (await known(page, f"{address}/api/v1/tournaments/t{number}", "tables")) is None:
            pass  # the answer itself waits a little
    for number in (1, 7):
        while (await known(page, f"{address}/api/v1/bots/b{number}", "numbers")) is None:
            pass


async def known(page: Page, address: str, field: str) -> object:
    return (await (await page.request.get(address)).json())[field]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1920])
def test_results_are_clean_at_every_width_by_day_and_night(
    contested_folder: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    logged: list[str] = []

    async def looked() -> None:
        async with an_arena(contested_folder, http="127.0.0.1:0") as host, a_browser() as browser:
            address = f"http://{host.running.http_address}"
            page = await browser.new_page(
                viewport={"width": width, "height": 900},
                color_scheme=scheme,
                reduced_motion="reduce",
                bypass_csp=True,
            )
            page.on("console", lambda message: logged.append(message.text))
            page.on("pageerror", lambda error: logged.append(str(error)))
            await settled(page, address)
            for path in PAGES:
                await look_at(page, address, path, f"results-{scheme}")

    within(180, looked())
    assert logged == []


def test_the_score_over_time_is_drawn_under_the_strict_policy(contested_folder: Path) -> None:
    logged: list[str] = []

    async def looked() -> None:
        async with an_arena(contested_folder, http="127.0.0.1:0") as host, a_browser() as browser:
            address = f"http://{host.running.http_address}"
            page = await browser.new_page(viewport={"width": 700, "height": 900})
            page.on("console", lambda message: logged.append(message.text))
            await settled(page, address)
            await page.goto(f"{address}/bots/b1")
            canvas = page.locator("#course-chart canvas")
            await canvas.wait_for()
            is_drawn = (
                "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)"
                ".data.some(value => value > 0)"
            )
            assert await canvas.evaluate(is_drawn)
            await page.set_viewport_size({"width": 360, "height": 900})
            fits = "document.querySelector('#course-chart .uplot').clientWidth <= 360"
            await until(page, fits)

    within(60, looked())
    assert logged == []


def test_a_keyboard_opens_the_table_and_filters_matches(contested_folder: Path) -> None:
    async def looked() -> None:
        async with an_arena(contested_folder, http="127.0.0.1:0") as host, a_browser() as browser:
            address = f"http://{host.running.http_address}"
            page = await browser.new_page()
            await settled(page, address)
            await page.goto(f"{address}/bots/b1")
            await page.locator("summary").focus()
            await page.keyboard.press("Enter")
            assert await page.locator("details table").is_visible()
            await page.goto(f"{address}/tournaments/t1/matches")
            await page.locator("[name=verdict]").focus()
            await page.keyboard.type("timeout")
            await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            await page.wait_for_url(re.compile("verdict=timeout"))
            ends = await page.locator("tbody td:nth-child(6)").all_text_contents()
            assert ends
            assert set(ends) == {"timeout"}

    within(60, looked())


def test_a_cell_of_the_cross_table_leads_to_the_matches_of_the_two(contested_folder: Path) -> None:
    async def looked() -> None:
        async with an_arena(contested_folder, http="127.0.0.1:0") as host, a_browser() as browser:
            address = f"http://{host.running.http_address}"
            page = await browser.new_page()
            await settled(page, address)
            await page.goto(f"{address}/tournaments/t1")
            await page.locator(".cross a").first.click()
            await page.wait_for_url(re.compile("bot=b1&opponent=b2"))
            assert await page.locator("tbody tr").count() == 20

    within(60, looked())
