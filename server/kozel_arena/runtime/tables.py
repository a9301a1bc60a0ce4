"""What a match needs to begin: its id, its seed, its referee, and what each bot is told of it."""

from collections.abc import Sequence

from kozel.records import Recorder
from kozel.rules import Match, MatchInfo, SeededChance, commitment, match_seed
from kozel.table import MatchLabels, Table
from kozel.wire.values import Seating
from kozel_arena.runtime.host import Chair
from kozel_arena.runtime.values import TournamentInPlay
from kozel_arena.tournament import Pairing


def match_id(tournament_id: str, number: int, attempt: int) -> str:
    """The id of a match; one whose result an organiser made void has another every time."""
    id = f"{tournament_id}-{number}"
    return f"{id}.{attempt}" if attempt else id


def tournament_id_of(match_id: str) -> str:
    """The id of the tournament in a match's id; the text itself where it is none."""
    return match_id.partition("-")[0]


def match_id_of(tournament: TournamentInPlay, number: int) -> str:
    """The id of a match that is to be played."""
    return match_id(tournament.running.id, number, tournament.attempt(number))


def seed_of(tournament: TournamentInPlay, pairing: Pairing) -> str:
    """The seed of a match: that of its deal group.

    The deals of a voided match are known, and the tournament's seed may be: a match that is
    played again has a secret of its own.
    """
    replay = tournament.replays.get(pairing.number)
    return match_seed(tournament.seed if replay is None else replay.seed, pairing.group)


def make_table(
    tournament: TournamentInPlay, match_id: str, seed: str, chairs: Sequence[Chair]
) -> Table:
    """The referee of a match that begins."""
    return Table(
        match=Match(tournament.rules, SeededChance(seed)),
        match_id=match_id,
        time_control=tournament.time_control,
        recorder=Recorder(tournament.rules),
        listeners=[seat for seat, chair in enumerate(chairs) if chair.player.wants_events],
        labels=MatchLabels(
            tournament=tournament.name,
            seats=tuple(chair.player.name for chair in chairs),
            seed=seed,
            commitment=commitment(seed, match_id),
        ),
        policy=tournament.policy,
        entries=tuple(chair.player.bot_id for chair in chairs),
    )


def seating_of(tournament: TournamentInPlay, table: Table, seat: int, table_id: int) -> Seating:
    """What the bot at a seat is told when the match begins."""
    rules = tournament.rules
    return Seating(
        table_id=table_id,
        match_id=table.match_id,
        match=MatchInfo(rules.ruleset, rules.options, rules.players, seat),
        time_control=tournament.time_control,
        tournament_id=tournament.running.id,
        commitment=table.commitment,
        policy=tournament.policy,
    )
