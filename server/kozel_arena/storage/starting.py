"""Tournaments that are made, and their start: from then on who takes part is final."""

from datetime import UTC, datetime

from sqlmodel import Session, select

from kozel_arena.roles import Caller
from kozel_arena.storage.audit import note
from kozel_arena.storage.errors import NameTaken
from kozel_arena.storage.finding import entered_bot, store_named, tournament_value, usable_name
from kozel_arena.storage.registration import most_matches
from kozel_arena.storage.registration import open_ as open_registration
from kozel_arena.storage.rows import entry_rows, tournament_row
from kozel_arena.storage.tables import RegistrationRow, TournamentRow
from kozel_arena.storage.values import Tournament
from kozel_arena.tournament import (
    TournamentConfig,
    TournamentState,
    schedule_of,
    validated,
    validated_draft,
)


def checked(config: TournamentConfig, *, most_bots: int | None) -> TournamentConfig:
    """The config in its usual form, as it is, or as if it had `most_bots` bots.

    Raises:
        InvalidTournament, UnknownRuleset, InvalidOption: it cannot be played.
    """
    config = validated(config) if most_bots is None else validated_draft(config, most=most_bots)
    usable_name(config.name)
    return config


def create(
    session: Session, config: TournamentConfig, *, most_bots: int | None, by: Caller | None
) -> Tournament:
    """Store a checked tournament; see `Repository.create_tournament`.

    Raises:
        NameTaken, UnknownBot, StorageError: it cannot be stored.
    """
    if session.exec(select(TournamentRow).where(TournamentRow.name == config.name)).first():
        raise NameTaken("tournament", config.name)
    bots = [entered_bot(session, id) for id in config.entries]
    now = datetime.now(UTC)
    row = tournament_row(config, total=most_matches(config), created=now)
    store_named(session, row, "tournament")
    assert row.id is not None
    session.add_all(entry_rows(row.id, bots))
    session.flush()
    note(session, by, "tournament_created", subject=row.name)
    if most_bots is not None:
        open_registration(session, row.name, most_bots=most_bots, closes=None, now=now, by=by)
    return tournament_value(session, row)


def prepare_step(session: Session, row: TournamentRow, wanted: TournamentState) -> None:
    """What a tournament's first step out of `created` needs: nobody registers any more, and one
    that starts can be played.

    Raises:
        InvalidTournament: with these bots it cannot.
    """
    if row.state != TournamentState.CREATED.value or row.state == wanted.value:
        return
    registration = session.get(RegistrationRow, row.id, with_for_update=True)
    if wanted is TournamentState.RUNNING:
        row.total = schedule_of(tournament_value(session, row).config).total()
    if registration is not None and registration.closed is None:
        registration.closed = datetime.now(UTC)
