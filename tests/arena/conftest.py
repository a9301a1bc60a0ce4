"""Databases of both kinds for the tests of storage."""

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
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty database is, of each kind in turn; no migration has to run there."""
    if request.param == "sqlite":
        yield str(tmp_path / "kozel.db")
        return
    server: PostgreSql = request.getfixturevalue("postgresql")
    name = server.create(template=request.getfixturevalue("tables"))
    yield server.url(name)
    server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a database is that has not even tables, of each kind in turn."""
    if request.param == "sqlite":
        yield str(tmp_path / "kozel.db")
        return
    server: PostgreSql = request.getfixturevalue("postgresql")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def database(location: str) -> Iterator[Database]:
    """An open database with its tables, of each kind in turn."""
    with opened(location) as database:
        yield database


@pytest.fixture
def repository(database: Database) -> Repository:
    """What is kept in `database`."""
    return Repository(database)
