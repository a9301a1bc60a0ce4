"""The pages in a real browser: nothing sticks out, nothing is logged, axe finds nothing.

Screenshots of every page are kept in artefacts/ for people to look at.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import which
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.arena.real_arena import an_arena, within
from tests.web.test_pages import PAGES, play_a_tournament

CHROMIUM = which("chromium") or which("chromium-browser")
AXE = Path(__file__).with_name("vendor") / "axe.min.js"
ARTEFACTS = Path(__file__).parents[2] / "artefacts"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

OVERLAPS = """(() => {
  const seen = (element) => {
    let {left, top, right, bottom} = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") {
        const box = at.getBoundingClientRect();
        left = Math.max(left, box.left), right = Math.min(right, box.right);
        top = Math.max(top, box.top), bottom = Math.min(bottom, box.bottom);
      }
    return {left, top, right, bottom};
  };
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const all = [...document.querySelectorAll("a, button:not(.card), select, input, summary")]
    .filter((element) => element.checkVisibility())
    .map((element) => [element, seen(element)]);
  return all.flatMap(([one, box], at) => all.slice(at + 1)
    .filter(([other, its]) => over(box, its) && !one.contains(other))
    .map(([other]) => `${one.textContent.trim()} | ${other.textContent.trim()}`));
})()"""
"""Controls that lie over each other, as far as they are not cut off or scrolled away."""

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)"
    ),
]


@asynccontextmanager
async def a_browser() -> AsyncIterator[Browser]:
    """Debian's Chromium without a screen."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


async def faults_of(page: Page) -> list[str]:
    """What axe finds, and what sticks out to the right."""
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    found = await page.evaluate(
        "axe.run({resultTypes: ['violations']}).then(result => result.violations)"
    )
    faults = [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]
    if await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        faults.append("the page is wider than the window")
    return faults + [f"one lies over the other: {pair}" for pair in await page.evaluate(OVERLAPS)]


async def until(page: Page, expression: str) -> None:
    """Wait for an expression to hold, also where the page's own policy forbids `eval`."""
    while not await page.evaluate(expression):
        await page.evaluate("new Promise(requestAnimationFrame)")


async def look_at(page: Page, address: str, path: str, name: str) -> None:
    """Open a page, find no fault in it, and keep a screenshot."""
    await page.goto(f"{address}{path}", wait_until="load")
    assert await faults_of(page) == [], path
    words = re.sub(r"[^a-z0-9]+", "-", path.strip("/")) or "home"
    assert page.viewport_size is not None
    file = ARTEFACTS / f"{words}-{page.viewport_size['width']}-{name}.png"
    await page.screenshot(path=file, full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1920])
def test_every_page_is_clean_at_every_width_by_day_and_night(
    tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    logged: list[str] = []

    async def looked() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, a_browser() as browser:
            await play_a_tournament(host)
            page = await browser.new_page(
                viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
            )
            page.on("console", lambda message: logged.append(message.text))
            page.on("pageerror", lambda error: logged.append(str(error)))
            for path in PAGES:
                await look_at(page, f"http://{host.running.http_address}", path, scheme)

    within(120, looked())
    assert logged == []


def test_the_home_page_follows_the_arena_without_a_reload(tmp_path: Path) -> None:
    async def looked() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, a_browser() as browser:
            await host.add_bots("alice", "bob")
            page = await browser.new_page()
            logged: list[str] = []
            page.on("console", lambda message: logged.append(message.text))
            await page.goto(f"http://{host.running.http_address}/")
            await page.get_by_text("No tournament runs").wait_for()
            await host.start("alice", "bob")
            await page.get_by_role("link", name="event").wait_for()
            assert logged == []

    within(60, looked())


def test_what_comes_in_by_itself_leaves_the_focus_where_it_is(tmp_path: Path) -> None:
    async def looked() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, a_browser() as browser:
            await host.add_bots("alice", "bob", "carol")
            await host.start("alice", "bob")
            page = await browser.new_page()
            await page.goto(f"http://{host.running.http_address}/")
            await page.get_by_role("link", name="event").focus()
            async with host.dial("carol"):
                await expect(page.locator(".numbers dd").first).to_have_text("1")
            await expect(page.locator(".numbers dd").first).to_have_text("0")
            assert await page.evaluate("document.activeElement.textContent") == "event"

    within(60, looked())


def test_a_keyboard_reaches_the_content_first_and_every_link(tmp_path: Path) -> None:
    async def looked() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, a_browser() as browser:
            page = await browser.new_page()
            await page.goto(f"http://{host.running.http_address}/")
            await page.keyboard.press("Tab")
            assert (
                await page.evaluate("document.activeElement.textContent") == "Skip to the content"
            )
            await page.keyboard.press("Enter")
            assert await page.evaluate("document.activeElement.id") == "content"
            await page.keyboard.press("Tab")
            assert await page.evaluate("document.activeElement.tagName") == "A"

    within(60, looked())
