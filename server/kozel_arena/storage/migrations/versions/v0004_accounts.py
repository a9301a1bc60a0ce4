"""Registration by authors: invitations, contacts, and the sessions of browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.add_column("bot", sa.Column("contact", sa.Text(), nullable=False, server_default=""))
    op.add_column("bot", sa.Column("rotated", sa.DateTime(timezone=True), nullable=True))
    _add_registration()
    _add_invitation()
    _add_web_session()


def downgrade() -> None:
    """Back to the version before; what it has no place for is lost."""
    op.drop_index("ix_web_session_bot_id", "web_session")
    op.drop_index("ix_invitation_tournament_id", "invitation")
    for table in ("web_session", "invitation", "registration"):
        op.drop_table(table)
    for column in ("contact", "rotated"):
        op.drop_column("bot", column)


def _add_registration() -> None:
    op.create_table(
        "registration",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("most_bots", sa.Integer(), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closes", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_registration_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_registration"),
    )


def _add_invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_invitation_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_invitation"),
        sa.UniqueConstraint("sha256", name="uq_invitation_sha256"),
    )
    op.create_index("ix_invitation_tournament_id", "invitation", ["tournament_id"])


def _add_web_session() -> None:
    op.create_table(
        "web_session",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=True),
        sa.Column("token_id", sa.Integer(), nullable=True),
        sa.Column("token_sha256", sa.Text(), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name="fk_web_session_bot_id_bot"),
        sa.ForeignKeyConstraint(["token_id"], ["token.id"], name="fk_web_session_token_id_token"),
        sa.PrimaryKeyConstraint("sha256", name="pk_web_session"),
    )
    op.create_index("ix_web_session_bot_id", "web_session", ["bot_id"])
