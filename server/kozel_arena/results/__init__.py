"""What is known about finished matches, read from the database, worked out once, kept for all."""

from kozel_arena.results.bots import BotSubject, BotTable, BotTables
from kozel_arena.results.keeper import Keeper
from kozel_arena.results.tables import Results, ResultTables

__all__ = ["BotSubject", "BotTable", "BotTables", "Keeper", "ResultTables", "Results"]
