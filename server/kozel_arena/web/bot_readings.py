"""What pages and JSON show of one bot, as frozen values; scores are 0 to 1, times milliseconds."""

import asyncio
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kozel.stats import Interval
from kozel_arena.rating import Share, TimeHistogram
from kozel_arena.results import BotSubject, BotTable, BotTables, Results, ResultTables
from kozel_arena.runtime.snapshot import Snapshot
from kozel_arena.storage import Bot, BotResults, Repository, Tournament
from kozel_arena.web.match_lines import MatchLine, match_line, sides_of
from kozel_arena.web.readings import MS, BotLine, TournamentLine, tournament_line
from kozel_arena.web.tournament_values import VerdictCount

RECENT: Final = 20
"""Matches shown, the last ones."""
RATED: Final = 8
"""Tournaments, the newest, whose tables are worked out to show the bot's place in them."""
TIME_STEPS_MS: Final = tuple(factor * 10.0**power for power in range(-3, 5) for factor in (1, 2, 5))
"""Where bars of the histogram of times begin, from a microsecond to 50 s."""


@dataclass(frozen=True, slots=True)
class Times:
    """A bar of the histogram of decision times."""

    from_ms: float
    """The least time in it, in milliseconds."""
    to_ms: float | None
    """Where it ends, in milliseconds; None for the last one, which has no end."""
    decisions: int
    """How many decisions took so long."""
    share: float
    """Of all decisions, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseLine:
    """How a bot had done after a number of matches."""

    matches: int
    """Matches up to here that count for the bot."""
    ended: datetime | None
    """When the last of them ended; None if it was voided since."""
    score: Interval
    """Match points a match over all of them, 0 to 1."""
    recent: float
    """The same over those since the line before, 0 to 1."""


@dataclass(frozen=True, slots=True)
class OpponentShare:
    """How a bot did against another one."""

    bot_id: str
    """Of the opponent, such as `b1`."""
    name: str
    """Of the opponent."""
    matches: int
    """Matches in which they sat on different sides, and that count for both."""
    score: Interval
    """Share of them in which the bot had more match points, equal ones half; 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotNumbers:
    """What was worked out from a bot's rated matches. Intervals are 95 %, over deal groups."""

    matches: int
    """That count for the bot, of all its tournaments."""
    score: Interval | None
    """Match points a match, 0 to 1; None without a match."""
    course: tuple[CourseLine, ...]
    """How it had done after so many matches, at most 60 times; the last line has all of them."""
    opponents: tuple[OpponentShare, ...]
    """By opponent, who was met oftenest first."""
    rulesets: tuple[Share, ...]
    """How it did by ruleset."""
    seats: tuple[Share, ...]
    """How it did by ruleset and seat, such as `miner: 0 and 2`."""
    verdicts: tuple[VerdictCount, ...]
    """How its matches ended, a line for each verdict that occurred; normal ends first."""
    decisions: int
    """Decisions that it answered in time."""
    silences: int
    """Decisions that it left open: the arena chose."""
    decision_p50_ms: float
    """Half of the answered decisions took at most so many milliseconds; 0 without any."""
    decision_p90_ms: float
    """90 of 100 answered decisions took at most so many milliseconds; 0 without any."""
    decision_p99_ms: float
    """99 of 100 answered decisions took at most so many milliseconds; 0 without any."""
    times: tuple[Times, ...]
    """How long answered decisions took, the quickest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTournament:
    """A tournament that a bot plays in. What is None is not known, or not worked out now."""

    tournament: TournamentLine
    """Which, and how far it is."""
    place: int | None
    """From 1, by score; who has the same shares one. None without a match."""
    matches: int | None
    """That count for the bot; None while they are not worked out."""
    score: Interval | None
    """Match points a match, 0 to 1; None without a match."""
    elo: Interval | None
    """Against the others of this tournament, whose mean is 0; None without a match."""
    is_withdrawn: bool
    """Whether the bot plays no further match in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPage:
    """A bot and how it has done."""

    bot: BotLine
    """Who it is."""
    numbers: BotNumbers | None
    """How it has done in all its tournaments; None while that is worked out for the first time."""
    tournaments: tuple[BotTournament, ...]
    """Those that it takes or took part in, the newest first."""
    recent: tuple[MatchLine, ...]
    """Its last matches, the one stored last first; at most 20."""


