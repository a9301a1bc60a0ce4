"""A person plays in a real browser: whole matches, every special action, mouse and keyboard."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from kozel.rules import ActionKind, Match, Question, Rules, SeededChance, action_of, bind
from kozel.table.house import house_code
from kozel_arena.runtime import practice
from tests.arena.real_arena import an_arena, within
from tests.web.test_browser import ARTEFACTS, CHROMIUM, a_browser, faults_of

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        CHROMIUM is None, reason="Chromium is not installed (apt-get install chromium)"
    ),
]

Act = Callable[[Page], Awaitable[None]]
NEXT = """before => document.querySelector('#end')
  || (document.querySelector('#turn')?.textContent.startsWith('Your turn')
      && document.querySelector('input[name=decision]').value !== before)"""


@asynccontextmanager
async def a_table(tmp_path: Path, form: str = "", **look: Any) -> AsyncIterator[Page]:
    """The page of a table that was opened by the form; nothing may be logged while it is used."""
    logged: list[str] = []
    async with an_arena(tmp_path, http="127.0.0.1:0") as host, a_browser() as browser:
        context = await browser.new_context(bypass_csp=True, **look)
        page = await context.new_page()
        page.on("console", lambda message: logged.append(message.text))
        page.on("pageerror", lambda error: logged.append(str(error)))
        page.set_default_timeout(20_000)
        await page.goto(f"http://{host.running.http_address}/play{form}")
        await page.get_by_role("button", name="Sit down and play").click()
        # Until its scripts run, a form is sent as a page of its own, and the focus starts anew.
        await page.wait_for_load_state("load")
        await wait_for_turn(page, before="0")
        yield page
        assert logged == []


async def wait_for_turn(page: Page, *, before: str) -> None:
    """Wait until the person is asked something new, or the match is over."""
    await page.wait_for_function(NEXT, arg=before)


async def question(page: Page) -> str:
    """What is asked now; empty when the match is over."""
    if await page.locator("#end").count():
        return ""
    return (await page.locator("#turn").inner_text()).removeprefix("Your turn: ")


async def act(page: Page, how: Act) -> None:
    """Make one move and wait for the next turn."""
    before = await page.locator("input[name=decision]").input_value()
    await how(page)
    await wait_for_turn(page, before=before)


async def by_mouse(page: Page) -> None:
    """Whatever can be clicked: a card, several cards and a button, or a button."""
    if await page.locator("form.pick").count():
        buttons = page.locator(".actions button:enabled")
        while await buttons.count() == 0:
            await page.locator(".hand label:has(input:enabled:not(:checked))").first.click()
        await buttons.first.click()
    elif await page.locator(".hand button:enabled").count():
        await page.locator(".hand button:enabled").first.click()
    else:
        await page.locator(".actions button").first.click()


async def by_keyboard(page: Page) -> None:
    """The same without a mouse: the focus is where the next thing is to be done."""
    at = "document.activeElement"
    if await page.locator("form.pick").count():
        while await page.locator(".actions button:enabled").count() == 0:
            while await page.evaluate(f"{at}.checked !== false"):
                await page.keyboard.press("ArrowRight")
            await page.keyboard.press("Space")
        while not await page.evaluate(f"{at}.matches('.actions button')"):
            await page.keyboard.press("Tab")
    assert await page.evaluate(f"{at}.closest('form') !== null"), "the focus was lost"
    await page.keyboard.press("Enter")


async def focus_first(page: Page) -> None:
    """Go by Tab to the first thing that can be done; from then on the focus must stay there."""
    for _ in range(60):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.closest('form') !== null"):
            return
    raise AssertionError("the hand cannot be reached by keyboard")


def deal_from(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Let practice tables deal from a seed."""
    monkeypatch.setattr(practice.secrets, "token_hex", lambda size: seed)


def decisions(rules: Rules, seed: str) -> Iterator[tuple[Question, Sequence[int]]]:
    """What seat 0 is asked in a match with the house, and its legal codes; it plays the first."""
    match = Match(rules, SeededChance(seed))
    while match.outcome is None:
        seat = match.deciders()[0]
        legal = match.legal(seat)
        if len(legal) > 1 and seat == 0:
            yield match.question(0), legal
        match.apply(
            seat, legal[0] if seat == 0 or len(legal) == 1 else house_code(match.view(seat))
        )


def seed_that_asks(rules: Rules, asked: Question) -> str:
    """A seed with which the first thing that seat 0 is asked is this; to follow, with a choice."""
    for seed in map(str, range(100_000)):
        first, legal = next(decisions(rules, seed))
        kinds = {action_of(code).kind for code in legal}
        if first is asked and (asked is not Question.FOLLOW or ActionKind.BEAT in kinds):
            return seed
    raise AssertionError("no seed asks it")


def seed_of_a_short_match() -> str:
    """A seed with which a match of short miner against the house has few decisions."""
    rules = bind("miner", {"short": True})
    return min(map(str, range(300)), key=lambda seed: len(list(decisions(rules, seed))))


