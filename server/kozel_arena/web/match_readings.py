"""What the page of a finished match shows: its result, and its replay while that harms nobody.

Records are replayed in threads, two at once at most, so that readers never hold up the tables.
"""

import asyncio
import gzip
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from statistics import median
from typing import Final, TypeVar

from pydantic import TypeAdapter

from kozel.records import Record, parse_record
from kozel.records.header import rules_of
from kozel.rules.errors import KozelError, shortened
from kozel.rules.options import format_value
from kozel_arena.runtime.snapshot import Snapshot, TableNow
from kozel_arena.runtime.tables import match_id as match_id_at
from kozel_arena.storage import (
    AlreadyVoided,
    Repository,
    StoredMatch,
    Tournament,
    UnknownMatch,
    UnknownTournament,
)
from kozel_arena.tournament import TournamentState
from kozel_arena.web.camera import frames_of
from kozel_arena.web.frames import Frame
from kozel_arena.wording import score_word

FILMS_KEPT: Final = 16
"""Replays that are kept for who turns a page, the ones looked at last."""
FILMS_AT_ONCE: Final = 2
"""Replays that are worked out at the same time."""
MATCH_ID: Final = re.compile(r"(?P<tournament>t\d+)-(?P<number>\d{1,18})(?:\.\d+)?")
FRAMES: Final = TypeAdapter(tuple[Frame, ...])

Value = TypeVar("Value")


class NotRevealed(KozelError):
    """A match cannot be shown yet."""

    def __init__(self, match_id: str) -> None:
        super().__init__(
            f"the deals of match {match_id!r} are still to be played at other tables: its cards "
            "are shown when all of them are done"
        )
        self.match_id = match_id


class StruckOut(KozelError):
    """A match whose result an organiser made void; who it was is for organisers."""

    def __init__(self, match_id: str) -> None:
        super().__init__(
            f"the result of match {match_id!r} was struck out by an organiser: see the matches of "
            "its tournament for the one that was played in its place"
        )
        self.match_id = match_id


class NoResult(KozelError):
    """A match of a tournament without a result: it is played, was stopped, or is still to come."""

    def __init__(
        self, match_id: str, tournament: Tournament, *, in_play: TableNow | None = None
    ) -> None:
        name = tournament.config.name
        if in_play is not None:
            why = "is being played: its replay is shown here when it is over"
        elif tournament.state in (TournamentState.FINISHED, TournamentState.CANCELLED):
            why = f"of {name!r} was stopped without a result or never begun"
        else:
            why = f"of {name!r} has no result: it is still to be played, or played again"
        super().__init__(f"match {match_id!r} {why}")
        self.match_id = match_id
        self.tournament_id = tournament.id
        self.is_shown = in_play is not None and in_play.spectator_delay_seconds is not None


