"""What every format of tournament offers, and the choice of the format for a config.

A format is one class in a file of its own; `schedule_of` is the one place that knows them all.
"""

from typing import Protocol, assert_never

from kozel.rules import Rules, bind
from kozel_arena.tournament.config import TournamentConfig
from kozel_arena.tournament.gauntlet import Gauntlet
from kozel_arena.tournament.knockout import Knockout
from kozel_arena.tournament.ladder import Ladder
from kozel_arena.tournament.progress import Progress, ScheduleState
from kozel_arena.tournament.round_robin import RoundRobin
from kozel_arena.tournament.sprt import Sprt
from kozel_arena.tournament.swiss import Swiss
from kozel_arena.tournament.values import InvalidTournament, Pairing, TournamentFormat


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

    def upcoming(self, progress: Progress, most: int) -> list[Pairing]:
        """Matches that may start next, for people to look at: whoever is free comes first.

        Marks nothing as running. Formats that choose as seats become free tell what they know.

        Args:
            progress: how far the tournament is.
            most: at most so many.
        """

    def is_over(self, progress: Progress) -> bool:
        """Whether no match is left to be played."""

    def sharing_deals(self, number: int) -> list[int]:
        """The numbers of all matches that may play the deals of that match, itself included."""

    def rests_on(self, progress: Progress, number: int) -> bool:
        """Whether later pairings, or a sequential decision, rest on the result of that match.

        Such a result must not be voided: what it led to has been played.
        """


def schedule_of(config: TournamentConfig) -> Schedule:
    """The schedule of a tournament: the same config always gives the same schedule.

    Raises:
        InvalidTournament: it cannot be played, or a field does not belong to its format.
        UnknownRuleset, InvalidOption: no such game.
    """
    rules = bind(config.ruleset, config.options)
    _check_fields(config)
    match config.format:
        case TournamentFormat.ROUND_ROBIN:
            return RoundRobin(
                config.entries,
                matches_per_pairing=config.matches_per_pairing,
                players=rules.players,
                sides=rules.sides,
                individual=config.individual,
                deals=config.deals,
            )
        case TournamentFormat.GAUNTLET:
            return Gauntlet(
                config.entries,
                challengers=config.challengers,
                matches_per_pairing=config.matches_per_pairing,
                players=rules.players,
                sides=rules.sides,
                individual=config.individual,
                deals=config.deals,
            )
        case TournamentFormat.SWISS | TournamentFormat.LADDER:
            return _in_rounds(config, rules)
        case TournamentFormat.KNOCKOUT | TournamentFormat.DOUBLE_KNOCKOUT:
            return Knockout(
                config.entries,
                matches_per_pairing=config.matches_per_pairing,
                players=rules.players,
                sides=rules.sides,
                is_double=config.format is TournamentFormat.DOUBLE_KNOCKOUT,
                deals=config.deals,
            )
        case TournamentFormat.SPRT:
            return _sprt(config, rules)
        case _:
            assert_never(config.format)


def round_left(schedule: Schedule, progress: Progress) -> int:
    """The first round, from 0, that is drawn without an entry that withdraws now.

    It must be kept with the withdrawal: without it, what was drawn before cannot be worked out
    again. It is 0 in formats in which nothing is drawn.
    """
    return schedule.round_left(progress) if isinstance(schedule, Swiss) else 0


def _in_rounds(config: TournamentConfig, rules: Rules) -> Swiss | Ladder:
    make = Swiss if config.format is TournamentFormat.SWISS else Ladder
    return make(
        config.entries,
        rounds=config.rounds,
        matches_per_pairing=config.matches_per_pairing,
        players=rules.players,
        sides=rules.sides,
        individual=config.individual,
        deals=config.deals,
    )


def _sprt(config: TournamentConfig, rules: Rules) -> Sprt:
    if config.sprt is None:
        advice = "a sequential test needs its bounds: give sprt with elo0 and elo1"
        raise InvalidTournament("sprt", advice)
    return Sprt(
        config.entries,
        bounds=config.sprt,
        matches_per_pairing=config.matches_per_pairing,
        players=rules.players,
        sides=rules.sides,
        deals=config.deals,
    )


def _check_fields(config: TournamentConfig) -> None:
    """See that nothing is given that the format would ignore."""
    owners = {
        "individual": (
            config.individual,
            ("round_robin", "gauntlet", "swiss", "ladder"),
        ),
        "rounds": (config.rounds is not None, ("swiss", "ladder")),
        "challengers": (bool(config.challengers), ("gauntlet",)),
        "sprt": (config.sprt is not None, ("sprt",)),
    }
    for field, (is_given, formats) in owners.items():
        if is_given and config.format not in formats:
            advice = (
                f"{field} means nothing to the format {config.format}: leave it out, "
                f"or choose {' or '.join(formats)}"
            )
            raise InvalidTournament(field, advice)
