"""Rows to values and back."""

import json
from collections.abc import Iterable
from datetime import datetime

from kozel.table import TimeControl
from kozel_arena.storage.ids import bot_id, tournament_id
from kozel_arena.storage.tables import BotRow, EntryRow, TournamentRow
from kozel_arena.storage.values import Bot, Tournament
from kozel_arena.tournament import TournamentConfig, TournamentState


def bot_of(row: BotRow) -> Bot:
    """The value of a stored bot."""
    return Bot(bot_id(row.id), row.name, row.created)


def tournament_row(config: TournamentConfig, *, total: int, created: datetime) -> TournamentRow:
    """The row of a new tournament."""
    return TournamentRow(
        name=config.name,
        ruleset=config.ruleset,
        options=json.dumps(dict(config.options), sort_keys=True),
        matches_per_pairing=config.matches_per_pairing,
        seed=config.seed,
        move_limit_ns=config.time_control.move_limit_ns,
        bank_ns=config.time_control.bank_ns,
        strikes=config.time_control.strikes,
        total=total,
        state=TournamentState.CREATED.value,
        created=created,
    )


def entry_rows(tournament: int, bots: Iterable[int]) -> list[EntryRow]:
    """The rows of the entries of the tournament in that row; bots by row too."""
    return [
        EntryRow(tournament_id=tournament, bot_id=bot, position=position)
        for position, bot in enumerate(bots)
    ]


def tournament_of(row: TournamentRow, entries: Iterable[str], *, finished: int) -> Tournament:
    """The value of a stored tournament."""
    config = TournamentConfig(
        name=row.name,
        ruleset=row.ruleset,
        options=json.loads(row.options),
        entries=tuple(entries),
        matches_per_pairing=row.matches_per_pairing,
        seed=row.seed,
        time_control=TimeControl(
            move_limit_ns=row.move_limit_ns, bank_ns=row.bank_ns, strikes=row.strikes
        ),
    )
    return Tournament(
        id=tournament_id(row.id),
        config=config,
        state=TournamentState(row.state),
        total=row.total,
        finished=finished,
        created=row.created,
    )
