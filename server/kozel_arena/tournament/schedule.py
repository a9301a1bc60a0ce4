"""What every format of tournament offers, and the choice of the format for a config.

Only the round robin exists so far; a new format is one more class with these methods.
"""

from typing import Protocol

from kozel.rules import bind
from kozel_arena.tournament.config import TournamentConfig
from kozel_arena.tournament.progress import ScheduleState
from kozel_arena.tournament.round_robin import RoundRobin
from kozel_arena.tournament.values import Pairing


class Schedule(Protocol):
    """A format of tournament, as the lobby sees it; pure."""

    @property
    def seats_per_entry(self) -> int:
        """Seats of its bot's capacity that an entry fills in one match."""

    def total(self) -> int:
        """Number of matches in all."""

    def pairing(self, number: int) -> Pairing:
        """The pairing of one match by its number."""

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The pairings to start now, at most `state.wanted`."""


def schedule_of(config: TournamentConfig) -> RoundRobin:
    """The schedule of a tournament: the same config always gives the same schedule.

    Raises:
        InvalidTournament: it cannot be played.
        UnknownRuleset, InvalidOption: no such game.
    """
    rules = bind(config.ruleset, config.options)
    return RoundRobin(
        config.entries,
        matches_per_pairing=config.matches_per_pairing,
        players=rules.players,
        sides=rules.sides,
    )
