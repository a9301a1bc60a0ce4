"""A person's seat over HTTP: the form, the table, moves, privacy, errors, the JSON API."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from kozel.records import parse_record, verify_record
from kozel_arena.rulebook import rules_text
from tests.arena.real_arena import Host, an_arena, within
from tests.web.test_pages import browser_of

pytestmark = pytest.mark.e2e

CARD = re.compile(r"/static/cards/([6789TJQKA][CSHD])\.svg")
ORDER = {"ruleset": "miner", "options": {"short": True}}


async def opened(browser: httpx.AsyncClient, **order: Any) -> tuple[str, dict[str, Any]]:
    """Open a table by the API: its token and the place."""
    answer = await browser.post("/api/v1/practice", json={**ORDER, **order})
    assert answer.status_code == 201, answer.text
    return answer.json()["token"], answer.json()["place"]


async def place_when(browser: httpx.AsyncClient, token: str, *states: str) -> dict[str, Any]:
    """The place as soon as it is in one of the states."""
    seen = -1
    while True:
        params = {"seen": seen, "wait_s": 10}
        place = (await browser.get(f"/api/v1/practice/{token}", params=params)).json()
        if place["state"] in states:
            return dict(place)
        seen = place["version"]


def cards_on(page: str) -> set[str]:
    """The cards whose pictures or names are on a page."""
    return set(CARD.findall(page)) | set(re.findall(r'"([6789TJQKA][CSHD])"', page))


async def play_to_the_end(browser: httpx.AsyncClient, token: str) -> dict[str, Any]:
    """First actions until the match is over; the last place."""
    while (place := await place_when(browser, token, "asked", "over"))["state"] == "asked":
        move = {"decision_id": place["decision_id"], "index": 0}
        answer = await browser.post(f"/api/v1/practice/{token}/moves", json=move)
        assert answer.status_code == 200, answer.text
    return place


def test_a_whole_match_by_the_api_against_a_bot_with_its_record_at_the_end(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            await host.add_bots("alice")
            async with host.dial("alice", capacity=2) as alice:
                await alice.hear_until(lambda bot: bot.welcomes)
                bots = asyncio.create_task(alice.play(lambda bot: len(bot.endings) >= 2))
                token, _ = await opened(browser, opponents=["alice", "house", "alice"], seat=2)
                early = await browser.get(f"/api/v1/practice/{token}/record")
                assert early.status_code == 409
                place = await play_to_the_end(browser, token)
                await bots
                assert {seating.tournament_id for seating in alice.seatings} == {""}
            assert place["end"]["verdict"] == "normal"
            assert "You have" in place["end"]["sentence"]
            text = (await browser.get(f"/api/v1/practice/{token}/record")).text
            record = parse_record(text)
            verify_record(record)
            assert record.seats == ("house", "alice", "you", "alice")
            assert json.loads(text)["seed"] == place["end"]["seed"]
            assert (await browser.get(f"/play/{token}/record")).text == text
            assert (await browser.get("/api/v1/tournaments")).json() == []

    within(60, told())


def test_a_page_never_holds_a_card_that_the_seat_may_not_know(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            token, _ = await opened(browser)
            place = await place_when(browser, token, "asked")
            known: set[str] = set()
            tricks = 0
            while place["state"] == "asked" and place["deal"] == 1:
                page = (await browser.get(f"/play/{token}")).text
                known |= {card["name"] for card in place["hand"]}
                for move in place["trick"] + place["last_trick"]:
                    known |= {card["name"] for card in move["cards"]}
                    tricks += 1
                assert cards_on(page) <= known
                assert cards_on(json.dumps({**place, "options": {}})) <= known
                assert place["end"] is None
                move = {"decision_id": place["decision_id"], "index": 0}
                await browser.post(f"/api/v1/practice/{token}/moves", json=move)
                place = await place_when(browser, token, "asked", "over")
            assert tricks > 8

    within(60, told())


def test_the_form_opens_a_table_and_keeps_what_was_chosen_when_it_cannot(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            page = (await browser.get("/play")).text
            assert "No bot is connected now" in page
            assert "the match is lost at 6 instead of 12 (M11)" in page
            form = {
                "ruleset": "pot",
                "option.players": "3",
                "option.ante": "3",
                "opponent": ["house", "house"],
                "move_limit": "30",
            }
            refused = await browser.post("/play", data=form)
            assert refused.status_code == 422
            assert "give an even number, so that two of three players" in refused.text
            assert 'value="30"' in refused.text
            form["option.ante"] = "2"
            answer = await browser.post("/play", data=form)
            assert answer.status_code == 303
            table = await browser.get(answer.headers["location"])
            assert "Pot, practice" in table.text
            assert "nobody looks back into piles" in " ".join(table.text.split())

    within(30, told())


@pytest.mark.parametrize(
    ("form", "status", "sentence"),
    [
        ({"ruleset": "bridge"}, 422, "bridge"),
        ({"option.short": "maybe"}, 422, "&#39;maybe&#39; is no value of it"),
        ({"option.shorts": "true"}, 422, "there is no such option"),
        ({"seat": "9"}, 422, "There is no seat 9"),
        ({"seat": "x"}, 422, "is no number that can be used"),
        ({"move_limit": "0"}, 422, "1 to 600 seconds"),
        ({"move_limit": "nan"}, 422, "is no number that can be used"),
        ({"bank": "-1"}, 422, "0 to 3600 in the bank"),
        ({"bank": "99999"}, 422, "at most 3600 seconds"),
        ({"opponent": ["bob", "house", "house"]}, 422, "No bot &#39;bob&#39; is connected"),
        ({"opponent": ["house"]}, 422, "1 other players were named"),
        ({"name": "x" * 40}, 422, "a name of 1 to 32 printable characters"),
    ],
)
def test_a_wrong_form_gets_one_sentence(
    tmp_path: Path, form: dict[str, Any], status: int, sentence: str
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            answer = await browser.post("/play", data={"ruleset": "miner", **form})
            assert answer.status_code == status
            assert sentence in answer.text
            assert answer.text.count('role="alert"') == 1

    within(30, told())


@pytest.mark.parametrize(
    ("order", "status", "sentence"),
    [
        ({"ruleset": "bridge"}, 422, "bridge"),
        ({"options": {"short": 1}}, 422, "1 is no value of it"),
        ({"move_limit_s": 1e300}, 422, "1 to 600 seconds"),
        ({"opponents": ["b9"] * 3}, 422, "no bot 'b9' is connected"),
        ({"seat": -1}, 422, "there is no seat -1"),
    ],
)
def test_a_wrong_order_gets_one_sentence(
    tmp_path: Path, order: dict[str, Any], status: int, sentence: str
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            answer = await browser.post("/api/v1/practice", json={**ORDER, **order})
            assert answer.status_code == status
            assert sentence in answer.json()["detail"]

    within(30, told())


def test_late_illegal_double_and_foreign_moves_get_one_sentence(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            token, _ = await opened(browser)
            place = await place_when(browser, token, "asked")
            decision = place["decision_id"]

            async def move(**form: Any) -> str:
                answer = await browser.post(
                    f"/play/{token}/move", data=form, headers={"HX-Request": "true"}
                )
                assert answer.status_code == 200
                return answer.text

            assert "not allowed now" in await move(decision=decision, index=40)
            assert "not allowed now" in await move(decision=decision, index="x")
            assert "has not asked that" in await move(decision=decision + 1, index=0)
            assert "has not asked that" in await move()
            assert "You cannot bury with 1 card" in await move(
                decision=decision, kind="bury", card="6C"
            )
            assert (await move(decision=decision, index=0)).strip() == ""
            again = await browser.post(
                f"/play/{token}/move", data={"decision": decision, "index": 0}
            )
            assert again.status_code == 409
            assert "answered this already" in again.text
            wrong = {"decision_id": decision, "index": 0}
            answer = await browser.post(f"/api/v1/practice/{token}/moves", json=wrong)
            assert answer.status_code == 409
            assert "answered this already" in answer.json()["detail"]
            await browser.post(f"/play/{token}/leave")
            assert "The match is over" in await move(decision=decision, index=0)

    within(30, told())


def test_time_that_is_over_costs_the_move_and_then_the_match(tmp_path: Path) -> None:
    async def told() -> None:
        settings = {"http": "127.0.0.1:0", "strikes": 1}
        async with an_arena(tmp_path, **settings) as host, browser_of(host) as browser:
            token, _ = await opened(browser, move_limit_s=1, bank_s=0)
            asked = await place_when(browser, token, "asked")
            assert 0 < asked["limit_ms"] <= 1000
            place = await place_when(browser, token, "over")
            assert place["end"]["verdict"] == "timeout"
            assert "because you did not answer in time" in place["end"]["sentence"]
            assert place["end"]["losers"] == [0]
            late = {"decision_id": asked["decision_id"], "index": 0}
            answer = await browser.post(f"/api/v1/practice/{token}/moves", json=late)
            assert "The match is over" in answer.json()["detail"]

    within(30, told())


def test_nobody_else_gets_a_seat_and_other_sites_get_nothing_done(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            token, _ = await opened(browser)
            for path in ("/play/nobody", "/play/nobody/record", "/live/play/nobody"):
                page = await browser.get(path)
                assert page.status_code == 404
                assert "There is no practice table at this address any more" in page.text
            assert (await browser.get("/api/v1/practice/nobody")).status_code == 404
            for headers in (
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
                {"Origin": "https://elsewhere.example"},
                {"Origin": "null"},
            ):
                answer = await browser.post(f"/play/{token}/leave", headers=headers)
                assert answer.status_code == 403
                answer = await browser.post("/api/v1/practice", json=ORDER, headers=headers)
                assert answer.status_code == 403
            place = (await browser.get(f"/api/v1/practice/{token}")).json()
            assert place["state"] != "over"
            own = {"Origin": str(browser.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
            assert (await browser.post(f"/play/{token}/leave", headers=own)).status_code == 303

    within(30, told())


def test_practice_can_be_turned_off_and_is_bounded(tmp_path: Path) -> None:
    async def told() -> None:
        settings = {"http": "127.0.0.1:0", "practice_tables": 0}
        async with an_arena(tmp_path, **settings) as host, browser_of(host) as browser:
            assert "has turned them off" in (await browser.get("/play")).text
            answer = await browser.post("/api/v1/practice", json=ORDER)
            assert answer.status_code == 409
            assert "turned them off" in answer.json()["detail"]

    within(30, told())


def test_the_table_comes_as_news_and_ends_with_the_match(tmp_path: Path) -> None:
    async def watched(host: Host, token: str, has_begun: asyncio.Event) -> str:
        text = ""
        async with (
            browser_of(host) as browser,
            browser.stream("GET", f"/live/play/{token}?seen=-1") as stream,
        ):
            async for line in stream.aiter_lines():
                text += line + "\n"
                if "Your turn" in line:
                    has_begun.set()
        return text

    async def told() -> None:
        has_begun = asyncio.Event()
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            token, _ = await opened(browser)
            watcher = asyncio.create_task(watched(host, token, has_begun))
            await has_begun.wait()
            await browser.delete(f"/api/v1/practice/{token}")
            text = await watcher
        assert "The match was stopped and has no result." in text
        assert text.rstrip().endswith("data: over")

    within(30, told())


def test_a_rated_match_takes_its_bots_away_from_the_table(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            await host.add_bots("alice", "bob")
            async with (
                host.dial("alice", capacity=2) as alice,
                host.dial("bob", capacity=2) as bob,
            ):
                for bot in (alice, bob):
                    await bot.hear_until(lambda bot: bot.welcomes)
                token, place = await opened(browser, opponents=["alice", "house", "alice"])
                assert [player["name"] for player in place["players"]][1] == "alice (1)"
                id = await host.start("alice", "bob", matches=2)
                await asyncio.gather(
                    alice.play(lambda bot: len(bot.endings) >= 6),
                    bob.play(lambda bot: len(bot.endings) >= 4),
                )
                report = await host.finished(id)
                assert report.tournament.finished == 2
            place = (await browser.get(f"/api/v1/practice/{token}")).json()
            assert place["state"] in ("asked", "waiting")
            assert "alice was called to a rated match: the house plays on." in place["log"]

    within(60, told())


def test_the_api_offers_bots_and_options(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            await host.add_bots("alice")
            async with host.dial("alice", capacity=3) as alice:
                await alice.hear_until(lambda bot: bot.welcomes)
                offer = (await browser.get("/api/v1/practice")).json()
            assert [(bot["name"], bot["free_seats"]) for bot in offer["opponents"]] == [
                ("alice", 3)
            ]
            options = {
                ruleset["name"]: [option["name"] for option in ruleset["options"]]
                for ruleset in offer["rulesets"]
            }
            assert options["miner"] == ["marker", "short", "pairing", "must_trump"]
            assert all(
                option["about"] for ruleset in offer["rulesets"] for option in ruleset["options"]
            )
            described = (await browser.get("/api/v1/openapi.json")).json()
            assert "/practice/{token}/moves" in described["paths"]

    within(30, told())


def test_the_rules_of_every_ruleset_are_in_reach() -> None:
    assert "M11" in rules_text("miner")
    assert "B13" in rules_text("pot")
    assert "P5" in rules_text("pot")
    assert "C0.10" in rules_text("widow")
    assert "come with the package" in rules_text("elsewhere")
