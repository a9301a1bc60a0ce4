"""Bots that authors register by themselves: when that is open, by which codes, and the deed.

A code has 80 random bits and is kept only as SHA-256, as tokens are.
"""

import secrets
from base64 import b32encode
from datetime import datetime
from typing import Final

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from kozel_arena.roles import Caller, Role
from kozel_arena.storage import audit
from kozel_arena.storage.account_values import Invitation, Registration
from kozel_arena.storage.errors import (
    InvitationRefused,
    RegistrationClosed,
    UnknownInvitation,
    UnusableValue,
)
from kozel_arena.storage.finding import tournament_key, tournament_row, tournament_value
from kozel_arena.storage.ids import MOST_ROWS, bot_id, tournament_id
from kozel_arena.storage.rows import bot_of, invitation_of
from kozel_arena.storage.tables import (
    BotRow,
    EntryRow,
    InvitationRow,
    RegistrationRow,
    TournamentRow,
)
from kozel_arena.storage.tokens import add_bot_row, token_hash
from kozel_arena.storage.values import Bot
from kozel_arena.tournament import (
    InvalidTournament,
    TournamentConfig,
    TournamentState,
    schedule_of,
    validated_draft,
)

MOST_BOTS: Final = 1000
"""Entries that a tournament with registration takes at most."""
MOST_USES: Final = 1000
LONGEST_TEXT: Final = 200
"""Characters of a label and of a contact."""


def most_matches(config: TournamentConfig) -> int:
    """Matches of the whole schedule; 0 while there are too few bots for one."""
    try:
        return schedule_of(config).total()
    except InvalidTournament:
        return 0


def new_code() -> str:
    """A new invitation code, easy to read out: 16 small letters and digits."""
    return b32encode(secrets.token_bytes(10)).decode().lower()


def open_(
    session: Session,
    id: str,
    *,
    most_bots: int,
    closes: datetime | None,
    now: datetime,
    by: Caller | None,
) -> Registration:
    """Let authors register bots, or go on with other limits.

    Raises:
        UnknownTournament: there is none.
        InvalidTournament: it could not be played with so many bots.
        RegistrationClosed: it was started.
        UnusableValue: a limit makes no sense.
    """
    row = tournament_row(session, id)
    if row.state != TournamentState.CREATED.value:
        why = f"it is {row.state}, and registration is for tournaments that have not started"
        raise RegistrationClosed(row.name, why)
    if not 1 <= most_bots <= MOST_BOTS:
        raise UnusableValue(
            f"{most_bots} bots cannot be: let it take 1 to {MOST_BOTS}", field="most_bots"
        )
    if closes is not None and closes <= now:
        raise UnusableValue(
            "registration cannot close in the past: give a later time", field="closes"
        )
    validated_draft(tournament_value(session, row).config, most=most_bots)
    assert row.id is not None
    registration = _row(session, row.id, most_bots=most_bots, now=now)
    registration.most_bots, registration.closes, registration.closed = most_bots, closes, None
    until = "" if closes is None else f", until {closes:%Y-%m-%d %H:%M} UTC"
    details = f"at most {most_bots} bots{until}"
    audit.note(session, by, "registration_opened", subject=row.name, details=details)
    session.flush()
    return _value(session, row, registration, now)


def close(session: Session, id: str, *, now: datetime, by: Caller | None) -> Registration:
    """Let nobody register any more; again does nothing.

    Raises:
        UnknownTournament: there is none.
        RegistrationClosed: it was never open.
    """
    row = tournament_row(session, id)
    registration = session.get(RegistrationRow, row.id, with_for_update=True)
    if registration is None:
        raise RegistrationClosed(row.name, "registration was never opened")
    if registration.closed is None:
        registration.closed = now
        audit.note(session, by, "registration_closed", subject=row.name)
        session.flush()
    return _value(session, row, registration, now)


