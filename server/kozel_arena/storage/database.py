"""The connection to the database: opening, transactions, schema, lock. Knows no table.

SQLite runs in WAL mode with synchronous=FULL: readers and the one writer do not wait for each
other, a commit survives the death of the process at any moment, and a power cut too. The writer
of results flushes once for several of them, see `result_connection.py`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    PoolProxiedConnection,
    create_engine,
    event,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from kozel_arena.storage.errors import StorageError, in_sentences
from kozel_arena.storage.location import beside, make_private, parse_location, sqlite_path
from kozel_arena.storage.lock import LOCK_SECONDS, AdvisoryLock, ArenaLock, FileLock
from kozel_arena.storage.schema import check_schema, upgrade_schema

BUSY_SECONDS: Final = 5
"""How long a connection waits for another one that is writing, or for a server."""
_WRITES: Final = "kozel_writes"
_POSTGRES: Final = {
    "connect_timeout": BUSY_SECONDS,
    # Who vanished without a word is given up after half a minute, not after hours: the server by
    # the arena, and a dead arena, which has the lock, by the server.
    "options": (
        f"-c lock_timeout={BUSY_SECONDS}s -c tcp_keepalives_idle=10 "
        "-c tcp_keepalives_interval=5 -c tcp_keepalives_count=4"
    ),
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}
"""How long PostgreSQL is waited for."""


class Database:
    """An open database. Safe to use from several threads; `Database.open` makes it."""

    def __init__(self, url: URL, engine: Engine) -> None:
        self.url = url
        self.text = str(sqlite_path(url) or url.render_as_string(hide_password=True))
        """The database in words, without a password."""
        self._engine = engine
        is_sqlite = engine.dialect.name == "sqlite"
        self._writing = engine.execution_options(**{_WRITES: True})
        self._reading = (
            engine if is_sqlite else engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self._lock: ArenaLock | None = None

    @classmethod
    def open(cls, location: str) -> "Database":
        """Open a database and see that it can be written; a SQLite file is made if missing.

        Args:
            location: a path, or a SQLAlchemy URL of SQLite or PostgreSQL.

        Raises:
            StorageError: it cannot be opened or written, or is none.
        """
        url = parse_location(location)
        try:
            engine = _engine(url)
        except ModuleNotFoundError as error:
            raise StorageError(
                f"PostgreSQL needs the package {error.name}: install kozel-arena[server]"
            ) from None
        database = cls(url, engine)
        try:
            with in_sentences(database.text):
                database._prepare()
        except StorageError:
            engine.dispose()
            raise
        return database

    def upgrade(self) -> None:
        """Bring the tables up to date, in one transaction; nothing happens if they are.

        Raises:
            SchemaTooNew: a newer kozel-arena has written it.
            StorageError: the database cannot be used.
        """
        with self.transaction() as connection:
            upgrade_schema(connection, self.text)

    def check(self) -> None:
        """See that the tables are the ones that this program knows.

        Raises:
            SchemaTooOld, SchemaTooNew: they are not.
        """
        with in_sentences(self.text), self._engine.begin() as connection:
            check_schema(connection, self.text)

    def lock(self, *, patience_s: float = LOCK_SECONDS) -> None:
        """Keep other arenas off the database until `close` or the end of the process.

        Args:
            patience_s: how long to wait for another arena to let go of it.

        Raises:
            DatabaseLocked: another arena works on it.
        """
        if self._lock is None:
            self._lock = (
                AdvisoryLock(self._engine, self.text, patience_s=patience_s)
                if sqlite_path(self.url) is None
                else FileLock(beside(self.url, ".lock"), self.text, patience_s=patience_s)
            )

    def keep_lock(self) -> None:
        """See that the lock is still there if it was taken, and take it again if it is not.

        A server that was restarted has forgotten it.

        Raises:
            DatabaseLocked: another arena has taken it meanwhile.
            StorageError: the database cannot be reached.
        """
        if self._lock is not None:
            self._lock.keep()

    @property
    def dialect(self) -> Dialect:
        """How SQLAlchemy talks to this kind of database."""
        return self._engine.dialect

    def raw_connection(self) -> PoolProxiedConnection:
        """A connection of the driver, for the writer of results.

        Raises:
            StorageError: the database cannot be reached.
        """
        with in_sentences(self.text):
            return self._engine.raw_connection()

    def close(self) -> None:
        """Close all connections and let go of the lock. Can be called twice."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that reads one consistent state."""
        with in_sentences(self.text), Session(self._reading) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session in one writing transaction, committed at the end, rolled back on an error."""
        with in_sentences(self.text), Session(self._writing) as session, session.begin():
            yield session

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """The same as `write` without the objects of a session, for the hot path."""
        with in_sentences(self.text), self._writing.begin() as connection:
            yield connection

    def _prepare(self) -> None:
        """Fail now rather than at the first result."""
        path = sqlite_path(self.url)
        if path is not None:
            make_private(path)
            with self._engine.connect() as connection:
                raw = connection.connection.driver_connection
                assert raw is not None
                raw.execute("PRAGMA journal_mode = WAL")
        with self._writing.begin():
            pass


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, connect_args=_POSTGRES)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _configure_sqlite(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    """Leave transactions to `_begin_sqlite`: the driver's own ones would not cover DDL."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its lock at once: a reader that turns writer cannot wait for its turn."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
