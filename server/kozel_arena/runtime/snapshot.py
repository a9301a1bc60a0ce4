"""What an arena does at one moment, as values for people who watch. Knows no page."""

from dataclasses import dataclass
from datetime import datetime

from kozel_arena.runtime.arena import Arena
from kozel_arena.runtime.spectators import Spectators
from kozel_arena.tournament import Pairing


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """A match that is played now. Nothing of its cards, clocks or score is in here."""

    match_id: str
    """Such as `t1-5`; a match that is played again after a void has `t1-5.1`."""
    tournament_id: str
    """Id of its tournament, such as `t1`."""
    tournament: str
    """Name of its tournament."""
    ruleset: str
    """The game, such as `miner`."""
    seats: tuple[str, ...]
    """Names of the bots by seat."""
    started: datetime
    """When it began, in UTC."""
    spectator_delay_seconds: float | None
    """How late spectators see it; None: not while it is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """An arena at one moment."""

    connected: frozenset[str]
    """Ids of the bots that have a stream open."""
    tables: tuple[TableNow, ...]
    """The matches that are played, in the order in which they started."""
    is_draining: bool
    """Whether it is shutting down."""


def snapshot_of(arena: Arena, spectators: Spectators) -> Snapshot:
    """The arena now; takes time in proportion to the bots and matches in play."""
    return Snapshot(
        connected=frozenset(arena.connected_bots()),
        tables=tuple(
            TableNow(
                match_id=match.host.match_id,
                tournament_id=match.tournament.running.id,
                tournament=match.tournament.name,
                ruleset=match.tournament.rules.ruleset,
                seats=tuple(player.name for player in match.host.players),
                started=match.started,
                spectator_delay_seconds=spectators.delay_seconds(match.tournament),
            )
            for match in arena.matches.in_play()
        ),
        is_draining=arena.is_draining,
    )


def upcoming_of(arena: Arena, tournament_id: str, most: int) -> list[Pairing] | None:
    """What may start next of a tournament, at most so many; None if it is not in play."""
    tournament = arena.matches.contests.get(tournament_id)
    if tournament is None:
        return None
    running = tournament.running
    return running.schedule.upcoming(running.progress, most)
