"""The JSON API as a whole: what its document says of every call and field, and HEAD."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.arena.real_arena import an_arena, within
from tests.web.accounts import organiser_token
from tests.web.test_pages import browser_of, play_a_tournament
from tests.web.test_play import opened

pytestmark = pytest.mark.e2e

OF_THE_MOMENT: Final = {"date", "content-length", "transfer-encoding"}
"""Headers that two answers to GET may have differently, or of which HEAD needs none."""


def faults_in(call: dict[str, Any]) -> list[str]:
    """What is missing in the description of a call."""
    missing = [word for word in ("summary", "description") if not call.get(word)]
    answers = call["responses"]
    missing += [error for error in ("4XX", "5XX") if error not in answers]
    (good,) = (answer for code, answer in answers.items() if code.startswith("2"))
    missing += [kind for kind, what in good["content"].items() if not what.get("schema")]
    return missing


def described_in(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every parameter, and every field of every value: where it is, its name, what is said."""
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            for one in call.get("parameters", ()):
                yield f"{method.upper()} {path}?{one['name']}", one["name"], one
    for name, kind in document["components"]["schemas"].items():
        for field, told in kind.get("properties", {}).items():
            yield f"{name}.{field}", field, told


def fault_of(name: str, told: dict[str, Any]) -> str | None:
    """What is wrong with the description of a parameter or field; None if it is good."""
    text = told.get("description", "")
    if not text:
        return "is not described"
    if _letters(text) in (_letters(name), f"the{_letters(name)}"):
        return "is described by its name"
    may_be_null = {"type": "null"} in told.get("anyOf", ())
    if may_be_null and "null" not in text:
        return "may be null without saying what that means"
    return None


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def test_the_document_describes_every_call_and_names_every_value(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            document = (await browser.get("/api/v1/openapi.json")).json()
            assert document["servers"] == [{"url": "/api/v1"}]
            for path, calls in document["paths"].items():
                for name, call in calls.items():
                    assert faults_in(call) == [], (name, path)
            schemas = document["components"]["schemas"]
            for name in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)):
                assert name in schemas
            assert all("description" in kind or "Body_" in name for name, kind in schemas.items())
            standing = schemas["Standing"]["properties"]
            assert standing["place"]["description"].startswith("From 1, by score")
            assert (await browser.get("/api/v1/openapi.json")).json() == document

    within(30, told())


def test_the_document_describes_every_field_and_parameter_and_what_null_means(
    tmp_path: Path,
) -> None:
    async def told() -> dict[str, Any]:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            return dict((await browser.get("/api/v1/openapi.json")).json())

    found = list(described_in(within(30, told())))
    assert len(found) > 400
    faults = [f"{place} {fault}" for place, name, one in found if (fault := fault_of(name, one))]
    assert not faults, "\n".join(faults)


def test_head_answers_every_get_of_the_api_as_get_does_without_a_body(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path, http="127.0.0.1:0") as host, browser_of(host) as browser:
            tournament = await play_a_tournament(host)
            token, _ = await opened(browser)
            values = {
                "tournament": tournament,
                "match_id": f"{tournament}-0",
                "bot": "bob",
                "bot_id": "b2",
                "token": token,
                "ruleset": "miner",
            }
            document = (await browser.get("/api/v1/openapi.json")).json()
            assert not any("head" in calls for calls in document["paths"].values())
            paths = [path for path, calls in document["paths"].items() if "get" in calls]
            answered = []
            for path in [*paths, "/openapi.json"]:
                owner = host.tokens["bob"] if path.startswith("/my/") else organiser_token(host)
                url = f"/api/v1{path.format_map(values)}"
                headers = {"Authorization": f"Bearer {owner}"}
                get = await browser.get(url, headers=headers)
                head = await browser.head(url, headers=headers)
                assert head.status_code == get.status_code, path
                assert head.content == b"", path
                assert get.content, path
                assert lasting(head.headers) == lasting(get.headers), path
                answered += [path] if get.status_code == 200 else []
            # No table is played, and the practice match is not over.
            assert set(paths) - set(answered) == {"/tables/{match_id}", "/practice/{token}/record"}
            assert (await browser.head("/api/v1/register")).status_code == 405
            assert (await browser.head("/api/v1/nothing")).status_code == 404

    within(60, told())


def lasting(headers: Any) -> dict[str, str]:
    """The headers that are the same for the same thing at any moment."""
    return {name: value for name, value in headers.items() if name not in OF_THE_MOMENT}
