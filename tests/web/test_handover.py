"""Secrets are shown once, to the browser that made them; and who is logged in by making them."""

from typing import Any

import pytest
from starlette.requests import Request

from kozel_arena.roles import Role
from kozel_arena.web.handover import MOST_WAITING, WAITS_SECONDS, Handover, NewCode, NewToken
from tests.arena.real_arena import an_arena, within
from tests.web.accounts import Visit, open_cup, organiser_token, token_on

HTTP: Any = {"http": "127.0.0.1:0"}
AT = "/organise/tournaments/t1"


def a_request(session: dict[str, Any], method: str = "GET") -> Request:
    """A browser's request with that session."""
    return Request({"type": "http", "method": method, "session": session})


def test_a_secret_waits_for_the_browser_that_made_it_and_for_its_own_page() -> None:
    handover, session = Handover(clock=lambda: 0.0), dict[str, Any]()
    mine = a_request(session)
    handover.keep(mine, NewToken("b1", "secret"))
    assert "secret" not in str(session)
    assert handover.token(a_request({}), "b1") is None
    assert handover.token(mine, "b2") is None
    assert handover.code(mine, "b1") is None
    assert handover.token(a_request(session, "HEAD"), "b1") is None
    assert handover.token(mine, "b1") == NewToken("b1", "secret")
    assert handover.token(mine, "b1") is None


def test_a_cookie_that_was_kept_gets_nothing_twice() -> None:
    handover, session = Handover(clock=lambda: 0.0), dict[str, Any]()
    handover.keep(a_request(session), NewCode("t1", 1, "code"))
    kept = dict(session)
    assert handover.code(a_request(session), "t1") is not None
    assert handover.code(a_request(kept), "t1") is None


def test_secrets_are_forgotten_after_a_minute_and_when_there_are_too_many() -> None:
    now = 0.0
    handover, session = Handover(clock=lambda: now), dict[str, Any]()
    handover.keep(a_request(session), NewToken("b1", "secret"))
    now = WAITS_SECONDS
    assert handover.token(a_request(session), "b1") is None
    sessions: list[dict[str, Any]] = [{} for _ in range(MOST_WAITING + 1)]
    for one in sessions:
        handover.keep(a_request(one), NewToken("b1", "secret"))
    assert handover.token(a_request(sessions[0]), "b1") is None
    assert handover.token(a_request(sessions[1]), "b1") is not None


@pytest.mark.e2e
def test_a_page_with_a_secret_that_is_loaded_again_makes_no_other_one(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host)
            page = await visit.send("/register", at="/register", code=code, name="sly")
            first = token_on(page)
            assert page.url.path == "/my/bots/b1/token"
            assert first not in str(page.history[0].headers) + str(page.url)
            again = await visit.get("/my/bots/b1/token")
            assert again.url.path == "/my/bots/b1"
            assert "No new token of sly waits here: it is shown only once." in again.text
            page = await visit.send("/my/bots/b1/rotate", at="/my/bots/b1")
            second = token_on(page)
            assert second != first
            assert (await visit.get("/my/bots/b1/token")).url.path == "/my/bots/b1"
            assert (await visit.log_in(second)).url.path == "/my"
            await visit.log_in(organiser_token(host))
            page = await visit.send(f"{AT}/invitations", at=AT, uses="1")
            assert page.url.path == AT
            assert '<code id="code">' in page.text
            assert '<code id="code">' not in (await visit.get(AT)).text
            _, invitations = await host.ask(lambda client: client.registration("t1"))
            assert [one.number for one in invitations] == [2, 1]

    within(30, told())


@pytest.mark.e2e
def test_a_token_waits_for_its_owner_only(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as alice, Visit(host) as bob:
            tokens = await host.add_bots("alice", "bob")
            await alice.log_in(tokens[0])
            await bob.log_in(tokens[1])
            form = {"csrf_token": (await alice.get("/my/bots/b1")).text.split('value="')[1][:200]}
            form["csrf_token"] = form["csrf_token"].split('"')[0]
            answer = await alice.client.post("/my/bots/b1/rotate", data=form)
            assert answer.headers["location"] == "/my/bots/b1/token"
            assert (await bob.get("/my/bots/b1/token")).status_code == 404
            head = await alice.client.head("/my/bots/b1/token")
            assert head.status_code == 303
            assert token_on(await alice.get("/my/bots/b1/token"))

    within(30, told())


@pytest.mark.e2e
def test_an_organiser_with_a_bots_name_is_not_taken_for_its_author(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await host.add_bots("alice")
            _, token = await host.ask(lambda client: client.add_token("alice", Role.ORGANISER))
            await visit.log_in(token)
            page = await visit.send("/my/bots/b1/rotate", at="/my/bots/b1")
            assert token_on(page)
            assert (await visit.client.get("/api/v1/my/bots")).json() == []
            audit = await host.ask(lambda client: client.audit(1))
            assert (audit[0].who, audit[0].role) == ("alice", Role.ORGANISER)

    within(30, told())


@pytest.mark.e2e
def test_head_is_answered_as_get_is(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await host.add_bots("alice")
            paths = ("/my", "/my/bots/b1", "/my/bots/b1/records", "/organise", "/organise/audit")
            for path in (*paths, AT, "/login", "/register"):
                got, head = await visit.client.get(path), await visit.client.head(path)
                assert head.status_code == got.status_code
                assert head.headers.get("location") == got.headers.get("location")
                assert head.content == b""

    within(30, told())
