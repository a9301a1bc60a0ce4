"""Bots, tournaments and what was played, read and written as values. Knows no stream and no clock.

Every method is one short transaction and can be called from any thread.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import func
from sqlmodel import Session, col, select

from kozel_arena.rating import CrossTableCell, StandingLine, cross_table, standings
from kozel_arena.roles import Caller, Role
from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import NameTaken, StorageError, UnknownBot, UnknownTournament
from kozel_arena.storage.ids import bot_id, bot_number, looks_like_id, tournament_number
from kozel_arena.storage.rows import bot_of, entry_rows, tournament_of, tournament_row
from kozel_arena.storage.states import check_step
from kozel_arena.storage.tables import BotRow, EntryRow, MatchRow, TournamentRow
from kozel_arena.storage.tallies import met_tallies, score_tallies
from kozel_arena.storage.tokens import is_organiser, new_token, token_hash
from kozel_arena.storage.values import Bot, Tournament
from kozel_arena.tournament import (
    Entry,
    TournamentConfig,
    TournamentState,
    schedule_of,
    validated,
)
from kozel_arena.tournament.config import checked_name

_PAGE: Final = 200


class Repository:
    """What the arena keeps, over an open database with its tables up to date.

    Every method raises StorageError when the database cannot be used.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_bot(self, name: str) -> tuple[Bot, str]:
        """Register a bot; returns it with its token, which cannot be had again.

        Raises:
            NameTaken: there is one with that name.
            StorageError: the name is none.
        """
        name = _usable_name(name)
        token = new_token()
        with self._database.write() as session:
            if session.exec(select(BotRow).where(BotRow.name == name)).first():
                raise NameTaken("bot", name)
            row = BotRow(name=name, token_sha256=token_hash(token), created=datetime.now(UTC))
            session.add(row)
            session.flush()
            return bot_of(row), token

    def bot_by_token(self, token: str) -> Bot | None:
        """The bot that a token belongs to."""
        with self._database.read() as session:
            hashed = token_hash(token)
            row = session.exec(select(BotRow).where(BotRow.token_sha256 == hashed)).first()
            return bot_of(row) if row else None

    def is_organiser(self, token: str) -> bool:
        """Whether that is the organiser's token."""
        with self._database.read() as session:
            return is_organiser(session, token)

    def caller(self, token: str) -> Caller | None:
        """Whose call it is that carries that token; None when it is nobody's."""
        return Caller("organiser", Role.ORGANISER) if self.is_organiser(token) else None

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
            number = bot_number(id_or_name)
            wanted = BotRow.id == number if number else BotRow.name == id_or_name
            row = session.exec(select(BotRow).where(wanted)).first()
            if row is None:
                raise UnknownBot(id_or_name)
            return bot_of(row)

    def create_tournament(self, config: TournamentConfig) -> Tournament:
        """Check and store a tournament; it is `created`, not running.

        Raises:
            NameTaken: there is one with that name.
            UnknownBot: an entry is no bot's id.
            InvalidTournament, UnknownRuleset, InvalidOption: it cannot be played.
        """
        config = validated(config)
        _usable_name(config.name)
        total = schedule_of(config).total()
        with self._database.write() as session:
            if session.exec(select(TournamentRow).where(TournamentRow.name == config.name)).first():
                raise NameTaken("tournament", config.name)
            bots = [_bot_row(session, id) for id in config.entries]
            row = tournament_row(config, total=total, created=datetime.now(UTC))
            session.add(row)
            session.flush()
            assert row.id is not None
            session.add_all(entry_rows(row.id, bots))
            session.flush()
            return _tournament(session, row)

    def tournament(self, id_or_name: str) -> Tournament:
        """One tournament.

        Raises:
            UnknownTournament: there is none.
        """
        with self._database.read() as session:
            return _tournament(session, _row(session, id_or_name))

    def tournaments(self) -> list[Tournament]:
        """All tournaments, newest first."""
        with self._database.read() as session:
            newest = col(TournamentRow.id).desc()
            rows = session.exec(select(TournamentRow).order_by(newest)).all()
            return [_tournament(session, row) for row in rows]

    def entries(self, id: str) -> list[Entry]:
        """The entries of a tournament in the order of the draw."""
        with self._database.read() as session:
            row = _row(session, id)
            rows = session.exec(
                select(BotRow)
                .join(EntryRow, col(EntryRow.bot_id) == col(BotRow.id))
                .where(EntryRow.tournament_id == row.id)
                .order_by(col(EntryRow.position))
            ).all()
            return [Entry(bot_id(bot.id), bot.name) for bot in rows]

    def set_state(self, id: str, state: TournamentState) -> None:
        """Move a tournament on: created → running → finished, or cancelled from either.

        Setting the state that it has changes nothing.

        Raises:
            UnknownTournament: there is none.
            WrongState: it cannot go there.
        """
        with self._database.write() as session:
            row = _row(session, id)
            check_step(row.name, TournamentState(row.state), state)
            row.state = state.value
            session.add(row)

    def finished_numbers(self, id: str) -> set[int]:
        """The numbers of the matches that have a result: all that resuming needs."""
        with self._database.read() as session:
            row = _row(session, id)
            numbers = select(MatchRow.number).where(MatchRow.tournament_id == row.id)
            return set(session.exec(numbers).all())

    def standings(self, id: str) -> list[StandingLine]:
        """The table of a tournament, best first; every entry has a line."""
        with self._database.read() as session:
            return standings(score_tallies(session, _row(session, id).id))

    def cross_table(self, id: str) -> list[CrossTableCell]:
        """Every ordered pair of opponents that has met."""
        with self._database.read() as session:
            return cross_table(met_tallies(session, _row(session, id).id))

    def records(self, id: str) -> Iterator[str]:
        """The records of a tournament as JSON lines without newline, by match number.

        Reads a page at a time, so it holds no transaction open while the caller works.

        Raises:
            UnknownTournament: there is none (at the first line).
        """
        with self._database.read() as session:
            tournament = _row(session, id).id
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


def _bot_row(session: Session, id: str) -> int:
    number = bot_number(id)
    if number is None or session.get(BotRow, number) is None:
        raise UnknownBot(id)
    return number


def _row(session: Session, id_or_name: str) -> TournamentRow:
    number = tournament_number(id_or_name)
    wanted = TournamentRow.id == number if number else TournamentRow.name == id_or_name
    row = session.exec(select(TournamentRow).where(wanted)).first()
    if row is None:
        raise UnknownTournament(id_or_name)
    return row


def _tournament(session: Session, row: TournamentRow) -> Tournament:
    entries = select(EntryRow.bot_id).where(EntryRow.tournament_id == row.id)
    ordered = session.exec(entries.order_by(col(EntryRow.position))).all()
    count = select(func.count()).where(col(MatchRow.tournament_id) == row.id)
    return tournament_of(row, map(bot_id, ordered), finished=session.exec(count).one())


def _usable_name(name: str) -> str:
    name = checked_name(name)
    if looks_like_id(name):
        raise StorageError(f"the name {name!r} looks like an id: choose another name")
    return name
