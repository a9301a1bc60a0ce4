"""A finished match as a line of a list, side by side instead of seat by seat."""

from dataclasses import dataclass
from datetime import datetime

from kozel.rules import bind
from kozel.table import Verdict
from kozel_arena.storage import StoredMatch, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSide:
    """Who sat on a side, and how it did."""

    bot_ids: tuple[str, ...]
    """Of its bots by seat; one that held all seats of the side is named once."""
    names: tuple[str, ...]
    """Of these bots, in the same order."""
    match_points: float
    """1 for a win, an equal share of it when several sides win, 0 for a loss."""
    deal_points: int
    """Card points of the side over all deals."""
    is_charged: bool
    """Whether the verdict is its doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A match with a result."""

    match_id: str
    """Such as `t1-5`; a match that is played again after a void has `t1-5.1`."""
    tournament_id: str
    """Id of its tournament, such as `t1`."""
    number: int
    """Of the match in its tournament, from 0."""
    attempt: int
    """How many results of its number were struck out before."""
    deals: int
    """Deals that were played to their end."""
    verdict: Verdict
    """How it ended."""
    started: datetime
    """When it began, in UTC."""
    ended: datetime
    """When the result was known, in UTC."""
    sides: tuple[MatchSide, ...]
    """By number of the side; seat s belongs to side s modulo their number."""


def sides_of(tournament: Tournament) -> int:
    """How many sides the games of a tournament have."""
    return bind(tournament.config.ruleset, tournament.config.options).sides


def match_line(match: StoredMatch, sides: int) -> MatchLine:
    """The line of a match of so many sides; seat s belongs to side s mod `sides`."""
    return MatchLine(
        match_id=match.match_id,
        tournament_id=match.tournament_id,
        number=match.number,
        attempt=match.attempt,
        deals=match.deals,
        verdict=match.verdict,
        started=match.started,
        ended=match.ended,
        sides=tuple(_side(match, slice(side, None, sides)) for side in range(sides)),
    )


def _side(match: StoredMatch, seats: slice) -> MatchSide:
    bots = dict(zip(match.seats[seats], match.names[seats], strict=True))
    return MatchSide(
        bot_ids=tuple(bots),
        names=tuple(bots.values()),
        match_points=match.match_points[seats][0],
        deal_points=match.deal_points[seats][0],
        is_charged=any(match.charged[seats]),
    )