class NoSuchView(KozelError):
    """A page was asked for as somebody sees it who does not sit there."""

    def __init__(self, view: str, players: int) -> None:
        super().__init__(
            f"there is no seat {shortened(view)}: choose one from 0 to {players - 1}, or none for "
            "all cards"
        )
        self.view = view


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSeat:
    """A seat of a match. Times are in milliseconds, over the decisions that were asked."""

    seat: int
    """Its number, from 0 clockwise."""
    side: int
    """Number of its side: the seat modulo the number of sides."""
    bot_id: str
    """Of the bot, such as `b1`."""
    name: str
    """Of the bot."""
    match_points: float
    """Of its side: 1 for a win, an equal share of it when several win, 0 for a loss."""
    deal_points: int | None
    """Card points of its side over all deals; None where the match is not revealed."""
    is_charged: bool
    """Whether the verdict is its doing."""
    is_rated: bool
    """Whether the match counts for it."""
    silences: int
    """Decisions that it left open."""
    decisions: int
    """Decisions whose time is known; 0 where the match is not revealed."""
    by_arena: int
    """Actions that the arena chose for it; 0 where the match is not revealed."""
    median_ms: float | None
    """Half of those decisions took at most so long; None without any."""
    longest_ms: float | None
    """The longest of them; None without any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDeal:
    """How a deal was scored, by side; None in a deal that was cut short."""

    deal: int
    """Number of the deal, from 1."""
    points: tuple[int, ...] | None
    """Card points; None where the deal was cut short."""
    change: tuple[int, ...] | None
    """What the deal added to the score; None where the deal was cut short."""
    score: tuple[int, ...] | None
    """The match's score after the deal; None where the deal was cut short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """A match with a result. Its cards are in the frames of its replay."""

    match_id: str
    """Such as `t1-5`; a match that is played again after a void has `t1-5.1`."""
    tournament_id: str
    """Id of its tournament, such as `t1`."""
    tournament: str
    """Name of its tournament."""
    number: int
    """Of the match in its tournament, from 0."""
    attempt: int
    """How many matches with this number were voided before."""
    ruleset: str
    """The game, such as `miner`."""
    options: dict[str, str]
    """Table options that differ from their defaults, as texts by name."""
    verdict: str
    """How it ended: `normal`, `timeout`, `illegal`, `disconnect` or `protocol_error`."""
    score: tuple[int, ...]
    """By side, in `score_word`."""
    score_word: str
    """What the score counts: `penalties`, `chips` (pot) or `marks` (widow)."""
    winners: tuple[int, ...]
    """Sides that have won; several share the win."""
    losers: tuple[int, ...]
    """Sides that have lost."""
    forfeit: tuple[int, ...]
    """Sides that forfeited."""
    seats: tuple[MatchSeat, ...]
    """In the order of their numbers."""
    deals: tuple[MatchDeal, ...]
    """In the order in which they were played; empty where the match is not revealed."""
    time_control: dict[str, float]
    """The clock: `move_limit_ms` and `bank_ms` in milliseconds, and `strikes`."""
    started: datetime
    """When it began, in UTC."""
    ended: datetime
    """When the result was known, in UTC."""
    commitment: str
    """Hex SHA-256 of `seed:match_id`, as it was told before the match."""
    seed: str | None
    """What the deals came from; None where the match is not revealed."""
    is_revealed: bool
    """Whether replay and record can be had: nobody can still meet these deals."""


@dataclass(frozen=True, slots=True)
class Film:
    """A replay, and its frames as JSON in gzip."""

    frames: tuple[Frame, ...]
    packed: bytes


