"""A form that is refused comes back with what was typed, what was wrong, and where to go on."""

from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from kozel_arena.web.refused import LONGEST_TYPED
from tests.arena.real_arena import an_arena, within
from tests.web.accounts import Visit, at_the_desk, open_cup, organiser_token

pytestmark = pytest.mark.e2e
HTTP: Any = {"http": "127.0.0.1:0"}
AT = "/organise/tournaments/t1"
MARKUP = 'class "7b" <script>&amp;'
Attributes = dict[str, str | None]


class Forms(HTMLParser):
    """The forms of a page: their fields, and what is said in them."""

    def __init__(self, page: httpx.Response) -> None:
        super().__init__()
        self.fields: dict[str, dict[str, Attributes]] = {}
        self.alerts: dict[str, Attributes] = {}
        self.focused: list[Attributes] = []
        self._form = ""
        self.feed(page.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._form = attributes["action"] or ""
        elif tag == "input":
            self.fields.setdefault(self._form, {})[attributes["name"] or ""] = attributes
        if attributes.get("role") == "alert":
            self.alerts[self._form] = attributes
        if "autofocus" in attributes:
            self.focused.append(attributes)

    def handle_endtag(self, tag: str) -> None:
        self._form = "" if tag == "form" else self._form


def check(page: httpx.Response, path: str, typed: dict[str, str], wrong: str) -> None:
    """The form has what was typed, the sentence, and a mark on the field that is wrong, if any."""
    forms = Forms(page)
    fields = forms.fields[path]
    assert {name: fields[name]["value"] for name in typed} == typed
    assert list(forms.alerts) == [path]
    assert forms.alerts[path]["id"] == "problem"
    for of, its in forms.fields.items():
        for name, attributes in its.items():
            is_wrong = (of, name) == (path, wrong)
            assert ("aria-invalid" in attributes) is is_wrong
            about = (attributes.get("aria-describedby") or "").split()
            assert ("problem" in about) is is_wrong
    (focused,) = forms.focused
    assert focused["id"] == (wrong or "problem")
    assert wrong or focused["tabindex"] == "-1"


AT_THE_DESK: tuple[tuple[str, dict[str, str], str], ...] = (
    ("registration", {"most_bots": "many", "closes": "2099-12-24T18:00"}, "most_bots"),
    ("registration", {"most_bots": "1001", "closes": ""}, "most_bots"),
    ("registration", {"most_bots": "7", "closes": "soon"}, "closes"),
    ("registration", {"most_bots": "7", "closes": "2001-01-01T00:00"}, "closes"),
    ("invitations", {"label": MARKUP, "uses": "0", "expires": "2099-12-24T18:00"}, "uses"),
    ("invitations", {"label": "7b", "uses": "3", "expires": "2001-01-01T00:00"}, "expires"),
    ("invitations", {"label": "x" * 201, "uses": "3", "expires": ""}, "label"),
)


def test_what_was_typed_at_the_desk_is_there_again(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            for path, typed, wrong in AT_THE_DESK:
                page = await visit.send(f"{AT}/{path}", at=AT, **typed)
                assert page.status_code == 400
                check(page, f"{AT}/{path}", typed, wrong)
                assert "<script>" not in page.text

    within(30, told())


def test_what_was_typed_to_strike_out_a_result_is_there_again(results: str) -> None:
    path = f"{AT}/void"

    async def told() -> None:
        async with an_arena(results, **HTTP) as host, Visit(host) as visit:
            await visit.log_in(organiser_token(host))
            for match, reason, status, wrong in (
                ("t2-0", MARKUP, 400, "match"),
                ("t1-99999", MARKUP, 404, "match"),
                ("t1-0", "", 400, "reason"),
                ("t1-0", "y" * 501, 400, "reason"),
            ):
                typed = {"match": match, "reason": reason}
                page = await visit.send(path, at=AT, **typed)
                assert page.status_code == status
                check(page, path, typed, wrong)

    within(30, told())


def test_what_was_wrong_with_a_button_is_said_where_it_is_and_has_the_focus(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            for path, fields, heading in (
                ("withdraw", {"bot": "nobody"}, "<h2>Bots</h2>"),
                ("invitations/revoke", {"number": "99"}, "</form>"),
                ("invitations/revoke", {"number": "all"}, "</form>"),
                ("start", {}, "</h1>"),
            ):
                page = await visit.send(f"{AT}/{path}", at=AT, **fields)
                before, _ = page.text.split('<p class="notice problem" id="problem"')
                assert before.rstrip().endswith(heading)
                assert [one.get("id") for one in Forms(page).focused] == ["problem"]

    within(30, told())


def test_a_tournament_that_has_begun_meanwhile_is_told_above(blank: str) -> None:
    """The form of registration is gone then, and so is its place."""

    async def told() -> None:
        async with at_the_desk(blank) as visit:
            await visit.send(f"{AT}/cancel", at=AT)
            page = await visit.send(f"{AT}/registration", at="/login", most_bots="7")
            assert page.status_code == 409
            assert list(Forms(page).alerts) == [""]
            assert f"{AT}/registration" not in Forms(page).fields

    within(30, told())


def test_what_was_typed_to_register_is_there_again(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as author:
            _, code = await open_cup(host, bots=2)
            for used, name, contact, status, wrong in (
                ("nonsense", MARKUP, "m@x", 403, "code"),
                (code, "", MARKUP, 400, "name"),
                (code, "b7", "m@x", 400, "name"),
                (code, "sly", "m" * 201, 400, "contact"),
            ):
                typed = {"code": used, "name": name, "contact": contact}
                page = await author.send("/register", at="/register", **typed)
                assert page.status_code == status
                check(page, "/register", typed, wrong)
                assert "<script>&" not in page.text
            for name in ("one", "two"):
                await author.client.post("/api/v1/register", json={"code": code, "name": name})
            # Nothing takes bots any more; the organiser may still mend that.
            typed = {"code": code, "name": "three", "contact": "m@x"}
            page = await author.send("/register", at="/login", **typed)
            assert page.status_code == 409
            check(page, "/register", typed, "")
            assert "No tournament takes bots at the moment" in page.text

    within(30, told())


def test_a_name_that_is_taken_is_marked(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as author:
            await host.add_bots("taken")
            _, code = await open_cup(host)
            typed = {"code": code, "name": "taken", "contact": ""}
            page = await author.send("/register", at="/register", **typed)
            assert page.status_code == 409
            check(page, "/register", typed, "name")

    within(30, told())


def test_a_login_that_fails_still_leads_where_it_should_and_shows_no_token(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            (alice,) = await host.add_bots("alice")
            fields = {"next": "/my/bots/b1"}
            page = await visit.send("/login", at="/login", token=f"{alice}x", **fields)
            assert page.status_code == 403
            check(page, "/login", {"token": "", **fields}, "token")
            assert alice not in page.text
            page = await visit.send("/login", at="/login", token="x", next="//evil.example")
            assert "evil" not in page.text
            for _ in range(28):
                await visit.log_in("nonsense")
            page = await visit.send("/login", at="/login", token=alice, **fields)
            assert page.status_code == 429
            assert page.headers["retry-after"]
            check(page, "/login", {"token": "", **fields}, "")

    within(30, told())


def test_too_many_attempts_lose_nothing_that_was_typed(blank: str) -> None:
    typed = {"code": "guess", "name": "sly", "contact": "sly@example.org"}

    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as author:
            await open_cup(host)
            for _ in range(31):
                page = await author.send("/register", at="/register", **typed)
            assert page.status_code == 429
            assert page.headers["retry-after"]
            check(page, "/register", typed, "")

    within(30, told())


def test_what_was_typed_is_shown_again_up_to_a_length(blank: str) -> None:
    async def told() -> None:
        async with at_the_desk(blank) as visit:
            typed = {"label": "x" * 60_000, "uses": "1", "expires": ""}
            page = await visit.send(f"{AT}/invitations", at=AT, **typed)
            assert page.status_code == 400
            shown = {**typed, "label": "x" * LONGEST_TYPED}
            check(page, f"{AT}/invitations", shown, "label")

    within(30, told())
