"""The tables. These classes never leave storage; `values.py` has what others get.

Ids are numbers here and texts outside (`b1`, `t1`), see `ids.py`. Times are UTC.
"""

from datetime import datetime
from typing import ClassVar, Final

from sqlalchemy import BigInteger, Index, MetaData, Text, UniqueConstraint, text, true
from sqlmodel import Field, SQLModel

from kozel_arena.storage.columns import UtcDateTime

_EMPTY: Final = text("''")
"""As SQL: Alembic takes an empty Python text for a change."""


class TableBase(SQLModel):
    """Root of the tables, with metadata of their own and names for every constraint."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class BotRow(TableBase, table=True):
    """A registered bot."""

    __tablename__ = "bot"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    token_sha256: str = Field(sa_type=Text, unique=True)
    """Hex digest; the token itself is never stored."""
    created: datetime = Field(sa_type=UtcDateTime)
    contact: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": _EMPTY})
    """How the organiser reaches the author, as the author gave it; organisers alone see it."""
    rotated: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its token was replaced last."""


class TournamentRow(TableBase, table=True):
    """A tournament and what it plays."""

    __tablename__ = "tournament"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    ruleset: str = Field(sa_type=Text)
    options: str = Field(sa_type=Text)
    """JSON object of the options that differ from their defaults."""
    matches_per_pairing: int
    seed: str = Field(sa_type=Text)
    move_limit_ns: int = Field(sa_type=BigInteger)
    bank_ns: int = Field(sa_type=BigInteger)
    strikes: int
    total: int = Field(sa_type=BigInteger)
    """Matches of the whole schedule."""
    state: str = Field(sa_type=Text)
    created: datetime = Field(sa_type=UtcDateTime)
    settings: str = Field(sa_type=Text, sa_column_kwargs={"server_default": "{}"})
    """JSON object of what else is chosen: format, deals, delay …; see `rows.py`."""
    tallied_through: int = Field(
        default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    """The histograms of the entries hold the matches up to this row; see `histograms.py`."""


class EntryRow(TableBase, table=True):
    """A bot's place in a tournament."""

    __tablename__ = "entry"

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    bot_id: int = Field(foreign_key="bot.id", primary_key=True)
    position: int
    """Place in the draw, from 0."""
    decisions: str = Field(sa_type=Text, default="[]")
    """Histogram of the bot's times over its matches up to `tournament.tallied_through`."""
    withdrawn: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Since when it plays no further match."""
    left_round: int | None = None
    """The first round that is drawn without it, from 0, in formats with rounds; else 0."""


class MatchRow(TableBase, table=True):
    """A match with a result. A match without one is no row."""

    __tablename__ = "match"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        Index(
            "ix_match_groups",
            "tournament_id",
            "id",
            "number",
            "attempt",
            "deal_group",
            "deals",
            "verdict",
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    match_id: str = Field(sa_type=Text, unique=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    number: int = Field(sa_type=BigInteger)
    verdict: str = Field(sa_type=Text)
    started: datetime = Field(sa_type=UtcDateTime)
    ended: datetime = Field(sa_type=UtcDateTime)
    record: str = Field(sa_type=Text)
    """The kozel-record/1 line, without a newline."""
    deal_group: int = Field(sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    attempt: int = Field(sa_column_kwargs={"server_default": "0"})
    """How many matches with its number were voided before."""
    deals: int = Field(sa_column_kwargs={"server_default": "0"})
    """Deals that were played to their end."""


class MatchSeatRow(TableBase, table=True):
    """A seat of a match with a result."""

    __tablename__ = "match_seat"
    __table_args__ = (
        Index(
            "ix_match_seat_standings",
            "tournament_id",
            "bot_id",
            "seat",
            "side",
            "is_rated",
            "match_points",
            "silences",
        ),
        Index("ix_match_seat_matches", "tournament_id", "bot_id", "match_row_id"),
        {"sqlite_with_rowid": False},
    )

    match_row_id: int = Field(foreign_key="match.id", primary_key=True)
    seat: int = Field(primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    """That of the match, so that standings need this table's index only."""
    bot_id: int = Field(foreign_key="bot.id")
    side: int
    match_points: float
    """Of the side: both seats of a team have them, so sums take its first seat (seat = side)."""
    silences: int
    decisions: str = Field(sa_type=Text)
    """Histogram of the times of the decisions answered in time."""
    is_charged: bool
    """Whether the verdict is this seat's doing."""
    deal_points: int = Field(sa_column_kwargs={"server_default": "0"})
    """Card points of the side over all deals that were played to their end."""
    is_rated: bool = Field(sa_column_kwargs={"server_default": true()})
    """Whether the match counts for this seat; not for an absentee's partner."""


class VoidedMatchRow(TableBase, table=True):
    """A match whose result an organiser struck out. Its number is played again."""

    __tablename__ = "voided_match"
    __table_args__ = (UniqueConstraint("tournament_id", "number", "attempt"),)

    id: int | None = Field(default=None, primary_key=True)
    match_id: str = Field(sa_type=Text, unique=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    number: int = Field(sa_type=BigInteger)
    deal_group: int = Field(sa_type=BigInteger)
    attempt: int
    deals: int
    verdict: str = Field(sa_type=Text)
    started: datetime = Field(sa_type=UtcDateTime)
    ended: datetime = Field(sa_type=UtcDateTime)
    record: str = Field(sa_type=Text)
    """The kozel-record/1 line, without a newline."""
    seats: str = Field(sa_type=Text)
    """JSON list of the rows of `match_seat`, each an object by column."""
    reason: str = Field(sa_type=Text)
    who: str = Field(sa_type=Text)
    """Name of the token with which it was voided."""
    voided: datetime = Field(sa_type=UtcDateTime)
    replay_seed: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": _EMPTY})
    """Secret from which the deals of the match follow when it is played again."""


class AuditRow(TableBase, table=True):
    """Something that an organiser did."""

    __tablename__ = "audit_log"

    id: int | None = Field(default=None, primary_key=True)
    time: datetime = Field(sa_type=UtcDateTime)
    who: str = Field(sa_type=Text)
    """Name of the token."""
    role: str = Field(sa_type=Text)
    action: str = Field(sa_type=Text)
    subject: str = Field(sa_type=Text)
    details: str = Field(sa_type=Text)


class TokenRow(TableBase, table=True):
    """A token of an organiser or viewer."""

    __tablename__ = "token"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    sha256: str = Field(sa_type=Text, unique=True)
    role: str = Field(sa_type=Text)
    created: datetime = Field(sa_type=UtcDateTime)
    revoked: datetime | None = Field(default=None, sa_type=UtcDateTime)


class RegistrationRow(TableBase, table=True):
    """That authors may register bots for a tournament by themselves."""

    __tablename__ = "registration"

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    most_bots: int
    """Entries of the tournament, those of the organiser too, that it takes at most."""
    opened: datetime = Field(sa_type=UtcDateTime)
    closes: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """From when on nobody can register; None: until an organiser says so."""
    closed: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When it was closed, by an organiser or by the start of the tournament."""


class InvitationRow(TableBase, table=True):
    """A code with which authors register bots for a tournament."""

    __tablename__ = "invitation"

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    sha256: str = Field(sa_type=Text, unique=True)
    """Hex digest; the code itself is never stored."""
    label: str = Field(sa_type=Text)
    """Whom it is for, in the organiser's words."""
    uses: int
    """How many bots may be registered with it."""
    used: int = 0
    created: datetime = Field(sa_type=UtcDateTime)
    expires: datetime | None = Field(default=None, sa_type=UtcDateTime)
    revoked: datetime | None = Field(default=None, sa_type=UtcDateTime)


class WebSessionRow(TableBase, table=True):
    """A browser that has shown a token. It is worth nothing once the token is another one."""

    __tablename__ = "web_session"

    sha256: str = Field(sa_type=Text, primary_key=True)
    """Hex digest of the key that lies in the browser's cookie."""
    bot_id: int | None = Field(default=None, foreign_key="bot.id", index=True)
    token_id: int | None = Field(default=None, foreign_key="token.id")
    """Of an organiser or viewer; exactly one of the two is set."""
    token_sha256: str = Field(sa_type=Text)
    """What the token was when it was shown."""
    expires: datetime = Field(sa_type=UtcDateTime)


class MetaRow(TableBase, table=True):
    """Facts about the arena itself."""

    __tablename__ = "meta"

    key: str = Field(sa_type=Text, primary_key=True)
    value: str = Field(sa_type=Text)
