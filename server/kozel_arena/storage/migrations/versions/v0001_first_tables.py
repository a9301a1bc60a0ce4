"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    _bots_and_meta()
    _tournaments()
    _matches()


def downgrade() -> None:
    """Back to an empty database."""
    for table in ("match_seat", "match", "entry", "tournament", "meta", "bot"):
        op.drop_table(table)


def _bots_and_meta() -> None:
    op.create_table(
        "bot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_sha256", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bot"),
        sa.UniqueConstraint("name", name="uq_bot_name"),
        sa.UniqueConstraint("token_sha256", name="uq_bot_token_sha256"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )


def _tournaments() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("matches_per_pairing", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("move_limit_ns", sa.BigInteger(), nullable=False),
        sa.Column("bank_ns", sa.BigInteger(), nullable=False),
        sa.Column("strikes", sa.Integer(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.UniqueConstraint("name", name="uq_tournament_name"),
    )
    op.create_table(
        "entry",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name="fk_entry_bot_id_bot"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_entry_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "bot_id", name="pk_entry"),
    )


def _matches() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_match_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.UniqueConstraint("match_id", name="uq_match_match_id"),
        sa.UniqueConstraint("tournament_id", "number", name="uq_match_tournament_id_number"),
    )
    op.create_table(
        "match_seat",
        sa.Column("match_row_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("match_points", sa.Float(), nullable=False),
        sa.Column("silences", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Text(), nullable=False),
        sa.Column("is_charged", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name="fk_match_seat_bot_id_bot"),
        sa.ForeignKeyConstraint(
            ["match_row_id"], ["match.id"], name="fk_match_seat_match_row_id_match"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_match_seat_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("match_row_id", "seat", name="pk_match_seat"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_match_seat_standings",
        "match_seat",
        ["tournament_id", "bot_id", "seat", "side", "match_points", "silences"],
    )
