"""One arena per database: a lock that ends with the process, however it ends."""

import fcntl
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from kozel_arena.storage.errors import DatabaseLocked, StorageError, in_sentences


class ArenaLock(Protocol):
    """A lock that is held."""

    def keep(self) -> None:
        """Take it again if it was lost."""

    def release(self) -> None:
        """Let another arena have the database."""


class FileLock:
    """A lock on a file beside a SQLite database. The file stays; the lock is what counts.

    Raises:
        DatabaseLocked: another process holds it; the sentence names it.
        StorageError: the file cannot be written.
    """

    def __init__(self, path: Path, database: str) -> None:
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StorageError(
                f"the lock file {path} cannot be written: {error.strerror}; check who owns it"
            ) from None
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._handle, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(self._handle)
            raise DatabaseLocked(
                f"another arena (process {holder}) works on the database {database}: stop it "
                "or use another database"
            ) from None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode("ascii"), 0)

    def keep(self) -> None:
        """Nothing to do: the system ends the lock only with the process."""

    def release(self) -> None:
        """Let another arena have the database."""
        os.close(self._handle)


class AdvisoryLock:
    """A PostgreSQL advisory lock, held by a connection of its own.

    Raises:
        DatabaseLocked: another arena holds it.
    """

    def __init__(self, engine: Engine, database: str) -> None:
        self._engine = engine
        self._database = database
        self._connection: Connection | None = self._take()

    def keep(self) -> None:
        """Take the lock again if its connection has ended.

        Raises:
            DatabaseLocked: another arena has it.
            StorageError: the database cannot be reached.
        """
        if self._connection is not None:
            try:
                self._connection.scalar(text("SELECT 1"))
                self._connection.commit()
            except DBAPIError:
                self.release()
        if self._connection is None:
            self._connection = self._take()

    def release(self) -> None:
        """Let another arena have the database."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # A server needs a moment to see that a connection has ended: it is told before.
            with suppress(SQLAlchemyError):
                connection.execute(text("SELECT pg_advisory_unlock_all()"))
            connection.invalidate()
            connection.close()

    def _take(self) -> Connection:
        digest = sha256(b"kozel-arena").digest()
        key = int.from_bytes(digest[:8], "big", signed=True)
        with in_sentences(self._database):
            connection = self._engine.connect()
            is_taken = connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": key})
            connection.commit()
        if not is_taken:
            connection.close()
            raise DatabaseLocked(
                f"another arena works on the database {self._database}: stop it or use another "
                "database"
            )
        return connection
