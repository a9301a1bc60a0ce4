"""The pages of authors and organisers in a real browser, and the whole way of an author in one."""

import asyncio
import re
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from kozel.v1.arena_pb2 import PlayRequest
from kozel_arena.storage import Accounts
from tests.arena.real_arena import Host, an_arena, within
from tests.web.accounts import PLAN, open_cup, organiser_token
from tests.web.test_browser import ARTEFACTS, a_browser, faults_of, pytestmark
from tests.web.test_pages import play_a_tournament

__all__ = ["pytestmark"]

TRACEBACK = b"""Traceback (most recent call last):
  File "my_bot.py", line 12, in choose
    return self.book[view.trick]
LookupError: the book has no such page
"""

OF_REFUSALS = (
    "the server responded with a status of",
    "does not conform to the required format",
)
"""What the browser logs of a refused form, and of a time that only a test can have typed."""


@asynccontextmanager
async def a_page(folder: Path, **options: Any) -> AsyncIterator[tuple[Host, Page]]:
    """An arena and a page of it; what the browser logs is a failure."""
    logged: list[str] = []
    async with an_arena(folder, http="127.0.0.1:0") as host, a_browser() as browser:
        context = await browser.new_context(
            base_url=f"http://{host.running.http_address}", **options
        )
        page = await context.new_page()
        page.on("console", lambda message: logged.append(message.text))
        page.on("pageerror", lambda error: logged.append(str(error)))
        yield host, page
    assert [text for text in logged if not any(words in text for words in OF_REFUSALS)] == []


async def log_in(page: Page, token: str) -> None:
    """Log in as a person does."""
    await page.goto("/login")
    await page.get_by_label("Token").fill(token)
    await page.get_by_role("button", name="Log in").click()


async def misbehave(host: Host, name: str) -> None:
    """A bot gives its author something to read."""
    async with host.dial(name, capacity=0) as bot:
        await bot.hear_all()
    async with host.dial(name) as bot:
        await bot.hear_until(lambda bot: bot.welcomes)
        await bot.answer((7, 1, 99), (7, 2, None))
        await bot.call.write(PlayRequest(log=TRACEBACK))
        await bot.hear_until(lambda bot: len(bot.answer_refusals) == 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1920])