def find(session: Session, id: str, *, now: datetime) -> Registration | None:
    """The registration of a tournament; None if there never was one.

    Raises:
        UnknownTournament: there is none.
    """
    row = tournament_row(session, id)
    registration = session.get(RegistrationRow, row.id)
    return None if registration is None else _value(session, row, registration, now)


def all_open(session: Session, *, now: datetime) -> list[Registration]:
    """Every registration that is open, the newest tournament first."""
    rows = session.exec(
        select(TournamentRow, RegistrationRow)
        .join(RegistrationRow, col(RegistrationRow.tournament_id) == col(TournamentRow.id))
        .where(TournamentRow.state == TournamentState.CREATED.value)
        .order_by(col(TournamentRow.id).desc())
    ).all()
    values = [_value(session, row, registration, now) for row, registration in rows]
    return [value for value in values if value.why_closed is None]


def invite(
    session: Session,
    id: str,
    *,
    label: str,
    uses: int,
    expires: datetime | None,
    now: datetime,
    by: Caller | None,
) -> tuple[Invitation, str]:
    """Make a code; returns it with its text, which cannot be had again.

    Raises:
        UnknownTournament: there is none.
        UnusableValue: a limit or the label makes no sense.
    """
    row = tournament_row(session, id)
    label = usable_text("label", label)
    if not 1 <= uses <= MOST_USES:
        raise UnusableValue(
            f"a code cannot register {uses} bots: let it register 1 to {MOST_USES}", field="uses"
        )
    if expires is not None and expires <= now:
        raise UnusableValue("a code cannot expire in the past: give a later time", field="expires")
    code = new_code()
    assert row.id is not None
    invitation = InvitationRow(
        tournament_id=row.id,
        sha256=token_hash(code),
        label=label,
        uses=uses,
        created=now,
        expires=expires,
    )
    session.add(invitation)
    session.flush()
    details = f"{invitation.id} {label}".strip() + f", for {uses}"
    audit.note(session, by, "invitation_made", subject=row.name, details=details)
    return invitation_of(invitation), code


def invitations(session: Session, id: str) -> list[Invitation]:
    """The codes of a tournament, the newest first."""
    key = tournament_key(session, id)
    rows = select(InvitationRow).where(InvitationRow.tournament_id == key)
    return [invitation_of(row) for row in session.exec(rows.order_by(col(InvitationRow.id).desc()))]


def revoke(
    session: Session, id: str, number: int, *, now: datetime, by: Caller | None
) -> Invitation:
    """Make a code worthless; again does nothing. Bots that came with it stay.

    Raises:
        UnknownTournament, UnknownInvitation: there is none.
    """
    tournament = tournament_row(session, id)
    row = None
    if number <= MOST_ROWS:
        row = session.get(InvitationRow, number, with_for_update=True)
    if row is None or row.tournament_id != tournament.id:
        raise UnknownInvitation(number)
    if row.revoked is None:
        row.revoked = now
        details = f"{number} {row.label}".strip()
        audit.note(session, by, "invitation_revoked", subject=tournament.name, details=details)
    return invitation_of(row)


def register(
    session: Session, code: str, *, name: str, contact: str, now: datetime
) -> tuple[Bot, str, Registration]:
    """Register a bot and enter it into the tournament that the code is for.

    Returns:
        The bot, its token, which cannot be had again, and the registration after it.

    Raises:
        InvitationRefused, RegistrationClosed: it is not let in.
        NameTaken, InvalidName, UnusableValue: the name or contact cannot be used.
    """
    invitation = _usable(session, code, now)
    # Locked, so that neither two bots take the last place nor the tournament starts meanwhile.
    key = invitation.tournament_id
    registration = session.get(RegistrationRow, key, with_for_update=True)
    tournament = session.get_one(TournamentRow, key)
    if registration is None:
        raise RegistrationClosed(tournament.name, "registration is not open yet")
    value = _value(session, tournament, registration, now)
    if value.why_closed is not None:
        raise RegistrationClosed(tournament.name, value.why_closed)
    row, token = add_bot_row(session, name, now=now)
    row.contact = usable_text("contact", contact)
    invitation.used += 1
    assert tournament.id is not None
    assert row.id is not None
    session.add(
        EntryRow(
            tournament_id=tournament.id, bot_id=row.id, position=_next_position(session, value)
        )
    )
    session.flush()
    tournament.total = most_matches(tournament_value(session, tournament).config)
    audit.note(
        session,
        Caller(row.name, Role.AUTHOR),
        "bot_registered",
        subject=tournament.name,
        details=f"with invitation {invitation.id} {invitation.label}".strip(),
    )
    return bot_of(row), token, _value(session, tournament, registration, now)


