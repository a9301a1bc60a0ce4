"""What authors and organisers do about bots of their own: registration, tokens, logins.

Every method is one short transaction and can be called from any thread. Knows no page and no
cookie; what time it is comes in as a parameter, with the present as its default.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from kozel_arena.roles import Caller
from kozel_arena.storage import registration, tokens, web_sessions
from kozel_arena.storage.account_values import Invitation, Registration, Visitor
from kozel_arena.storage.database import Database
from kozel_arena.storage.finding import bot_row
from kozel_arena.storage.own_records import own_records
from kozel_arena.storage.rows import bot_of
from kozel_arena.storage.values import Bot


def _present() -> datetime:
    return datetime.now(UTC)


class Accounts:
    """Over an open database. Every method raises StorageError when it cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Registration.

    def open_registration(
        self,
        id: str,
        *,
        most_bots: int,
        closes: datetime | None = None,
        by: Caller | None = None,
        now: datetime | None = None,
    ) -> Registration:
        """Let authors register bots for a tournament that has not started, or change the limits.

        Args:
            id: of the tournament, or its name.
            most_bots: entries that it takes at most, those of the organiser too.
            closes: from when on nobody can register; None: until it is closed or started.
            by: who ordered it.
            now: what time it is.

        Raises:
            UnknownTournament: there is none.
            InvalidTournament: it could not be played with so many bots.
            RegistrationClosed: it was started.
            UnusableValue: a limit makes no sense.
        """
        now = now or _present()
        with self._database.write() as session:
            return registration.open_(
                session, id, most_bots=most_bots, closes=closes, now=now, by=by
            )

    def close_registration(
        self, id: str, *, by: Caller | None = None, now: datetime | None = None
    ) -> Registration:
        """Let nobody register any more; again does nothing.

        Raises:
            UnknownTournament: there is none.
            RegistrationClosed: it was never open.
        """
        with self._database.write() as session:
            return registration.close(session, id, now=now or _present(), by=by)

    def registration(self, id: str, *, now: datetime | None = None) -> Registration | None:
        """The registration of a tournament; None if there never was one."""
        with self._database.read() as session:
            return registration.find(session, id, now=now or _present())

    def open_registrations(self, *, now: datetime | None = None) -> list[Registration]:
        """Every registration that is open, the newest tournament first."""
        with self._database.read() as session:
            return registration.all_open(session, now=now or _present())

    def invite(
        self,
        id: str,
        *,
        label: str = "",
        uses: int = 1,
        expires: datetime | None = None,
        by: Caller | None = None,
        now: datetime | None = None,
    ) -> tuple[Invitation, str]:
        """Make an invitation code; returns it with its text, which cannot be had again.

        Args:
            id: of the tournament, or its name.
            label: whom it is for; for organisers only.
            uses: how many bots may be registered with it.
            expires: from when on it is worthless.
            by: who ordered it.
            now: what time it is.

        Raises:
            UnknownTournament: there is none.
            UnusableValue: a limit or the label makes no sense.
        """
        now = now or _present()
        with self._database.write() as session:
            return registration.invite(
                session, id, label=label, uses=uses, expires=expires, now=now, by=by
            )

    def invitations(self, id: str) -> list[Invitation]:
        """The codes of a tournament, the newest first, those that are worthless too."""
        with self._database.read() as session:
            return registration.invitations(session, id)

    def revoke_invitation(
        self, id: str, number: int, *, by: Caller | None = None, now: datetime | None = None
    ) -> Invitation:
        """Make a code worthless; again does nothing. Bots that came with it stay.

        Raises:
            UnknownTournament, UnknownInvitation: there is none.
        """
        with self._database.write() as session:
            return registration.revoke(session, id, number, now=now or _present(), by=by)

    def register(
        self, code: str, *, name: str, contact: str = "", now: datetime | None = None
    ) -> tuple[Bot, str, Registration]:
        """Register a bot with an invitation code and enter it into the code's tournament.

        Returns:
            The bot, its token, which cannot be had again, and the registration after it.

        Raises:
            InvitationRefused, RegistrationClosed: it is not let in.
            NameTaken, InvalidName, UnusableValue: the name or contact cannot be used.
        """
        now = now or _present()
        with self._database.write() as session:
            return registration.register(session, code, name=name, contact=contact, now=now)

    # Tokens and logins.

    def rotate(
        self, bot: str, *, by: Caller | None = None, now: datetime | None = None
    ) -> tuple[Bot, str]:
        """Replace a bot's token: the old one and every login with it die at once.

        Args:
            bot: its id or name.
            by: who ordered it, an organiser or its author.
            now: what time it is.

        Returns:
            The bot and its new token, which cannot be had again.

        Raises:
            UnknownBot: there is none.
        """
        with self._database.write() as session:
            row = bot_row(session, bot)
            token = tokens.rotate_bot(session, row, by=by, now=now or _present())
            return bot_of(row), token

    def contacts(self, tournament: str) -> dict[str, str]:
        """By bot id how the organiser reaches the authors of a tournament's entries.

        Raises:
            UnknownTournament: there is none.
        """
        with self._database.read() as session:
            return registration.contacts(session, tournament)

    def bearer(self, token: str) -> Visitor:
        """Who has a token of whatever kind; nobody if it is none."""
        with self._database.read() as session:
            return web_sessions.bearer(session, token)

    def session_secret(self) -> str:
        """What cookies are signed with, made when it is asked for first."""
        with self._database.write() as session:
            return web_sessions.secret(session)

    def log_in(self, token: str, *, now: datetime | None = None) -> str | None:
        """The key of a new login with a token of whatever kind; None if nobody has that token."""
        with self._database.write() as session:
            return web_sessions.log_in(session, token, now=now or _present())

    def log_out(self, keys: Iterable[str]) -> None:
        """Make logins worthless, wherever their cookies are."""
        with self._database.write() as session:
            web_sessions.log_out(session, keys)

    def visitor(self, keys: Iterable[str], *, now: datetime | None = None) -> Visitor:
        """Who has those logins; keys that are worth nothing are passed over."""
        with self._database.read() as session:
            return web_sessions.visitor(session, keys, now=now or _present())

    def own_records(self, bot: str) -> Iterator[str]:
        """The records of a bot's matches that may be told to its author, in stored order.

        Those whose deals are played elsewhere too come when their tournament is over.
        """
        return own_records(self._database, bot)