def test_every_page_of_accounts_is_clean_at_every_width_by_day_and_night(
    tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    async def looked() -> None:
        window = {"width": width, "height": 900}
        options = {"viewport": window, "color_scheme": scheme, "bypass_csp": True}
        async with a_page(tmp_path, **options) as (host, page):

            async def seen(name: str) -> None:
                assert await faults_of(page) == [], name
                path = ARTEFACTS / f"{name}-{width}-{scheme}.png"
                await page.screenshot(path=path, full_page=True)

            await page.goto("/register")
            await seen("register-closed")
            await play_a_tournament(host)
            cup, code = await open_cup(host)
            await misbehave(host, "bob")
            await page.goto("/register")
            await seen("register")
            await page.get_by_label("Invitation code").fill("nonsense")
            await page.get_by_label("Name of the bot").fill("sly")
            await page.get_by_role("button", name="Register").click()
            await seen("register-refused")
            await page.get_by_label("Invitation code").fill(code)
            await page.get_by_label("How the organiser reaches you").fill("sly@example.org")
            await page.get_by_role("button", name="Register").click()
            await page.get_by_role("heading", name="sly is registered").wait_for()
            await seen("token")
            await page.goto("/login")
            await seen("login")
            await log_in(page, host.tokens["bob"])
            await page.get_by_role("heading", name="My bots").wait_for()
            await seen("my")
            await page.get_by_role("link", name="bob").click()
            await page.get_by_text("LookupError: the book has no such page").wait_for()
            await seen("my-bot")
            await log_in(page, organiser_token(host))
            await page.goto("/organise")
            await seen("organise")
            await page.goto(f"/organise/tournaments/{cup.id}")
            await page.get_by_role("button", name="Make a code").click()
            await page.get_by_role("heading", name="Invitation 2").wait_for()
            await seen("organise-registration")
            await page.goto("/organise/tournaments/t1")
            await seen("organise-finished")
            await page.goto("/organise/audit")
            await seen("audit")

    within(180, looked())


def test_an_author_goes_the_whole_way_with_the_keyboard_alone(tmp_path: Path) -> None:
    async def went() -> None:
        async with a_page(tmp_path) as (host, page):
            _, code = await open_cup(host)
            await page.goto("/register")
            await page.get_by_label("Invitation code").focus()
            await page.keyboard.type(code)
            await page.keyboard.press("Tab")
            await page.keyboard.type("sly")
            await page.keyboard.press("Enter")
            await page.get_by_role("heading", name="sly is registered").wait_for()
            host.tokens["sly"] = await page.locator("#token").inner_text()
            async with host.dial("sly") as bot:
                await bot.hear_until(lambda bot: bot.welcomes)
                await page.get_by_role("link", name="Log and records of sly").press("Enter")
                await page.get_by_text("Replace the token").press("Enter")
                await page.get_by_role("button", name="Replace it now").press("Enter")
                await page.get_by_role("heading", name="sly has a new token").wait_for()
                await bot.hear_all()
            assert await page.locator("#token").inner_text() != host.tokens["sly"]
            await page.goto("/my/bots/b1")
            await page.get_by_role("button", name="Log out").press("Enter")
            await expect(page.get_by_role("status")).to_have_text("You are logged out.")
            await page.goto("/my/bots/b1")
            await expect(page.get_by_role("heading", name="Log in")).to_be_visible()

    within(60, went())


def test_a_secret_is_copied_with_a_button(tmp_path: Path) -> None:
    async def copied() -> None:
        permissions = ["clipboard-read", "clipboard-write"]
        async with a_page(tmp_path, permissions=permissions) as (host, page):
            _, code = await open_cup(host)
            await page.goto(f"/register?code={code}")
            await page.get_by_label("Name of the bot").fill("sly")
            await page.get_by_role("button", name="Register").click()
            await page.get_by_role("button", name="Copy").first.click()
            await page.get_by_role("button", name="Copied").wait_for()
            token = await page.locator("#token").inner_text()
            assert await page.evaluate("navigator.clipboard.readText()") == token

    within(60, copied())


def test_a_page_with_a_secret_can_be_loaded_again(tmp_path: Path) -> None:
    async def loaded() -> None:
        async with a_page(tmp_path) as (host, page):
            (old,) = await host.add_bots("alice")
            cup, _ = await open_cup(host)
            await log_in(page, old)
            await page.goto("/my/bots/b1")
            await page.get_by_text("Replace the token").click()
            await page.get_by_role("button", name="Replace it now").click()
            await page.get_by_role("heading", name="alice has a new token").wait_for()
            token = await page.locator("#token").inner_text()
            await page.reload()
            await expect(page.get_by_role("status")).to_contain_text("it is shown only once")
            assert token not in await page.content()
            audit = await host.ask(lambda client: client.audit(9))
            assert [line.action for line in audit].count("token_rotated") == 1
            host.tokens["alice"] = token
            async with host.dial("alice") as bot:
                await bot.hear_until(lambda bot: bot.welcomes)
            await log_in(page, organiser_token(host))
            await page.goto(f"/organise/tournaments/{cup.id}")
            await page.get_by_role("button", name="Make a code").click()
            await page.get_by_role("heading", name="Invitation 2").wait_for()
            await page.reload()
            await expect(page.locator("#code")).to_have_count(0)
            await expect(page.get_by_role("row")).to_have_count(3)

    within(60, loaded())


def test_a_button_that_is_pressed_again_meanwhile_does_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    rotate = Accounts.rotate

    def slow(*args: Any, **options: Any) -> Any:
        begun.set()
        assert go_on.wait(20)
        return rotate(*args, **options)

    async def pressed() -> None:
        async with a_page(tmp_path) as (host, page):
            (old,) = await host.add_bots("alice")
            await log_in(page, old)
            await page.goto("/my/bots/b1")
            await page.get_by_text("Replace the token").click()
            button = page.get_by_role("button", name="Replace it now")
            box = await button.bounding_box()
            assert box is not None
            await page.mouse.click(box["x"] + 5, box["y"] + 5)
            assert await asyncio.to_thread(begun.wait, 20)
            await page.mouse.click(box["x"] + 5, box["y"] + 5)
            go_on.set()
            await page.get_by_role("heading", name="alice has a new token").wait_for()
            audit = await host.ask(lambda client: client.audit(9))
            assert [line.action for line in audit].count("token_rotated") == 1

    monkeypatch.setattr(Accounts, "rotate", slow)
    within(60, pressed())


def test_the_longest_names_and_texts_stick_out_nowhere(tmp_path: Path) -> None:
    wide = "W" * 64

    async def looked() -> None:
        options = {"viewport": {"width": 360, "height": 900}, "bypass_csp": True}
        async with a_page(tmp_path, **options) as (host, page):
            plan = replace(PLAN, name=wide)
            cup = await host.ask(lambda client: client.create_tournament(plan, most_bots=4))

            async def seen(name: str) -> None:
                assert await faults_of(page) == [], name
                await page.screenshot(path=ARTEFACTS / f"longest-{name}-360.png", full_page=True)

            await log_in(page, organiser_token(host))
            await page.goto(f"/organise/tournaments/{cup.id}")
            await page.get_by_label("For whom").fill("W" * 200)
            await page.get_by_role("button", name="Make a code").click()
            code = await page.locator("#code").inner_text()
            await page.goto("/register")
            await page.get_by_label("Invitation code").fill(code)
            await page.get_by_label("Name of the bot").fill(wide)
            await page.get_by_label("How the organiser reaches you").fill("m" * 200)
            await page.get_by_role("button", name="Register").click()
            await page.get_by_role("heading", name=f"{wide} is registered").wait_for()
            await seen("token")
            await page.reload()
            await seen("my-bot")
            pages = {"my": "/my", "register": "/register", "organise": "/organise"}
            pages |= {"audit": "/organise/audit", "tournament": f"/tournaments/{cup.id}"}
            for name, path in (pages | {"bots": "/bots", "bot": "/bots/b1"}).items():
                await page.goto(path)
                await seen(name)
            await page.goto(f"/organise/tournaments/{cup.id}")
            await page.evaluate("document.getElementById('closes').type = 'text'")
            await page.get_by_label("Closes at").fill("x" * 900)
            await page.get_by_role("button", name="Open, or change").click()
            await page.get_by_role("alert").wait_for()
            await seen("organise-refused")

    within(60, looked())


REFUSED = (
    ("Closes at", {"Bots at most": "7", "Closes at": "2001-01-01T00:00"}, "Open, or change"),
    ("Expires at", {"For whom": 'class "7b"', "Expires at": "2001-01-01T00:00"}, "Make a code"),
)
STRUCK = ("Id of the match", {"Id of the match": "t9-0", "Why": "no <b>"}, "Strike it out")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_refused_form_has_what_was_typed_and_leads_to_what_is_wrong(
    tmp_path: Path, width: int
) -> None:
    async def looked() -> None:
        options = {"viewport": {"width": width, "height": 900}, "bypass_csp": True}
        async with a_page(tmp_path, **options) as (host, page):

            async def refused(wrong: str, typed: dict[str, str], button: str) -> None:
                for label, text in typed.items():
                    await page.get_by_label(label).fill(text)
                await page.get_by_role("button", name=button).click()
                sentence = await page.get_by_role("alert").inner_text()
                for label, text in typed.items():
                    shown = "" if label == "Token" else text
                    await expect(page.get_by_label(label)).to_have_value(shown)
                field = page.get_by_label(wrong)
                await expect(field).to_be_focused()
                await expect(field).to_have_attribute("aria-invalid", "true")
                await expect(field).to_have_accessible_description(re.compile(re.escape(sentence)))
                await expect(page.get_by_role("alert")).to_be_in_viewport()
                assert await faults_of(page) == [], wrong
                name = f"refused-{re.sub(r'[^a-z]+', '-', wrong.lower())}-{width}.png"
                await page.screenshot(path=ARTEFACTS / name)

            await play_a_tournament(host)
            cup, _ = await open_cup(host)
            await page.goto("/register")
            name = {"Name of the bot": "sly", "How the organiser reaches you": "sly@example.org"}
            await refused("Invitation code", {"Invitation code": "x", **name}, "Register")
            await page.goto("/login")
            await refused("Token", {"Token": "nonsense"}, "Log in")
            await log_in(page, organiser_token(host))
            for form in REFUSED:
                await page.goto(f"/organise/tournaments/{cup.id}")
                await refused(*form)
            await page.goto("/organise/tournaments/t1")
            await refused(*STRUCK)

    within(120, looked())
