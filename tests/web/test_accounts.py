"""Authors on the web: registration, login, own pages, tokens, and who may not see them."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from kozel.v1.arena_pb2 import PlayRequest
from kozel.wire.values import Answer, Hello, RefusalReason
from kozel_arena.roles import Role
from tests.arena.real_arena import Host, RawBot, an_arena, within
from tests.web.accounts import Visit, open_cup, organiser_token, token_on
from tests.web.test_pages import play_a_tournament

pytestmark = pytest.mark.e2e
HTTP: Any = {"http": "127.0.0.1:0"}


def test_an_author_registers_sees_the_token_once_and_plays_with_it(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as author:
            cup, code = await open_cup(host)
            assert "open cup" in (await author.get("/register")).text
            page = await author.send("/register", at="/register", code=code, name="Zoë <b>")
            assert page.status_code == 200
            assert "<b>" not in page.text
            host.tokens["Zoë <b>"] = token = token_on(page)
            assert page.headers["cache-control"] == "no-store"
            async with host.dial("Zoë <b>") as bot:
                await bot.hear_until(lambda bot: bot.welcomes)
                own = await author.get("/my/bots/b1")
                assert "Connected;" in own.text
                assert "open cup" in own.text
            for path in ("/my", "/my/bots/b1", "/register", "/tournaments/t1", "/bots"):
                assert token not in (await author.get(path)).text
            report = await host.report(cup.id)
            assert report.tournament.plan.bots == ("Zoë <b>",)

    within(30, told())


def test_what_is_wrong_with_a_registration_is_said_and_nothing_is_lost(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as author:
            closed = await author.get("/register")
            assert "No tournament takes bots at the moment" in closed.text
            await host.add_bots("taken")
            _, code = await open_cup(host, uses=1)

            async def tried(status: int, why: str, **fields: str) -> None:
                page = await author.send("/register", at="/register", **fields)
                assert page.status_code == status
                assert why in page.text
                assert f'value="{fields["name"]}"' in page.text

            await tried(403, "is not known", code="nonsense", name="sly")
            await tried(409, "exists already: choose another name", code=code, name="taken")
            await tried(400, "1 to 64 printable characters", code=code, name="")
            await tried(400, "looks like an id", code=code, name="b7")
            page = await author.send("/register", at="/register", code=code, name="sly")
            assert page.status_code == 200
            await tried(403, "has been used up", code=code, name="other")

    within(30, told())


def test_a_form_that_our_page_did_not_send_is_refused(blank: str) -> None:
    """Every form there is: the list comes from the routes."""

    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as author:
            await open_cup(host)
            await author.log_in(organiser_token(host))
            for path in FORMS:
                for data in ({}, {"csrf_token": "nonsense"}):
                    page = await author.client.post(path, data=data)
                    assert page.status_code == 403, path
                    assert "not sent by our page" in page.text
            async with Visit(host) as other:
                stolen = await other.get("/login")
                foreign = stolen.text.split('name="csrf_token" value="')[1].split('"')[0]
            page = await author.client.post("/logout", data={"csrf_token": foreign})
            assert page.status_code == 403

    within(30, told())


AT = "/organise/tournaments/t1"
FORMS = (
    "/register",
    "/login",
    "/logout",
    "/my/bots/b1/rotate",
    f"{AT}/registration",
    f"{AT}/registration/close",
    f"{AT}/invitations",
    f"{AT}/invitations/revoke",
    f"{AT}/withdraw",
    f"{AT}/void",
    *(f"{AT}/{step}" for step in ("start", "pause", "resume", "finish", "cancel")),
)


def test_cookies_are_signed_and_kept_from_scripts_and_other_sites(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP, http_proxies="127.0.0.1") as host:
            async with Visit(host) as plain:
                cookie = (await plain.client.get("/login")).headers["set-cookie"]
                assert cookie.startswith("kozel=")
                assert "httponly; samesite=lax" in cookie
                assert "Max-Age=43200" in cookie
                assert "secure" not in cookie
            headers = {"X-Forwarded-Proto": "https", "Host": "arena.example"}
            async with Visit(host, headers=headers) as tls:
                cookie = (await tls.client.get("/login")).headers["set-cookie"]
                assert cookie.startswith("__Host-kozel=")
                assert cookie.endswith("httponly; samesite=lax; secure")
            async with Visit(host) as forger:
                await forger.log_in(organiser_token(host))
                value = forger.client.cookies["kozel"]
                forger.client.cookies.clear()
                page = await forger.client.get("/organise", headers={"Cookie": f"kozel={value}x"})
                assert page.headers["location"] == "/login?next=/organise"

    within(30, told())


def test_without_a_proxy_that_is_named_nobody_can_claim_tls_or_another_address(
    tmp_path: Path,
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host:
            headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
            async with Visit(host, headers=headers) as visit:
                cookie = (await visit.client.get("/login")).headers["set-cookie"]
                assert cookie.startswith("kozel=")
                statuses = [(await visit.log_in("nonsense")).status_code for _ in range(31)]
                assert statuses == [403] * 30 + [429]
                visit.client.headers["X-Forwarded-For"] = "192.0.2.8"
                assert (await visit.log_in("nonsense")).status_code == 429

    within(30, told())


def test_a_login_shows_own_bots_and_no_others(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host:
            alice, bob = await host.add_bots("alice", "bob")
            async with Visit(host) as visit:
                page = await visit.client.get("/my/bots/b1")
                assert page.headers["location"] == "/login?next=/my/bots/b1"
                fields = {"token": alice, "next": "/my/bots/b1"}
                page = await visit.send("/login", at="/login?next=/my/bots/b1", **fields)
                assert page.url.path == "/my/bots/b1"
                for path in ("/my/bots/b2", "/my/bots/b2/records", "/my/bots/b9"):
                    page = await visit.get(path)
                    assert page.status_code == 404
                    assert "of yours" in page.text
                page = await visit.send("/my/bots/b2/rotate", at="/my/bots/b1")
                assert page.status_code == 404
                for path in ("/organise", "/organise/audit", "/organise/tournaments/t1"):
                    assert (await visit.get(path)).status_code == 403
                await visit.log_in(bob)
                assert "alice" in (await visit.get("/my")).text
                assert (await visit.get("/my/bots/b2")).status_code == 200
                cookies = dict(visit.client.cookies)
                await visit.send("/logout", at="/my")
                assert (await visit.client.get("/my")).status_code == 303
                # A cookie that somebody kept is worth nothing either.
                visit.client.cookies.update(cookies)
                assert (await visit.client.get("/my")).status_code == 303

    within(30, told())


@pytest.mark.parametrize("where", ["//evil.example", "/\\evil.example", "https://evil.example"])
def test_a_login_leads_to_our_own_pages_only(tmp_path: Path, where: str) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host, Visit(host) as visit:
            (alice,) = await host.add_bots("alice")
            page = await visit.send("/login", at="/login", token=alice, next=where)
            assert page.history[0].headers["location"] == "/my"

    within(30, told())


def test_an_author_replaces_the_token_and_stays_logged_in(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit, Visit(host) as other:
            (old,) = await host.add_bots("alice")
            await visit.log_in(old)
            await other.log_in(old)
            async with host.dial("alice") as alice:
                await alice.hear_until(lambda bot: bot.welcomes)
                page = await visit.send("/my/bots/b1/rotate", at="/my/bots/b1")
                new = token_on(page)
                assert page.url.path == "/my/bots/b1/token"
                await alice.hear_all()
                assert alice.refusals[0].reason is RefusalReason.TOKEN
            assert new != old
            assert "the token was replaced" in (await visit.get("/my/bots/b1")).text
            assert (await other.client.get("/my")).status_code == 303
            assert (await other.log_in(old)).status_code == 403
            host.tokens["alice"] = new
            async with host.dial("alice") as alice:
                await alice.hear_until(lambda bot: bot.welcomes)
            audit = await host.ask(lambda client: client.audit(1))
            assert (audit[0].action, audit[0].who, audit[0].role) == (
                "token_rotated",
                "alice",
                Role.AUTHOR,
            )

    within(30, told())


def test_a_log_is_for_its_author_and_organisers_by_every_route(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host:
            alice, bob = await host.add_bots("alice", "bob")
            _, viewer = await host.ask(lambda client: client.add_token("vera", Role.VIEWER))
            async with host.dial("alice", capacity=0) as bot:
                await bot.hear_all()
            async with host.dial("alice") as bot:
                await bot.hear_until(lambda bot: bot.welcomes)
                await bot.answer((7, 1, 99))
                await bot.hear_until(lambda bot: bot.answer_refusals)
                await bot.call.write(PlayRequest(log=b"secret plan\n"))
                await bot.say(hello=Hello(token=alice))
                await bot.hear_all()
            paths = ("/my/bots/b1", "/api/v1/my/bots/b1/log")
            for token, status in ((alice, 200), (organiser_token(host), 200)):
                pages = [await asked(host, token, path) for path in paths]
                assert [page.status_code for page in pages] == [status] * 2
                for page in pages:
                    for word in (
                        "hello_invalid",
                        "unknown_decision",
                        "secret plan",
                        "120608071001",
                    ):
                        assert word in page.text, word
                    assert alice not in page.text
            for token in (bob, viewer, "nonsense"):
                for path in (*paths, "/my/bots/b1/records", "/api/v1/my/bots/b1/records"):
                    page = await asked(host, token, path)
                    assert page.status_code in (303, 401, 404), (path, page.status_code)
                    assert "secret plan" not in page.text
            for path in ("/", "/bots", "/tournaments", "/api/v1/bots", "/api/v1/home"):
                assert "secret plan" not in (await asked(host, alice, path)).text

    within(30, told())


def test_a_token_that_came_with_refused_answers_stands_in_no_log(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host:
            (alice,) = await host.add_bots("alice")
            async with RawBot(host.address, None) as bot:
                await bot.say(hello=Hello(token=alice), answers=[Answer(7, 1, 99)])
                await bot.hear_until(lambda bot: bot.answer_refusals)
            log = (await asked(host, alice, "/api/v1/my/bots/b1/log")).json()
            assert "unknown_decision" in log["lines"][0]["text"]
            payload = bytes.fromhex(log["lines"][0]["payload"])
            assert payload
            assert alice.encode() not in payload

    within(30, told())


async def asked(host: Host, token: str, path: str) -> httpx.Response:
    """A page or a document asked for with a token in the header."""
    headers = {"Authorization": f"Bearer {token}"}
    async with Visit(host, headers=headers) as visit:
        return await visit.client.get(path)


def test_an_author_takes_own_records_away(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host:
            await play_a_tournament(host)
            (carol,) = await host.add_bots("carol")
            page = await asked(host, host.tokens["bob"], "/my/bots/b2/records")
            assert page.headers["content-disposition"] == 'attachment; filename="b2.jsonl"'
            assert len(page.text.splitlines()) == 2
            api = await asked(host, host.tokens["bob"], "/api/v1/my/bots/b2/records")
            assert api.text == page.text
            assert (await asked(host, carol, "/my/bots/b3/records")).text == ""

    within(30, told())


def test_the_api_registers_and_replaces_with_a_token_in_the_header_only(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host)
            (line,) = (await visit.client.get("/api/v1/registrations")).json()
            assert (line["tournament"], line["entries"]) == ("open cup", 0)
            fields = {"code": code, "name": "sly"}
            answer = await visit.client.post("/api/v1/register", json=fields)
            assert answer.status_code == 201
            bot = answer.json()
            assert bot["tournament"] == "open cup"
            again = await visit.client.post("/api/v1/register", json=fields)
            assert (again.status_code, "exists already" in again.json()["detail"]) == (409, True)
            await visit.log_in(bot["token"])
            assert (await visit.client.get("/api/v1/my/bots")).json()[0]["name"] == "sly"
            address = f"/api/v1/my/bots/{bot['bot_id']}/token"
            # The cookie alone changes nothing: another site's page would send it too.
            assert (await visit.client.post(address)).status_code == 401
            headers = {"Authorization": f"Bearer {bot['token']}"}
            new = (await visit.client.post(address, headers=headers)).json()["token"]
            assert (await visit.client.post(address, headers=headers)).status_code == 401
            assert (await asked(host, new, "/api/v1/my/bots")).json()[0]["id"] == bot["bot_id"]

    within(30, told())


def test_the_description_of_the_api_names_every_account_with_its_login_and_errors(
    tmp_path: Path,
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, **HTTP) as host, Visit(host) as visit:
            described = (await visit.client.get("/api/v1/openapi.json")).json()
        kinds = described["components"]["securitySchemes"]
        assert {kinds[name]["type"] for name in kinds} == {"http", "apiKey"}
        logins = {
            f"{method.upper()} {path}": [
                kinds[name]["type"] for one in call.get("security", ()) for name in one
            ]
            for path, calls in described["paths"].items()
            for method, call in calls.items()
            if path.startswith(("/my", "/organise", "/regist"))
        }
        both = ["http", "apiKey"]
        assert logins == {
            "GET /registrations": [],
            "POST /register": [],
            "GET /my/bots": both,
            "GET /my/bots/{bot_id}": both,
            "GET /my/bots/{bot_id}/log": both,
            "GET /my/bots/{bot_id}/records": both,
            "POST /my/bots/{bot_id}/token": ["http"],
            "GET /organise/tournaments/{tournament}": both,
            "GET /organise/audit": both,
        }
        for calls in described["paths"].values():
            for call in calls.values():
                problem = call["responses"]["4XX"]["content"]["application/json"]["schema"]
                assert problem == {"$ref": "#/components/schemas/Problem"}

    within(30, told())


def test_two_authors_who_want_the_last_place_at_once_get_one(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host, bots=2)
            await visit.client.post("/api/v1/register", json={"code": code, "name": "first"})
            answers = await asyncio.gather(
                *(
                    visit.client.post("/api/v1/register", json={"code": code, "name": name})
                    for name in ("one", "two", "three")
                )
            )
            assert sorted(answer.status_code for answer in answers) == [201, 409, 409]

    within(30, told())
