"""Which finished matches may be shown with their cards: those whose deals nobody meets any more."""

from typing import Final

from sqlmodel import Session, col, func, select

from kozel_arena.storage.finding import drawn_entries, tournament_row
from kozel_arena.storage.rows import tournament_of
from kozel_arena.storage.tables import MatchRow
from kozel_arena.storage.values import StoredMatch
from kozel_arena.tournament import DealMode, TournamentState, schedule_of

OVER: Final = frozenset({TournamentState.FINISHED, TournamentState.CANCELLED})
"""States in which no match starts any more."""


def is_revealed(session: Session, match: StoredMatch) -> bool:
    """Whether every table that plays the deals of that match is done with them.

    With mirrored and field deals a bot, or its friends, would meet known cards otherwise. A group
    of which a bot withdrew is never complete: its matches are shown when the tournament is over.

    Raises:
        UnknownTournament: the tournament of the match is gone.
    """
    row = tournament_row(session, match.tournament_id)
    config = tournament_of(row, drawn_entries(session, row), finished=0).config
    if config.deals is DealMode.INDEPENDENT or TournamentState(row.state) in OVER:
        return True
    sharing = schedule_of(config).sharing_deals(match.number)
    done = select(func.count()).where(
        MatchRow.tournament_id == row.id, col(MatchRow.number).in_(sharing)
    )
    return session.exec(done).one() == len(sharing)
