"""Opening a database: what it says when it cannot, its version, its one arena, its secrets."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from kozel_arena.roles import Caller, Role
from kozel_arena.storage import (
    Database,
    DatabaseLocked,
    Repository,
    SchemaTooNew,
    SchemaTooOld,
    StorageError,
    ensure_organiser_token,
    organiser_token_path,
)
from kozel_arena.storage.location import parse_location
from kozel_arena.storage.tables import TableBase
from tests.arena.storage_builders import opened


def test_a_missing_file_is_made_and_the_migrations_give_the_tables_of_the_code(
    tmp_path: Path,
) -> None:
    with opened(tmp_path / "kozel.db") as database:
        database.check()
        database.upgrade()
    with create_engine(f"sqlite:///{tmp_path / 'kozel.db'}").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, TableBase.metadata) == []


@pytest.mark.parametrize("name", ["ж.db", "with space.db", "per%cent.db", "a#b.db"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with opened(tmp_path / name) as database:
        assert Repository(database).bots() == []
    assert (tmp_path / name).exists()


def test_a_url_is_as_good_as_a_path(tmp_path: Path) -> None:
    with opened(tmp_path / "kozel.db") as database:
        Repository(database).add_bot("Anna")
    database = Database.open(f"sqlite:///{tmp_path / 'kozel.db'}")
    assert [bot.name for bot in Repository(database).bots()] == ["Anna"]
    database.close()


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("{tmp}/missing/kozel.db", "directory .*/missing does not exist: make it first"),
        ("{tmp}", "is a directory: give the path of a file in it"),
        (":memory:", "in memory would be lost"),
        ("", "in memory would be lost"),
        ("sqlite://", "in memory would be lost"),
        ("mysql://host/name", "'mysql' databases are not supported: use SQLite or PostgreSQL"),
        ("://", "is no database: give a path"),
        ("sqlite:///file:{tmp}/ro.db?mode=ro&uri=true", "cannot be written: check who owns it"),
        ("/proc/kozel.db", "cannot be opened"),
        ("{tmp}/text.db", "is no SQLite database or is damaged"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(
    tmp_path: Path, location: str, words: str
) -> None:
    sqlite3.connect(tmp_path / "ro.db").close()
    (tmp_path / "text.db").write_text("These are not the tables you are looking for.\n" * 50)
    with pytest.raises(StorageError, match=words) as caught:
        Database.open(location.format(tmp=tmp_path))
    assert "\n" not in str(caught.value)


def test_postgresql_urls_get_the_driver_that_is_supported() -> None:
    assert parse_location("postgresql://user@host/name").drivername == "postgresql+psycopg"


def test_a_database_without_tables_asks_for_the_upgrade(tmp_path: Path) -> None:
    database = Database.open(str(tmp_path / "kozel.db"))
    with pytest.raises(SchemaTooOld, match="run `kozel-arena db upgrade`"):
        database.check()
    database.close()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kozel.db"
    with opened(path):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    database = Database.open(str(path))
    for step in (database.check, database.upgrade):
        with pytest.raises(SchemaTooNew, match=r"newer kozel-arena \(tables 9999\)"):
            step()
    database.close()


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (text TEXT)")
    connection.close()
    database = Database.open(str(path))
    with pytest.raises(StorageError, match="has a table 'recipes'"):
        database.upgrade()
    database.close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


def test_an_upgrade_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kozel.db"
    database = Database.open(str(path))
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE match_seat (foreign_to_us TEXT)")
    connection.close()
    monkeypatch.setattr("kozel_arena.storage.schema.inspect", NoTables)
    with pytest.raises(StorageError, match="match_seat already exists"):
        database.upgrade()
    database.close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("match_seat",)]
    connection.close()


class NoTables:
    """Sees no table of another program's, so that the upgrade itself meets one."""

    def __init__(self, connection: object) -> None:
        self.connection = connection

    def get_table_names(self) -> list[str]:
        return []


def test_a_new_database_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "kozel.db"
    with opened(path) as database, database.write():
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes[path.name] == 0o600
    assert {mode for name, mode in modes.items() if name.startswith(path.name + "-")} <= {0o600}


def test_one_arena_works_on_a_database_and_the_other_learns_which(tmp_path: Path) -> None:
    with opened(tmp_path / "kozel.db") as first, opened(tmp_path / "kozel.db") as second:
        first.lock()
        first.lock()
        with pytest.raises(DatabaseLocked, match=rf"process {os.getpid()}\) works on"):
            second.lock(patience_s=0)
        first.close()
        second.lock(patience_s=0)


def test_an_arena_waits_for_one_that_is_about_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "kozel.db") as first, opened(tmp_path / "kozel.db") as second:
        first.lock()
        waits = list[float]()

        def wait(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 3:
                first.close()

        monkeypatch.setattr("kozel_arena.storage.lock.sleep", wait)
        second.lock(patience_s=60)
        assert len(waits) == 3


def test_a_database_is_locked_under_every_name_that_links_to_it(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    with opened(tmp_path / "kozel.db") as first:
        first.lock()
        link.symlink_to("kozel.db")
        with opened(link) as second, pytest.raises(DatabaseLocked):
            second.lock(patience_s=0)


def test_the_lock_ends_with_the_process_that_held_it(tmp_path: Path) -> None:
    path = tmp_path / "kozel.db"
    script = (
        "import os, sys; from kozel_arena.storage import Database;"
        "Database.open(sys.argv[1]).lock(); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", script, path], check=False).returncode == -9
    with opened(path) as database:
        database.lock()


def test_a_lock_file_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "kozel.db.lock").mkdir()
    with (
        opened(tmp_path / "kozel.db") as database,
        pytest.raises(StorageError, match=r"lock file .*kozel\.db\.lock cannot be written"),
    ):
        database.lock()


def test_the_organisers_token_is_written_once_for_its_owner_only(tmp_path: Path) -> None:
    with opened(tmp_path / "kozel.db") as database:
        path = ensure_organiser_token(database)
        token = path.read_text().strip()
        assert path == organiser_token_path(database) == tmp_path / "kozel.db.organiser-token"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert token.startswith("kozel_")
        assert ensure_organiser_token(database).read_text().strip() == token
        repository = Repository(database)
        assert repository.caller(token) == Caller("organiser", Role.ORGANISER)
        assert repository.caller(token + "x") is None
        assert repository.caller("") is None


def test_a_renewed_token_replaces_the_old_one(tmp_path: Path) -> None:
    with opened(tmp_path / "kozel.db") as database:
        old = ensure_organiser_token(database).read_text().strip()
        new = ensure_organiser_token(database, renew=True).read_text().strip()
        assert Repository(database).caller(old) is None
        assert Repository(database).caller(new) == Caller("organiser", Role.ORGANISER)


def test_without_a_token_nobody_is_the_organiser(tmp_path: Path) -> None:
    with opened(tmp_path / "kozel.db") as database:
        assert Repository(database).caller("") is None


def test_no_secret_is_in_the_database(tmp_path: Path) -> None:
    with opened(tmp_path / "kozel.db") as database:
        _, token = Repository(database).add_bot("Anna")
        organiser = ensure_organiser_token(database).read_text().strip()
    content = (tmp_path / "kozel.db").read_bytes()
    assert b"Anna" in content
    assert token.encode() not in content
    assert organiser.encode() not in content
