"""What visitors are told when the database cannot be used, and which status each error has."""

from pathlib import Path
from typing import Any

import pytest

from kozel.rules.errors import KozelError
from kozel_arena.storage import Accounts, Repository, StorageError
from kozel_arena.storage.errors import (
    DatabaseFull,
    DatabaseLocked,
    ForeignDatabase,
    ResultRejected,
    SchemaTooNew,
    SchemaTooOld,
    WriterFull,
)
from kozel_arena.web.errors import NO_DATABASE, UNAVAILABLE, status_of
from tests.arena.real_arena import an_arena, within
from tests.web.accounts import Visit, at_the_desk, open_cup, organiser_token

HTTP: Any = {"http": "127.0.0.1:0"}
AT = "/organise/tournaments/t1"
OF_THE_DATABASE = {
    StorageError,
    DatabaseFull,
    DatabaseLocked,
    ForeignDatabase,
    ResultRejected,
    SchemaTooNew,
    SchemaTooOld,
    WriterFull,
}


def _kinds(kind: type[KozelError]) -> set[type[KozelError]]:
    return {kind}.union(*map(_kinds, kind.__subclasses__()))


def test_every_error_of_storage_is_the_visitors_or_the_databases() -> None:
    unavailable = {
        kind for kind in _kinds(StorageError) if status_of(kind.__new__(kind)) == UNAVAILABLE
    }
    assert unavailable == OF_THE_DATABASE


@pytest.mark.e2e
def test_nobody_on_the_web_is_told_where_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = "the database postgresql://kozel@10.0.0.7/arena answered: no"

    def broken(*_: object, **options: object) -> Any:
        raise StorageError(secret)

    async def told() -> None:
        async with at_the_desk(tmp_path) as visit:
            form = (await visit.get(AT)).text.split('name="csrf_token" value="')[1].split('"')[0]
            with monkeypatch.context() as patch:
                for of, name in (
                    (Accounts, "register"),
                    (Accounts, "invite"),
                    (Repository, "bot"),
                    (Repository, "bots"),
                ):
                    patch.setattr(of, name, broken)
                body = {"csrf_token": form, "code": "a", "name": "b", "uses": "1"}
                answers = [
                    await visit.client.get("/bots"),
                    await visit.client.get("/my/bots/b1"),
                    await visit.client.get("/api/v1/bots"),
                    await visit.client.post("/register", data=body),
                    await visit.client.post("/api/v1/register", json=body),
                    await visit.client.post(f"{AT}/invitations", data=body),
                ]
            for answer in answers:
                assert answer.status_code == UNAVAILABLE, answer.url
                assert NO_DATABASE[1:] in answer.text
                assert "10.0.0.7" not in answer.text
            assert capsys.readouterr().err.count(secret) == len(answers)

    within(30, told())


@pytest.mark.e2e
def test_a_bot_that_takes_no_part_cannot_be_withdrawn(blank: str) -> None:
    async def told() -> None:
        async with an_arena(blank, **HTTP) as host, Visit(host) as visit:
            await open_cup(host)
            await host.add_bots("stranger")
            await visit.log_in(organiser_token(host))
            page = await visit.send(f"{AT}/withdraw", at=AT, bot="stranger")
            assert page.status_code == 404
            assert "takes no part in" in page.text

    within(30, told())
