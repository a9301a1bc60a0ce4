"""Tokens of bots and of the organiser: made here, told once, kept only as SHA-256.

A token has 256 random bits, so a plain hash is enough: there is nothing to guess or to salt.
"""

import os
import secrets
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final

from sqlmodel import Session

from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import StorageError
from kozel_arena.storage.location import beside
from kozel_arena.storage.tables import MetaRow

PREFIX: Final = "kozel_"
_ORGANISER: Final = "organiser_token_sha256"


def new_token() -> str:
    """A new secret, recognisable as one of ours."""
    return PREFIX + secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of a token: the hex digest of its UTF-8 bytes."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def organiser_token_path(database: Database) -> Path:
    """Where the organiser's token is written: `<database>.organiser-token`."""
    return beside(database.url, ".organiser-token")


def ensure_organiser_token(database: Database, *, renew: bool = False) -> Path:
    """Make the organiser's token unless there is one, and write it to a file of mode 0600.

    A token whose file was moved elsewhere goes on being valid; `renew` replaces it.

    Returns:
        The path of the file.

    Raises:
        StorageError: the file or the database cannot be written.
    """
    path = organiser_token_path(database)
    with database.write() as session:
        row = session.get(MetaRow, _ORGANISER)
        if row is not None and not renew:
            return path
        token = new_token()
        _write_secret(path, token)
        session.merge(MetaRow(key=_ORGANISER, value=token_hash(token)))
    return path


def is_organiser(session: Session, token: str) -> bool:
    """Whether that is the organiser's token; takes the same time for every wrong one."""
    row = session.get(MetaRow, _ORGANISER)
    return row is not None and compare_digest(row.value, token_hash(token))


def _write_secret(path: Path, token: str) -> None:
    """Write the file whole or not at all, never readable by others, not even for a moment."""
    partial = path.with_name(path.name + ".new")
    try:
        partial.unlink(missing_ok=True)
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(token + "\n")
        partial.replace(path)
    except OSError as error:
        raise StorageError(
            f"the organiser's token cannot be written to {path}: {error.strerror}"
        ) from None
