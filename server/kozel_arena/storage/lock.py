"""One arena per database: a lock that ends with the process, however it ends."""

import fcntl
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from kozel_arena.storage.errors import DatabaseLocked, StorageError, in_sentences

LOCK_SECONDS: Final = 10.0
"""How long an arena that starts waits for the lock of the one before. One that was killed a moment
ago may still have it: its process is being cleared away, or a server has not seen its end."""
_POLL_SECONDS: Final = 0.05
"""How often a file is tried: the system cannot wait for its lock with a limit."""
_NOT_AVAILABLE: Final = "55P03"
"""What PostgreSQL calls a lock that was not had in time."""


class ArenaLock(Protocol):
    """A lock that is held."""

    def keep(self) -> None:
        """Take it again if it was lost."""

    def release(self) -> None:
        """Let another arena have the database."""


class FileLock:
    """A lock on a file beside a SQLite database. The file stays; the lock is what counts.

    Raises:
        DatabaseLocked: another process still holds it after `patience_s`; the sentence names it.
        StorageError: the file cannot be written.
    """

    def __init__(self, path: Path, database: str, *, patience_s: float) -> None:
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StorageError(
                f"the lock file {path} cannot be written: {error.strerror}; check who owns it"
            ) from None
        if not self._take(patience_s):
            holder = os.read(self._handle, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(self._handle)
            raise DatabaseLocked(
                f"another arena (process {holder}) works on the database {database}: stop it "
                "or use another database"
            )
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode("ascii"), 0)

    def keep(self) -> None:
        """Nothing to do: the system ends the lock only with the process."""

    def release(self) -> None:
        """Let another arena have the database."""
        os.close(self._handle)

    def _take(self, patience_s: float) -> bool:
        """Whether the lock was free, or became so in time."""
        end = monotonic() + patience_s
        while True:
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() >= end:
                    return False
                sleep(_POLL_SECONDS)
            else:
                return True


class AdvisoryLock:
    """A PostgreSQL advisory lock, held by a connection of its own.

    Raises:
        DatabaseLocked: another arena still holds it after `patience_s`.
    """

    def __init__(self, engine: Engine, database: str, *, patience_s: float) -> None:
        self._engine = engine
        self._database = database
        self._connection: Connection | None = self._take(patience_s)

    def keep(self) -> None:
        """Take the lock again if its connection has ended; waits for nobody.

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
            self._connection = self._take(0)

    def release(self) -> None:
        """Let another arena have the database."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # A server needs a moment to see that a connection has ended: it is told before.
            with suppress(SQLAlchemyError):
                connection.execute(text("SELECT pg_advisory_unlock_all()"))
            connection.invalidate()
            connection.close()

    def _take(self, patience_s: float) -> Connection:
        digest = sha256(b"kozel-arena").digest()
        key = int.from_bytes(digest[:8], "big", signed=True)
        # For this transaction only; 0 would mean for ever.
        wait = text("SELECT set_config('lock_timeout', :limit, true)")
        with in_sentences(self._database):
            connection = self._engine.connect()
            try:
                connection.execute(wait, {"limit": f"{max(1, int(patience_s * 1000))}ms"})
                connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": key})
                connection.commit()
            except DBAPIError as error:
                connection.close()
                if getattr(error.orig, "sqlstate", None) != _NOT_AVAILABLE:
                    raise
                raise DatabaseLocked(
                    f"another arena works on the database {self._database}: stop it or use "
                    "another database"
                ) from None
        return connection
