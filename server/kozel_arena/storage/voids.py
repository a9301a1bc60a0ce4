"""Striking out a result: the match moves out of the tables of results, whole, and is kept."""

import json
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, delete, select
from sqlmodel import Session, col

from kozel_arena.roles import Caller
from kozel_arena.storage.audit import note
from kozel_arena.storage.errors import AlreadyVoided, UnknownMatch
from kozel_arena.storage.histograms import forget
from kozel_arena.storage.ids import may_exist, tournament_id
from kozel_arena.storage.tables import MatchRow, MatchSeatRow, TournamentRow, VoidedMatchRow
from kozel_arena.storage.values import Replay, VoidedMatch
from kozel_arena.tournament import TournamentState


def void(session: Session, match_id: str, *, reason: str, by: Caller) -> VoidedMatch:
    """Strike out a result in the session's transaction; its number has none then.

    A tournament that was finished runs again.

    Raises:
        AlreadyVoided: its result was struck out before.
        UnknownMatch: no match with a result has that id.
    """
    refuse_voided(session, match_id)
    match = session.scalars(select(MatchRow).where(col(MatchRow.match_id) == match_id)).first()
    if match is None:
        raise UnknownMatch(match_id)
    assert match.id is not None
    forget(session.connection(), match.tournament_id, match.id)
    of_match = col(MatchSeatRow.match_row_id) == match.id
    seats = session.scalars(select(MatchSeatRow).where(of_match).order_by(col(MatchSeatRow.seat)))
    shared = ("match_id", "tournament_id", "number", "deal_group", "attempt", "deals", "verdict")
    row = VoidedMatchRow(
        **{name: getattr(match, name) for name in (*shared, "started", "ended", "record")},
        seats=json.dumps([seat.model_dump(exclude={"match_row_id"}) for seat in seats]),
        reason=reason,
        who=by.name,
        voided=datetime.now(UTC),
        replay_seed=_replay_seed(session, match),
    )
    session.add(row)
    session.execute(delete(MatchSeatRow).where(of_match))
    session.execute(delete(MatchRow).where(col(MatchRow.id) == match.id))
    tournament = session.get_one(TournamentRow, match.tournament_id)
    if tournament.state == TournamentState.FINISHED.value:
        tournament.state = TournamentState.RUNNING.value
    note(session, by, "match_voided", subject=match_id, details=reason)
    return _value(row)


def refuse_voided(session: Session, match_id: str) -> None:
    """See that the result of a match was not struck out.

    Raises:
        AlreadyVoided: it was.
        UnknownMatch: no match can have that id.
    """
    if not may_exist(match_id):
        raise UnknownMatch(match_id)
    of_match = col(VoidedMatchRow.match_id) == match_id
    row = session.scalars(select(VoidedMatchRow).where(of_match)).first()
    if row is not None:
        raise AlreadyVoided(_value(row))


def voided(session: Session, tournament: int) -> Iterator[VoidedMatch]:
    """The matches of the tournament in that row that were voided, in the order in which."""
    rows = select(VoidedMatchRow).where(col(VoidedMatchRow.tournament_id) == tournament)
    return map(_value, session.scalars(rows.order_by(col(VoidedMatchRow.id))))


def replays(session: Session, tournament: int) -> dict[int, Replay]:
    """By number how its matches that were voided are played again, the last time."""
    rows = select(VoidedMatchRow).where(col(VoidedMatchRow.tournament_id) == tournament)
    ordered = session.scalars(rows.order_by(col(VoidedMatchRow.attempt)))
    return {row.number: _replay(row) for row in ordered}


def _value(row: VoidedMatchRow) -> VoidedMatch:
    return VoidedMatch(
        match_id=row.match_id,
        tournament_id=tournament_id(row.tournament_id),
        number=row.number,
        attempt=row.attempt,
        reason=row.reason,
        who=row.who,
        voided=row.voided,
        replay=_replay(row),
    )


def _replay(row: VoidedMatchRow) -> Replay:
    return Replay(row.attempt + 1, row.replay_seed)


def _replay_seed(session: Session, match: MatchRow) -> str:
    """The secret for the deals of a match that is played again: nothing that is known tells them.

    A match of the same deals that was voided too, and whose replay has no result yet, has the
    same deals again; of one that has, the deals are known.
    """

    is_known = any(
        session.scalars(
            select(col(table.id)).where(*_of_deals(table, match, match.attempt + 1))
        ).first()
        for table in (MatchRow, VoidedMatchRow)
    )
    if not is_known:
        waiting = select(VoidedMatchRow).where(*_of_deals(VoidedMatchRow, match, match.attempt))
        latest = session.scalars(waiting.order_by(col(VoidedMatchRow.id).desc())).first()
        if latest is not None:
            return latest.replay_seed
    return secrets.token_hex(32)


def _of_deals(
    table: type[MatchRow | VoidedMatchRow], match: MatchRow, attempt: int
) -> tuple[ColumnElement[bool], ...]:
    """What is true of the rows of an attempt at the matches that have the deals of a match."""
    return (
        col(table.tournament_id) == match.tournament_id,
        col(table.deal_group) == match.deal_group,
        col(table.attempt) == attempt,
    )
