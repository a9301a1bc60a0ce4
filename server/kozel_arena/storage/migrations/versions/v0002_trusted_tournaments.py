"""Formats and deal groups, voided matches, an audit log and tokens with roles."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_AT_ONCE = 500


def upgrade() -> None:
    """To this version."""
    _add_columns()
    _add_tables()
    _fill_in_matches()
    _replace_indexes()
    _move_organiser_token()


def downgrade() -> None:
    """Back to the version before; what it has no place for is lost."""
    organiser = sa.text(
        "INSERT INTO meta (key, value) SELECT 'organiser_token_sha256', sha256 FROM token "
        "WHERE name = 'organiser' AND revoked IS NULL"
    )
    op.get_bind().execute(organiser)
    op.drop_index("ix_match_groups", "match")
    op.drop_index("ix_match_seat_standings", "match_seat")
    op.create_index(
        "ix_match_seat_standings",
        "match_seat",
        ["tournament_id", "bot_id", "seat", "side", "match_points", "silences"],
    )
    for table in ("token", "audit_log", "voided_match"):
        op.drop_table(table)
    for table, columns in {
        "tournament": ("settings", "tallied_through"),
        "entry": ("withdrawn",),
        "match": ("deal_group", "attempt", "deals"),
        "match_seat": ("deal_points", "is_rated"),
    }.items():
        for column in columns:
            op.drop_column(table, column)


def _add_columns() -> None:
    """Columns with defaults, because SQLite adds no other to a table that has rows."""
    op.add_column(
        "tournament", sa.Column("settings", sa.Text(), nullable=False, server_default="{}")
    )
    for table, name, type in (
        ("tournament", "tallied_through", sa.BigInteger()),
        ("match", "deal_group", sa.BigInteger()),
        ("match", "attempt", sa.Integer()),
        ("match", "deals", sa.Integer()),
        ("match_seat", "deal_points", sa.Integer()),
    ):
        op.add_column(table, sa.Column(name, type, nullable=False, server_default="0"))
    op.add_column(
        "match_seat",
        sa.Column("is_rated", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    op.add_column("entry", sa.Column("withdrawn", sa.DateTime(timezone=True), nullable=True))


def _replace_indexes() -> None:
    """What statistics read, so that they never touch a record: it lies before the new columns."""
    op.drop_index("ix_match_seat_standings", "match_seat")
    op.create_index(
        "ix_match_seat_standings",
        "match_seat",
        ["tournament_id", "bot_id", "seat", "side", "is_rated", "match_points", "silences"],
    )
    op.create_index(
        "ix_match_groups",
        "match",
        ["tournament_id", "id", "number", "attempt", "deal_group", "deals", "verdict"],
    )


def _add_tables() -> None:
    op.create_table(
        "voided_match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("deal_group", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("voided", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_voided_match_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_voided_match"),
        sa.UniqueConstraint("match_id", name="uq_voided_match_match_id"),
        sa.UniqueConstraint(
            "tournament_id",
            "number",
            "attempt",
            name="uq_voided_match_tournament_id_number_attempt",
        ),
    )
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_log"),
    )
    op.create_table(
        "token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_token"),
        sa.UniqueConstraint("name", name="uq_token_name"),
        sa.UniqueConstraint("sha256", name="uq_token_sha256"),
    )


def _fill_in_matches() -> None:
    """Every match so far had deals of its own; the records know how many and their points."""
    connection = op.get_bind()
    connection.execute(sa.text('UPDATE "match" SET deal_group = number'))
    # The histograms of the entries hold every match so far.
    connection.execute(
        sa.text(
            "UPDATE tournament SET tallied_through = COALESCE("
            '(SELECT MAX(id) FROM "match" WHERE tournament_id = tournament.id), 0)'
        )
    )
    deals = sa.text('UPDATE "match" SET deals = :deals WHERE id = :match')
    points = sa.text(
        "UPDATE match_seat SET deal_points = :points WHERE match_row_id = :match AND side = :side"
    )
    for page in _pages(connection):
        ended = {id: _points_of_deals(record) for id, record in page}
        connection.execute(deals, [{"match": id, "deals": len(all)} for id, all in ended.items()])
        sums = [
            {"match": id, "side": side, "points": sum(of_side)}
            for id, all in ended.items()
            for side, of_side in enumerate(zip(*all, strict=True))
        ]
        if sums:
            connection.execute(points, sums)


def _pages(connection: sa.Connection) -> Iterator[list[tuple[int, str]]]:
    page = sa.text('SELECT id, record FROM "match" WHERE id > :last ORDER BY id LIMIT :some')
    last = 0
    while rows := connection.execute(page, {"last": last, "some": _AT_ONCE}).all():
        yield [(id, record) for id, record in rows]
        last = rows[-1][0]


def _points_of_deals(record: str) -> list[list[int]]:
    """Card points by side of every deal that was played to its end."""
    return [deal["points"] for deal in json.loads(record)["deals"] if "points" in deal]


def _move_organiser_token() -> None:
    connection = op.get_bind()
    found = sa.text("SELECT value FROM meta WHERE key = 'organiser_token_sha256'")
    sha256 = connection.execute(found).scalar()
    if sha256 is None:
        return
    connection.execute(
        sa.text(
            "INSERT INTO token (name, sha256, role, created) "
            "VALUES ('organiser', :sha256, 'organiser', CURRENT_TIMESTAMP)"
        ),
        {"sha256": sha256},
    )
    connection.execute(sa.text("DELETE FROM meta WHERE key = 'organiser_token_sha256'"))
