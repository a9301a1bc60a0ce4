"""Organisers on the web: steps, registration, corrections, and what viewers may not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kozel_arena.roles import Role
from kozel_arena.tournament import TournamentFormat
from tests.arena.real_arena import an_arena, within
from tests.web.accounts import PLAN, Visit, at_the_desk, open_cup, organiser_token
from tests.web.test_pages import play_a_tournament

pytestmark = pytest.mark.e2e
HTTP: Any = {"http": "127.0.0.1:0"}
AT = "/organise/tournaments/t1"


def test_an_organiser_runs_a_tournament_with_a_browser_from_registration_to_its_end(
    blank: str,
) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await open_cup(host)
            page = await visit.log_in(organiser_token(host))
            assert page.url.path == "/organise"
            assert "open cup" in page.text

            async def done(path: str, says: str, **fields: str) -> None:
                page = await visit.send(f"{AT}/{path}", at=AT, **fields)
                assert (page.status_code, page.url.path) == (200, AT)
                assert says in page.text
                assert says not in (await visit.get(AT)).text, "it is said once"

            limits = {"most_bots": "6", "closes": "2099-12-24T18:00"}
            await done("registration", "until open cup has 6 bots", **limits)
            page = await visit.get(AT)
            assert "2099-12-24 18:00 UTC" in page.text
            # Who changes the number only, does not lose the time.
            assert 'type="datetime-local" value="2099-12-24T18:00"' in page.text
            fields = {"label": "class 7b", "uses": "3", "expires": ""}
            page = await visit.send(f"{AT}/invitations", at=AT, **fields)
            code = page.text.split('<code id="code">')[1].split("<")[0]
            assert code not in (await visit.get(AT)).text
            for name in ("one", "two", "three"):
                answer = await visit.client.post(
                    "/api/v1/register", json={"code": code, "name": name, "contact": f"{name}@x"}
                )
                assert answer.status_code == 201
            assert "two@x" in (await visit.get(AT)).text
            await done("invitations/revoke", "Invitation 1 is revoked", number="1")
            await done("registration/close", "Registration is closed.")
            await done("start", "open cup is running now.")
            await done("pause", "open cup is paused now.")
            await done("resume", "open cup is running now.")
            await done("withdraw", "two plays no further match", bot="two")
            await done("cancel", "open cup is cancelled now.")
            log = (await visit.get("/organise/audit")).text
            for word in ("bot registered", "bot withdrawn", "tournament cancelled", "class 7b"):
                assert word in log

    within(30, told())


UNDOABLE: tuple[tuple[str, dict[str, str], int, str], ...] = (
    ("registration", {"most_bots": "many"}, 400, "write a whole number"),
    ("registration", {"most_bots": "0"}, 400, "let it take 1 to 1000"),
    ("registration", {"most_bots": "4", "closes": "soon"}, 400, "write a time such as"),
    ("registration", {"most_bots": "4", "closes": "2001-01-01T00:00"}, 400, "in the past"),
    ("invitations", {"uses": "0"}, 400, "cannot register 0 bots"),
    ("invitations", {"uses": "1", "label": "x" * 201}, 400, "label cannot be used"),
    ("invitations/revoke", {"number": "99"}, 404, "no invitation 99"),
    ("start", {}, 400, "enter more bots"),
    ("resume", {}, 409, "so it cannot be resumed"),
    ("finish", {}, 400, "is no ladder"),
    ("withdraw", {"bot": "nobody"}, 404, "no bot &#39;nobody&#39;"),
    ("void", {"match": "t2-0", "reason": "why"}, 400, "no match of this tournament"),
    ("void", {"match": "t1-0", "reason": ""}, 400, "reason cannot be used"),
    ("void", {"match": "t1-0", "reason": "why"}, 404, "no finished match"),
    ("explode", {}, 404, "no page at this address"),
)


def test_what_cannot_be_done_is_said_on_the_page(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            for path, fields, status, why in UNDOABLE:
                page = await visit.send(f"{AT}/{path}", at=AT, **fields)
                assert page.status_code == status, (path, fields)
                assert why in page.text, (path, fields)

    within(30, told())


def test_a_result_is_struck_out_with_a_reason(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await play_a_tournament(host)
            await visit.log_in(organiser_token(host))
            fields = {"match": "t1-0", "reason": "the hall lost its network"}
            page = await visit.send(f"{AT}/void", at=AT, **fields)
            assert "The result of t1-0 is struck out" in page.text
            again = await visit.send(f"{AT}/void", at=AT, **fields)
            assert again.status_code == 409
            assert "was voided already" in again.text
            assert "the hall lost its network" in (await visit.get("/organise/audit")).text

    within(30, told())


def test_a_viewer_looks_and_changes_nothing(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host)
            fields = {"code": code, "name": "one", "contact": "one@x"}
            await visit.client.post("/api/v1/register", json=fields)
            _, token = await host.ask(lambda client: client.add_token("vera", Role.VIEWER))
            await visit.log_in(token)
            page = await visit.get(AT)
            assert page.status_code == 200
            assert "<form" not in page.text.split("<main")[1].split("</main")[0]
            assert "one@x" not in page.text
            desk = (await visit.client.get("/api/v1/organise/tournaments/t1")).json()
            assert [entry["contact"] for entry in desk["entries"]] == [""]
            assert (await visit.get("/organise/audit")).status_code == 403
            assert (await visit.client.get("/api/v1/organise/audit")).status_code == 403
            assert (await visit.get("/my/bots/b1")).status_code == 404
            for step in ("start", "cancel", "registration/close", "withdraw"):
                # The form of another page has a token that is good; the role is not.
                page = await visit.send(f"{AT}/{step}", at="/login", bot="one")
                assert page.status_code == 403
                assert "for organisers only" in page.text
            report = await host.report("t1")
            assert report.tournament.state.value == "created"

    within(30, told())


def test_a_token_that_is_revoked_ends_the_login(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, token = await host.ask(lambda client: client.add_token("otto", Role.ORGANISER))
            await visit.log_in(token)
            assert (await visit.client.get("/organise")).status_code == 200
            await host.ask(lambda client: client.revoke_token("otto"))
            page = await visit.client.get("/organise")
            assert page.headers["location"] == "/login?next=/organise"

    within(30, told())


def test_a_form_on_a_public_address_without_tls_warns_who_types_a_token(tmp_path: Path) -> None:
    warning = "whoever is on the way can read a token"

    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host, Visit(host) as visit:
            assert warning not in (await visit.get("/login")).text
        (tmp_path / "open").mkdir()
        async with an_arena(tmp_path / "open", http="0.0.0.0:0") as host, Visit(host) as visit:
            port = visit.client.base_url.port
            visit.client.base_url = httpx.URL(f"http://127.0.0.1:{port}")
            assert warning in (await visit.get("/login")).text

    within(30, told())


def test_a_tournament_that_still_takes_bots_has_all_its_pages(blank: str) -> None:
    """Of every format, and with no bot, one, and as many as it takes."""
    formats = ("round_robin", "swiss", "knockout", "double_knockout", "ladder")

    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await visit.log_in(organiser_token(host))
            for number, format in enumerate(formats, 1):
                plan = replace(PLAN, name=format, format=TournamentFormat(format))
                cup = await host.ask(
                    lambda client, plan=plan: client.create_tournament(plan, most_bots=3)
                )
                _, code = await host.ask(
                    lambda client, id=cup.id: client.invite(id, label="", uses=9, expires=None)
                )
                at = f"/tournaments/t{number}"
                for bots in range(4):
                    paths = (at, f"{at}/matches", f"/live{at}", f"/api/v1{at}", f"/organise{at}")
                    for path in (*paths, "/", "/tournaments", "/register", "/organise", "/bots"):
                        async with visit.client.stream("GET", path) as page:
                            assert page.status_code == 200, (path, format, bots)
                    text = (await visit.get(at)).text
                    assert ("It has too few bots to start" in text) is (bots < 2)
                    assert f"{bots} bot{'' if bots == 1 else 's'}<" in text
                    if bots < 3:
                        fields = {"code": code, "name": f"{format} {bots}"}
                        answer = await visit.client.post("/api/v1/register", json=fields)
                        assert answer.status_code == 201

    within(60, told())
