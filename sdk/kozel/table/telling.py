"""From full events to what each listening seat is told, as it may know it (C0.9)."""

from collections.abc import Collection, Iterable, Iterator

from kozel.rules.events import DealStarted, DealVoided, Event, MatchEnded, seen_by
from kozel.table.values import Tell


class Telling:
    """Tells events to the seats that listen, and keeps count of the deal they belong to."""

    __slots__ = ("_deal", "_reveal_discards", "listeners")

    def __init__(self, listeners: Collection[int], reveal_discards: str) -> None:
        self.listeners = tuple(listeners)
        self._reveal_discards = reveal_discards
        self._deal = 1

    def told(self, events: Iterable[Event]) -> Iterator[Tell]:
        """What to tell of some events, in order; the end of the match is left to `Finish`."""
        for event in events:
            if isinstance(event, DealStarted | DealVoided):
                self._deal = event.deal
            if isinstance(event, MatchEnded):
                continue
            for seat in self.listeners:
                shown = seen_by(event, seat, reveal_discards=self._reveal_discards)
                if shown is not None:
                    yield Tell(seat, self._deal, shown)