class BotReadings:
    """Reads what the pages of a bot show. Every method raises StorageError.

    Args:
        repository: the database.
        bots: results by bot.
        tables: the tables of tournaments.
        bot_tables: the tables of bots.
        snapshot: tells what the arena does now.
    """

    def __init__(
        self,
        repository: Repository,
        bots: BotResults,
        tables: ResultTables,
        bot_tables: BotTables,
        snapshot: Callable[[], Snapshot],
    ) -> None:
        self._repository = repository
        self._bots = bots
        self._tables = tables
        self._bot_tables = bot_tables
        self._snapshot = snapshot

    async def page(self, id_or_name: str) -> BotPage:
        """A bot and how it has done.

        Raises:
            UnknownBot: there is none.
        """
        bot, names, tournaments = await asyncio.to_thread(self._found, id_or_name)
        now = self._snapshot()
        running = Counter(table.tournament_id for table in now.tables)
        # Side by side: each waits a little where nothing was worked out yet.
        table, recent, known = await asyncio.gather(
            self._bot_tables.glance(BotSubject(bot.id, tuple(tournaments))),
            asyncio.to_thread(self._recent, bot, tournaments),
            asyncio.gather(*map(self._tables.glance, tournaments[:RATED])),
        )
        results: list[Results | None] = [*known, *[None] * (len(tournaments) - len(known))]
        return BotPage(
            bot=BotLine(
                id=bot.id,
                name=bot.name,
                is_connected=bot.id in now.connected,
                registered=bot.created,
            ),
            numbers=None if table is None else _numbers(table, names),
            tournaments=tuple(
                _tournament(bot, one, result, running[one.id])
                for one, result in zip(tournaments, results, strict=True)
            ),
            recent=recent,
        )

    def _found(self, id_or_name: str) -> tuple[Bot, dict[str, str], list[Tournament]]:
        bot = self._repository.bot(id_or_name)
        names = {one.id: one.name for one in self._repository.bots()}
        return bot, names, self._bots.tournaments(bot.id)

    def _recent(self, bot: Bot, tournaments: Sequence[Tournament]) -> tuple[MatchLine, ...]:
        sides = {one.id: sides_of(one) for one in tournaments}
        found = self._bots.recent(bot.id, tournaments, limit=RECENT)
        return tuple(match_line(one, sides[one.tournament_id]) for one in found)


def _tournament(
    bot: Bot, tournament: Tournament, results: Results | None, running: int
) -> BotTournament:
    entries = results.analysis.entries if results is not None else ()
    own = next((entry for entry in entries if entry.entry == bot.id), None)
    has_played = own is not None and own.matches > 0
    return BotTournament(
        tournament=tournament_line(tournament, running),
        place=own.place if own and has_played else None,
        matches=own.matches if own else None,
        score=own.score if own and has_played else None,
        elo=own.elo if own else None,
        is_withdrawn=bot.id in tournament.withdrawn,
    )


def _numbers(table: BotTable, names: dict[str, str]) -> BotNumbers:
    analysis = table.analysis
    return BotNumbers(
        matches=analysis.matches,
        score=analysis.score,
        course=tuple(
            CourseLine(
                matches=point.matches,
                ended=table.ended.get(point.row),
                score=point.score,
                recent=point.recent,
            )
            for point in analysis.course
        ),
        opponents=tuple(
            OpponentShare(one.key, names.get(one.key, one.key), one.matches, one.score)
            for one in analysis.opponents
        ),
        rulesets=analysis.rulesets,
        seats=analysis.seats,
        verdicts=tuple(VerdictCount(one, *counts) for one, counts in table.verdicts.items()),
        decisions=table.times.count,
        silences=table.silences,
        decision_p50_ms=table.times.quantile_ns(0.5) / MS,
        decision_p90_ms=table.times.quantile_ns(0.9) / MS,
        decision_p99_ms=table.times.quantile_ns(0.99) / MS,
        times=tuple(bars(table.times)),
    )


def bars(times: TimeHistogram) -> Iterable[Times]:
    """The histogram in steps of 1, 2, 5, from the first bar that is not empty to the last."""
    counts: Counter[int] = Counter()
    for middle_ns, count in times.buckets():
        counts[max(0, bisect_right(TIME_STEPS_MS, middle_ns / MS) - 1)] += count
    total = counts.total()
    for at in range(min(counts, default=0), max(counts, default=-1) + 1):
        after = TIME_STEPS_MS[at + 1] if at + 1 < len(TIME_STEPS_MS) else None
        # What is quicker than the first step is in its bar.
        first = TIME_STEPS_MS[at] if at else 0.0
        yield Times(first, after, counts[at], counts[at] / total)
