"""The table of a knockout: its meetings round by round, and who has come where."""

from dataclasses import dataclass
from typing import Final

from kozel_arena.tournament.brackets import Bracket, Origin, Source, Stage
from kozel_arena.tournament.live import LiveMeeting, totals
from kozel_arena.tournament.progress import Progress
from kozel_arena.tournament.ranking import (
    Decision,
    KnockoutMeeting,
    KnockoutPlace,
    KnockoutTable,
)

NOBODY: Final = ""
"""A place that stays empty: a bye for whoever should have met it."""


@dataclass(frozen=True, slots=True)
class Met:
    """What is known of one meeting of a bracket."""

    places: tuple[str | None, ...]
    """Entry ids; NOBODY for an empty place, None for one that is not known yet."""
    ranking: tuple[str, ...] | None
    """The winner first; None while it is open."""
    decision: Decision | None = None
    meeting: LiveMeeting | None = None
    """Its matches; None for one that has none."""
    is_needed: bool = True
    """Not for the second final when the first one was enough: its ranking is that of the first."""


def table_of(
    bracket: Bracket, entries: tuple[str, ...], met: list[Met], progress: Progress
) -> KnockoutTable:
    """The table of a knockout.

    Args:
        bracket: who meets whom.
        entries: ids of all, the best seed first.
        met: of each meeting of the bracket; the last may be missing.
        progress: the results.
    """
    return KnockoutTable(
        meetings=tuple(
            _meeting(bracket, index, one, progress)
            for index, one in enumerate(met)
            if one.is_needed and None not in one.places and set(one.places) != {NOBODY}
        ),
        places=tuple(_places(bracket, entries, met)),
    )


def _meeting(bracket: Bracket, index: int, met: Met, progress: Progress) -> KnockoutMeeting:
    here = tuple(id for id in met.places if id)
    points, cards = dict.fromkeys(here, 0.0), dict.fromkeys(here, 0)
    played = met.meeting.outcomes(progress) if met.meeting else []
    if met.meeting:
        points, cards = totals(met.meeting, played)
    return KnockoutMeeting(
        round=bracket.rounds[index],
        entries=here,
        match_points=tuple(points[id] for id in here),
        deal_points=tuple(cards[id] for id in here),
        matches=len(played),
        winner=met.ranking[0] if met.ranking else None,
        decision=met.decision,
    )


def _places(bracket: Bracket, entries: tuple[str, ...], met: list[Met]) -> list[KnockoutPlace]:
    """Everybody's place, by the round in which it went out."""
    outs = _ways_out(bracket, len(entries))
    place, places = len(entries) + 1, dict.fromkeys(entries, 0)
    for level in dict.fromkeys(outs.values()):
        ways = [way for way, other in outs.items() if other == level]
        out = [_occupant(met, *way) for way in ways]
        place -= len(ways)
        places |= {id: place for id in out if id}
    lines = [KnockoutPlace(entry=id, place=at or None) for id, at in places.items()]
    return sorted(lines, key=lambda line: line.place or 0)


def _occupant(met: list[Met], index: int, rank: int) -> str | None:
    """Who has come so far in a meeting; None while that is open."""
    ranking = met[index].ranking if index < len(met) else None
    return ranking[rank] if ranking else None


def _ways_out(bracket: Bracket, entries: int) -> dict[tuple[int, int], tuple[object, ...]]:
    """How an entry can be done with the tournament: by (meeting, rank in it), the worst first.

    The value is the same for those that share a place. Ways that nobody can take, because a place
    stays empty, are left out. The last one is to win it.
    """
    used = {source for sources in bracket.meetings for source in sources}
    empty: set[Source] = {
        source for source in used if source.origin is Origin.SEED and source.number >= entries
    }
    ways: dict[tuple[int, int], tuple[object, ...]] = {}
    last = len(bracket.meetings) - 1
    for index, sources in enumerate(bracket.meetings):
        left = sum(source not in empty for source in sources)
        exits = [Source(Origin.WINNER, index), Source(Origin.LOSER, index)]
        empty |= set(exits[left:])
        for rank in reversed(range(left)):
            is_out = index == last or (rank > 0 and exits[1] not in used)
            if is_out:
                is_final = bracket.rounds[index].stage in (Stage.FINAL, Stage.REPLAY)
                ways[index, rank] = (bracket.rounds[index], rank if is_final else 0)
    return ways
