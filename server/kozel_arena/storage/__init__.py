"""Everything that lasts: bots, tournaments and results in a database.

The rest of the arena sees values and sentences, never tables or drivers.
"""

from kozel_arena.storage.account_values import Invitation, Registration, Visitor
from kozel_arena.storage.accounts import Accounts
from kozel_arena.storage.bot_results import BotFacts, BotResults
from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import (
    AlreadyVoided,
    DatabaseFull,
    DatabaseLocked,
    InvitationRefused,
    NameTaken,
    RegistrationClosed,
    ResultRejected,
    SchemaTooNew,
    SchemaTooOld,
    StorageError,
    TakesNoPart,
    UnknownBot,
    UnknownInvitation,
    UnknownMatch,
    UnknownToken,
    UnknownTournament,
    UnusableValue,
    WriterFull,
    WrongState,
)
from kozel_arena.storage.outcomes import outcome_of
from kozel_arena.storage.repository import Repository
from kozel_arena.storage.tokens import ensure_organiser_token, organiser_token_path
from kozel_arena.storage.values import (
    AccessToken,
    AuditEntry,
    Bot,
    FinishedMatch,
    Replay,
    StoredMatch,
    Tournament,
    VoidedMatch,
)
from kozel_arena.storage.web_sessions import LASTS as LOGIN_LASTS
from kozel_arena.storage.writer import ResultWriter

__all__ = [
    "LOGIN_LASTS",
    "AccessToken",
    "Accounts",
    "AlreadyVoided",
    "AuditEntry",
    "Bot",
    "BotFacts",
    "BotResults",
    "Database",
    "DatabaseFull",
    "DatabaseLocked",
    "FinishedMatch",
    "Invitation",
    "InvitationRefused",
    "NameTaken",
    "Registration",
    "RegistrationClosed",
    "Replay",
    "Repository",
    "ResultRejected",
    "ResultWriter",
    "SchemaTooNew",
    "SchemaTooOld",
    "StorageError",
    "StoredMatch",
    "TakesNoPart",
    "Tournament",
    "UnknownBot",
    "UnknownInvitation",
    "UnknownMatch",
    "UnknownToken",
    "UnknownTournament",
    "UnusableValue",
    "Visitor",
    "VoidedMatch",
    "WriterFull",
    "WrongState",
    "ensure_organiser_token",
    "organiser_token_path",
    "outcome_of",
]
