"""Databases of arenas, new ones and those in which much was played, on SQLite and PostgreSQL."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.postgresql import PostgreSql
from tests.arena.storage_builders import opened
from tests.web.contested import fill
from tests.web.played import database_of_every_game


@pytest.fixture(scope="session")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The database, made once; tests have copies."""
    yield from _only_copied(tmp_path_factory.mktemp("played"), database_of_every_game)


@pytest.fixture
def folder(every_game: Path, tmp_path: Path) -> Path:
    """A folder with the database of an arena in it."""
    shutil.copy(every_game, tmp_path / "arena.db")
    return tmp_path


@pytest.fixture(scope="session")
def contested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A database in which tournaments of every format were played, made once; tests have copies."""
    yield from _only_copied(tmp_path_factory.mktemp("contested"), fill)


@pytest.fixture
def contested_folder(contested: Path, tmp_path: Path) -> Path:
    """A folder with such a database in it."""
    shutil.copy(contested, tmp_path / "arena.db")
    return tmp_path


@pytest.fixture(scope="session")
def contested_on_server(postgresql: PostgreSql) -> str:
    """The name of a PostgreSQL database of the same, to be copied."""
    return _filled(postgresql, fill)


@pytest.fixture(scope="session")
def every_game_on_server(postgresql: PostgreSql) -> str:
    """The name of a PostgreSQL database with a match of every game, to be copied."""
    return _filled(postgresql, database_of_every_game)


@pytest.fixture(scope="session")
def blank_on_server(postgresql: PostgreSql) -> str:
    """The name of a PostgreSQL database with the tables of an arena, to be copied."""
    return _filled(postgresql, make_tables)


def make_tables(address: str) -> None:
    """Make the tables of an arena in a database."""
    with opened(address):
        pass


@pytest.fixture(params=["sqlite", "postgresql"])
def blank(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Where a new arena has its database, on each kind of database in turn."""
    # An arena leaves the token of a server's database in the current folder.
    monkeypatch.chdir(tmp_path)
    if request.param == "sqlite":
        yield str(tmp_path / "arena.db")
    else:
        yield from _copied(request, "blank_on_server")


@pytest.fixture(params=["sqlite", "postgresql"])
def results(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Where a copy of `contested` is, on each kind of database in turn."""
    monkeypatch.chdir(tmp_path)
    if request.param == "sqlite":
        yield str(shutil.copy(request.getfixturevalue("contested"), tmp_path / "results.db"))
    else:
        yield from _copied(request, "contested_on_server")


@pytest.fixture(params=["sqlite", "postgresql"])
def games(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Where a copy of `every_game` is, on each kind of database in turn."""
    monkeypatch.chdir(tmp_path)
    if request.param == "sqlite":
        yield str(shutil.copy(request.getfixturevalue("every_game"), tmp_path / "games.db"))
    else:
        yield from _copied(request, "every_game_on_server")


def _filled(server: PostgreSql, fill_it: Callable[[str], None]) -> str:
    """The name of a new database of a server, filled."""
    name = server.create()
    fill_it(server.url(name))
    return name


def _only_copied(folder: Path, fill_it: Callable[[Path], None]) -> Iterator[Path]:
    """A filled database, on which no arena may have run: its copies would have no token's file."""
    file = folder / "arena.db"
    fill_it(file)
    yield file
    assert list(folder.iterdir()) == [file], "an arena ran on the database that tests copy"


def _copied(request: pytest.FixtureRequest, filled: str) -> Iterator[str]:
    """The address of a copy of a PostgreSQL database, by the fixture that makes that one."""
    server: PostgreSql = request.getfixturevalue("postgresql")
    name = server.create(template=request.getfixturevalue(filled))
    yield server.url(name)
    server.drop(name)
