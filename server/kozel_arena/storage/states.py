"""Which state of a tournament can follow which."""

from typing import Final

from kozel_arena.storage.errors import WrongState
from kozel_arena.tournament import TournamentState

_STEPS: Final = {
    TournamentState.CREATED: {TournamentState.RUNNING, TournamentState.CANCELLED},
    TournamentState.RUNNING: {
        TournamentState.PAUSED,
        TournamentState.FINISHED,
        TournamentState.CANCELLED,
    },
    # Its last matches may end after it was paused.
    TournamentState.PAUSED: {
        TournamentState.RUNNING,
        TournamentState.FINISHED,
        TournamentState.CANCELLED,
    },
    TournamentState.FINISHED: set[TournamentState](),
    TournamentState.CANCELLED: set[TournamentState](),
}


def check_step(name: str, now: TournamentState, wanted: TournamentState) -> None:
    """See that a tournament can go from `now` to `wanted`; staying is always possible.

    Raises:
        WrongState: it cannot.
    """
    if wanted != now and wanted not in _STEPS[now]:
        raise WrongState(name, now.value, wanted.value)
