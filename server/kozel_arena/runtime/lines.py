"""Places in this process at a table: the house player's, and a person's. No stream, no task.

For the referee both are bots like any other: asked, timed, told what their seat may know.
"""

import asyncio
from collections import deque
from typing import Final

from kozel.rules.actions import KIND_SHIFT, Action, ActionKind, action_of
from kozel.rules.events import Acted, DealStarted, Event, TrickTaken
from kozel.rules.view import Move, View, move_of, pack_move
from kozel.table.house import house_code
from kozel.wire.values import AnswerRefusal, Ending, Goodbye, Refusal, Seating
from kozel_arena.runtime.connection import Clock
from kozel_arena.runtime.outbox import Clocked
from kozel_arena.runtime.players import Player
from kozel_arena.runtime.practice_values import Note

MOST_LOGGED: Final = 300
"""What a person's log holds; older lines go."""
_IN_TRICK: Final = frozenset({ActionKind.PLAY, ActionKind.BEAT, ActionKind.THROW, ActionKind.CLAIM})
"""Actions that put cards on the table; a claim does when it leads."""


class HouseLine:
    """The house player at a practice table: answers as soon as the loop comes round."""

    wants_events = False
    is_closing = False

    def __init__(self, player: Player, clock: Clock) -> None:
        self._player = player
        self._clock = clock

    def ask(self, host: Clocked, seat: int, table_id: int, decision_id: int, view: View) -> None:
        """Choose, but not in the midst of what the table is doing."""
        loop = asyncio.get_running_loop()
        loop.call_soon(self._choose, host, seat, table_id, decision_id, view)

    def _choose(
        self, host: Clocked, seat: int, table_id: int, decision_id: int, view: View
    ) -> None:
        host.sent(seat, decision_id, self._clock())
        index = view.legal_codes.index(house_code(view))
        self._player.answer(table_id, decision_id, index, self._clock())

    def start(self, seating: Seating) -> None:
        """The house needs no notice."""

    def tell(self, table_id: int, seat: int, deal: int, event: Event) -> None:
        """It looks at its view alone."""

    def refuse(self, refusal: AnswerRefusal) -> None:
        """Only an answer to a match that has just ended can be refused."""

    def hold(self, table_id: int) -> None:
        """It is asked nothing more anyway."""

    def end(self, ending: Ending) -> None:
        """The house needs no notice."""

    def finish(self, farewell: Goodbye | Refusal, *, drops_rest: bool = True) -> None:
        """The house has no stream."""


class PersonLine:
    """A person's place: what the person has been asked and told, for whoever shows it.

    Attributes:
        view: the last decision's, None before the first.
        decision_id: of the last decision, 0 before the first.
        asked_ns: when the clock of `view.limit_ns` began.
        is_asked: whether the last decision has not been answered.
        chosen: what the person chose at the last decision, None until then.
        log: (number of the deal, what happened), the oldest first.
        trick: moves of the trick that is on the table by the events.
        last_trick: the trick before it and the seat that took it, None before the first.
        ending: how the match ended, None while it is played.
        version: rises whenever something of this changes.
    """

    wants_events = True
    is_closing = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changed = asyncio.Event()
        self.view: View | None = None
        self.decision_id = 0
        self.asked_ns = 0
        self.is_asked = False
        self.chosen: Action | None = None
        self.log: deque[tuple[int, Event | Note]] = deque(maxlen=MOST_LOGGED)
        self.trick: list[Move] = []
        self.last_trick: tuple[tuple[Move, ...], int] | None = None
        self.ending: Ending | None = None
        self.version = 0

    def start(self, seating: Seating) -> None:
        """The table knows what is played."""

    def ask(self, host: Clocked, seat: int, table_id: int, decision_id: int, view: View) -> None:
        """A decision, or the same one again with the time that is left."""
        if self.is_asked and decision_id != self.decision_id:
            self.note("Your time was over: the arena chose for you.")
        self.view, self.decision_id = view, decision_id
        self.is_asked, self.chosen = True, None
        self.asked_ns = self._clock()
        asyncio.get_running_loop().call_soon(self._show, host, seat, decision_id)

    def _show(self, host: Clocked, seat: int, decision_id: int) -> None:
        """The decision can be seen from now on: its clock starts."""
        host.sent(seat, decision_id, self._clock())
        self._touch()

    def tell(self, table_id: int, seat: int, deal: int, event: Event) -> None:
        """Write it down."""
        self.log.append((deal, event))
        if isinstance(event, Acted):
            if event.code >> KIND_SHIFT in _IN_TRICK and not event.is_private:
                self.trick.append(move_of(pack_move(event.seat, event.code, event.count)))
        elif isinstance(event, TrickTaken):
            self.last_trick, self.trick = (tuple(self.trick), event.seat), []
        elif isinstance(event, DealStarted):
            self.trick = []
        self._touch()

    def refuse(self, refusal: AnswerRefusal) -> None:
        """Whoever answered is told what was wrong as the result of answering."""

    def hold(self, table_id: int) -> None:
        """At a practice table the end is told at once."""

    def end(self, ending: Ending) -> None:
        """The match is over."""
        self.ending, self.is_asked = ending, False
        self._touch()

    def finish(self, farewell: Goodbye | Refusal, *, drops_rest: bool = True) -> None:
        """There is no stream to close."""

    def choose(self, decision_id: int, index: int) -> bool:
        """The person's answer is on its way to the table; whether it is one to what is asked."""
        codes = () if self.view is None else self.view.legal_codes
        fits = self.is_asked and decision_id == self.decision_id and 0 <= index < len(codes)
        if fits:
            self.is_asked, self.chosen = False, action_of(codes[index])
            self._touch()
        return fits

    def take_back(self, decision_id: int) -> None:
        """The table did not take that answer."""
        if decision_id == self.decision_id and self.chosen is not None and self.ending is None:
            self.is_asked, self.chosen = True, None
            self._touch()

    def note(self, text: str) -> None:
        """Write down something that is no event of the game."""
        deal = self.log[-1][0] if self.log else 1
        self.log.append((deal, Note(text)))
        self._touch()

    async def newer(self, version: int) -> None:
        """Wait until there is something newer than a version."""
        while self.version <= version:
            await self._changed.wait()

    def _touch(self) -> None:
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
