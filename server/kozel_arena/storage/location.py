"""Where a database is: reads a plain path or a SQLAlchemy URL, and makes the file."""

import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from kozel.rules.errors import shortened
from kozel_arena.storage.errors import StorageError


def parse_location(text: str) -> URL:
    """The URL of a database given as a path (SQLite) or as a URL (SQLite or PostgreSQL).

    Raises:
        StorageError: it is neither, or a database that lives in memory only.
    """
    if "://" not in text:
        return _checked_sqlite(URL.create("sqlite", database=text))
    try:
        url = make_url(text)
    except ArgumentError:
        raise StorageError(
            f"{shortened(text)} is no database: give a path, or a URL such as "
            "postgresql+psycopg://user@host/name"
        ) from None
    match url.get_backend_name():
        case "sqlite":
            return _checked_sqlite(url)
        case "postgresql":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise StorageError(
                f"{shortened(other)} databases are not supported: use SQLite or PostgreSQL"
            )


def make_private(path: Path) -> None:
    """Make a missing file, for its owner's eyes only: the seeds of the deals will lie in it.

    What cannot be made is left for the database to complain of.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def sqlite_path(url: URL) -> Path | None:
    """The file of a SQLite database, None for another kind."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return None
    return Path(url.database.removeprefix("file:"))


def beside(url: URL, suffix: str) -> Path:
    """A file beside a SQLite database; for a server's database one in the current directory.

    A link is followed: the same database has the same file, under whatever name it is opened.
    """
    path = sqlite_path(url)
    if path is None:
        return Path(Path(url.database or "kozel-arena").name + suffix)
    return Path(f"{path.resolve() if path.is_symlink() else path}{suffix}")


def _checked_sqlite(url: URL) -> URL:
    path = sqlite_path(url)
    if path is None or str(path) in ("", ".", ":memory:"):
        raise StorageError(
            "a database in memory would be lost with the process: give the path of a file"
        )
    if not path.parent.is_dir():
        raise StorageError(f"the directory {path.parent} does not exist: make it first")
    if path.is_dir():
        raise StorageError(f"{path} is a directory: give the path of a file in it")
    return url
