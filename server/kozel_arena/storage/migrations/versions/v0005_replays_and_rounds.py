"""Secrets for the deals of voided matches that are played again, and when in a Swiss a bot left."""

import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.add_column(
        "voided_match", sa.Column("replay_seed", sa.Text(), nullable=False, server_default="")
    )
    op.add_column("entry", sa.Column("left_round", sa.Integer(), nullable=True))
    _draw_seeds()
    _find_rounds()


def downgrade() -> None:
    """Back to the version before; what it has no place for is lost."""
    op.drop_column("voided_match", "replay_seed")
    op.drop_column("entry", "left_round")


def _draw_seeds() -> None:
    """A secret for every set of deals; that of a match that was played again is used no more."""
    connection = op.get_bind()
    sets = sa.text("SELECT DISTINCT tournament_id, deal_group, attempt FROM voided_match")
    fill = sa.text(
        "UPDATE voided_match SET replay_seed = :seed WHERE tournament_id = :tournament "
        "AND deal_group = :group AND attempt = :attempt"
    )
    for tournament, group, attempt in connection.execute(sets).all():
        values = {"tournament": tournament, "group": group, "attempt": attempt}
        connection.execute(fill, values | {"seed": secrets.token_hex(32)})


def _find_rounds() -> None:
    """Who has left a Swiss tournament is not drawn after the last round in which it played."""
    connection = op.get_bind()
    gone = sa.text("SELECT tournament_id, bot_id FROM entry WHERE withdrawn IS NOT NULL")
    played = sa.text(
        'SELECT MAX("match".number) FROM "match" JOIN match_seat '
        'ON match_seat.match_row_id = "match".id WHERE match_seat.tournament_id = :tournament '
        "AND match_seat.bot_id = :bot"
    )
    fill = sa.text(
        "UPDATE entry SET left_round = :round WHERE tournament_id = :tournament AND bot_id = :bot"
    )
    for tournament, bot in connection.execute(gone).all():
        values = {"tournament": tournament, "bot": bot}
        last = connection.execute(played, values).scalar()
        matches = _matches_of_a_round(tournament)
        round = 0 if last is None or matches is None else last // matches + 1
        connection.execute(fill, values | {"round": round})


def _matches_of_a_round(tournament: int) -> int | None:
    """At all tables of a round of a Swiss tournament; None for other formats."""
    connection = op.get_bind()
    row = sa.text(
        "SELECT total, settings, (SELECT COUNT(*) FROM entry WHERE tournament_id = tournament.id) "
        "FROM tournament WHERE id = :tournament"
    )
    total, text, entries = connection.execute(row, {"tournament": tournament}).one()
    settings = json.loads(text)
    if settings.get("format") != "swiss":
        return None
    rounds: int | None = settings.get("rounds")
    return int(total) // ((entries - 1).bit_length() if rounds is None else rounds)
