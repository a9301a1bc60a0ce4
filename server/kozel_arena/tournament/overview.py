"""Rounds and brackets for people to look at: who meets, how it stands, who goes on. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from kozel_arena.tournament.brackets import Origin, Round, Source, Stage
from kozel_arena.tournament.knockout import Knockout
from kozel_arena.tournament.knockout_table import NOBODY, Met
from kozel_arena.tournament.live import LiveMeeting, totals
from kozel_arena.tournament.progress import Progress
from kozel_arena.tournament.schedule import Schedule
from kozel_arena.tournament.swiss import Swiss


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingNow:
    """Entries that meet. Tuples are by place."""

    number: int
    """From 1 in the tournament; what others are fed from is known by it."""
    entries: tuple[str, ...]
    """Ids; empty while it is open who it is, or for a bye."""
    sources: tuple[str, ...]
    """Where the places come from, such as `winner of 3`; empty where nothing feeds them."""
    points: tuple[float, ...]
    """Match points so far."""
    played: int
    """Matches with a result."""
    winners: tuple[str, ...]
    """Ids of those that won it; empty while it is open."""


@dataclass(frozen=True, slots=True)
class RoundNow:
    """Meetings that go on side by side."""

    part: str
    """Of the tournament, such as `First bracket`; empty where it has one part only."""
    title: str
    """What it is called, such as `Round 2 of 5` or `Semi-finals`."""
    meetings: tuple[MeetingNow, ...]
    """In the order of the draw or of the bracket."""
    byes: tuple[str, ...]
    """Ids of entries that sit out and are not withdrawn."""


def rounds_of(schedule: Schedule, progress: Progress) -> tuple[RoundNow, ...]:
    """The rounds that are drawn, or all of a bracket; empty for formats that have none.

    Args:
        schedule: the format.
        progress: with all outcomes so far.
    """
    match schedule:
        case Swiss():
            return tuple(_swiss_rounds(schedule, progress))
        case Knockout():
            return tuple(_knockout_rounds(schedule, progress))
        case _:
            return ()


def _swiss_rounds(schedule: Swiss, progress: Progress) -> Iterator[RoundNow]:
    number = 0
    for at, meetings in enumerate(schedule.drawn(progress), 1):
        shown = []
        for meeting in meetings:
            number += 1
            shown.append(_swiss_meeting(number, meeting, progress))
        seated = {id for meeting in meetings for id in meeting.entries}
        byes = [id for id in schedule.entries if id not in seated | progress.withdrawn]
        yield RoundNow("", f"Round {at} of {schedule.rounds}", tuple(shown), tuple(byes))


def _swiss_meeting(number: int, meeting: LiveMeeting, progress: Progress) -> MeetingNow:
    outcomes = meeting.outcomes(progress)
    points, _ = totals(meeting, outcomes)
    best = max(points.values())
    return MeetingNow(
        number=number,
        entries=meeting.entries,
        sources=("",) * len(meeting.entries),
        points=tuple(points[id] for id in meeting.entries),
        played=len(outcomes),
        winners=tuple(id for id in meeting.entries if points[id] == best)
        if meeting.is_played(progress)
        else (),
    )


def _knockout_rounds(schedule: Knockout, progress: Progress) -> Iterator[RoundNow]:
    bracket = schedule.bracket
    numbered = enumerate(zip(bracket.meetings, bracket.rounds, strict=True))
    last = max((one.number for one in bracket.rounds if one.stage is Stage.MAIN), default=0)
    shown: dict[Round, list[MeetingNow]] = {}
    for (index, (sources, round)), (meeting, met) in zip(
        numbered, schedule.meetings(progress), strict=True
    ):
        if met.is_needed:
            now = _knockout_meeting(index + 1, sources, meeting, met, progress)
            shown.setdefault(round, []).append(now)
    for round, meetings in shown.items():
        yield RoundNow(*_title(round, last, is_double=bracket.has_replay), tuple(meetings), ())


def _knockout_meeting(
    number: int,
    sources: tuple[Source, ...],
    meeting: LiveMeeting,
    met: Met,
    progress: Progress,
) -> MeetingNow:
    outcomes = meeting.outcomes(progress)
    points = totals(meeting, outcomes)[0] if outcomes else {}
    return MeetingNow(
        number=number,
        entries=meeting.entries,
        sources=tuple(map(_told, sources, met.places)),
        points=tuple(points.get(id, 0.0) for id in meeting.entries),
        played=len(outcomes),
        winners=() if met.ranking is None else met.ranking[:1],
    )


def _told(source: Source, place: str | None) -> str:
    """Where a place comes from; nowhere when it is known that nobody comes."""
    if place == NOBODY:
        return ""
    match source.origin:
        case Origin.SEED:
            return ""
        case Origin.WINNER:
            return f"winner of {source.number + 1}"
        case Origin.LOSER:
            return f"loser of {source.number + 1}"


def _title(round: Round, last: int, *, is_double: bool) -> tuple[str, str]:
    """Part and title of a round of a bracket whose main part has so many before the final."""
    match round.stage:
        case Stage.MAIN if is_double:
            return "First bracket", f"Round {round.number}"
        case Stage.MAIN:
            names = {0: "Semi-finals", 1: "Quarter-finals"}
            return "", names.get(last - round.number, f"Round {round.number}")
        case Stage.SECOND:
            return "Second bracket", f"Round {round.number}"
        case Stage.FINAL:
            return "Final of both" if is_double else "", "Final"
        case Stage.REPLAY:
            return "Final of both", "Second final"
