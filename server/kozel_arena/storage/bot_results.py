"""What one bot did in all its tournaments, read as values; a method is one short transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from kozel.table import Verdict
from kozel_arena.rating import BotMatches, TimeHistogram
from kozel_arena.storage import bot_matches, matches
from kozel_arena.storage.database import Database
from kozel_arena.storage.finding import entered_bot, tournament_key, tournament_values
from kozel_arena.storage.tables import EntryRow, TournamentRow
from kozel_arena.storage.values import StoredMatch, Tournament


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BotFacts:
    """What a bot did in one tournament."""

    matches: BotMatches
    verdicts: Mapping[Verdict, tuple[int, int]]
    """Matches that ended so, and those of them that are charged to it; normal ends first."""
    times: TimeHistogram
    """Of the decisions that it answered in time."""
    silences: int
    """Decisions that it left open."""


class BotResults:
    """Results by bot, over an open database. Bots are named by id.

    Every method raises UnknownBot when there is none, and StorageError when the database cannot
    be used.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def tournaments(self, bot: str) -> list[Tournament]:
        """Those that it takes or took part in, newest first."""
        with self._database.read() as session:
            key = entered_bot(session, bot)
            rows = session.exec(
                select(TournamentRow)
                .join(EntryRow, col(EntryRow.tournament_id) == col(TournamentRow.id))
                .where(EntryRow.bot_id == key)
                .order_by(col(TournamentRow.id).desc())
            ).all()
            return tournament_values(session, rows)

    def facts(self, bot: str, tournament: Tournament) -> BotFacts:
        """What it did in one of them; takes time in proportion to its matches there."""
        with self._database.read() as session:
            key, of = entered_bot(session, bot), tournament_key(session, tournament.id)
            connection = session.connection()
            times, silences = bot_matches.times_of(connection, of, key)
            return BotFacts(
                matches=bot_matches.read_bot_matches(connection, of, key, tournament.config),
                verdicts=bot_matches.verdicts_of(connection, of, key, tournament.config),
                times=times,
                silences=silences,
            )

    def recent(
        self, bot: str, tournaments: Iterable[Tournament], *, limit: int
    ) -> list[StoredMatch]:
        """Its matches in those tournaments that were stored last, the last one first."""
        with self._database.read() as session:
            chosen = matches.MatchFilter(bot=entered_bot(session, bot))
            found = [
                match
                for tournament in tournaments
                for match in matches.newest(
                    session,
                    tournament_key(session, tournament.id),
                    chosen,
                    limit=limit,
                    before=None,
                )
            ]
            return sorted(found, key=lambda match: match.ended, reverse=True)[:limit]

    def ended(self, rows: Sequence[int]) -> Mapping[int, datetime]:
        """When the matches in those rows ended; a match that is voided is left out."""
        with self._database.read() as session:
            return bot_matches.ended(session.connection(), rows)
