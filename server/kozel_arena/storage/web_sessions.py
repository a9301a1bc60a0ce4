"""Browsers that have shown a token: a row each, worth nothing once the token is another one.

The browser's key is random and kept only as SHA-256, so who reads the database cannot log in.
"""

import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete
from sqlmodel import Session, col, select

from kozel_arena.roles import Caller, Role
from kozel_arena.storage.account_values import Visitor
from kozel_arena.storage.rows import bot_of
from kozel_arena.storage.tables import BotRow, MetaRow, TokenRow, WebSessionRow
from kozel_arena.storage.tokens import caller, token_hash
from kozel_arena.storage.values import Bot

LASTS: Final = timedelta(hours=12)
"""How long a login is good."""
SECRET: Final = "session_secret"
"""Key of the table `meta` whose value signs cookies."""


def secret(session: Session) -> str:
    """What cookies are signed with, made when it is asked for first."""
    row = session.get(MetaRow, SECRET)
    if row is None:
        row = MetaRow(key=SECRET, value=secrets.token_urlsafe(32))
        session.add(row)
    return row.value


def log_in(session: Session, token: str, *, now: datetime) -> str | None:
    """The key of a new login with a token of whatever kind; None if nobody has that token."""
    hashed = token_hash(token)
    bot = session.exec(select(BotRow).where(BotRow.token_sha256 == hashed)).first()
    other = session.exec(select(TokenRow).where(TokenRow.sha256 == hashed)).first()
    if bot is None and (other is None or other.revoked is not None):
        return None
    session.connection().execute(delete(WebSessionRow).where(col(WebSessionRow.expires) <= now))
    key = secrets.token_urlsafe(32)
    session.add(
        WebSessionRow(
            sha256=token_hash(key),
            bot_id=None if bot is None else bot.id,
            token_id=None if bot is not None or other is None else other.id,
            token_sha256=hashed,
            expires=now + LASTS,
        )
    )
    return key


def bearer(session: Session, token: str) -> Visitor:
    """Who has a token of whatever kind; nobody if it is none."""
    hashed = token_hash(token)
    bot = session.exec(select(BotRow).where(BotRow.token_sha256 == hashed)).first()
    if bot is not None:
        return Visitor(bots=(bot_of(bot),))
    return Visitor(caller=caller(session, token))


def log_out(session: Session, keys: Iterable[str]) -> None:
    """Make logins worthless, wherever their cookies are."""
    hashes = [token_hash(key) for key in keys]
    session.connection().execute(delete(WebSessionRow).where(col(WebSessionRow.sha256).in_(hashes)))


def visitor(session: Session, keys: Iterable[str], *, now: datetime) -> Visitor:
    """Who has those logins; keys that are worth nothing are passed over."""
    hashes = [token_hash(key) for key in keys]
    rows = session.exec(
        select(WebSessionRow).where(
            col(WebSessionRow.sha256).in_(hashes), col(WebSessionRow.expires) > now
        )
    ).all()
    bots: dict[str, Bot] = {}
    found: Caller | None = None
    for row in rows:
        bot = None if row.bot_id is None else session.get(BotRow, row.bot_id)
        token = None if row.token_id is None else session.get(TokenRow, row.token_id)
        if bot is not None and hmac.compare_digest(bot.token_sha256, row.token_sha256):
            bots[bot.name] = bot_of(bot)
        elif (
            token is not None
            and token.revoked is None
            and hmac.compare_digest(token.sha256, row.token_sha256)
            and not (found is not None and found.role is Role.ORGANISER)
        ):
            found = Caller(token.name, Role(token.role))
    return Visitor(caller=found, bots=tuple(bots[name] for name in sorted(bots)))
