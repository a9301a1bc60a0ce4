"""Pages and JSON of tournaments over HTTP: results, rounds, what comes next, matches, records."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from kozel_arena.web.painter import LIVE_SECONDS, SharedPart
from tests.arena.real_arena import Host, an_arena, within
from tests.web.contested import NAMES
from tests.web.test_pages import browser_of

pytestmark = pytest.mark.e2e


def looked(
    place: Path | str, look: Callable[[httpx.AsyncClient, Host], Awaitable[None]], **settings: str
) -> None:
    """Look at an arena over that database."""

    async def told() -> None:
        async with (
            an_arena(place, http="127.0.0.1:0", **settings) as host,
            browser_of(host) as browser,
        ):
            await look(browser, host)

    within(60, told())


async def tables_of(browser: httpx.AsyncClient, id: str) -> dict[str, object]:
    """The tournament as JSON, as soon as its tables are worked out."""
    while (page := (await browser.get(f"/api/v1/tournaments/{id}")).json())["tables"] is None:
        pass  # the answer itself waits a little
    return dict(page)


def test_the_dashboard_shows_the_same_numbers_as_the_organisers_commands(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await tables_of(browser, "t1")
        report = await host.report("t1")
        shown = page["tables"]["standings"]  # type: ignore[index]
        assert len(shown) == len(report.standings) == len(NAMES)
        for line, own in zip(shown, report.standings, strict=True):
            assert (line["bot_id"], line["place"], line["matches"]) == (
                own.bot_id,
                own.place,
                own.matches,
            )
            for estimate, other in (("score", own.score), ("elo", own.elo), ("points", own.points)):
                assert other is not None
                assert line[estimate]["low"] == pytest.approx(other.low)
                assert line[estimate]["high"] == pytest.approx(other.high)
        cells = page["tables"]["cross_table"]  # type: ignore[index]
        assert len(cells) == len(report.cross_table) == 30

    looked(results, look)


def test_a_page_has_bars_cells_that_lead_to_matches_verdicts_plan_and_files(
    results: str,
) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        await tables_of(browser, "t1")
        page = (await browser.get("/tournaments/t1")).text
        assert page.count('<svg class="interval"') == len(NAMES)
        assert "95 % interval" in page
        assert "/tournaments/t1/matches?bot=b1&amp;opponent=b2" in page
        assert "/tournaments/t1/matches?bot=b1&amp;verdict=timeout" in page
        assert "300 of 300 matches" in page
        assert "round robin" in page
        assert "5 s, and 60 s in the bank" in page
        assert 'href="/bots/b1"' in page
        assert 'href="/tournaments/t1/records.jsonl"' in page
        assert "Anna &lt;i&gt;" in page
        assert "<i>" not in page

    looked(results, look)


def test_a_swiss_tournament_shows_its_rounds_and_what_is_next(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await tables_of(browser, "t2")
        rounds = page["tables"]["rounds"]  # type: ignore[index]
        assert [round["title"] for round in rounds] == ["Round 1 of 4", "Round 2 of 4"]
        assert len(rounds[0]["meetings"]) == 3
        places = [line["place"] for line in page["tables"]["swiss"]]  # type: ignore[index]
        assert places[0] == 1
        assert places == sorted(places)
        upcoming = page["upcoming"]
        assert upcoming == [], "it is paused since before the arena started"
        text = (await browser.get("/tournaments/t2")).text
        assert "Round 2 of 4" in text
        assert "Buchholz" in text

    looked(results, look)


def test_a_knockout_shows_its_bracket_and_who_has_won(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await tables_of(browser, "t3")
        tables: dict[str, object] = page["tables"]  # type: ignore[assignment]
        assert tables["winner"] in page["names"]  # type: ignore[operator]
        assert tables["rounds"][-1]["title"] == "Final"  # type: ignore[index]
        assert tables["places"][0]["entry"] == tables["winner"]  # type: ignore[index]
        text = (await browser.get("/tournaments/t3")).text
        assert "has won the tournament" in text
        assert "Quarter-finals" in text
        assert "matches were needed" in text

    looked(results, look)


def test_a_sequential_test_says_who_is_stronger_by_name(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        await tables_of(browser, "t7")
        text = (await browser.get("/tournaments/t7")).text
        assert "Accepted: greedy is stronger than rnd by +40 Elo or more." in text
        assert "sequential test (SPRT)" in text
        assert "the first bot" not in text

    looked(results, look)


def test_a_tournament_that_has_not_begun_shows_what_comes_first(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await tables_of(browser, "t6")
        assert [one["number"] for one in page["upcoming"]] == list(range(12))  # type: ignore[attr-defined]
        text = (await browser.get("/tournaments/t6")).text
        assert "No match has a result yet." in text
        assert "Nobody has met anybody yet." in text
        assert "t6-0" in text
        assert "short: true" in text
        assert "independent: every match has its own" in text
        assert "records.jsonl" not in text

    looked(results, look)


def test_matches_come_page_by_page_none_lost_and_none_twice(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        seen: list[str] = []
        query: dict[str, str] = {"limit": "70"}
        while True:
            page = (await browser.get("/api/v1/tournaments/t1/matches", params=query)).json()
            seen += [match["match_id"] for match in page["matches"]]
            if page["next"] is None:
                break
            query["before"] = page["next"]
        assert seen == [f"t1-{number}" for number in reversed(range(300))]

    looked(results, look)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({"bot": "b1"}, lambda match: "b1" in ids(match)),
        ({"bot": "Anna <i>", "opponent": "b2"}, lambda match: {"b1", "b2"} == ids(match)),
        ({"verdict": "timeout"}, lambda match: match["verdict"] == "timeout"),
        (
            {"bot": "b3", "verdict": "timeout"},
            lambda match: match["verdict"] == "timeout" and "b3" in ids(match),
        ),
    ],
)
def test_filters_keep_what_fits_and_nothing_else(
    results: str, query: dict[str, str], wanted: Callable[[dict[str, object]], bool]
) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        address = "/api/v1/tournaments/t1/matches"
        everything = (await browser.get(address, params={"limit": "200"})).json()
        rest = (
            await browser.get(address, params={"limit": "200", "before": everything["next"]})
        ).json()
        expected = [m["match_id"] for m in everything["matches"] + rest["matches"] if wanted(m)]
        assert expected
        found = (await browser.get(address, params={**query, "limit": "200"})).json()
        assert [match["match_id"] for match in found["matches"]] == expected
        page = await browser.get("/tournaments/t1/matches", params=query)
        assert expected[0] in page.text
        assert "selected" in page.text

    looked(results, look)


def ids(match: dict[str, object]) -> set[str]:
    return {id for side in match["sides"] for id in side["bot_ids"]}  # type: ignore[attr-defined]


def test_a_link_to_older_matches_keeps_the_filter(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        first = (await browser.get("/tournaments/t1/matches?bot=b1")).text
        assert "?bot=b1&amp;before=t1-" in first
        link = first.split('href="/tournaments/t1/matches?bot=b1&amp;before=')[1].split('"')[0]
        second = (await browser.get(f"/tournaments/t1/matches?bot=b1&before={link}")).text
        assert f">{link}<" not in second
        assert "Newest matches" in second

    looked(results, look)


def test_what_cannot_be_meant_is_said_in_one_sentence(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        for query, status, sentence in (
            ("verdict=slow", 400, "No match ends with the verdict"),
            ("opponent=b1", 400, "An opponent needs a bot"),
            ("bot=b99", 404, "There is no bot"),
            ("bot=b1&opponent=nobody", 404, "There is no bot"),
            ("before=t1-9999", 404, "t1-9999"),
        ):
            page = await browser.get(f"/tournaments/t1/matches?{query}")
            assert page.status_code == status, query
            assert sentence in page.text
        assert (await browser.get("/tournaments/t77/matches")).status_code == 404
        api = "/api/v1/tournaments/t1/matches"
        assert (await browser.get(f"{api}?opponent=b1")).status_code == 400
        assert (await browser.get(f"{api}?verdict=slow")).status_code == 422
        assert (await browser.get(f"{api}?limit=1000")).status_code == 422
        assert (await browser.get(f"{api}?before=t1-9999")).status_code == 404

    looked(results, look)


def test_a_filter_that_fits_nothing_and_a_tournament_without_results_say_so(
    results: str,
) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = await browser.get("/tournaments/t1/matches?bot=b1&verdict=illegal")
        assert "No match of League is like that." in page.text
        page = await browser.get("/tournaments/t6/matches")
        assert "No match of Not begun has a result yet." in page.text

    looked(results, look)


def test_records_are_given_out_when_a_tournament_is_over_and_not_before(results: str) -> None:
    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        answer = await browser.get("/tournaments/t1/records.jsonl")
        assert answer.headers["content-disposition"].endswith("''League.jsonl")
        lines = answer.text.splitlines()
        assert len(lines) == 300
        assert json.loads(lines[7])["id"] == "t1-7"
        swiss = await browser.get("/tournaments/t2/records.jsonl")
        assert swiss.status_code == 403
        assert "when it is over" in swiss.text

    looked(results, look)


def test_while_tables_are_worked_out_the_page_is_there_and_says_so(
    results: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozel_arena.results.tables.PATIENCE_SECONDS", 0.0)

    async def look(browser: httpx.AsyncClient, host: Host) -> None:
        page = (await browser.get("/tournaments/t1")).text
        assert "are being worked out" in page
        assert 'sse-connect="/live/tournaments/t1"' in page, "they appear by themselves"
        async with browser.stream("GET", "/live/tournaments/t1") as stream:
            async for line in stream.aiter_lines():
                if "After 300 matches" in line:
                    break

    looked(results, look)


def test_a_tournament_in_play_shows_what_is_played_and_what_is_next(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            await host.add_bots("alice", "bob", "carol")
            id = await host.start("alice", "bob", "carol", matches=4)
            async with host.dial("alice", capacity=2) as alice, host.dial("bob", capacity=2):
                await alice.hear_until(lambda bot: bot.seatings)
                page = (await browser.get(f"/api/v1/tournaments/{id}")).json()
                (table,) = page["running"]
                assert set(table["seats"]) == {"alice", "bob"}
                assert page["tournament"]["running"] == 1
                numbers = [one["number"] for one in page["upcoming"]]
                assert int(table["match_id"].split("-")[1]) not in numbers
                assert len(numbers) == 11
                text = (await browser.get(f"/tournaments/{id}")).text
                assert table["match_id"] in text
            assert "seed" not in text

    within(30, told())


def test_many_watchers_share_one_part() -> None:
    made: list[float] = []
    now = 0.0

    async def part() -> str:
        made.append(now)
        return f"part {len(made)}"

    async def told() -> None:
        nonlocal now
        shared = SharedPart(part, seconds=LIVE_SECONDS, clock=lambda: now)
        assert await asyncio.gather(*(shared.now() for _ in range(5))) == ["part 1"] * 5
        now = LIVE_SECONDS
        assert await asyncio.gather(*(shared.now() for _ in range(5))) == ["part 2"] * 5

    within(10, told())
    assert made == [0.0, LIVE_SECONDS]
