"""Kozel: the rules, the referee and everything to write a bot with. Start with `Bot` and `run`.

Importing it is light: the network is loaded only when `run` is first used.
"""

from typing import TYPE_CHECKING

from kozel.bot import Bot
from kozel.rules import (
    Acted,
    Action,
    ActionKind,
    Card,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    KozelError,
    Match,
    MatchEnded,
    MatchInfo,
    Move,
    Question,
    Rank,
    Rules,
    SeededChance,
    Suit,
    TrickTaken,
    View,
    bind,
    ruleset_names,
)

if TYPE_CHECKING:
    from kozel.runner import run

__all__ = [
    "Acted",
    "Action",
    "ActionKind",
    "Bot",
    "Card",
    "DealEnded",
    "DealStarted",
    "DealVoided",
    "Event",
    "KozelError",
    "Match",
    "MatchEnded",
    "MatchInfo",
    "Move",
    "Question",
    "Rank",
    "Rules",
    "SeededChance",
    "Suit",
    "TrickTaken",
    "View",
    "bind",
    "ruleset_names",
    "run",
]


def __getattr__(name: str) -> object:
    if name == "run":
        from kozel.runner import run

        return run
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
