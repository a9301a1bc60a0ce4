"""Which state of a tournament can follow which, and what can be done in it."""

from typing import Final

from kozel_arena.storage.errors import StorageError, TakesNoPart, WrongState
from kozel_arena.storage.values import Tournament
from kozel_arena.tournament import TournamentState
from kozel_arena.tournament.values import TournamentFormat

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


def deed(now: TournamentState, wanted: TournamentState) -> str:
    """What the audit log calls it when a tournament goes from `now` to `wanted`."""
    if wanted is TournamentState.RUNNING:
        return "resumed" if now is TournamentState.PAUSED else "started"
    return wanted.value


def check_step(name: str, now: TournamentState, wanted: TournamentState) -> None:
    """See that a tournament can go from `now` to `wanted`; staying is always possible.

    Raises:
        WrongState: it cannot.
    """
    if wanted != now and wanted not in _STEPS[now]:
        raise WrongState(name, now.value, deed(now, wanted))


def check_entering(tournament: Tournament) -> None:
    """See that a bot can join a tournament that is there already.

    Raises:
        StorageError: it is no ladder, or it is over.
    """
    _check_open(tournament)
    if tournament.config.format is not TournamentFormat.LADDER:
        raise StorageError(
            f"tournament {tournament.config.name!r} is a {tournament.config.format}: bots can join "
            "a ladder only; create another tournament"
        )


def check_withdrawing(tournament: Tournament, bot: str, *, takes_part: bool) -> None:
    """See that a bot can leave a tournament.

    Raises:
        TakesNoPart: it is not in it.
        StorageError: the tournament is over.
    """
    if not takes_part:
        raise TakesNoPart(bot, tournament.config.name)
    _check_open(tournament)


def _check_open(tournament: Tournament) -> None:
    if not _STEPS[tournament.state]:
        raise StorageError(
            f"tournament {tournament.config.name!r} is {tournament.state}: its entries are final"
        )
