"""A database with a finished match of every game, played by the sample bots in no time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from kozel import Bot
from kozel.finder import find_bot
from kozel.local import play_match
from kozel.rules import bind
from kozel.table import TableResult, TimeControl
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import FinishedMatch, Repository, ResultWriter
from kozel_arena.tournament import DealMode, TournamentConfig, TournamentState, schedule_of
from tests.arena.storage_builders import opened

NOON: Final = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
CLOCK: Final = TimeControl(move_limit_ns=5_000_000_000, bank_ns=0, strikes=3)
NAMES: Final = ("Zoë <b>", "bob", "carol")
GAMES: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("miner", "miner", {"short": True}),
    ("classic", "classic", {"trump_mode": "named"}),
    ("shokha for two", "shokha", {"players": 2}),
    ("shokha for three", "shokha", {"players": 3}),
    ("pot for four", "pot", {"players": 4}),
    ("widow", "widow", {}),
)
"""Name of the tournament, ruleset, options; the tournament's id is t1 and so on."""
MATCHES: Final = tuple(f"t{number}-0" for number, _ in enumerate(GAMES, 1))
ABSENT: Final = "t7-0"
"""A match of miner in which seat 1 never came."""
VOIDED: Final = "t1-1"
"""A match whose result was struck out."""
MIRRORED: Final = "t8-0"
"""A match whose deals are still to be played from the other side."""
LONG: Final = "t9-0"
"""A match of many deals."""


@cache
def result(
    ruleset: str, options: tuple[tuple[str, Any], ...], seed: str, absent: int | None, id: str
) -> TableResult:
    """A match of the sample bots with its times."""
    rules = bind(ruleset, dict(options))
    bots: list[Bot] = [
        find_bot("random" if seat % 2 else "greedy")() for seat in range(rules.players)
    ]
    return play_match(
        rules,
        bots,
        seed=seed,
        match_id=id,
        keep_times=True,
        time_control=CLOCK,
        absent=() if absent is None else (absent,),
    )


def played(
    tournament_id: str, config: TournamentConfig, number: int, absent: int | None
) -> FinishedMatch:
    """A match of that tournament, ready for the writer."""
    rules = bind(config.ruleset, config.options)
    id = f"{tournament_id}-{number}"
    sides = config.entries[: rules.sides]
    seats = tuple(sides[seat % rules.sides] for seat in range(rules.players))
    found = result(config.ruleset, tuple(config.options.items()), config.seed, absent, id)
    names = tuple(NAMES[int(bot[1:]) - 1] for bot in seats)
    record = replace(found.record, tournament=config.name, seats=names)
    return FinishedMatch(
        tournament_id=tournament_id,
        number=number,
        match_id=id,
        seats=seats,
        result=replace(found, record=record),
        started=NOON,
        ended=NOON + timedelta(seconds=90),
        group=number,
    )


def database_of_every_game(file: Path | str) -> None:
    """Make a database with a tournament of each game, each with one result."""
    with opened(file) as database:
        repository, writer = Repository(database), ResultWriter(database)
        bots = [repository.add_bot(name)[0].id for name in NAMES]
        plans = [(*game, DealMode.INDEPENDENT, None) for game in GAMES]
        plans.append(("nobody came", "miner", {"short": True}, DealMode.INDEPENDENT, 1))
        plans.append(("both ways", "miner", {"short": True}, DealMode.MIRRORED, None))
        plans.append(("long", "pot", {"players": 4, "stack": 24}, DealMode.INDEPENDENT, None))
        for name, ruleset, options, deals, absent in plans:
            rules = bind(ruleset, options)
            config = TournamentConfig(
                name=name,
                ruleset=ruleset,
                options=options,
                entries=tuple(bots[: rules.sides]),
                matches_per_pairing=2 if rules.sides == 2 else 6,
                seed=f"of {name}",
                time_control=CLOCK,
                deals=deals,
            )
            assert schedule_of(config).total() > 1
            tournament = repository.create_tournament(config)
            repository.set_state(tournament.id, TournamentState.RUNNING)
            writer.submit(played(tournament.id, config, 0, absent))
        struck = played("t1", repository.tournament("t1").config, 1, None)
        writer.submit(struck)
        writer.close()
        repository.void_match(VOIDED, reason="a wrong build", by=Caller("olga", Role.ORGANISER))