class MatchReadings:
    """Reads finished matches. Every method raises StorageError, UnknownMatch, StruckOut, NoResult.

    Args:
        repository: the database.
        snapshot: tells what the arena does now.
    """

    def __init__(self, repository: Repository, snapshot: Callable[[], Snapshot]) -> None:
        self._repository = repository
        self._snapshot = snapshot
        self._films: OrderedDict[tuple[str, int | None], Film] = OrderedDict()
        self._making = asyncio.Semaphore(FILMS_AT_ONCE)

    async def has(self, match_id: str) -> bool:
        """Whether there is a match with a result under that id, or was."""
        try:
            await self._read(self._match, match_id)
        except UnknownMatch:
            return False
        except StruckOut:
            return True
        return True

    async def page(self, match_id: str) -> MatchPage:
        """A match with its result."""
        return await self._read(self._page, match_id)

    async def film(self, match_id: str, seat: int | None) -> Film:
        """The replay of a match, to all eyes or as a seat saw it.

        Raises:
            NotRevealed: others can still meet its deals.
            NoSuchSeat: the match has no such seat.
        """
        async with self._making:
            return await self._read(partial(self._film, seat=seat), match_id)

    async def record(self, match_id: str) -> str:
        """The record of a match, a kozel-record/1 line.

        Raises:
            NotRevealed: others can still meet its deals.
        """
        return (await self._read(self._revealed, match_id))[1]

    async def _read(self, reading: Callable[[str], Value], match_id: str) -> Value:
        """What is read of a match in a thread; a match without a result is told as what it is."""
        try:
            return await asyncio.to_thread(reading, match_id)
        except UnknownMatch:
            tournament = await asyncio.to_thread(self._planned, match_id)
            if tournament is None:
                raise
        tables = (table for table in self._snapshot().tables if table.match_id == match_id)
        raise NoResult(match_id, tournament, in_play=next(tables, None))

    def _planned(self, match_id: str) -> Tournament | None:
        """The tournament that a match belongs to, though it has no result; None if it has none."""
        found = MATCH_ID.fullmatch(match_id)
        if found is None:
            return None
        try:
            tournament = self._repository.tournament(found["tournament"])
        except UnknownTournament:
            return None
        number = int(found["number"])
        replay = self._repository.replays(tournament.id).get(number)
        attempt = 0 if replay is None else replay.attempt
        is_planned = number < tournament.total
        is_so_named = match_id == match_id_at(tournament.id, number, attempt)
        return tournament if is_planned and is_so_named else None

    def _match(self, match_id: str) -> tuple[StoredMatch, str]:
        try:
            return self._repository.match(match_id)
        except AlreadyVoided:
            raise StruckOut(match_id) from None

    def _revealed(self, match_id: str) -> tuple[StoredMatch, str]:
        match, record = self._match(match_id)
        if not self._repository.is_revealed(match):
            raise NotRevealed(match_id)
        return match, record

    def _page(self, match_id: str) -> MatchPage:
        match, text = self._match(match_id)
        return _page(match, parse_record(text), self._repository.is_revealed(match))

    def _film(self, match_id: str, *, seat: int | None) -> Film:
        _, text = self._revealed(match_id)
        key = (match_id, seat)
        film = self._films.pop(key, None)
        if film is None:
            frames = frames_of(parse_record(text), seat=seat)
            film = Film(frames, gzip.compress(FRAMES.dump_json(frames), compresslevel=6))
        self._films[key] = film
        while len(self._films) > FILMS_KEPT:
            self._films.popitem(last=False)
        return film


def _page(match: StoredMatch, record: Record, is_revealed: bool) -> MatchPage:
    return MatchPage(
        match_id=match.match_id,
        tournament_id=match.tournament_id,
        tournament=record.tournament or match.tournament_id,
        number=match.number,
        attempt=match.attempt,
        ruleset=record.ruleset,
        options={name: format_value(value) for name, value in record.options.items()},
        verdict=match.verdict.value,
        score=record.score,
        score_word=score_word(rules_of(record)),
        winners=record.winners,
        losers=record.losers,
        forfeit=record.forfeit,
        seats=tuple(_seats(match, record, is_revealed)),
        deals=tuple(_deals(record)) if is_revealed else (),
        time_control=dict(record.time_control),
        started=match.started,
        ended=match.ended,
        commitment=record.commitment or "",
        seed=record.seed if is_revealed else None,
        is_revealed=is_revealed,
    )


def _seats(match: StoredMatch, record: Record, is_revealed: bool) -> Iterator[MatchSeat]:
    sides = rules_of(record).sides
    actions = [action for deal in record.deals for action in deal.actions] if is_revealed else []
    for seat, bot_id in enumerate(match.seats):
        own = [action for action in actions if action.seat == seat]
        times = [action.ms for action in own if action.ms is not None]
        yield MatchSeat(
            seat=seat,
            side=seat % sides,
            bot_id=bot_id,
            name=match.names[seat],
            match_points=match.match_points[seat],
            deal_points=match.deal_points[seat] if is_revealed else None,
            is_charged=match.charged[seat],
            is_rated=match.rated[seat],
            silences=match.silences[seat],
            decisions=len(times),
            by_arena=sum(action.by is not None for action in own),
            median_ms=median(times) if times else None,
            longest_ms=max(times, default=None),
        )


def _deals(record: Record) -> Iterator[MatchDeal]:
    for number, deal in enumerate(record.deals, 1):
        yield MatchDeal(deal=number, points=deal.points, change=deal.change, score=deal.score)
