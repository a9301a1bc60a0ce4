"""Pages and JSON of bots over HTTP: score over time, shares, times, verdicts, matches."""

from typing import Any

import httpx
import pytest

from kozel_arena.rating import TimeHistogram
from kozel_arena.web.bot_readings import bars
from tests.arena.real_arena import Host
from tests.web.contested import NAMES
from tests.web.test_tournaments import looked

pytestmark = pytest.mark.e2e


async def numbers_of(browser: httpx.AsyncClient, id: str) -> dict[str, Any]:
    """A bot as JSON, as soon as its numbers and its tournaments' tables are worked out."""
    while True:  # the answer itself waits a little
        page: dict[str, Any] = (await browser.get(f"/api/v1/bots/{id}")).json()
        is_known = all(one["matches"] is not None for one in page["tournaments"])
        if page["numbers"] is not None and is_known:
            return page


def test_a_bots_numbers_agree_with_its_matches(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await numbers_of(browser, "b1")
        numbers = page["numbers"]
        played = sum(one["matches"] or 0 for one in page["tournaments"])
        assert numbers["matches"] == played
        assert sum(share["matches"] for share in numbers["opponents"]) == played
        assert sum(share["matches"] for share in numbers["rulesets"]) == played
        assert sum(share["matches"] for share in numbers["seats"]) == played
        assert sum(one["matches"] for one in numbers["verdicts"]) == played
        assert sum(bar["decisions"] for bar in numbers["times"]) == numbers["decisions"]
        assert {share["name"] for share in numbers["opponents"]} == set(NAMES) - {NAMES[0]}
        course = numbers["course"]
        assert [point["matches"] for point in course] == sorted(
            point["matches"] for point in course
        )
        assert course[-1]["matches"] == played
        assert course[-1]["score"] == numbers["score"]
        assert all(point["ended"] for point in course)

    looked(results, look)


def test_a_page_has_the_chart_as_a_table_too(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        numbers = (await numbers_of(browser, "b2"))["numbers"]
        page = (await browser.get("/bots/b2")).text
        assert 'data-source="/api/v1/bots/b2"' in page
        assert "As a table" in page
        table = page.split("<details>")[1].split("</details>")[0]
        assert table.count("<tr>") == len(numbers["course"]) + 1
        assert "By opponent" in page
        assert "miner: 0 and 2" in page
        assert "timeout" in page
        assert "/tournaments/t1/matches?bot=b2" in page

    looked(results, look)


def test_its_last_matches_are_of_all_its_tournaments(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await numbers_of(browser, "b1")
        recent = page["recent"]
        assert len(recent) == 20
        assert [match["ended"] for match in recent] == sorted(
            (match["ended"] for match in recent), reverse=True
        )
        assert all("b1" in sides(match) for match in recent)

    looked(results, look)


def sides(match: dict[str, Any]) -> list[str]:
    return [id for side in match["sides"] for id in side["bot_ids"]]


def test_a_bot_without_a_match_says_what_it_waits_for(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = (await browser.get("/bots/b7")).text
        assert "It has no rated match yet." in page
        assert "It takes part in no tournament" in page
        assert "uplot" not in page

    looked(results, look)


def test_a_bot_is_found_by_its_name_and_an_unknown_one_is_a_sentence(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        assert (await browser.get("/api/v1/bots/Anna <i>")).json()["bot"]["id"] == "b1"
        page = await browser.get("/bots/nobody")
        assert page.status_code == 404
        assert "There is no bot &#39;nobody&#39;" in page.text
        answer = await browser.get("/api/v1/bots/b99")
        assert answer.status_code == 404
        assert "no bot 'b99'" in answer.json()["detail"]

    looked(results, look)


def test_bars_are_steps_of_one_two_five_that_hold_every_decision() -> None:
    times = TimeHistogram.of([300_000, 1_500_000, 1_600_000, 3_000_000, 90_000_000_000])
    found = list(bars(times))
    assert sum(bar.decisions for bar in found) == 5
    assert (found[0].from_ms, found[0].to_ms, found[0].decisions) == (0.2, 0.5, 1)
    assert (found[2].from_ms, found[2].to_ms, found[2].decisions) == (1.0, 2.0, 2)
    assert found[-1].to_ms is None
    assert sum(bar.share for bar in found) == pytest.approx(1)
    assert list(bars(TimeHistogram())) == []


def test_what_is_quicker_than_all_steps_is_in_the_first_bar() -> None:
    (bar,) = bars(TimeHistogram.of([3]))
    assert (bar.from_ms, bar.decisions) == (0.0, 1)