def contacts(session: Session, id: str) -> dict[str, str]:
    """By bot id what authors of a tournament's entries gave as their contact, where they did.

    Raises:
        UnknownTournament: there is none.
    """
    rows = session.exec(
        select(BotRow.id, BotRow.contact)
        .join(EntryRow, col(EntryRow.bot_id) == col(BotRow.id))
        .where(EntryRow.tournament_id == tournament_key(session, id), BotRow.contact != "")
    )
    return {bot_id(number): contact for number, contact in rows}


def usable_text(what: str, text: str) -> str:
    """A label or contact without space at its ends.

    Raises:
        UnusableValue: it is too long, or not printable.
    """
    text = text.strip()
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise UnusableValue(
            f"the {what} cannot be used: write at most {LONGEST_TEXT} printable characters",
            field=what,
        )
    return text


def _row(session: Session, tournament: int, *, most_bots: int, now: datetime) -> RegistrationRow:
    """The row of a tournament's registration, made if there is none. Two may open it at once."""
    found = session.get(RegistrationRow, tournament)
    if found is not None:
        return found
    new = RegistrationRow(tournament_id=tournament, most_bots=most_bots, opened=now)
    try:
        with session.begin_nested():
            session.add(new)
    except IntegrityError:
        # Somebody else was quicker.
        return session.get_one(RegistrationRow, tournament)
    return new


def _usable(session: Session, code: str, now: datetime) -> InvitationRow:
    """The row of a code that is still good. It is locked, so that two cannot take the last use."""
    hashed = token_hash(code.strip().lower())
    wanted = select(InvitationRow).where(InvitationRow.sha256 == hashed).with_for_update()
    row = session.exec(wanted).first()
    if row is None:
        raise InvitationRefused("is not known")
    if row.revoked is not None:
        raise InvitationRefused("was revoked")
    if row.expires is not None and row.expires <= now:
        raise InvitationRefused("has expired")
    if row.used >= row.uses:
        raise InvitationRefused("has been used up")
    return row


def _next_position(session: Session, registration: Registration) -> int:
    key = tournament_key(session, registration.tournament_id)
    last = select(func.max(EntryRow.position)).where(EntryRow.tournament_id == key)
    position = session.exec(last).one()
    return 0 if position is None else position + 1


def _value(
    session: Session, tournament: TournamentRow, row: RegistrationRow, now: datetime
) -> Registration:
    count = select(func.count()).where(col(EntryRow.tournament_id) == row.tournament_id)
    entries = session.exec(count).one()
    return Registration(
        tournament_id=tournament_id(tournament.id),
        tournament=tournament.name,
        ruleset=tournament.ruleset,
        most_bots=row.most_bots,
        entries=entries,
        opened=row.opened,
        closes=row.closes,
        why_closed=_why_closed(tournament, row, entries, now),
    )


def _why_closed(
    tournament: TournamentRow, row: RegistrationRow, entries: int, now: datetime
) -> str | None:
    if tournament.state != TournamentState.CREATED.value:
        return f"it is {tournament.state}"
    if row.closed is not None:
        return "the organiser has closed registration"
    if row.closes is not None and row.closes <= now:
        return "the time for registration is over"
    if entries >= row.most_bots:
        return f"it has its {row.most_bots} bots"
    return None
