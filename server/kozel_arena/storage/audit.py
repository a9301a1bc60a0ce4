"""The audit log: what organisers did, written in the same transaction as the deed."""

from datetime import UTC, datetime

from sqlmodel import Session, col, select

from kozel_arena.roles import Caller
from kozel_arena.storage.rows import audit_entry_of
from kozel_arena.storage.tables import AuditRow
from kozel_arena.storage.values import AuditEntry


def note(
    session: Session, by: Caller | None, action: str, *, subject: str, details: str = ""
) -> None:
    """Write down that `by` did something; what nobody ordered (None) is the arena's own doing."""
    if by is not None:
        session.add(
            AuditRow(
                time=datetime.now(UTC),
                who=by.name,
                role=by.role.value,
                action=action,
                subject=subject,
                details=details,
            )
        )


def newest(session: Session, *, limit: int, subject: str | None) -> list[AuditEntry]:
    """The last things done, the last one first."""
    rows = select(AuditRow).order_by(col(AuditRow.id).desc()).limit(limit)
    if subject is not None:
        rows = rows.where(AuditRow.subject == subject)
    return [audit_entry_of(row) for row in session.exec(rows)]
