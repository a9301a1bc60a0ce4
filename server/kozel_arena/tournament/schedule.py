"""What every format of tournament offers, and the choice of the format for a config.

Only the round robin exists so far; a new format is one more class with these methods.
"""

from typing import Protocol

from kozel.rules import bind
from kozel_arena.tournament.config import TournamentConfig
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.round_robin import RoundRobin
from kozel_arena.tournament.values import Pairing


class Schedule(Protocol):
    """A format of tournament, as the lobby sees it; pure."""

    @property
    def seats_per_entry(self) -> int:
        """Seats of its bot's capacity that an entry fills in one match."""

    @property
    def needs_outcomes(self) -> bool:
        """Whether it looks at results: `Progress.outcomes` must then be kept."""

    def total(self) -> int:
        """The most matches there can be; formats that look at results may need fewer."""

    def next(self, state: ScheduleState) -> list[Pairing]:
        """The pairings to start now, at most `state.wanted`, marked as running."""

    def is_over(self, progress: Progress) -> bool:
        """Whether no match is left to be played."""


def schedule_of(config: TournamentConfig) -> Schedule:
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
