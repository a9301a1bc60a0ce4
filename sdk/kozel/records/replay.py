"""Plays a record again, step by step, on the real `Match`: for rendering, audits and study."""

from collections.abc import Iterator
from dataclasses import dataclass

from kozel.records.audit import verify_record
from kozel.records.chance import RecordChance
from kozel.records.header import rules_of
from kozel.records.model import ActionRecord, Record
from kozel.rules import Event, Match, seen_by


@dataclass(frozen=True, slots=True)
class Step:
    """The match after one action; the first step, without an action, is the first deal's start.

    `match` is the same object in every step and moves on: copy it (`match.copy()`) to keep it.
    """

    match: Match
    events: tuple[Event, ...]
    """What the action brought about: full events, see `kozel.rules.seen_by`."""
    action: ActionRecord | None = None

    def seen_by(self, seat: int | None) -> Iterator[Event]:
        """The events as far as that seat may know them; None sees everything."""
        if seat is None:
            yield from self.events
            return
        reveal = self.match.rules.reveal_discards
        for event in self.events:
            shown = seen_by(event, seat, reveal_discards=reveal)
            if shown is not None:
                yield shown


def replay(record: Record, *, line: int | None = None) -> Iterator[Step]:
    """Play a record again.

    Args:
        record: it is verified first.
        line: where it stands in its file, for the error.

    Raises:
        RecordError: the record does not follow from the rules; before the first step.
    """
    verify_record(record, line=line)
    return _steps(record)


def _steps(record: Record) -> Iterator[Step]:
    rules = rules_of(record)
    match: Match | None = None

    def active() -> int:
        return (1 << rules.players) - 1 if match is None else match.standing.active

    match = Match(rules, RecordChance(record, active))
    yield Step(match, tuple(match.take_events()))
    for deal in record.deals:
        for action in deal.actions:
            match.apply(action.seat, action.code)
            yield Step(match, tuple(match.take_events()), action)
