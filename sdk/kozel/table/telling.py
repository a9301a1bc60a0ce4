"""From full events to what each listening seat is told, as it may know it (C0.9), and when.

A seat is told together with its next decision, never as things happen: when somebody's card came
would say how long it was thought about, whether it was forced, and whether a claim window (B9)
went by before it.
"""

from collections.abc import Collection, Iterable

from kozel.rules.events import DealStarted, DealVoided, Event, MatchEnded, seen_by
from kozel.table.values import Tell


class Telling:
    """Keeps what each listening seat is to be told until it may be told."""

    __slots__ = ("_deal", "_reveal_discards", "_waiting")

    def __init__(self, listeners: Collection[int], reveal_discards: str) -> None:
        self._waiting: dict[int, list[Tell]] = {seat: [] for seat in listeners}
        self._reveal_discards = reveal_discards
        self._deal = 1

    def note(self, events: Iterable[Event]) -> None:
        """Keep some events, in order; the end of the match is left to `Finish`."""
        if not self._waiting:
            return
        for event in events:
            if isinstance(event, DealStarted | DealVoided):
                self._deal = event.deal
            if isinstance(event, MatchEnded):
                continue
            for seat, waiting in self._waiting.items():
                shown = seen_by(event, seat, reveal_discards=self._reveal_discards)
                if shown is not None:
                    waiting.append(Tell(seat, self._deal, shown))

    def release(self, seat: int) -> list[Tell]:
        """What a seat is told now that it is asked, in order; once."""
        waiting = self._waiting.get(seat)
        if not waiting:
            return []
        self._waiting[seat] = []
        return waiting

    def release_all(self) -> list[Tell]:
        """What all are told now that the match is over."""
        return [tell for seat in self._waiting for tell in self.release(seat)]
