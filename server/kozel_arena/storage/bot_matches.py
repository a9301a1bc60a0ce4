"""What the matches of one bot say about it, in numbers: few queries, no object a match."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

import numpy as np
from sqlalchemy import ColumnElement, Connection, and_, case, func, select, true

from kozel.rules import bind
from kozel.table import Verdict
from kozel_arena.rating import TimeHistogram
from kozel_arena.rating.bots import BotMatches
from kozel_arena.storage.tables import TableBase
from kozel_arena.tournament import TournamentConfig

_ENTRY: Final = TableBase.metadata.tables["entry"]
_MATCH: Final = TableBase.metadata.tables["match"]
_SEAT: Final = TableBase.metadata.tables["match_seat"]
_TOURNAMENT: Final = TableBase.metadata.tables["tournament"]

_OWN: Final = np.dtype(
    [(name, np.int64) for name in ("row", "group", "attempt", "seat")] + [("points", np.float64)]
)
_MET: Final = np.dtype(
    [("row", np.int64), ("opponent", np.int64), ("own", np.float64), ("other", np.float64)]
)


def read_bot_matches(
    connection: Connection, tournament: int, bot: int, config: TournamentConfig
) -> BotMatches:
    """A bot's rated matches in a tournament.

    In team games one seat stands for both, unless every seat is an entry of its own.

    Args:
        connection: to read with.
        tournament: its row.
        bot: its row.
        config: of the tournament.
    """
    rules = bind(config.ruleset, config.options)
    own, other = _SEAT.alias("own"), _SEAT.alias("other")
    is_own = and_(
        own.c.tournament_id == tournament,
        own.c.bot_id == bot,
        own.c.is_rated,
        _counts(own, config),
    )
    of_match = and_(
        _MATCH.c.tournament_id == own.c.tournament_id, _MATCH.c.id == own.c.match_row_id
    )
    seats = _columns(
        connection,
        select(own.c.match_row_id, _MATCH.c.deal_group, _MATCH.c.attempt, own.c.seat)
        .add_columns(own.c.match_points)
        .join(_MATCH, of_match)
        .where(is_own),
        _OWN,
    )
    is_met = and_(
        other.c.match_row_id == own.c.match_row_id,
        other.c.side != own.c.side,
        other.c.is_rated,
        _counts(other, config),
    )
    met = _columns(
        connection,
        select(own.c.match_row_id, other.c.bot_id, own.c.match_points, other.c.match_points)
        .join(other, is_met)
        .where(is_own),
        _MET,
    )
    return BotMatches(
        ruleset=config.ruleset,
        seat_names=_seat_names(rules.players, rules.sides, is_individual=config.individual),
        rows=seats["row"],
        groups=seats["group"],
        attempts=seats["attempt"],
        seats=seats["seat"],
        points=seats["points"],
        met_at=np.searchsorted(seats["row"], met["row"]),
        opponents=met["opponent"],
        scores=0.5 + np.sign(met["own"] - met["other"]) / 2,
    )


def verdicts_of(
    connection: Connection, tournament: int, bot: int, config: TournamentConfig
) -> dict[Verdict, tuple[int, int]]:
    """By verdict a bot's matches that ended so, and those of them that are charged to it.

    Only verdicts that occurred, normal ends first: what is left of all its matches, because
    looking at each of them would take most of the time.
    """
    odd = (
        select(_MATCH.c.verdict)
        .add_columns(func.max(case((_SEAT.c.is_charged, 1), else_=0)).label("charged"))
        .join(_SEAT, _SEAT.c.match_row_id == _MATCH.c.id)
        .where(
            _MATCH.c.tournament_id == tournament,
            _MATCH.c.verdict != Verdict.NORMAL.value,
            _SEAT.c.bot_id == bot,
        )
        .group_by(_MATCH.c.id, _MATCH.c.verdict)
        .subquery()
    )
    sums = select(odd.c.verdict, func.count(), func.sum(odd.c.charged)).group_by(odd.c.verdict)
    found = {
        Verdict(verdict): (int(matches), int(charged))
        for verdict, matches, charged in connection.execute(sums)
    }
    played = select(func.count()).where(
        _SEAT.c.tournament_id == tournament, _SEAT.c.bot_id == bot, _counts(_SEAT, config)
    )
    normal = (connection.scalar(played) or 0) - sum(matches for matches, _ in found.values())
    return ({Verdict.NORMAL: (normal, 0)} if normal else {}) | found


def times_of(connection: Connection, tournament: int, bot: int) -> tuple[TimeHistogram, int]:
    """A bot's times in a tournament, and how many decisions it left open there."""
    through = select(_TOURNAMENT.c.tallied_through).where(_TOURNAMENT.c.id == tournament)
    kept = select(_ENTRY.c.decisions).where(
        _ENTRY.c.tournament_id == tournament, _ENTRY.c.bot_id == bot
    )
    times = TimeHistogram.parse(connection.execute(kept).scalar_one())
    of_bot = and_(_SEAT.c.tournament_id == tournament, _SEAT.c.bot_id == bot)
    later = _SEAT.c.match_row_id > connection.execute(through).scalar_one()
    for text in connection.scalars(select(_SEAT.c.decisions).where(of_bot, later)):
        times.merge(TimeHistogram.parse(text))
    silences = connection.scalar(select(func.sum(_SEAT.c.silences)).where(of_bot))
    return times, int(silences or 0)


def ended(connection: Connection, rows: Iterable[int]) -> Mapping[int, datetime]:
    """When the matches in those rows ended."""
    found = select(_MATCH.c.id, _MATCH.c.ended).where(_MATCH.c.id.in_(list(rows)))
    return {int(row): ended_at for row, ended_at in connection.execute(found)}


def _columns(connection: Connection, rows: Any, columns: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """What a query gives, by rising rows of matches."""
    # The driver's own rows: making better ones of them would take longer than all the rest.
    cursor: Any = connection.execute(rows).cursor
    found = np.fromiter(map(tuple, cursor), dtype=columns)
    return found[np.argsort(found["row"], kind="stable")]


def _counts(seats: Any, config: TournamentConfig) -> ColumnElement[bool]:
    """Whether a seat stands for an entry."""
    is_first: ColumnElement[bool] = seats.c.seat == seats.c.side
    return true() if config.individual else is_first


def _seat_names(players: int, sides: int, *, is_individual: bool) -> tuple[str, ...]:
    if is_individual or players == sides:
        return tuple(map(str, range(players)))
    return tuple(" and ".join(map(str, range(side, players, sides))) for side in range(sides))
