"""Everything that lasts: bots, tournaments and results in a database.

The rest of the arena sees values and sentences, never tables or drivers.
"""

from kozel_arena.storage.bot_results import BotFacts, BotResults
from kozel_arena.storage.database import Database
from kozel_arena.storage.errors import (
    AlreadyVoided,
    DatabaseFull,
    DatabaseLocked,
    NameTaken,
    ResultRejected,
    SchemaTooNew,
    SchemaTooOld,
    StorageError,
    UnknownBot,
    UnknownMatch,
    UnknownToken,
    UnknownTournament,
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
    StoredMatch,
    Tournament,
    VoidedMatch,
)
from kozel_arena.storage.writer import ResultWriter

__all__ = [
    "AccessToken",
    "AlreadyVoided",
    "AuditEntry",
    "Bot",
    "BotFacts",
    "BotResults",
    "Database",
    "DatabaseFull",
    "DatabaseLocked",
    "FinishedMatch",
    "NameTaken",
    "Repository",
    "ResultRejected",
    "ResultWriter",
    "SchemaTooNew",
    "SchemaTooOld",
    "StorageError",
    "StoredMatch",
    "Tournament",
    "UnknownBot",
    "UnknownMatch",
    "UnknownToken",
    "UnknownTournament",
    "VoidedMatch",
    "WriterFull",
    "WrongState",
    "ensure_organiser_token",
    "organiser_token_path",
    "outcome_of",
]
