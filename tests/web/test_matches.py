"""The page of a finished match over HTTP: what it tells everybody, and what it tells one seat."""

import hashlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from kozel.records import parse_record, verify_record
from tests.arena.real_arena import an_arena, within
from tests.web.played import ABSENT, GAMES, MATCHES, MIRRORED, VOIDED

pytestmark = pytest.mark.e2e

CARD = re.compile(r"\b[6-9TJQKA][CSHD]\b")
SHOWN = re.compile(
    r'class="card-name suit-([CSHD])">(10|[6-9JQKA])<span aria-hidden="true">.</span>'
)


@asynccontextmanager
async def a_reader(place: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at an arena with a match of every game."""
    async with (
        an_arena(place, http="127.0.0.1:0") as host,
        httpx.AsyncClient(
            base_url=f"http://{host.running.http_address}", trust_env=False
        ) as browser,
    ):
        yield browser


def cards_in(value: Any) -> set[str]:
    """Every card that is named anywhere in a JSON value."""
    if isinstance(value, str):
        return set(CARD.findall(value))
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(cards_in, value)) if isinstance(value, list) else set()


def cards_on(page: str) -> set[str]:
    """Every card that is named anywhere on a page."""
    return set(CARD.findall(page)) | {
        ("T" if rank == "10" else rank) + suit for suit, rank in SHOWN.findall(page)
    }


def test_a_match_of_every_game_has_a_page_a_replay_and_a_record_that_agree(games: str) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            for id, (name, ruleset, _) in zip(MATCHES, GAMES, strict=True):
                page = await browser.get(f"/matches/{id}")
                assert page.status_code == 200
                assert name in page.text
                assert "Zoë <b>" not in page.text
                assert "Zoë &lt;b&gt;" in page.text
                match = (await browser.get(f"/api/v1/matches/{id}")).json()
                frames = (await browser.get(f"/api/v1/matches/{id}/frames")).json()
                line = await browser.get(f"/api/v1/matches/{id}/record")
                record = parse_record(line.text)
                verify_record(record)
                assert match["ruleset"] == record.ruleset == ruleset
                word = {"pot": "chips", "widow": "marks"}.get(ruleset, "penalties")
                assert match["score_word"] == word
                assert f"{word} at the end" in page.text
                assert frames[-1]["score"] == list(record.score) == match["score"]
                assert [deal["score"] for deal in match["deals"]] == [
                    list(deal.score or ()) for deal in record.deals
                ]
                for frame in frames:
                    assert f'id="deal-{frame["deal"]}-step-{frame["step"]}"' in page.text
                    if frame["trick"]:
                        assert f'id="deal-{frame["deal"]}-trick-{frame["trick"]}"' in page.text

    within(60, told())


def test_the_commitment_opens_with_the_seed(games: str) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            match = (await browser.get(f"/api/v1/matches/{MATCHES[0]}")).json()
            opened = hashlib.sha256(f"{match['seed']}:{match['match_id']}".encode()).hexdigest()
            assert opened == match["commitment"]
            page = (await browser.get(f"/matches/{MATCHES[0]}")).text
            assert match["commitment"] in page
            assert match["seed"] in page
            line = await browser.get(f"/api/v1/matches/{MATCHES[0]}/record")
            assert f'filename="{MATCHES[0]}.jsonl"' in line.headers["content-disposition"]

    within(30, told())


def test_what_a_seat_is_shown_has_no_card_that_it_could_not_know(games: str) -> None:
    """In each deal: its own cards, those that lay open, and the turn-up; nothing else."""

    async def told() -> None:
        async with a_reader(games) as browser:
            for id in MATCHES:
                whole = (await browser.get(f"/api/v1/matches/{id}/frames")).json()
                for seat in range(len(whole[0]["hands"])):
                    url = f"/api/v1/matches/{id}/frames?seat={seat}"
                    frames = (await browser.get(url)).json()
                    for number in {frame["deal"] for frame in whole}:
                        known = known_to(seat, [f for f in whole if f["deal"] == number])
                        shown = [frame for frame in frames if frame["deal"] == number]
                        assert cards_in(shown) <= known, (id, seat, number)
                        assert not any(
                            hand
                            for frame in shown
                            for at, hand in enumerate(frame["hands"])
                            if at != seat
                        )
                    times = [f["seat"] for f in frames if f["milliseconds"] is not None]
                    assert set(times) <= {seat}

    within(60, told())


def known_to(seat: int, frames: list[dict[str, Any]]) -> set[str]:
    """The cards of a deal that a seat ever comes to know, out of the frames that show all."""
    known = {frames[0]["turn_up"]} - {None}
    for frame in frames:
        known |= set(frame["hands"][seat])
        for played in frame["table"]:
            if played["verb"] != "throws" or played["seat"] == seat:
                known |= set(played["cards"])
        if frame["owner"] == seat:
            known |= set(frame["widow"])
    return known


@pytest.mark.parametrize("id", [MATCHES[4], MATCHES[5]])
def test_the_page_of_a_seat_names_no_card_that_is_hidden_from_it_to_the_end(
    games: str, id: str
) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            for seat in range(3):
                url = f"/api/v1/matches/{id}/frames?seat={seat}"
                frames = (await browser.get(url)).json()
                sections = (await browser.get(f"/matches/{id}?seat={seat}")).text.split("<section")
                for number, section in enumerate(sections[1:], 1):
                    deal = [frame for frame in frames if frame["deal"] == number]
                    assert cards_on(section.split("</section>")[0]) <= cards_in(deal)
                assert len(sections) - 1 == max(frame["deal"] for frame in frames)

    within(30, told())


def test_what_the_arena_chose_is_marked_and_charged(games: str) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            match = (await browser.get(f"/api/v1/matches/{ABSENT}")).json()
            assert match["verdict"] == "disconnect"
            assert [seat["is_charged"] for seat in match["seats"]] == [False, True, False, False]
            assert match["seats"][1]["by_arena"] > 0
            frames = (await browser.get(f"/api/v1/matches/{ABSENT}/frames")).json()
            assert {f["seat"] for f in frames if f["by_arena"]} == {1}
            page = (await browser.get(f"/matches/{ABSENT}")).text
            assert "the verdict is charged to it" in page
            assert f'href="/bots/{match["seats"][1]["bot_id"]}"' in page
            assert "the arena: gone" in page

    within(30, told())


def test_a_match_whose_deals_others_still_meet_shows_no_card_no_time_and_no_seed(
    games: str,
) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            page = await browser.get(f"/matches/{MIRRORED}?seat=0")
            assert page.status_code == 200
            assert "still to be played at other tables" in page.text
            assert cards_on(page.text) == set()
            match = (await browser.get(f"/api/v1/matches/{MIRRORED}")).json()
            assert (match["seed"], match["deals"], match["is_revealed"]) == (None, [], False)
            assert {seat["longest_ms"] for seat in match["seats"]} == {None}
            assert {seat["deal_points"] for seat in match["seats"]} == {None}
            for part in ("frames", "frames?seat=0", "record"):
                answer = await browser.get(f"/api/v1/matches/{MIRRORED}/{part}")
                assert answer.status_code == 403
                assert "are still to be played at other tables" in answer.json()["detail"]

    within(30, told())


def test_what_is_no_match_or_no_seat_gets_one_sentence(games: str) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            for path, sentence in (
                ("/matches/t1-99", "There is no finished match &#39;t1-99&#39;"),
                ("/matches/t1-0?seat=4", "There is no seat &#39;4&#39;: choose one from 0 to 3"),
                ("/matches/t1-0?seat=-1", "There is no seat &#39;-1&#39;"),
                ("/matches/t1-0?seat=%C2%B2", "There is no seat &#39;²&#39;"),
            ):
                page = await browser.get(path)
                assert page.status_code == 404, path
                assert sentence in page.text
            struck = await browser.get(f"/matches/{VOIDED}")
            assert struck.status_code == 410
            assert "was struck out by an organiser" in struck.text
            assert "olga" not in struck.text
            for path in ("t1-99", "t1-99/frames", "t1-99/record", "t1-0/frames?seat=4"):
                answer = await browser.get(f"/api/v1/matches/{path}")
                assert answer.status_code == 404, path
                assert "there is no" in answer.json()["detail"]
            assert (await browser.get("/api/v1/matches/t1-0/frames?seat=x")).status_code == 422

    within(30, told())


def test_a_reader_without_compression_gets_the_same_frames(games: str) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            url = f"/api/v1/matches/{MATCHES[0]}/frames"
            packed = await browser.get(url)
            plain = await browser.get(url, headers={"Accept-Encoding": "identity"})
            assert packed.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.headers
            assert packed.json() == plain.json()

    within(30, told())


def test_the_api_describes_matches_frames_and_tables(games: str) -> None:
    async def told() -> None:
        async with a_reader(games) as browser:
            described = (await browser.get("/api/v1/openapi.json")).json()
            paths = described["paths"]
            for path in ("", "/frames", "/record"):
                assert paths[f"/matches/{{match_id}}{path}"]["get"]["summary"]
            answer = paths["/matches/{match_id}/frames"]["get"]["responses"]["200"]
            items = answer["content"]["application/json"]["schema"]["items"]
            assert items == {"$ref": "#/components/schemas/Frame"}
            assert "/tables/{match_id}" in paths
            frame = (await browser.get(f"/api/v1/matches/{MATCHES[0]}/frames")).json()[0]
            assert frame.keys() == described["components"]["schemas"]["Frame"]["properties"].keys()

    within(30, told())
