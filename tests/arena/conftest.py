"""Databases of both kinds, for every test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kozel_arena.storage import Database, Repository
from tests.arena.postgresql import PostgreSql
from tests.arena.storage_builders import opened


@pytest.fixture(scope="session")
def tables(postgresql: PostgreSql) -> str:
    """The name of a PostgreSQL database that has the arena's tables and nothing in them."""
    name = postgresql.create()
    with opened(postgresql.url(name)):
        pass
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a database may be made: nothing is there, not even tables."""
    if request.param == "sqlite":
        yield str(tmp_path / "kozel.db")
        return
    server: PostgreSql = request.getfixturevalue("postgresql")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a database is that has the arena's tables and nothing in them."""
    if request.param == "sqlite":
        path = str(tmp_path / "kozel.db")
        with opened(path):
            pass
        yield path
        return
    server: PostgreSql = request.getfixturevalue("postgresql")
    name = server.create(template=request.getfixturevalue("tables"))
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def database(location: str) -> Iterator[Database]:
    """An open database with the arena's tables."""
    with opened(location) as database:
        yield database


@pytest.fixture
def repository(database: Database) -> Repository:
    """What is in that database."""
    return Repository(database)
