"""Tokens of bots, organisers and viewers: made here, told once, kept only as SHA-256.

A token has 256 random bits, so a plain hash is enough: there is nothing to guess or to salt.
"""

import os
import secrets
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from kozel_arena.roles import Caller, Role
from kozel_arena.storage.audit import note
from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import NameTaken, StorageError, UnknownToken, UnusableValue
from kozel_arena.storage.finding import store_named, usable_name
from kozel_arena.storage.ids import may_exist
from kozel_arena.storage.location import beside
from kozel_arena.storage.rows import token_of
from kozel_arena.storage.tables import BotRow, TokenRow, WebSessionRow
from kozel_arena.storage.values import AccessToken

PREFIX: Final = "kozel_"
ORGANISER: Final = "organiser"
"""Name of the token that lies in a file beside the database."""


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
        row = _row(session, ORGANISER)
        if row is not None and row.revoked is None and not renew:
            return path
        token = new_token()
        _write_secret(path, token)
        if row is None:
            session.add(_new_row(ORGANISER, Role.ORGANISER, token))
        else:
            row.sha256, row.revoked = token_hash(token), None
    return path


def add_bot_row(session: Session, name: str, *, now: datetime) -> tuple[BotRow, str]:
    """Make a bot; returns its row with its token, which cannot be had again.

    Raises:
        NameTaken: there is one with that name.
        InvalidName, UnusableValue: the name is none.
    """
    name = usable_name(name)
    if session.exec(select(BotRow).where(BotRow.name == name)).first():
        raise NameTaken("bot", name)
    token = new_token()
    row = BotRow(name=name, token_sha256=token_hash(token), created=now)
    store_named(session, row, "bot")
    return row, token


def rotate_bot(session: Session, row: BotRow, *, by: Caller | None, now: datetime) -> str:
    """Give a bot another token; the old one and every login with it are worth nothing."""
    token = new_token()
    row.token_sha256, row.rotated = token_hash(token), now
    logins = delete(WebSessionRow).where(col(WebSessionRow.bot_id) == row.id)
    session.connection().execute(logins)
    note(session, by, "token_rotated", subject=row.name)
    return token


def caller(session: Session, token: str) -> Caller | None:
    """Whose token that is; None when it is nobody's or was revoked."""
    row = session.exec(select(TokenRow).where(TokenRow.sha256 == token_hash(token))).first()
    return Caller(row.name, Role(row.role)) if row is not None and row.revoked is None else None


def add(session: Session, name: str, role: Role, *, by: Caller | None) -> tuple[AccessToken, str]:
    """Make a token; returns it and its secret, which cannot be had again.

    Raises:
        NameTaken: there is one with that name, revoked or not.
        UnusableValue: the role is no token's.
    """
    if role is Role.AUTHOR:
        raise UnusableValue("authors have the tokens of their bots: add a bot instead")
    if _row(session, name) is not None:
        raise NameTaken("token", name)
    secret = new_token()
    row = _new_row(name, role, secret)
    store_named(session, row, "token")
    note(session, by, "token_added", subject=name, details=role.value)
    return token_of(row), secret


def listed(session: Session) -> list[AccessToken]:
    """All tokens by name, revoked ones too."""
    return [token_of(row) for row in session.exec(select(TokenRow).order_by(col(TokenRow.name)))]


def revoke(session: Session, name: str, *, by: Caller | None) -> AccessToken:
    """Make a token worthless; again does nothing.

    Raises:
        UnknownToken: there is none with that name.
        StorageError: it is the last valid token of an organiser.
    """
    # Locked, so that two cannot revoke the last two organisers at once.
    session.exec(select(TokenRow).order_by(col(TokenRow.id)).with_for_update()).all()
    row = _row(session, name)
    if row is None:
        raise UnknownToken(name)
    if row.revoked is None:
        _refuse_last(session, row)
        row.revoked = datetime.now(UTC)
        note(session, by, "token_revoked", subject=name)
    return token_of(row)


def _refuse_last(session: Session, row: TokenRow) -> None:
    """Nobody could undo it."""
    valid = select(func.count()).where(
        col(TokenRow.role) == Role.ORGANISER.value, col(TokenRow.revoked).is_(None)
    )
    if row.role == Role.ORGANISER.value and session.exec(valid).one() == 1:
        raise StorageError(
            f"the token {row.name!r} is the last one of an organiser: add another one first"
        )


def _row(session: Session, name: str) -> TokenRow | None:
    found = select(TokenRow).where(TokenRow.name == name)
    return session.exec(found).first() if may_exist(name) else None


def _new_row(name: str, role: Role, secret: str) -> TokenRow:
    return TokenRow(
        name=name, sha256=token_hash(secret), role=role.value, created=datetime.now(UTC)
    )


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
