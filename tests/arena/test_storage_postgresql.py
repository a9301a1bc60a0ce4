"""What only a server can do to an arena: restart, hang up, be locked, be another program's."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from kozel_arena.storage import (
    Database,
    DatabaseLocked,
    FinishedMatch,
    Repository,
    ResultWriter,
    SchemaTooOld,
    StorageError,
)
from kozel_arena.storage import database as database_module
from kozel_arena.storage.result_connection import ResultConnection
from kozel_arena.storage.results import prepare
from kozel_arena.storage.tables import TableBase
from tests.arena.postgresql import PostgreSql
from tests.arena.storage_builders import finished, opened, tournament_of_bots


@pytest.fixture
def url(postgresql: PostgreSql) -> str:
    return postgresql.url(postgresql.create())


def raw(url: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(url, autocommit=True)


def test_the_migrations_give_the_tables_of_the_code(url: str) -> None:
    database = Database.open(url)
    with pytest.raises(SchemaTooOld, match="run `kozel-arena db upgrade`"):
        database.check()
    database.upgrade()
    database.upgrade()
    database.check()
    with database.transaction() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, TableBase.metadata) == []
    database.close()


def test_another_programs_database_is_refused_and_left_alone(url: str) -> None:
    with raw(url) as other:
        other.execute("CREATE TABLE recipes (text TEXT)")
    database = Database.open(url)
    with pytest.raises(StorageError, match=r"belongs to another program .* table 'recipes'"):
        database.upgrade()
    database.close()
    with raw(url) as other:
        names = other.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert names.fetchall() == [("recipes",)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("test_", "missing_"), "cannot be reached: .*does not exist"),
        (("kozel@", "nobody_here@"), "cannot be reached: .*does not exist"),
        (("kozel-pg-", "nowhere-"), "cannot be reached: .*No such file"),
    ],
)
def test_what_cannot_be_reached_is_said_in_a_sentence_without_the_password(
    url: str, change: tuple[str, str], words: str
) -> None:
    with pytest.raises(StorageError, match=words) as raised:
        Database.open(url.replace(*change).replace("@", ":hushhush@"))
    assert "\n" not in str(raised.value)
    assert "hushhush" not in str(raised.value)


def test_without_the_driver_the_missing_package_is_named(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match=r"install kozel-arena\[server\]"):
        Database.open(url)


def test_one_arena_works_on_a_database(url: str, postgresql: PostgreSql) -> None:
    with (
        opened(url) as first,
        opened(url) as second,
        opened(postgresql.url(postgresql.create())) as other,
    ):
        first.lock()
        first.lock()
        other.lock()
        with pytest.raises(DatabaseLocked, match="another arena works on the database"):
            second.lock(patience_s=0)
        first.close()
        second.lock(patience_s=0)


def test_an_arena_waits_for_a_session_that_is_about_to_end(
    url: str, postgresql: PostgreSql
) -> None:
    """A server may see the end of an arena that was killed later than the next one starts."""
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with opened(url) as first, opened(url) as second, ThreadPoolExecutor(1) as threads:
        first.lock()
        locking = threads.submit(second.lock, patience_s=60)
        while postgresql.execute(waiting) == [(0,)]:
            assert not locking.done(), "it did not wait"
        first.close()
        locking.result(60)
        with pytest.raises(DatabaseLocked):
            first.lock(patience_s=0.001)


class Results:
    """A writer that results are handed to, and what it has told."""

    def __init__(self, database: Database, wanted: int) -> None:
        self.all_committed = Event()
        self.troubled = Event()
        self.committed = list[int]()
        self.troubles = list[StorageError | None]()
        self._wanted = wanted
        self.writer = ResultWriter(
            database, on_committed=self._commit, on_trouble=self._trouble, retry_seconds=(0.01,)
        )

    def _commit(self, finished: FinishedMatch) -> None:
        self.committed.append(finished.number)
        if len(self.committed) == self._wanted:
            self.all_committed.set()

    def _trouble(self, trouble: StorageError | None) -> None:
        self.troubles.append(trouble)
        if trouble is not None:
            self.troubled.set()


@pytest.fixture
def arena(url: str) -> Iterator[Database]:
    """A database that an arena works on."""
    with opened(url) as database:
        database.lock()
        yield database


def test_when_connections_break_no_result_is_lost_or_doubled(
    arena: Database, postgresql: PostgreSql
) -> None:
    repository = Repository(arena)
    cup = tournament_of_bots(repository, 2, matches_per_pairing=200)
    results = Results(arena, 200)
    for number in range(200):
        results.writer.submit(finished(cup, number))
        if number % 20 == 10:
            postgresql.hang_up()
    assert results.all_committed.wait(30)
    results.writer.close()
    assert sorted(results.committed) == list(range(200))
    assert repository.finished_numbers(cup.id) == set(range(200))
    assert sum(line.matches for line in repository.standings(cup.id)) == 400
    assert results.writer.committed + results.writer.duplicates == 200


def test_while_the_server_is_down_results_wait(arena: Database, postgresql: PostgreSql) -> None:
    repository = Repository(arena)
    cup = tournament_of_bots(repository, 2, matches_per_pairing=60)
    results = Results(arena, 60)
    for number in range(30):
        results.writer.submit(finished(cup, number))
    postgresql.stop("immediate")
    try:
        for number in range(30, 60):
            results.writer.submit(finished(cup, number))
        assert results.troubled.wait(30)
        with pytest.raises(StorageError, match="cannot be reached"):
            repository.bots()
    finally:
        postgresql.start()
    assert results.all_committed.wait(30)
    results.writer.close()
    assert "cannot be reached" in str(results.troubles[0])
    assert results.troubles[-1] is None
    assert repository.finished_numbers(cup.id) == set(range(60))
    assert results.writer.committed + results.writer.duplicates == 60


def test_what_a_crash_of_the_server_took_back_is_stored_again_before_it_counts(
    arena: Database, postgresql: PostgreSql
) -> None:
    repository = Repository(arena)
    cup = tournament_of_bots(repository, 2, matches_per_pairing=4)
    connection = ResultConnection(arena)
    for number in (0, 1):
        assert connection.store(prepare(finished(cup, number)), is_flushed=False)
    postgresql.stop("immediate")
    postgresql.start()
    third = prepare(finished(cup, 2))
    with pytest.raises(StorageError):
        connection.store(third, is_flushed=False)
    connection.store(third, is_flushed=False)
    assert connection.flush()
    connection.close()
    postgresql.stop("immediate")
    postgresql.start()
    assert repository.finished_numbers(cup.id) == {0, 1, 2}


def test_after_a_restart_of_the_server_the_arena_has_its_lock_again(
    arena: Database, url: str, postgresql: PostgreSql
) -> None:
    cup = tournament_of_bots(Repository(arena), 2)
    results = Results(arena, 1)
    postgresql.stop()
    postgresql.start()
    results.writer.submit(finished(cup, 0))
    assert results.all_committed.wait(30)
    results.writer.close()
    with opened(url) as second, pytest.raises(DatabaseLocked):
        second.lock(patience_s=0)


def test_an_arena_that_lost_its_lock_to_another_one_writes_nothing_more(
    arena: Database, url: str, postgresql: PostgreSql
) -> None:
    repository = Repository(arena)
    cup = tournament_of_bots(repository, 2)
    postgresql.hang_up()
    with opened(url) as second:
        second.lock()
        results = Results(arena, 1)
        results.writer.submit(finished(cup, 0))
        assert results.troubled.wait(30)
        assert isinstance(results.troubles[0], DatabaseLocked)
        assert repository.finished_numbers(cup.id) == set()
    assert results.all_committed.wait(30)
    results.writer.close()


def test_tables_that_another_program_locks_are_waited_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = database_module._POSTGRES | {"options": "-c lock_timeout=20ms"}
    monkeypatch.setattr(database_module, "_POSTGRES", impatient)
    with opened(url) as database, psycopg.connect(url) as other:
        cup = tournament_of_bots(Repository(database), 2)
        results = Results(database, 1)
        other.execute("LOCK TABLE match IN ACCESS EXCLUSIVE MODE")
        results.writer.submit(finished(cup, 0))
        assert results.troubled.wait(30)
        other.rollback()
        assert results.all_committed.wait(30)
        results.writer.close()
        assert "another program keeps the database" in str(results.troubles[0])
        assert Repository(database).finished_numbers(cup.id) == {0}
