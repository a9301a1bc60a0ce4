"""Rows to values and back."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from kozel.table import FaultPolicy, TimeControl
from kozel_arena.roles import Role
from kozel_arena.storage.account_values import Invitation
from kozel_arena.storage.ids import bot_id, tournament_id
from kozel_arena.storage.tables import (
    AuditRow,
    BotRow,
    EntryRow,
    InvitationRow,
    TokenRow,
    TournamentRow,
)
from kozel_arena.storage.values import AccessToken, AuditEntry, Bot, Tournament
from kozel_arena.tournament import TournamentConfig, TournamentState
from kozel_arena.tournament.values import DealMode, SprtBounds, TournamentFormat


def bot_of(row: BotRow) -> Bot:
    """The value of a stored bot."""
    return Bot(bot_id(row.id), row.name, row.created, row.rotated)


def invitation_of(row: InvitationRow) -> Invitation:
    """The value of a stored invitation."""
    assert row.id is not None
    return Invitation(
        number=row.id,
        tournament_id=tournament_id(row.tournament_id),
        label=row.label,
        uses=row.uses,
        used=row.used,
        created=row.created,
        expires=row.expires,
        revoked=row.revoked,
    )


def token_of(row: TokenRow) -> AccessToken:
    """The value of a stored token."""
    return AccessToken(name=row.name, role=Role(row.role), created=row.created, revoked=row.revoked)


def audit_entry_of(row: AuditRow) -> AuditEntry:
    """The value of a line of the audit log."""
    return AuditEntry(
        time=row.time,
        who=row.who,
        role=Role(row.role),
        action=row.action,
        subject=row.subject,
        details=row.details,
    )


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
        settings=_settings_text(config),
    )


def entry_rows(tournament: int, bots: Iterable[int]) -> list[EntryRow]:
    """The rows of the entries of the tournament in that row; bots by row too."""
    return [
        EntryRow(tournament_id=tournament, bot_id=bot, position=position)
        for position, bot in enumerate(bots)
    ]


def tournament_of(
    row: TournamentRow, entries: Mapping[str, bool], *, finished: int, voided: int = 0
) -> Tournament:
    """The value of a stored tournament.

    Args:
        row: of the tournament.
        entries: bot ids in the order of the draw, each with whether it has withdrawn.
        finished: how many of its matches have a result.
        voided: how many of its results were struck out.
    """
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
        **_settings(row.settings),
    )
    return Tournament(
        id=tournament_id(row.id),
        config=config,
        state=TournamentState(row.state),
        total=row.total,
        finished=finished,
        created=row.created,
        withdrawn=frozenset(id for id, has_withdrawn in entries.items() if has_withdrawn),
        voided=voided,
    )


def _settings_text(config: TournamentConfig) -> str:
    """What is chosen beyond the columns, as JSON."""
    settings = {
        "format": config.format,
        "individual": config.individual,
        "deals": config.deals,
        "policy": config.policy,
        "rounds": config.rounds,
        "challengers": config.challengers,
        "sprt": None if config.sprt is None else asdict(config.sprt),
        "spectator_delay_ns": config.spectator_delay_ns,
    }
    return json.dumps(settings, sort_keys=True)


# What stands in the JSON, and how it becomes a value of the config.
_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "format": TournamentFormat,
    "individual": bool,
    "deals": DealMode,
    "policy": FaultPolicy,
    "rounds": lambda value: value,
    "challengers": tuple,
    "sprt": lambda value: None if value is None else SprtBounds(**value),
    "spectator_delay_ns": lambda value: value,
}


def _settings(text: str) -> dict[str, Any]:
    """Fields of a config from `_settings_text`; an older tournament has not all of them."""
    return {name: _READERS[name](value) for name, value in json.loads(text).items()}