def test_a_whole_match_of_miner_by_mouse_and_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_from(monkeypatch, seed_of_a_short_match())

    async def played() -> None:
        async with a_table(tmp_path, "?ruleset=miner&option.short=true") as page:
            while await question(page):
                await act(page, by_mouse)
            assert "You have" in await page.locator("#end").inner_text()
            assert await faults_of(page) == []
            await page.screenshot(path=ARTEFACTS / "play-end.png", full_page=True)
            async with page.expect_download() as download:
                await page.get_by_role("link", name="Download the record").click()
            text = (await (await download.value).path()).read_text(encoding="utf-8")
            assert '"kozel-record/1"' in text

    within(240, played())


def test_a_whole_match_of_miner_by_keyboard_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_from(monkeypatch, seed_of_a_short_match())

    async def played() -> None:
        form = "?ruleset=miner&option.short=true"
        async with a_table(tmp_path, form, reduced_motion="reduce") as page:
            await focus_first(page)
            while await question(page):
                await act(page, by_keyboard)
            assert await page.evaluate("document.activeElement.id") == "end"

    within(240, played())


def test_a_move_in_the_instant_of_a_picture_loads_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_from(monkeypatch, seed_of_a_short_match())

    async def played() -> None:
        async with a_table(tmp_path, "?ruleset=miner&option.short=true") as page:
            await page.evaluate(
                """() => {
                  const play = () => document.querySelector("#table button:enabled[name]")?.click();
                  document.addEventListener("htmx:sseMessage", play);
                  play();
                }"""
            )
            # A page that was loaded anew would not play on.
            await page.locator("#end").wait_for()

    within(60, played())


@pytest.mark.parametrize("how", [by_mouse, by_keyboard])
@pytest.mark.parametrize(
    ("ruleset", "options", "asked", "words"),
    [
        ("pot", {"players": 2}, Question.CLAIM, "claim the lead or pass"),
        ("shokha", {"players": 3}, Question.CLAIM, "claim the lead or pass"),
        ("shokha", {"players": 2}, Question.FOLLOW, "beat or throw"),
        ("widow", {}, Question.TAKE_WIDOW, "take the widow or leave it"),
        ("classic", {"trump_mode": "named"}, Question.NAME_TRUMP, "name the trump suit"),
    ],
    ids=["pot-claim", "shokha-claim", "shokha-beat", "widow", "classic-name"],
)
def test_every_special_action_by_mouse_and_by_keyboard(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ruleset: str,
    options: dict[str, Any],
    asked: Question,
    words: str,
    how: Act,
) -> None:
    deal_from(monkeypatch, seed_that_asks(bind(ruleset, options), asked))
    form = "&".join([f"?ruleset={ruleset}", *(f"option.{k}={v}" for k, v in options.items())])

    async def played() -> None:
        async with a_table(tmp_path, form) as page:
            assert await question(page) == words
            assert await faults_of(page) == []
            name = f"play-{ruleset}-{words.split()[0]}"
            await page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)
            if how is by_keyboard:
                await focus_first(page)
            await act(page, how)
            if ruleset == "widow":
                assert await question(page) == "bury three cards"
                await act(page, how)
                log = await page.locator(".log").inner_text()
                assert "You take the widow." in log
                assert re.search(r"You bury \S+ \S+ \S+ face down\.", log)

    within(120, played())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1920])
def test_form_and_table_are_clean_at_every_width_by_day_and_night(
    tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    async def looked() -> None:
        look = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
        async with a_table(tmp_path, "?ruleset=miner", **look) as page:
            for _ in range(5):
                await act(page, by_mouse)
            assert await faults_of(page) == []
            await page.screenshot(path=ARTEFACTS / f"play-{width}-{scheme}.png", full_page=True)
            await page.get_by_text("The rules of miner").click()
            assert await faults_of(page) == []
            await page.get_by_role("link", name="Play", exact=True).click()
            assert await faults_of(page) == []
            name = f"play-form-{width}-{scheme}.png"
            await page.screenshot(path=ARTEFACTS / name, full_page=True)

    within(120, looked())


def test_a_reload_resumes_the_clock_runs_and_a_double_move_is_told(tmp_path: Path) -> None:
    async def played() -> None:
        async with a_table(tmp_path, "?ruleset=miner&move_limit=100") as page:
            limit = page.locator(".clock .limit")
            await page.wait_for_function(
                "parseInt(document.querySelector('.clock .limit').textContent) < 99"
            )
            shown = int((await limit.inner_text()).removesuffix(" s"))
            hand = await page.locator(".hand img").count()
            await page.reload()
            assert int((await limit.inner_text()).removesuffix(" s")) <= shown
            assert await page.locator(".hand img").count() == hand
            other = await page.context.new_page()
            await other.goto(page.url)
            await act(page, by_mouse)
            form = "document.querySelector('input[name=decision]')"
            await page.evaluate(f"{form}.value = 1")
            await page.locator(".hand button:enabled").first.click()
            alert = page.get_by_role("alert")
            await alert.get_by_text("You have answered this already").wait_for()
            await other.close()

    within(120, played())


def test_the_number_of_players_changes_the_form_at_once(tmp_path: Path) -> None:
    async def looked() -> None:
        async with a_table(tmp_path, "?ruleset=shokha") as page:
            await page.goto(page.url.rpartition("/")[0] + "?ruleset=shokha")
            assert await page.get_by_label("Your partner, opposite").count() == 1
            await page.get_by_label("players").select_option("2")
            await page.get_by_label("Opponent").wait_for()
            await expect(page.get_by_label("Your partner, opposite")).to_have_count(0)

    within(60, looked())
