"""Bots and tournaments by id or name, as rows and as values."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from kozel_arena.storage.errors import NameTaken, UnknownBot, UnknownTournament, UnusableValue
from kozel_arena.storage.ids import bot_id, bot_number, looks_like_id, may_exist, tournament_number
from kozel_arena.storage.rows import tournament_of
from kozel_arena.storage.tables import (
    BotRow,
    EntryRow,
    MatchRow,
    TokenRow,
    TournamentRow,
    VoidedMatchRow,
)
from kozel_arena.storage.values import Tournament
from kozel_arena.tournament.config import checked_name


def bot_row(session: Session, id_or_name: str) -> BotRow:
    """The row of a bot.

    Raises:
        UnknownBot: there is none.
    """
    number = bot_number(id_or_name)
    wanted = BotRow.id == number if number else BotRow.name == id_or_name
    row = session.exec(select(BotRow).where(wanted)).first() if may_exist(id_or_name) else None
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
    found = select(TournamentRow).where(wanted)
    row = session.exec(found).first() if may_exist(id_or_name) else None
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
    return _drawn(session, [row.id])[row.id]


def tournament_value(session: Session, row: TournamentRow) -> Tournament:
    """A tournament with what is counted now."""
    return tournament_values(session, [row])[0]


def tournament_values(session: Session, rows: Sequence[TournamentRow]) -> list[Tournament]:
    """Tournaments with what is counted now, in a few queries for all of them."""
    ids = [row.id for row in rows]
    drawn = _drawn(session, ids)
    finished = _counts(session, MatchRow, ids)
    voided = _counts(session, VoidedMatchRow, ids)
    return [
        tournament_of(row, drawn[id], finished=finished.get(id, 0), voided=voided.get(id, 0))
        for row in rows
        if (id := row.id) is not None
    ]


def _drawn(
    session: Session, tournaments: Sequence[int | None]
) -> defaultdict[int | None, dict[str, bool]]:
    """By tournament its bot ids in the order of the draw, each with whether it has withdrawn."""
    entries = (
        select(EntryRow.tournament_id, EntryRow.bot_id, EntryRow.withdrawn)
        .where(col(EntryRow.tournament_id).in_(tournaments))
        .order_by(col(EntryRow.tournament_id), col(EntryRow.position))
    )
    drawn: defaultdict[int | None, dict[str, bool]] = defaultdict(dict)
    for tournament, bot, withdrawn in session.exec(entries):
        drawn[tournament][bot_id(bot)] = withdrawn is not None
    return drawn


def _counts(
    session: Session, table: type[MatchRow | VoidedMatchRow], tournaments: Sequence[int | None]
) -> dict[int, int]:
    """Rows of a table by tournament; those without one are left out."""
    of = col(table.tournament_id)
    counts = select(of, func.count()).where(of.in_(tournaments)).group_by(of)
    return dict(session.exec(counts).all())


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
        UnusableValue: it looks like an id.
    """
    name = checked_name(name)
    if looks_like_id(name):
        raise UnusableValue(
            f"the name {name!r} looks like an id: choose another name", field="name"
        )
    return name


def store_named(session: Session, row: BotRow | TournamentRow | TokenRow, kind: str) -> None:
    """Store a new row whose name nobody else has. Two may ask for one name at once.

    Raises:
        NameTaken: somebody else was quicker.
    """
    session.add(row)
    try:
        session.flush()
    except IntegrityError:
        raise NameTaken(kind, row.name) from None
