"""One arena per database: a lock that ends with the process, however it ends."""

import fcntl
import os
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, text

from kozel_arena.storage.errors import DatabaseLocked, StorageError, in_sentences


class ArenaLock(Protocol):
    """A lock that is held."""

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

    def release(self) -> None:
        """Let another arena have the database."""
        os.close(self._handle)


class AdvisoryLock:
    """A PostgreSQL advisory lock, held by a connection of its own.

    Raises:
        DatabaseLocked: another arena holds it.
    """

    def __init__(self, engine: Engine, database: str) -> None:
        digest = sha256(b"kozel-arena").digest()
        key = int.from_bytes(digest[:8], "big", signed=True)
        with in_sentences(database):
            self._connection: Connection = engine.connect()
            taken = self._connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": key})
            self._connection.commit()
        if not taken:
            self._connection.close()
            raise DatabaseLocked(
                f"another arena works on the database {database}: stop it or use another database"
            )

    def release(self) -> None:
        """Let another arena have the database."""
        self._connection.invalidate()
        self._connection.close()
