"""The file of a contest's records: written match by match, repaired and read when it goes on.

KozelError
├── FileTaken       it is there already, or cannot be written
└── OtherMatch      what it holds is damaged, or belongs to another contest
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kozel.contest.outcomes import Outcome, outcome_of
from kozel.contest.values import Plan
from kozel.records import Record, RecordError, parse_record
from kozel.rules.errors import KozelError

CHUNK_BYTES: Final = 1 << 16


class FileTaken(KozelError):
    """The file cannot be used; the sentence says what to do."""


class OtherMatch(KozelError):
    """The file's records cannot be gone on with."""


class Journal:
    """An open file of whole lines; whoever holds it is the only one.

    Args:
        path: the file.
        mode: `new` refuses a file that is there, `over` empties it, `resume` goes on with it.

    Raises:
        FileTaken: it is there already, held by another process, or cannot be written.
    """

    def __init__(self, path: Path, *, mode: str) -> None:
        self._path = path
        self._is_new = mode == "new" or not path.exists()
        flags = os.O_RDWR | os.O_CREAT | (os.O_EXCL if mode == "new" else 0)
        try:
            self._file = open(os.open(path, flags, 0o666), "r+b", buffering=0)  # noqa: SIM115
        except FileExistsError:
            advice = "--resume goes on with it, --force overwrites it, or give another name"
            raise FileTaken(f"{path} is there already: {advice}") from None
        except OSError as error:
            raise self._failed(error) from None
        try:
            self._hold()
            self._file.truncate(0 if mode == "over" else self._whole_bytes())
            self._file.seek(0, os.SEEK_END)
        except OSError as error:
            self._file.close()
            raise self._failed(error) from None
        except KozelError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        is_empty = self._file.seek(0, os.SEEK_END) == 0
        self._file.close()
        if is_empty and self._is_new:  # a match that did not even begin is not in the way later
            self._path.unlink(missing_ok=True)

    def records(self) -> Iterator[Record]:
        """What is there, in the order of the file.

        Raises:
            OtherMatch: a line is no record.
        """
        with open(self._path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield parse_record(line, line=number)
                except RecordError as error:
                    advice = "move the file away, or cut it before that line"
                    raise OtherMatch(f"{self._path}: {error}: {advice}") from None

    def write(self, text: str) -> None:
        """Append a record's line.

        Raises:
            FileTaken: the disk does not take it; what was written of it is taken back.
        """
        line = text.encode() + b"\n"
        end = self._file.seek(0, os.SEEK_END)
        try:
            if self._file.write(line) == len(line):
                return
            problem = "the disk took only a part"
        except OSError as error:
            problem = error.strerror or str(error)
        with suppress(OSError):
            self._file.truncate(end)
        advice = "make room, then go on with --resume"
        raise FileTaken(f"{self._path} cannot be written ({problem}): {advice}")

    def _hold(self) -> None:
        """Keep other processes out for as long as the file is open; not on Windows."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = f"{self._path} is being written by another kozel match"
            raise FileTaken(f"{problem}: wait for its end, or give another name") from None

    def _whole_bytes(self) -> int:
        """Up to where there are whole lines: a killed process leaves a part of one behind."""
        at = self._file.seek(0, os.SEEK_END)
        while at > 0:
            start = max(0, at - CHUNK_BYTES)
            self._file.seek(start)
            found = self._file.read(at - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            at = start
        return 0

    def _failed(self, error: OSError) -> FileTaken:
        return FileTaken(f"{self._path} cannot be written: {error.strerror or error}")


def seed_of(record: Record, path: Path) -> str:
    """The seed of the contest that a record is from.

    Raises:
        OtherMatch: it is from none.
    """
    seed, _, number = (record.id or "").rpartition("-")
    if not seed or not number.isdecimal() or record.tournament is None:
        problem = f"{path} was not written by kozel match"
        raise OtherMatch(f"{problem}: give another file to --record")
    return seed


def kept_outcome(
    record: Record, plan: Plan, *, names: tuple[str, str], label: str, path: Path
) -> Outcome:
    """What a kept record says, after it has shown that it belongs to this contest.

    Raises:
        OtherMatch: it belongs to another one.
    """
    seed_of(record, path)
    number = int((record.id or "").rpartition("-")[2])
    pairing, rules = plan.pairing(number), plan.rules
    seats = tuple(names[entry] for entry in pairing.order)
    for what, there, here in (
        ("", record.tournament, label),
        ("the ruleset ", record.ruleset, plan.ruleset),
        ("the options ", dict(record.options), rules.given),
        ("the seats ", record.seats, seats),
        ("the seed ", record.seed, pairing.seed),
    ):
        if there != here:
            raise OtherMatch(
                f"{path} belongs to another match, {what}[{there}], and this one is [{here}]: "
                "give the arguments of then (unchanged bots, too), or another file"
            )
    return outcome_of(number, record, rules, pairing.order)
