"""Runs the author's code and turns whatever it does into answers; knows no loop and no stream.

This is the one place where any exception is caught: it is shown with its traceback to the author
and costs the decision at hand.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

from kozel.bot import Bot, IllegalChoice, index_of
from kozel.client.happenings import Asked, Ended, Happening, Lost, Told
from kozel.rules.actions import Action
from kozel.wire.values import Answer, Seating

logger = logging.getLogger("kozel.bot")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An async `choose` that has been called and must be awaited."""

    asked: Asked
    bot: Bot
    choice: Awaitable[Action]


class Author:
    """The bot's objects by seat. Must be used by one thread at a time."""

    __slots__ = ("_bot", "_bots")

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._bots: dict[int, Bot] = {}

    def take(self, happening: Happening) -> Answer | Unfinished | None:
        """Call the hook or `choose` that belongs to it; an answer only for a decision."""
        if isinstance(happening, Asked):
            return self._choose(happening)
        match happening:
            case Seating():
                self._sit_down(happening)
            case Told(seating, event):
                self._call(seating, "event", self._at(seating).event, seating.match, event)
            case Ended(seating, ending):
                bot = self._bots.pop(seating.table_id, self._bot)
                self._call(seating, "match_ended", bot.match_ended, seating.match, ending.ended)
            case Lost(seating):
                self._bots.pop(seating.table_id, None)
            case _:
                pass
        return None

    async def finish(self, unfinished: Unfinished) -> Answer:
        """Await an async `choose`."""
        asked, bot = unfinished.asked, unfinished.bot
        try:
            index = index_of(bot, asked.view, await unfinished.choice)
            return Answer(asked.seating.table_id, asked.decision_id, index)
        except Exception as error:
            return _decline(asked, bot, error)

    def _choose(self, asked: Asked) -> Answer | Unfinished:
        seating, decision_id, view = asked
        table_id = seating.table_id
        bot = self._bots.get(table_id, self._bot)
        try:
            choice: Any = bot.choose(view)
            if isinstance(choice, Action) or not isawaitable(choice):
                return Answer(table_id, decision_id, index_of(bot, view, choice))
            return Unfinished(asked, bot, choice)
        except Exception as error:
            return _decline(asked, bot, error)

    def _sit_down(self, seating: Seating) -> None:
        bot = self._call(seating, "for_match", self._bot.for_match, seating.match)
        self._bots[seating.table_id] = bot if isinstance(bot, Bot) else self._bot
        self._call(seating, "match_started", self._at(seating).match_started, seating.match)

    def _at(self, seating: Seating) -> Bot:
        return self._bots.get(seating.table_id, self._bot)

    def _call(
        self, seating: Seating, what: str, hook: Callable[..., object], *arguments: object
    ) -> object:
        try:
            return hook(*arguments)
        except Exception:
            logger.exception(
                "match %s seat %d: %s.%s failed; the match goes on",
                seating.match_id,
                seating.match.seat,
                self._bot.name,
                what,
            )
            return None


def _decline(asked: Asked, bot: Bot, error: Exception) -> Answer:
    """Report a failed `choose`; an illegal choice needs its sentence, but no traceback."""
    logger.error(
        "match %s seat %d deal %d decision %d: %s; the arena plays its default action",
        asked.seating.match_id,
        asked.seating.match.seat,
        asked.view.deal,
        asked.decision_id,
        error if isinstance(error, IllegalChoice) else f"{bot.name}.choose failed",
        exc_info=None if isinstance(error, IllegalChoice) else error,
    )
    return Answer(asked.seating.table_id, asked.decision_id, None)
