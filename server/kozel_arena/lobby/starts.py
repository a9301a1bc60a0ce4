"""The choice of matches to start, fair between tournaments that run at the same time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kozel_arena.tournament import Pairing, Progress, Schedule, ScheduleState


@dataclass(frozen=True, slots=True)
class RunningTournament:
    """A tournament that may start matches; `progress` is its one mutable part."""

    id: str
    schedule: Schedule
    progress: Progress

    @property
    def seats_per_entry(self) -> int:
        """Seats of a bot's capacity that a match of this tournament takes: 2 in team games."""
        return self.schedule.seats_per_entry


@dataclass(frozen=True, slots=True)
class Start:
    """A match to start now."""

    tournament_id: str
    pairing: Pairing


def choose_starts(
    tournaments: Sequence[RunningTournament], *, free_seats: Mapping[str, int], capacity: int
) -> list[Start]:
    """The matches to start now; they are marked as running in their tournament's progress.

    Each start goes to the tournament with the fewest matches running (the earlier one in the
    list when equal) that has a pairing which fits, so several tournaments share the arena and
    a bot that is entered in all of them equally, and one that is stuck holds nobody up.

    Args:
        tournaments: in the order in which they were started.
        free_seats: by bot id, of the bots that are connected and ready, also of those that
            have 0 just now. Leave out bots that cannot play: nobody waits for them.
        capacity: how many more matches the arena can take.
    """
    free = dict(free_seats)
    ready = list(tournaments)
    starts: list[Start] = []
    while ready and len(starts) < capacity:
        tournament = min(ready, key=_running_count)
        share = capacity - len(starts) if len(ready) == 1 else 1
        pairings = tournament.schedule.next(
            ScheduleState(progress=tournament.progress, free=free, wanted=share)
        )
        for pairing in pairings:
            for id in pairing.seats:
                free[id] -= 1
            starts.append(Start(tournament.id, pairing))
        if len(pairings) < share:
            ready.remove(tournament)
    return starts


def _running_count(tournament: RunningTournament) -> int:
    return tournament.progress.running_count
