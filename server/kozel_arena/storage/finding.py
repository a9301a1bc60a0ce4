"""Bots and tournaments by id or name, as rows and as values."""

from sqlalchemy import func
from sqlmodel import Session, col, select

from kozel_arena.storage.errors import StorageError, UnknownBot, UnknownTournament
from kozel_arena.storage.ids import bot_id, bot_number, looks_like_id, tournament_number
from kozel_arena.storage.rows import tournament_of
from kozel_arena.storage.tables import BotRow, EntryRow, MatchRow, TournamentRow
from kozel_arena.storage.values import Tournament
from kozel_arena.tournament.config import checked_name


def bot_row(session: Session, id_or_name: str) -> BotRow:
    """The row of a bot.

    Raises:
        UnknownBot: there is none.
    """
    number = bot_number(id_or_name)
    wanted = BotRow.id == number if number else BotRow.name == id_or_name
    row = session.exec(select(BotRow).where(wanted)).first()
    if row is None:
        raise UnknownBot(id_or_name)
    return row


def entered_bot(session: Session, id: str) -> int:
    """The number of a bot's row by its id, not by its name.

    Raises:
        UnknownBot: there is none.
    """
    number = bot_number(id)
    if number is None or session.get(BotRow, number) is None:
        raise UnknownBot(id)
    return number


def tournament_row(session: Session, id_or_name: str) -> TournamentRow:
    """The row of a tournament.

    Raises:
        UnknownTournament: there is none.
    """
    number = tournament_number(id_or_name)
    wanted = TournamentRow.id == number if number else TournamentRow.name == id_or_name
    row = session.exec(select(TournamentRow).where(wanted)).first()
    if row is None:
        raise UnknownTournament(id_or_name)
    return row


def tournament_key(session: Session, id_or_name: str) -> int:
    """The number of a tournament's row.

    Raises:
        UnknownTournament: there is none.
    """
    id = tournament_row(session, id_or_name).id
    assert id is not None
    return id


def drawn_entries(session: Session, row: TournamentRow) -> dict[str, bool]:
    """Bot ids in the order of the draw, each with whether it has withdrawn."""
    entries = (
        select(EntryRow.bot_id, EntryRow.withdrawn)
        .where(EntryRow.tournament_id == row.id)
        .order_by(col(EntryRow.position))
    )
    return {bot_id(bot): withdrawn is not None for bot, withdrawn in session.exec(entries)}


def tournament_value(session: Session, row: TournamentRow) -> Tournament:
    """A tournament with what is counted now."""
    count = select(func.count()).where(col(MatchRow.tournament_id) == row.id)
    entries = drawn_entries(session, row)
    return tournament_of(row, entries, finished=session.exec(count).one())


def key_and_partners(session: Session, id_or_name: str) -> tuple[int, bool]:
    """The number of a tournament's row, and whether partners are entries of their own in it.

    Raises:
        UnknownTournament: there is none.
    """
    row = tournament_row(session, id_or_name)
    assert row.id is not None
    return row.id, tournament_of(row, {}, finished=0).config.individual


def usable_name(name: str) -> str:
    """A name in normal form.

    Raises:
        InvalidName: it is none.
        StorageError: it looks like an id.
    """
    name = checked_name(name)
    if looks_like_id(name):
        raise StorageError(f"the name {name!r} looks like an id: choose another name")
    return name
