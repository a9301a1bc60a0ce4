"""What several authors and organisers want at once: one gets it, and the others are told."""

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest

from tests.arena.real_arena import an_arena, within
from tests.web.accounts import PLAN, Visit, open_cup, organiser_token

pytestmark = pytest.mark.e2e
HTTP: Any = {"http": "127.0.0.1:0"}
AT = "/organise/tournaments/t1"
AT_ONCE = 4
ONCE = ("registration_closed", "tournament_started", "bot_withdrawn", "tournament_cancelled")


async def pressed(visit: Visit, path: str, *, at: str, **fields: str) -> list[httpx.Response]:
    """What a form is answered that is sent several times at once."""
    form = (await visit.get(at)).text.split('name="csrf_token" value="')[1].split('"')[0]
    data = {"csrf_token": form, **fields}
    return await asyncio.gather(*(visit.client.post(path, data=data) for _ in range(AT_ONCE)))


def statuses(answers: list[httpx.Response]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_authors_who_want_one_name_at_once_are_told_that_it_is_taken(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host, bots=40, uses=40)
            for number in range(5):
                fields = {"code": code, "name": f"wanted {number}"}
                answers = await pressed(visit, "/register", at="/register", **fields)
                assert statuses(answers) == [303, 409, 409, 409]
                for answer in answers:
                    assert answer.status_code == 303 or "exists already" in answer.text

    within(30, told())


def test_a_code_registers_no_more_bots_than_it_may(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host, bots=40, uses=2)
            answers = await asyncio.gather(
                *(
                    visit.client.post("/api/v1/register", json={"code": code, "name": name})
                    for name in ("one", "two", "three", "four")
                )
            )
            assert statuses(answers) == [201, 201, 403, 403]
            _, (invitation,) = await host.ask(lambda client: client.registration("t1"))
            assert invitation.used == 2

    within(30, told())


def test_organisers_who_open_one_registration_at_once_open_it(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await visit.log_in(organiser_token(host))
            for number in range(1, 6):
                bots = (f"one {number}", f"two {number}")
                await host.add_bots(*bots)
                plan = replace(PLAN, name=f"cup {number}", bots=bots)
                await host.ask(lambda client, plan=plan: client.create_tournament(plan))
                at = f"/organise/tournaments/t{number}"
                answers = await pressed(visit, f"{at}/registration", at=at, most_bots="6")
                assert statuses(answers) == [303] * AT_ONCE

    within(30, told())


def test_a_token_that_is_replaced_several_times_at_once_is_one_token(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            (alice,) = await host.add_bots("alice")
            headers = {"Authorization": f"Bearer {alice}"}
            path = "/api/v1/my/bots/b1/token"
            answers = await asyncio.gather(
                *(visit.client.post(path, headers=headers) for _ in range(AT_ONCE))
            )
            assert 200 in statuses(answers)
            assert set(statuses(answers)) <= {200, 401}
            good = []
            for answer in answers:
                if answer.status_code == 200:
                    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
                    mine = await visit.client.get("/api/v1/my/bots", headers=headers)
                    good += [mine.status_code]
            assert sorted(good) == [200] + [401] * (len(good) - 1)

    within(30, told())


def test_a_result_that_is_struck_out_at_once_by_several_is_struck_out_once(results: str) -> None:
    async def told() -> None:
        async with an_arena(results, **HTTP) as host, Visit(host) as visit:
            await visit.log_in(organiser_token(host))
            for number in range(5):
                fields = {"match": f"t1-{number}", "reason": "the hall lost its network"}
                answers = await pressed(visit, f"{AT}/void", at=AT, **fields)
                assert statuses(answers) == [303, 409, 409, 409]

    within(30, told())


def test_what_is_pressed_several_times_at_once_is_done_once(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            _, code = await open_cup(host)
            for name in ("one", "two", "three"):
                await visit.client.post("/api/v1/register", json={"code": code, "name": name})
            await visit.log_in(organiser_token(host))
            for step, fields in (
                ("registration/close", {}),
                ("start", {}),
                ("withdraw", {"bot": "one"}),
                ("cancel", {}),
            ):
                answers = await pressed(visit, f"{AT}/{step}", at=AT, **fields)
                assert statuses(answers) == [303] * AT_ONCE, step
            done = [line.action for line in await host.ask(lambda client: client.audit(50))]
            for action in ONCE:
                assert done.count(action) == 1

    within(30, told())
