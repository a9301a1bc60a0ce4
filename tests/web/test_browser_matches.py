"""The replay in a real browser: drawn, stepped through by mouse, keys and addresses, and played."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from tests.arena.real_arena import an_arena, within
from tests.web.played import LONG, MATCHES, MIRRORED, VOIDED
from tests.web.test_browser import ARTEFACTS, a_browser, faults_of, pytestmark

__all__ = ["pytestmark"]


@asynccontextmanager
async def a_page(folder: Path, **options: Any) -> AsyncIterator[Page]:
    """A page of an arena with a match of every game; what it logs is a failure."""
    logged: list[str] = []
    async with an_arena(folder, http="127.0.0.1:0") as host, a_browser() as browser:
        context = await browser.new_context(
            base_url=f"http://{host.running.http_address}", **options
        )
        page = await context.new_page()
        page.on("console", lambda message: logged.append(message.text))
        page.on("pageerror", lambda error: logged.append(str(error)))
        yield page
    assert logged == []


async def place(page: Page) -> str:
    """What the replay says it shows, such as `Deal 1, trick 2, step 8 of 191`."""
    return await page.locator(".place").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1920])
def test_the_replay_of_every_game_is_clean_at_every_width_by_day_and_night(
    folder: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    async def looked() -> None:
        window = {"width": width, "height": 1600}
        async with a_page(folder, viewport=window, color_scheme=scheme, bypass_csp=True) as page:
            for name, address in (
                ("open", f"{MATCHES[0]}#deal-1-trick-4"),
                ("pot", f"{MATCHES[4]}?seat=1#deal-2-trick-2"),
                ("widow", f"{MATCHES[5]}?seat=1#deal-1-trick-1"),
                ("long", f"{LONG}#deal-2-trick-1"),
                ("closed", MIRRORED),
            ):
                await page.goto(f"/matches/{address}")
                if name != "closed":
                    await page.locator(".stage").wait_for()
                assert await faults_of(page) == [], address
                await page.screenshot(path=ARTEFACTS / f"match-{name}-{width}-{scheme}.png")

    within(180, looked())


@pytest.mark.parametrize("width", [360, 1920])
def test_a_match_without_a_replay_has_a_clean_page(folder: Path, width: int) -> None:
    async def looked() -> None:
        async with an_arena(folder, http="127.0.0.1:0") as host, a_browser() as browser:
            page = await browser.new_page(viewport={"width": width, "height": 900}, bypass_csp=True)
            for name, id in (("voided", VOIDED), ("to-come", "t1-1.1"), ("unknown", "t1-99")):
                await page.goto(f"http://{host.running.http_address}/matches/{id}")
                assert await faults_of(page) == [], id
                await page.screenshot(path=ARTEFACTS / f"match-{name}-{width}.png")

    within(60, looked())


def test_keys_step_through_a_match_and_the_address_follows(folder: Path) -> None:
    async def stepped() -> None:
        async with a_page(folder) as page:
            await page.goto(f"/matches/{MATCHES[0]}")
            await page.locator(".stage").wait_for()
            first = await place(page)
            assert first.startswith("Deal 1, step 1 of ")
            await page.keyboard.press("ArrowRight")
            await page.keyboard.press("ArrowRight")
            assert (await place(page)).startswith("Deal 1, trick 1, step 3 of ")
            assert page.url.endswith("#deal-1-step-2")
            await page.keyboard.press("ArrowLeft")
            assert page.url.endswith("#deal-1-step-1")
            await page.keyboard.press("Shift+ArrowRight")
            assert (await place(page)).startswith("Deal 1, trick 2, ")
            await page.keyboard.press("Shift+ArrowRight")
            await page.keyboard.press("Shift+ArrowLeft")
            assert (await place(page)).startswith("Deal 1, trick 2, ")
            await page.keyboard.press("End")
            steps = first.rpartition(" ")[2]
            assert (await place(page)).endswith(f"step {steps} of {steps}")
            await expect(page.locator(".said")).to_contain_text("The match is over")
            await page.keyboard.press("ArrowRight")
            assert (await place(page)).endswith(f"step {steps} of {steps}")
            await page.keyboard.press("Home")
            assert await place(page) == first

    within(60, stepped())


def test_space_plays_and_stops_and_a_button_that_has_the_focus_keeps_its_own_key(
    folder: Path,
) -> None:
    async def played() -> None:
        async with a_page(folder, reduced_motion="reduce") as page:
            await page.goto(f"/matches/{MATCHES[0]}")
            await page.locator(".stage").wait_for()
            await page.locator(".speed").select_option("very fast")
            await page.locator(".speed").blur()
            await page.keyboard.press("Space")
            await expect(page.get_by_role("button", name="Pause")).to_be_visible()
            await expect(page.locator(".place")).to_contain_text("trick 2")
            assert await page.evaluate("document.getAnimations().length") == 0
            await page.keyboard.press("Space")
            await expect(page.get_by_role("button", name="Play")).to_be_visible()
            await page.keyboard.press("Home")
            await page.get_by_role("button", name="Step on").focus()
            await page.keyboard.press("Space")
            assert (await place(page)).startswith("Deal 1, trick 1, step 2 of ")

    within(60, played())


def test_playing_ends_at_the_end_and_begins_anew_from_there(folder: Path) -> None:
    async def played() -> None:
        async with a_page(folder) as page:
            await page.goto(f"/matches/{MATCHES[0]}")
            await page.locator(".stage").wait_for()
            await page.locator(".speed").select_option("very fast")
            await page.get_by_role("button", name="Last step").click()
            await page.get_by_role("button", name="Step back").click()
            await page.get_by_role("button", name="Play").click()
            await expect(page.locator(".said")).to_contain_text("The match is over")
            await expect(page.get_by_role("button", name="Play")).to_be_visible()
            await page.get_by_role("button", name="Play").click()
            await expect(page.locator(".place")).to_contain_text("Deal 1, trick 1")

    within(60, played())


def test_a_link_to_a_trick_can_be_shared_and_followed(folder: Path) -> None:
    async def shared() -> None:
        async with a_page(folder) as page:
            await page.goto(f"/matches/{MATCHES[0]}?seat=2#deal-2-trick-3")
            await page.locator(".stage").wait_for()
            assert (await place(page)).startswith("Deal 2, trick 3, ")
            link = page.get_by_role("link", name="Link to this step")
            there = await link.get_attribute("href")
            await page.get_by_role("link", name="Trick 5").first.click()
            await expect(page.locator(".place")).to_contain_text("Deal 1, trick 5")
            current = page.locator(".transcript [aria-current=step]")
            await expect(current).to_have_count(1)
            await page.goto(f"/matches/{MATCHES[0]}{there}")
            await expect(page.locator(".place")).to_contain_text("Deal 2, trick 3")

    within(60, shared())


def test_a_seat_sits_at_the_bottom_with_its_cards_and_all_others_are_face_down(
    folder: Path,
) -> None:
    async def seen() -> None:
        async with a_page(folder) as page:
            for id in (MATCHES[0], MATCHES[3], MATCHES[5]):
                await page.goto(f"/matches/{id}?seat=1")
                await page.locator(".stage").wait_for()
                own = page.locator(".at-bottom")
                await expect(own.locator(".number")).to_have_text("1")
                held = await own.locator("img.card:not([alt=''])").count()
                assert held > 0
                seats = page.locator(".seat:not(.at-bottom)")
                assert await seats.locator("img.card:not([alt=''])").count() == 0
                assert await seats.locator("img.card").count() >= held

    within(60, seen())


def test_who_changes_the_seat_stays_in_the_trick(folder: Path) -> None:
    async def looked() -> None:
        async with a_page(folder) as page:
            await page.goto(f"/matches/{MATCHES[0]}#deal-2-trick-3")
            await page.locator(".stage").wait_for()
            await page.locator(".views a").nth(3).click()
            await page.wait_for_url("**?seat=2#deal-2-trick-3")
            await page.locator(".stage").wait_for()
            assert (await place(page)).startswith("Deal 2, trick 3, ")

    within(60, looked())


def test_a_replay_that_cannot_be_fetched_says_so(folder: Path) -> None:
    async def looked() -> None:
        async with an_arena(folder, http="127.0.0.1:0") as host, a_browser() as browser:
            page = await browser.new_page()
            await page.route("**/frames", lambda route: route.abort())
            await page.goto(f"http://{host.running.http_address}/matches/{MATCHES[0]}")
            alert = page.locator(".replay [role=alert]")
            await expect(alert).to_have_text(
                "The replay cannot be shown now: load this page again."
            )

    within(60, looked())


def test_cards_that_are_played_lie_on_the_table_and_no_longer_in_a_hand(folder: Path) -> None:
    async def seen() -> None:
        async with a_page(folder) as page:
            await page.goto(f"/matches/{MATCHES[0]}#deal-1-step-3")
            await page.locator(".stage").wait_for()
            await expect(page.locator(".pile img.card")).to_have_count(3)
            await expect(page.locator(".hand img.card")).to_have_count(36 - 3)
            names = await page.locator("img.card").evaluate_all("all => all.map(one => one.alt)")
            assert len(set(names)) == 36
            await page.locator(".line").fill("0")
            await expect(page.locator(".pile img.card")).to_have_count(0)

    within(60, seen())


def test_without_a_script_the_tricks_can_be_read(folder: Path) -> None:
    async def read() -> None:
        async with a_page(folder, java_script_enabled=False) as page:
            await page.goto(f"/matches/{MATCHES[0]}#deal-2-trick-1")
            await expect(page.locator(".stage")).to_be_hidden()
            await expect(page.locator("#deal-2-trick-1")).to_be_in_viewport()
            text = await page.locator("#deal-1-trick-1").inner_text()
            assert "taken by seat" in text

    within(60, read())
