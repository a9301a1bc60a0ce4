"""What the web lets nobody do: guess, send too much, write too long; and what it answers then."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from kozel.rules.errors import LONGEST_QUOTE
from kozel_arena.web.body_limit import LARGEST_BODY
from tests.arena.real_arena import an_arena, within
from tests.web.accounts import Visit, at_the_desk, open_cup

pytestmark = pytest.mark.e2e
HTTP: Any = {"http": "127.0.0.1:0"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CHUNKED = "Transfer-Encoding: chunked"
AT = "/organise/tournaments/t1"


def test_guessing_is_limited_by_address_and_goes_on_after_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP, http_proxies="127.0.0.1") as host:
            await open_cup(host)
            async with Visit(host, headers={"X-Forwarded-For": "192.0.2.7"}) as guest:
                fields = {"code": "guess", "name": "sly"}
                pages = [await guest.send("/register", at="/register", **fields) for _ in range(31)]
                assert [page.status_code for page in pages] == [403] * 30 + [429]
                assert 0 < int(pages[-1].headers["retry-after"]) <= 60
                assert "try again in a minute" in pages[-1].text
                assert (await guest.log_in("nonsense")).status_code == 403
                # The JSON API counts together with the page.
                answer = await guest.client.post("/api/v1/register", json=fields)
                assert answer.status_code == 429
                assert "try again in a minute" in answer.json()["detail"]
                guest.client.headers["X-Forwarded-For"] = "192.0.2.8"
                page = await guest.send("/register", at="/register", **fields)
                assert page.status_code == 403
                guest.client.headers["X-Forwarded-For"] = "192.0.2.7"
                later = time.time() + 61
                monkeypatch.setattr("limits.storage.memory.time.time", lambda: later)
                page = await guest.send("/register", at="/register", **fields)
                assert page.status_code == 403

    within(30, told())


def test_a_class_behind_one_address_registers_and_logs_in_at_once(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host, bots=40, uses=40)
            for number in range(40):
                fields = {"code": code, "name": f"pupil {number}"}
                answer = await visit.client.post("/api/v1/register", json=fields)
                assert answer.status_code == 201
                # A name that is taken is no guess of a code.
                again = await visit.client.post("/api/v1/register", json=fields)
                assert again.status_code in (403, 409)
                page = await visit.log_in(answer.json()["token"])
                assert page.url.path == "/my"

    within(60, told())


def test_tokens_in_the_header_are_guessed_no_more_often_than_on_the_page(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host, Visit(host) as visit:
            (alice,) = await host.add_bots("alice")
            good, bad = ({"Authorization": f"Bearer {token}"} for token in (alice, "nonsense"))
            for _ in range(40):
                assert (await visit.client.get("/api/v1/my/bots", headers=good)).status_code == 200
            for _ in range(30):
                answer = await visit.client.get("/api/v1/my/bots", headers=bad)
                assert answer.status_code == 401
                assert answer.headers["www-authenticate"] == "Bearer"
            assert (await visit.client.get("/api/v1/my/bots", headers=bad)).status_code == 429
            # A program that goes on with an old token keeps no neighbour from logging in.
            assert (await visit.log_in(alice)).url.path == "/my"

    within(30, told())


async def _answer(address: str, head: str, *, chunks: int, until: bytes) -> bytes:
    """What the arena says to a request whose body comes in chunks of 64 KiB, or not at all."""
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(f"{head}\r\nHost: {address}\r\n\r\n".encode())
        for _ in range(chunks):
            writer.write(b"%x\r\n%b\r\n" % (LARGEST_BODY, b"a" * LARGEST_BODY))
        return await reader.readuntil(until)
    finally:
        writer.close()


def test_a_request_that_is_too_large_is_not_read_to_its_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host:
            await open_cup(host)
            address = host.running.http_address
            paths = ("/login", "/register", f"{AT}/void", "/play")
            for path in (*paths, "/api/v1/register", "/api/v1/practice"):
                kind = "json" if "api" in path else "x-www-form-urlencoded"
                head = f"POST {path} HTTP/1.1\r\nContent-Type: application/{kind}\r\n"
                for length, chunks in (
                    (f"Content-Length: {10**12}", 0),
                    (CHUNKED, 2),
                    (CHUNKED, 9),
                ):
                    answer = await _answer(address, head + length, chunks=chunks, until=b"has.")
                    assert answer.startswith(b"HTTP/1.1 413 "), answer
                    assert b"larger than 64 KiB: send only the fields" in answer
                    assert b"content-security-policy" in answer

    within(30, told())
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []


def test_a_body_where_none_belongs_is_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host:
            address = host.running.http_address
            for path in ("/live/home", "/login", "/api/v1/home"):
                head = f"GET {path} HTTP/1.1\r\n{CHUNKED}"
                answer = await _answer(
                    address, head, chunks=9, until=b"}" if "api" in path else b"</"
                )
                assert answer.startswith(b"HTTP/1.1 200 ")

    within(30, told())
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []


def test_a_request_of_just_the_right_size_is_read(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host, Visit(host) as visit:
            start = b"name="
            for size, status in ((LARGEST_BODY, 403), (LARGEST_BODY + 1, 413)):
                body = start + b"a" * (size - len(start))
                page = await visit.client.post("/login", content=body, headers=FORM)
                assert page.status_code == status
            files = {"token": ("token.txt", b"a" * LARGEST_BODY)}
            assert (await visit.client.post("/login", files=files)).status_code == 413

    within(30, told())


LONG = "x" * 3000


LONG_FIELDS = (
    ("registration", {"most_bots": LONG}),
    ("registration", {"most_bots": "4", "closes": LONG}),
    ("invitations", {"uses": LONG}),
    ("invitations", {"uses": "1", "expires": LONG}),
    ("invitations/revoke", {"number": LONG}),
    ("withdraw", {"bot": LONG}),
    ("void", {"match": LONG, "reason": "why"}),
    ("void", {"match": f"t1-{LONG}", "reason": "why"}),
)


def test_a_sentence_does_not_repeat_all_that_was_written(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            for path, fields in LONG_FIELDS:
                page = await visit.send(f"{AT}/{path}", at=AT, **fields)
                assert page.status_code in (400, 404)
                said = page.text.split('role="alert">')[1].split("</p>")[0]
                assert "xxx…" in said
                assert len(said) < LONGEST_QUOTE + 150

    within(30, told())


LONG_PATHS = (
    f"/tournaments/{LONG}",
    f"/bots/{LONG}",
    f"/matches/{LONG}",
    f"/tables/{LONG}",
    f"/play/{LONG}",
    f"/play?ruleset={LONG}",
    f"/play?option.{LONG}=1",
    f"/play?ruleset=miner&option.short={LONG}",
    f"/play?ruleset=pot&option.stake={'9' * 5000}",
    f"/play?move_limit={LONG}",
    f"/tournaments/t1/matches?verdict={LONG}",
    f"/my/bots/{LONG}",
    f"/api/v1/my/bots/{LONG}",
    f"/api/v1/bots/{LONG}",
    f"/api/v1/tournaments/{LONG}",
    f"/api/v1/matches/{LONG}",
    f"/api/v1/practice/{LONG}",
    f"/organise/tournaments/{LONG}",
)


def test_an_address_is_not_repeated_at_full_length(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            for path in LONG_PATHS:
                page = await visit.client.get(path)
                assert page.status_code in (400, 403, 404, 422), path[:40]
                assert "x" * (LONGEST_QUOTE + 1) not in page.text, path[:40]
                assert "9" * (LONGEST_QUOTE + 1) not in page.text, path[:40]

    within(30, told())


DOCUMENTS = (
    (b'{"code": 1, "name": "a"}', "code in the body cannot be used: input should be a valid"),
    (b'{"code": "a"}', "name in the body cannot be used: field required"),
    (b'{"code": "a", "name": ' + b'"a"', "the body is no JSON, from character 25 on"),
    (b"[" * 60_000, "The body cannot be read: send a JSON object in UTF-8."),
    (b'{"code": "' + b"x" * 5000 + b'", "name": []}', "name in the body cannot be used"),
    (b'{"code": "\\ud800", "name": "a"}', "the invitation code is not known"),
    (b'"\xff"', "The body cannot be read: send a JSON object in UTF-8."),
)


def test_a_document_that_cannot_be_meant_gets_one_sentence(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            headers = {"Content-Type": "application/json"}
            for body, said in DOCUMENTS:
                answer = await visit.client.post("/api/v1/register", content=body, headers=headers)
                assert answer.status_code in (400, 403, 422)
                assert said in answer.json()["detail"]
                assert len(answer.json()["detail"]) < 200
            for method, path, said in (
                ("GET", "/api/v1/nothing", "There is no page at this address."),
                ("PUT", "/api/v1/register", "That is not done here."),
            ):
                answer = await visit.client.request(method, path)
                assert answer.json() == {"detail": said}

    within(30, told())


MOMENTS = (
    "9999-12-31T23:59-23:59",
    "0001-01-01T00:00+23:59",
    "9999-12-31T23:59:59.999999-00:01",
    "2026-13-01T00:00",
    "soon",
)


def test_a_moment_that_no_calendar_has_in_utc_is_no_moment(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            for moment in MOMENTS:
                fields = {"most_bots": "4", "uses": "1", "closes": moment, "expires": moment}
                for path in ("registration", "invitations"):
                    page = await visit.send(f"{AT}/{path}", at=AT, **fields)
                    assert page.status_code == 400
                    assert "write a time such as" in page.text

    within(30, told())


def test_a_moment_with_an_offset_is_taken_as_the_same_in_utc(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            fields = {"most_bots": "4", "closes": "2099-12-24T18:00+03:00"}
            page = await visit.send(f"{AT}/registration", at=AT, **fields)
            assert "2099-12-24 15:00 UTC" in page.text
            page = await visit.send(
                f"{AT}/invitations", at=AT, uses="1", expires="9999-12-31T23:59"
            )
            assert "9999-12-31 23:59 UTC" in page.text

    within(30, told())
