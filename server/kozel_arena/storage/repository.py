"""Bots, tournaments and what was played, read and written as values. Knows no stream and no clock.

Every method is one short transaction and can be called from any thread.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from sqlmodel import col, select

from kozel.rules import bind
from kozel.table import Verdict
from kozel_arena.rating import CrossTableCell, MatchTable, StandingLine, cross_table, standings
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import (
    audit,
    entering,
    matches,
    revealing,
    tokens,
    voids,
)
from kozel_arena.storage.database import Database
from kozel_arena.storage.finding import (
    bot_row,
    key_and_partners,
    tournament_key,
    tournament_value,
    tournament_values,
    usable_name,
)
from kozel_arena.storage.finding import tournament_row as found
from kozel_arena.storage.ids import bot_id
from kozel_arena.storage.rows import bot_of, tournament_of
from kozel_arena.storage.starting import checked, create, prepare_step
from kozel_arena.storage.states import check_step, deed
from kozel_arena.storage.statistics import read_match_table, verdict_counts
from kozel_arena.storage.tables import BotRow, EntryRow, MatchRow, TournamentRow
from kozel_arena.storage.tallies import met_tallies, score_tallies
from kozel_arena.storage.tokens import token_hash
from kozel_arena.storage.values import (
    AccessToken,
    AuditEntry,
    Bot,
    Replay,
    StoredMatch,
    Tournament,
    VoidedMatch,
)
from kozel_arena.tournament import (
    Entry,
    TournamentConfig,
    TournamentState,
)
from kozel_arena.tournament.values import Outcome

_PAGE: Final = 200


class Repository:
    """What the arena keeps, over an open database with its tables up to date.

    Every method raises StorageError when the database cannot be used. What changes something
    takes `by`, who ordered it, and writes that into the audit log in the same transaction; None
    is the arena itself, which keeps no log of what it does.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # Who may come in.

    def add_bot(self, name: str, *, by: Caller | None = None) -> tuple[Bot, str]:
        """Register a bot; returns it with its token, which cannot be had again.

        Raises:
            NameTaken: there is one with that name.
            StorageError: the name is none.
        """
        with self._database.write() as session:
            row, token = tokens.add_bot_row(session, name, now=datetime.now(UTC))
            audit.note(session, by, "bot_added", subject=row.name)
            return bot_of(row), token

    def bot_by_token(self, token: str) -> Bot | None:
        """The bot that a token belongs to."""
        with self._database.read() as session:
            hashed = token_hash(token)
            row = session.exec(select(BotRow).where(BotRow.token_sha256 == hashed)).first()
            return bot_of(row) if row else None

    def bots(self) -> list[Bot]:
        """All bots by name."""
        with self._database.read() as session:
            rows = session.exec(select(BotRow).order_by(col(BotRow.name))).all()
            return [bot_of(row) for row in rows]

    def bot(self, id_or_name: str) -> Bot:
        """One bot.

        Raises:
            UnknownBot: there is none.
        """
        with self._database.read() as session:
            return bot_of(bot_row(session, id_or_name))

    def caller(self, token: str) -> Caller | None:
        """Whose call it is that carries that token; None when it is nobody's."""
        with self._database.read() as session:
            return tokens.caller(session, token)

    def add_token(
        self, name: str, role: Role, *, by: Caller | None = None
    ) -> tuple[AccessToken, str]:
        """Make a token; returns it with its secret, which cannot be had again.

        Raises:
            NameTaken: there is one with that name, revoked or not.
            InvalidName: the name is none.
        """
        name = usable_name(name)
        with self._database.write() as session:
            return tokens.add(session, name, role, by=by)

    def tokens(self) -> list[AccessToken]:
        """All tokens of organisers and viewers by name, revoked ones too."""
        with self._database.read() as session:
            return tokens.listed(session)

    def revoke_token(self, name: str, *, by: Caller | None = None) -> AccessToken:
        """Make a token worthless from now on; again does nothing.

        Raises:
            UnknownToken: there is none with that name.
            StorageError: it is the last valid one of an organiser.
        """
        with self._database.write() as session:
            return tokens.revoke(session, name, by=by)

    def audit(self, *, limit: int = 50, subject: str | None = None) -> list[AuditEntry]:
        """What organisers did, the last thing first; only to `subject` if it is given."""
        with self._database.read() as session:
            return audit.newest(session, limit=limit, subject=subject)

    # Tournaments.

    def create_tournament(
        self, config: TournamentConfig, *, by: Caller | None = None, most_bots: int | None = None
    ) -> Tournament:
        """Check and store a tournament; it is `created`, not running.

        Args:
            config: what it plays.
            by: who ordered it.
            most_bots: let authors register bots until it has so many; it may have too few now.

        Raises:
            NameTaken: there is one with that name.
            UnknownBot: an entry is no bot's id.
            InvalidTournament, UnknownRuleset, InvalidOption: it cannot be played.
        """
        config = checked(config, most_bots=most_bots)
        with self._database.write() as session:
            return create(session, config, most_bots=most_bots, by=by)

    def tournament(self, id_or_name: str) -> Tournament:
        """One tournament.

        Raises:
            UnknownTournament: there is none.
        """
        with self._database.read() as session:
            return tournament_value(session, found(session, id_or_name))

    def tournaments(self) -> list[Tournament]:
        """All tournaments, newest first."""
        with self._database.read() as session:
            newest = col(TournamentRow.id).desc()
            rows = session.exec(select(TournamentRow).order_by(newest)).all()
            return tournament_values(session, rows)

    def entries(self, id: str) -> list[Entry]:
        """The entries of a tournament in the order of the draw, those that withdrew too."""
        with self._database.read() as session:
            row = found(session, id)
            rows = session.exec(
                select(BotRow)
                .join(EntryRow, col(EntryRow.bot_id) == col(BotRow.id))
                .where(EntryRow.tournament_id == row.id)
                .order_by(col(EntryRow.position))
            ).all()
            return [Entry(bot_id(bot.id), bot.name) for bot in rows]

    def set_state(self, id: str, state: TournamentState, *, by: Caller | None = None) -> None:
        """Move a tournament on: created → running ⇄ paused → finished, or cancelled before that.

        Setting the state that it has changes nothing.

        Raises:
            UnknownTournament: there is none.
            WrongState: it cannot go there.
            InvalidTournament: it cannot be played with the bots that it has.
        """
        with self._database.write() as session:
            row = found(session, id)
            now = TournamentState(row.state)
            check_step(row.name, now, state)
            prepare_step(session, row, state)
            if now is not state:
                row.state = state.value
                audit.note(session, by, f"tournament_{deed(now, state)}", subject=row.name)

    def enter(self, id: str, bot: str, *, by: Caller | None = None) -> Tournament:
        """Let a bot join a ladder, last in the draw; one that had withdrawn is back.

        Raises:
            UnknownTournament, UnknownBot: there is none.
            NameTaken: it takes part already.
            StorageError: the tournament is no ladder, or it is over.
        """
        with self._database.write() as session:
            return entering.enter(session, id, bot, by=by)

    def withdraw(
        self, id: str, bot: str, *, left_round: int = 0, by: Caller | None = None
    ) -> Tournament:
        """Take a bot out of a tournament: what it has played stays, the rest is not played.

        It is drawn in no round from `left_round` on. Its results count for all as they are: they
        were played fairly, and without them some opponents would lose points and others not.

        Raises:
            UnknownTournament, UnknownBot, TakesNoPart: there is none, or not in it.
            StorageError: the tournament is over.
        """
        with self._database.write() as session:
            return entering.withdraw(session, id, bot, left_round=left_round, by=by)

    def left_rounds(self, id: str) -> dict[str, int]:
        """By id of a bot that has withdrawn: the first round that is drawn without it."""
        with self._database.read() as session:
            return entering.left_rounds(session, tournament_key(session, id))

    # Results.

    def finished_numbers(self, id: str) -> set[int]:
        """The numbers of the matches that have a result: all that most formats need to resume."""
        with self._database.read() as session:
            row = found(session, id)
            numbers = select(MatchRow.number).where(MatchRow.tournament_id == row.id)
            return set(session.exec(numbers).all())

    def outcomes(self, id: str) -> Iterator[Outcome]:
        """Every result as formats see it, in the order in which they were stored.

        Reads a page at a time, so it holds no transaction open while the caller works.

        Raises:
            UnknownTournament: there is none (at the first one).
        """
        last = 0
        while True:
            with self._database.read() as session:
                key = tournament_key(session, id)
                page = matches.outcomes(session.connection(), key, after=last, limit=_PAGE)
            if not page:
                return
            yield from (outcome for _, outcome in page)
            last = page[-1][0]

    def replays(self, id: str) -> dict[int, Replay]:
        """By number of a match whose result was voided how it is played again."""
        with self._database.read() as session:
            return voids.replays(session, tournament_key(session, id))

    def void_match(self, match_id: str, *, reason: str, by: Caller) -> VoidedMatch:
        """Strike out a result: it is kept for the audit, counts no more, and is played again.

        A tournament that was finished is `running` again, so that somebody plays the match.

        Raises:
            AlreadyVoided: its result was struck out before.
            UnknownMatch: no match has that id.
        """
        with self._database.write() as session:
            return voids.void(session, match_id, reason=reason, by=by)

    def voided(self, id: str) -> list[VoidedMatch]:
        """The results of a tournament that were struck out, in the order in which they were."""
        with self._database.read() as session:
            return list(voids.voided(session, tournament_key(session, id)))

    def matches(
        self,
        id: str,
        *,
        bot: str | None = None,
        opponent: str | None = None,
        verdict: Verdict | None = None,
        numbers: range | None = None,
        limit: int = 50,
        before: str | None = None,
    ) -> list[StoredMatch]:
        """Matches of a tournament that have a result, the one stored last first.

        Args:
            id: of the tournament, or its name.
            bot: only those of this bot, by id or name.
            opponent: only those that `bot` played against this one.
            verdict: only those that ended so.
            numbers: only those whose number is in it, in steps of 1.
            limit: at most so many.
            before: only those stored before the match with this id: the last one of a page.

        Raises:
            UnknownTournament, UnknownBot, UnknownMatch: there is none.
        """
        with self._database.read() as session:
            chosen = matches.MatchFilter(
                bot=None if bot is None else bot_row(session, bot).id,
                opponent=None if opponent is None else bot_row(session, opponent).id,
                verdict=verdict,
                numbers=numbers,
            )
            key = tournament_key(session, id)
            return matches.newest(session, key, chosen, limit=limit, before=before)

    def match(self, match_id: str) -> tuple[StoredMatch, str]:
        """A match and its record, a kozel-record/1 line.

        Raises:
            AlreadyVoided: its result was struck out.
            UnknownMatch: no match with a result has that id.
        """
        with self._database.read() as session:
            voids.refuse_voided(session, match_id)
            return matches.one(session, match_id)

    def is_revealed(self, match: StoredMatch) -> bool:
        """Whether a match may be shown with its cards: nobody else can meet its deals."""
        with self._database.read() as session:
            return revealing.is_revealed(session, match)

    def match_table(self, id: str) -> MatchTable:
        """Every result of a tournament as columns of numbers, for `kozel_arena.rating`."""
        with self._database.read() as session:
            row = found(session, id)
            assert row.id is not None
            config = tournament_of(row, {}, finished=0).config
            rules = bind(config.ruleset, config.options)
            return read_match_table(
                session.connection(),
                row.id,
                sides=rules.sides,
                players=rules.players,
                is_individual=config.individual,
            )

    def verdict_counts(self, id: str) -> dict[str, dict[Verdict, tuple[int, int]]]:
        """By bot: matches that ended with a verdict, and those of them that are charged to it."""
        with self._database.read() as session:
            key, individual = key_and_partners(session, id)
            return verdict_counts(session.connection(), key, is_individual=individual)

    def standings(self, id: str) -> list[StandingLine]:
        """The table of a tournament, best first; every entry has a line."""
        with self._database.read() as session:
            key, individual = key_and_partners(session, id)
            return standings(score_tallies(session, key, is_individual=individual))

    def cross_table(self, id: str) -> list[CrossTableCell]:
        """Every ordered pair of opponents that has met."""
        with self._database.read() as session:
            key, individual = key_and_partners(session, id)
            return cross_table(met_tallies(session, key, is_individual=individual))

    def records(self, id: str) -> Iterator[str]:
        """The records of a tournament as JSON lines without newline, by match number.

        Reads a page at a time, so it holds no transaction open while the caller works.

        Raises:
            UnknownTournament: there is none (at the first line).
        """
        with self._database.read() as session:
            tournament = tournament_key(session, id)
        last = -1
        while True:
            with self._database.read() as session:
                page = session.exec(
                    select(MatchRow.number, MatchRow.record)
                    .where(MatchRow.tournament_id == tournament, MatchRow.number > last)
                    .order_by(col(MatchRow.number))
                    .limit(_PAGE)
                ).all()
            if not page:
                return
            yield from (record for _, record in page)
            last = page[-1][0]
