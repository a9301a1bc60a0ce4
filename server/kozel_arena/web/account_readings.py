"""What authors see of their own bots and organisers of their tournaments, for pages and JSON."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from kozel_arena.roles import Caller, Role
from kozel_arena.runtime.private_logs import LogLine, PrivateLog
from kozel_arena.runtime.snapshot import Snapshot
from kozel_arena.storage import Accounts, AuditEntry, Bot, Invitation, Registration, Repository
from kozel_arena.tournament import TournamentFormat, TournamentState

OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)
AUDIT_LINES = 200
"""Lines of the audit log on its page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTournament:
    """A tournament that a bot takes part in."""

    tournament_id: str
    """Such as `t1`."""
    tournament: str
    """Its name."""
    state: str
    """`created`, `running`, `paused`, `finished` or `cancelled`."""
    has_withdrawn: bool
    """Whether the bot plays no further match in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBot:
    """A bot as its author sees it."""

    id: str
    """Such as `b1`; it never changes."""
    name: str
    """For people, unique in the arena."""
    is_connected: bool
    """Whether it has a stream to the arena open now."""
    registered: datetime
    """When it was registered, in UTC."""
    rotated: datetime | None
    """When its token was replaced last, in UTC; None: never."""
    tournaments: tuple[OwnTournament, ...]
    """Those that it takes or took part in, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLog:
    """A bot's log since the arena was started. Nobody but its author and organisers sees it."""

    lines: tuple[LogLine, ...]
    """What it holds, the newest first; at most 100."""
    older: int
    """How many lines were forgotten."""
    stderr: str
    """The end of what the bot wrote to its stderr."""
    dropped_bytes: int
    """Bytes of stderr that were forgotten, or came too fast."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """A bot of a tournament, for organisers."""

    id: str
    """Of the bot, such as `b1`."""
    name: str
    """For people, unique in the arena."""
    is_connected: bool
    """Whether it has a stream to the arena open now."""
    has_withdrawn: bool
    """Whether it plays no further match in the tournament."""
    contact: str
    """How to reach its author; empty where nothing was given, and for viewers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentDesk:
    """A tournament as its organisers see it."""

    id: str
    """Such as `t1`; it never changes."""
    name: str
    """For people, unique in the arena."""
    ruleset: str
    """The game, such as `miner`."""
    format: str
    """`round_robin`, `gauntlet`, `swiss`, `knockout`, `double_knockout`, `ladder` or `sprt`."""
    state: str
    """`created`, `running`, `paused`, `finished` or `cancelled`."""
    finished: int
    """Matches with a result."""
    total: int
    """The most matches that it can have; 0 while it has too few bots."""
    steps: tuple[str, ...]
    """What can be done: `start`, `pause`, `resume`, `finish`, `cancel`."""
    entries: tuple[EntryLine, ...]
    """Its bots in the order of the draw."""
    registration: Registration | None
    """How authors may register bots for it; None if they never could."""
    invitations: tuple[Invitation, ...]
    """Its codes, the newest first, those that are worthless too."""


class AccountReadings:
    """Reads it. Every method raises StorageError.

    Args:
        accounts: registrations and invitations.
        repository: bots and tournaments.
        snapshot: tells what the arena does now.
        log_of: gives the log of a bot by its id.
    """

    def __init__(
        self,
        accounts: Accounts,
        repository: Repository,
        snapshot: Callable[[], Snapshot],
        log_of: Callable[[str], PrivateLog],
    ) -> None:
        self._accounts = accounts
        self._repository = repository
        self._snapshot = snapshot
        self._log_of = log_of

    async def registrations(self) -> list[Registration]:
        """The registrations that are open, the newest tournament first."""
        return await asyncio.to_thread(self._accounts.open_registrations)

    async def bot(self, bot: Bot) -> OwnBot:
        """A bot for its author."""
        return OwnBot(
            id=bot.id,
            name=bot.name,
            is_connected=bot.id in self._snapshot().connected,
            registered=bot.created,
            rotated=bot.rotated,
            tournaments=tuple(
                OwnTournament(
                    tournament_id=one.id,
                    tournament=one.config.name,
                    state=one.state.value,
                    has_withdrawn=bot.id in one.withdrawn,
                )
                for one in await asyncio.to_thread(self._repository.tournaments)
                if bot.id in one.config.entries
            ),
        )

    def log(self, bot: Bot) -> OwnLog:
        """A bot's log for its author."""
        log = self._log_of(bot.id)
        return OwnLog(
            lines=log.lines, older=log.older, stderr=log.stderr, dropped_bytes=log.dropped_bytes
        )

    async def desk(self, id: str, *, caller: Caller) -> TournamentDesk:
        """A tournament for its organisers; a viewer sees no contacts.

        Raises:
            UnknownTournament: there is none.
        """
        tournament = await asyncio.to_thread(self._repository.tournament, id)
        entries = await asyncio.to_thread(self._repository.entries, tournament.id)
        contacts: dict[str, str] = {}
        if caller.role is Role.ORGANISER:
            contacts = await asyncio.to_thread(self._accounts.contacts, tournament.id)
        connected = self._snapshot().connected
        return TournamentDesk(
            id=tournament.id,
            name=tournament.config.name,
            ruleset=tournament.config.ruleset,
            format=tournament.config.format.value,
            state=tournament.state.value,
            finished=tournament.finished,
            total=tournament.total,
            steps=steps_of(tournament.state, tournament.config.format),
            entries=tuple(
                EntryLine(
                    id=entry.id,
                    name=entry.name,
                    is_connected=entry.id in connected,
                    has_withdrawn=entry.id in tournament.withdrawn,
                    contact=contacts.get(entry.id, ""),
                )
                for entry in entries
            ),
            registration=await asyncio.to_thread(self._accounts.registration, tournament.id),
            invitations=tuple(await asyncio.to_thread(self._accounts.invitations, tournament.id)),
        )

    async def audit(self) -> list[AuditEntry]:
        """What organisers and authors did, the last thing first."""
        return await asyncio.to_thread(lambda: self._repository.audit(limit=AUDIT_LINES))


def steps_of(state: TournamentState, format: TournamentFormat) -> tuple[str, ...]:
    """What an organiser can do with a tournament in that state."""
    if state in OVER:
        return ()
    first = {
        TournamentState.CREATED: "start",
        TournamentState.RUNNING: "pause",
        TournamentState.PAUSED: "resume",
    }[state]
    can_finish = format is TournamentFormat.LADDER and state is not TournamentState.CREATED
    return (first, "finish", "cancel") if can_finish else (first, "cancel")
