"""The one thread that writes results, so that a table never waits for the disk.

Each result is a transaction of its own, written when it ends and in the order of arrival; those
that wait together share one flush of the disk. While the database cannot be written (disk full,
locked, away) results wait and are tried again.
"""

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Final, TypeVar

from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import ResultRejected, StorageError, WriterFull
from kozel_arena.storage.histograms import TALLY_EVERY, tally
from kozel_arena.storage.ids import tournament_number
from kozel_arena.storage.result_connection import ResultConnection
from kozel_arena.storage.results import prepare
from kozel_arena.storage.values import FinishedMatch

RETRY_SECONDS: Final = (0.05, 0.25, 1.0, 5.0)
"""Waits between attempts; the last one again and again."""
LARGEST_BATCH: Final = 32
"""Results that share a flush of the disk."""

T = TypeVar("T")


def _ignore(*_: object) -> None:
    """The callback of somebody who does not want to know."""


class ResultWriter:
    """Takes finished matches from any thread and stores them one after another.

    All callbacks run on the writer's thread and must not block or raise.

    Args:
        database: open, with its tables up to date.
        on_committed: called with a match once its result is in the database for good, safe
            from a power cut; also when it was there before.
        on_trouble: called with the error when writing fails and will be tried again, and
            with None when it works again; between the two no match should be started.
        on_rejected: called with a match that can never be stored, and why; play it again.
        capacity: how many results can wait. Keep `queued` plus running matches at or below it.
        retry_seconds: waits between attempts, the last one repeated.
    """

    def __init__(
        self,
        database: Database,
        *,
        on_committed: Callable[[FinishedMatch], None] = _ignore,
        on_trouble: Callable[[StorageError | None], None] = _ignore,
        on_rejected: Callable[[FinishedMatch, ResultRejected], None] = _ignore,
        capacity: int = 10_000,
        retry_seconds: tuple[float, ...] = RETRY_SECONDS,
    ) -> None:
        self.capacity = capacity
        self.committed = 0
        """Results written by this writer."""
        self.duplicates = 0
        """Results that were in the database already and were ignored."""
        self.rejected = 0
        """Results that can never be stored."""
        self.lost = 0
        """Results given up at `close` because the database could not be written."""
        self._database = database
        self._connection = ResultConnection(database)
        self._untallied: dict[str, int] = {}
        self._on_committed = on_committed
        self._on_trouble = on_trouble
        self._on_rejected = on_rejected
        self._retry_seconds = retry_seconds
        self._trouble: StorageError | None = None
        self._closing = Event()
        self._results: Queue[FinishedMatch | None] = Queue(capacity)
        self._thread = Thread(target=self._run, name="kozel-results", daemon=True)
        self._thread.start()

    @property
    def queued(self) -> int:
        """How many results wait, those that are being written (up to 32) not counted."""
        return self._results.qsize()

    @property
    def room(self) -> int:
        """How many more results can be submitted now."""
        return max(0, self.capacity - self.queued)

    @property
    def trouble(self) -> StorageError | None:
        """Why results cannot be written at the moment; None when they can."""
        return self._trouble

    def submit(self, finished: FinishedMatch) -> int:
        """Hand over a result; returns at once with how many are waiting.

        Raises:
            WriterFull: more were submitted than `capacity`; keep the match and come again.
            StorageError: the writer is closed.
        """
        if self._closing.is_set():
            raise StorageError("the writer is closed: this result was not stored")
        try:
            self._results.put_nowait(finished)
        except Full:
            raise WriterFull(
                f"{self.capacity} results wait to be written: start no match until they are"
            ) from None
        return self._results.qsize()

    def close(self) -> None:
        """Write what waits, then stop. Can be called twice.

        Raises:
            StorageError: some results could not be written; their matches will be played again.
        """
        if not self._closing.is_set():
            self._closing.set()
            self._results.put(None)
        self._thread.join()
        if self.lost:
            raise StorageError(
                f"{self.lost} results were not stored and will be played again: {self._trouble}"
            )

    def _run(self) -> None:
        is_last = False
        while not is_last:
            batch, is_last = self._take()
            self._write(batch)
        self._connection.close()

    def _take(self) -> tuple[list[FinishedMatch], bool]:
        """What waits, at least one result, and whether nothing comes after it."""
        batch = list[FinishedMatch]()
        try:
            while len(batch) < LARGEST_BATCH:
                finished = self._results.get(block=not batch)
                if finished is None:
                    return batch, True
                batch.append(finished)
        except Empty:
            pass
        return batch, False

    def _write(self, batch: list[FinishedMatch]) -> None:
        stored = list[FinishedMatch]()
        for at, finished in enumerate(batch, 1):
            try:
                if self._store(finished, is_flushed=at == len(batch)):
                    stored.append(finished)
            except Exception as error:
                self._reject(finished, error)
        if stored and self._insist(self._connection.flush) is not None:
            for finished in stored:
                self._on_committed(finished)
            self._tally(stored)

    def _store(self, finished: FinishedMatch, *, is_flushed: bool) -> bool:
        """Whether a result is stored. After one that had to be given up, so are all others."""
        prepared = prepare(finished)
        is_new = None
        if not self.lost:
            store = self._connection.store
            is_new = self._insist(lambda: store(prepared, is_flushed=is_flushed))
        if is_new is None:
            self.lost += 1
            return False
        self.committed += is_new
        self.duplicates += not is_new
        return True

    def _insist(self, write: Callable[[], T]) -> T | None:
        """Try until it works. Once the writer closes, the first failure is the last one: None."""
        attempt = 0
        while True:
            is_last = self._closing.is_set()
            try:
                done = write()
            except ResultRejected:
                raise
            except StorageError as error:
                self._tell(error)
                if is_last:
                    return None
                self._closing.wait(self._retry_seconds[min(attempt, len(self._retry_seconds) - 1)])
                attempt += 1
            else:
                self._tell(None)
                return done

    def _tally(self, stored: list[FinishedMatch]) -> None:
        """Move the histograms of the entries on, at a tournament's first result and then rarely."""
        for finished in stored:
            id = finished.tournament_id
            self._untallied[id] = self._untallied.get(id, TALLY_EVERY) + 1
            tournament = tournament_number(id)
            if self._untallied[id] > TALLY_EVERY and tournament is not None:
                # It fails as results do, which tell of it; then the next result tries again.
                with suppress(StorageError), self._database.transaction() as connection:
                    tally(connection, tournament)
                    self._untallied[id] = 0

    def _tell(self, trouble: StorageError | None) -> None:
        """Tell of trouble when it begins, changes its kind, or ends."""
        if type(trouble) is not type(self._trouble):
            self._on_trouble(trouble)
        self._trouble = trouble

    def _reject(self, finished: FinishedMatch, error: Exception) -> None:
        self.rejected += 1
        rejected = (
            error
            if isinstance(error, ResultRejected)
            else ResultRejected(f"match {finished.match_id} cannot be stored: {error}")
        )
        rejected.__cause__ = error if rejected is not error else error.__cause__
        self._on_rejected(finished, rejected)
