"""How bots have done in all their tournaments, worked out once for all who ask."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from kozel.table import Verdict
from kozel_arena.rating import BotAnalysis, TimeHistogram, analyse_bot
from kozel_arena.results.keeper import Keeper
from kozel_arena.results.tables import PATIENCE_SECONDS, state_of
from kozel_arena.storage import BotResults, Tournament
from kozel_arena.storage.ids import bot_id

KEPT: Final = 64
"""Bots whose tables are kept until they change."""


@dataclass(frozen=True, slots=True)
class BotSubject:
    """A bot and the tournaments in which it takes or took part."""

    bot_id: str
    tournaments: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTable:
    """What is known about a bot's matches."""

    analysis: BotAnalysis
    """Opponents by id."""
    ended: Mapping[int, datetime]
    """When the matches of the points of the course ended, by row."""
    verdicts: Mapping[Verdict, tuple[int, int]]
    """Matches that ended so, and those of them that are charged to the bot; normal ends first."""
    times: TimeHistogram
    silences: int
    """Decisions that it left open."""


class BotTables:
    """The tables of bots. `run` brings those up to date that are only glanced at.

    Args:
        bots: what they are read from.
        failed: told of what went wrong in `run`.
    """

    def __init__(self, bots: BotResults, failed: Callable[[Exception], object]) -> None:
        self._bots = bots
        self._keeper = Keeper(
            self._work_out,
            id_of=lambda subject: subject.bot_id,
            state_of=_state,
            most=KEPT,
            failed=failed,
        )
        self.run = self._keeper.run

    async def glance(self, subject: BotSubject) -> BotTable | None:
        """The tables that are kept, if a little older; None while the first are worked out."""
        return await self._keeper.glance(subject, patience=PATIENCE_SECONDS)

    def _work_out(self, subject: BotSubject) -> BotTable:
        facts = [self._bots.facts(subject.bot_id, one) for one in subject.tournaments]
        analysis = analyse_bot([one.matches for one in facts])
        times = TimeHistogram()
        ended: Counter[Verdict] = Counter()
        charged: Counter[Verdict] = Counter()
        for one in facts:
            times.merge(one.times)
            for verdict, (matches, to_it) in one.verdicts.items():
                ended[verdict] += matches
                charged[verdict] += to_it
        return BotTable(
            analysis=replace(
                analysis,
                opponents=tuple(
                    replace(one, key=bot_id(int(one.key))) for one in analysis.opponents
                ),
            ),
            ended=self._bots.ended([point.row for point in analysis.course]),
            verdicts={verdict: (ended[verdict], charged[verdict]) for verdict in ended},
            times=times,
            silences=sum(one.silences for one in facts),
        )


def _state(subject: BotSubject) -> tuple[object, ...]:
    return tuple((one.id, state_of(one)) for one in subject.tournaments)
