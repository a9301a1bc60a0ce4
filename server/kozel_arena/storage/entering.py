"""Bots that join a ladder late or leave a tournament early."""

from dataclasses import replace
from datetime import UTC, datetime

from sqlmodel import Session, col, select

from kozel_arena.roles import Caller
from kozel_arena.storage.audit import note
from kozel_arena.storage.errors import NameTaken
from kozel_arena.storage.finding import bot_row, tournament_row, tournament_value
from kozel_arena.storage.ids import bot_id
from kozel_arena.storage.registration import most_matches
from kozel_arena.storage.states import check_entering, check_withdrawing
from kozel_arena.storage.tables import EntryRow
from kozel_arena.storage.values import Tournament


def enter(session: Session, id: str, bot: str, *, by: Caller | None) -> Tournament:
    """Let a bot join a ladder in the session's transaction; see `Repository.enter`.

    Raises:
        UnknownTournament, UnknownBot, NameTaken, StorageError: it cannot.
    """
    row, joining = tournament_row(session, id), bot_row(session, bot)
    tournament = tournament_value(session, row)
    check_entering(tournament)
    assert row.id is not None
    assert joining.id is not None
    entry = session.get(EntryRow, (row.id, joining.id))
    if entry is None:
        position = len(tournament.config.entries)
        session.add(EntryRow(tournament_id=row.id, bot_id=joining.id, position=position))
    elif entry.withdrawn is None:
        raise NameTaken("entry", joining.name)
    else:
        entry.withdrawn = entry.left_round = None
    note(session, by, "bot_entered", subject=row.name, details=joining.name)
    session.flush()
    entered = tournament_value(session, row)
    if not row.total:
        row.total = most_matches(entered.config)
    return replace(entered, total=row.total)


def withdraw(
    session: Session, id: str, bot: str, *, left_round: int, by: Caller | None
) -> Tournament:
    """Take a bot out of a tournament in the session's transaction; see `Repository.withdraw`.

    Raises:
        UnknownTournament, UnknownBot, TakesNoPart, StorageError: it cannot.
    """
    row, leaving = tournament_row(session, id), bot_row(session, bot)
    entry = session.get(EntryRow, (row.id, leaving.id))
    check_withdrawing(tournament_value(session, row), leaving.name, takes_part=entry is not None)
    if entry is not None and entry.withdrawn is None:
        entry.withdrawn, entry.left_round = datetime.now(UTC), left_round
        note(session, by, "bot_withdrawn", subject=row.name, details=leaving.name)
    session.flush()
    return tournament_value(session, row)


def left_rounds(session: Session, tournament: int) -> dict[str, int]:
    """By bot that has withdrawn, the first one first: the first round that is drawn without it."""
    entries = select(EntryRow.bot_id, EntryRow.left_round).where(
        col(EntryRow.tournament_id) == tournament, col(EntryRow.withdrawn).is_not(None)
    )
    in_order = entries.order_by(col(EntryRow.withdrawn), col(EntryRow.bot_id))
    return {bot_id(bot): round or 0 for bot, round in session.exec(in_order)}
