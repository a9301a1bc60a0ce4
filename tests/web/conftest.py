"""Databases of arenas in which much was played, made once."""

import shutil
from pathlib import Path

import pytest

from tests.web.contested import fill
from tests.web.played import database_of_every_game


@pytest.fixture(scope="session")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database, made once."""
    file = tmp_path_factory.mktemp("played") / "arena.db"
    database_of_every_game(file)
    return file


@pytest.fixture
def folder(every_game: Path, tmp_path: Path) -> Path:
    """A folder with the database of an arena in it."""
    shutil.copy(every_game, tmp_path / "arena.db")
    return tmp_path


@pytest.fixture(scope="session")
def contested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database in which tournaments of every format were played; only read it."""
    folder = tmp_path_factory.mktemp("contested")
    fill(folder / "arena.db")
    return folder
