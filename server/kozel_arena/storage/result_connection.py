"""The writer's own connection: one transaction a result, one flush of the disk for several.

A commit without a flush survives the death of the process; a flush makes everything committed
before it survive a power cut too, because both databases write one log from front to back. What
was committed without a flush is stored again after an error: a server that crashed has lost it.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from sqlalchemy import PoolProxiedConnection

from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import ResultRejected, sentence_of
from kozel_arena.storage.result_statements import result_statements
from kozel_arena.storage.results import PreparedResult

_FLUSHES: Final = {
    "sqlite": ("PRAGMA synchronous = NORMAL", "PRAGMA synchronous = FULL"),
    "postgresql": ("SET synchronous_commit = off", "SET synchronous_commit = on"),
}
_FLUSH: Final = (
    "INSERT INTO meta (key, value) VALUES ('flushes', '1') ON CONFLICT (key) DO UPDATE "
    "SET value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT)"
)
"""Any change will do: a commit that changes nothing flushes nothing."""


class ResultConnection:
    """Stores results. Opens its connection when it is needed and anew after every error."""

    def __init__(self, database: Database) -> None:
        self._database = database
        dialect = database.dialect
        assert dialect.dbapi is not None
        self._statements = result_statements(dialect)
        self._errors: Any = dialect.dbapi
        self._flushes = _FLUSHES[dialect.name]
        self._connection: PoolProxiedConnection | None = None
        self._is_flushing = False
        self._unflushed: list[PreparedResult] = []

    def store(self, prepared: PreparedResult, *, is_flushed: bool) -> bool:
        """Write a result in one transaction; False if it was there before.

        Args:
            prepared: the result.
            is_flushed: whether it and all before it are safe from a power cut afterwards; else
                `flush` has to follow.

        Raises:
            ResultRejected: it can never be stored: what it refers to does not exist.
            StorageError: not now; nothing has changed, or everything: try again.
        """
        match_id = prepared.match["match_id"]
        with self._transaction(match_id, is_flushed=is_flushed) as cursor:
            is_new = self._statements.store(cursor, prepared)
        if is_flushed and is_new:
            self._unflushed.clear()
        else:
            # One that was there may have come without a flush, before the connection broke.
            self._unflushed.append(prepared)
        return is_new

    def flush(self) -> bool:
        """Make all that was stored safe from a power cut; True when it is.

        Raises:
            StorageError: not now; try again.
        """
        if self._unflushed:
            with self._transaction("", is_flushed=True) as cursor:
                cursor.execute(_FLUSH)
            self._unflushed.clear()
        return True

    def close(self) -> None:
        """Let go of the connection; the next result opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # An error that is remembered keeps the driver's objects alive, and so would a
            # transaction live on that was only dropped, and lock everybody out.
            with suppress(self._errors.Error):
                connection.rollback()
            connection.invalidate()

    @contextmanager
    def _transaction(self, match_id: str, *, is_flushed: bool) -> Iterator[Any]:
        is_done = False
        lost = self._unflushed if self._connection is None else []
        try:
            connection = self._opened()
            cursor: Any = connection.cursor()
            if is_flushed is not self._is_flushing:
                cursor.execute(self._flushes[is_flushed])
                self._is_flushing = is_flushed
            if lost:
                self._statements.begin(cursor)
                for prepared in lost:
                    self._statements.store(cursor, prepared)
            yield cursor
            connection.commit()
            is_done = True
        except (self._errors.IntegrityError, self._errors.DataError) as error:
            raise ResultRejected(f"match {match_id} cannot be stored: {error}") from error
        except self._errors.Error as error:
            raise sentence_of(error, self._database.text) from error
        finally:
            if not is_done:
                self.close()

    def _opened(self) -> PoolProxiedConnection:
        if self._connection is None:
            self._database.keep_lock()
            self._connection = self._database.raw_connection()
            self._statements.open(self._connection.cursor())
            # Connections begin as `Database` makes them: every commit is flushed.
            self._is_flushing = True
        return self._connection
