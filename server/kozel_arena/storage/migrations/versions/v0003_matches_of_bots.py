"""An index by which the matches of a bot are found, the one stored last first."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_index(
        "ix_match_seat_matches", "match_seat", ["tournament_id", "bot_id", "match_row_id"]
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index("ix_match_seat_matches", "match_seat")
