"""A bot's stay at one arena over as many streams as it takes, without I/O: messages in and out.

It remembers seats and answers across streams, so a decision that is sent again after a reconnect
is not thought about twice. It knows neither the bot's code nor a clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from kozel.client.happenings import Asked, Ended, Happening, Lost, Told
from kozel.v1 import arena_pb2
from kozel.wire import codec
from kozel.wire.values import Answer, Hello, Seating, Welcome

ANSWER_BYTES: Final = 24
"""Upper bound of one answer in a request: three 5-byte numbers, tags, and its length."""

REQUEST_BYTES: Final = 64
"""Upper bound of everything else in a request after the first."""


class State(Enum):
    """Where the session stands."""

    AWAY = "away"
    """No stream; seats and answers are remembered."""
    OPENING = "opening"
    """Hello is queued or sent."""
    OPEN = "open"
    """Welcome has come: decisions and answers flow."""
    CLOSED = "closed"
    """Refusal or Goodbye has come: nothing more is sent on this stream."""


@dataclass(slots=True)
class _Seat:
    """What is remembered of a seat: its last decision, and older ones still thought about."""

    seating: Seating
    latest: int = -1
    """Number of the last decision; -1 before the first."""
    answer: Answer | None = None
    """The answer to the last decision."""
    overtaken: set[int] = field(default_factory=set)
    """Decisions that another one followed before they were answered."""

    def ask(self, number: int) -> None:
        """Another decision is thought about; the answer to the last one is forgotten."""
        if self.answer is None and self.latest >= 0:
            self.overtaken.add(self.latest)
        self.latest, self.answer = number, None


class Session:
    """One bot's conversation with an arena. Not thread-safe: the owner is one event loop."""

    __slots__ = (
        "_answers",
        "_heartbeat",
        "_hello",
        "_hello_due",
        "_leaving_due",
        "_log",
        "_seats",
        "leaving",
        "state",
        "welcome",
    )

    def __init__(self, hello: Hello) -> None:
        self._hello = hello
        self._hello_due = False
        self._leaving_due = False
        self._heartbeat = 0
        self._log = b""
        self._answers: list[Answer] = []
        self._seats: dict[int, _Seat] = {}
        self.state = State.AWAY
        self.welcome: Welcome | None = None
        """Limits of the stream that is open, or of the last one."""
        self.leaving = False

    @property
    def seats_in_play(self) -> int:
        """How many seats the bot holds, as far as it knows."""
        return len(self._seats)

    def connected(self) -> None:
        """A stream was opened: Hello is due."""
        self.state = State.OPENING
        self._hello_due = True
        self._leaving_due = self.leaving
        self._heartbeat = 0
        self._answers.clear()

    def disconnected(self) -> None:
        """The stream is gone. Seats and answers are kept for the next one."""
        self.state = State.AWAY
        self._hello_due = False
        self._answers.clear()

    def leave(self) -> None:
        """Ask the arena for no new matches; it says goodbye when those that run are over."""
        self.leaving = self._leaving_due = True

    def send_log(self, text: bytes) -> None:
        """Send more of the bot's log, at most `Welcome.max_log_bytes`; nothing if it is empty."""
        self._log = text

    def answer(self, *answers: Answer) -> None:
        """Queue the answers to decisions; of two answers to one decision the first counts.

        An answer that comes while there is no stream is kept until the decision is sent again; one
        for a match that is over is dropped.
        """
        is_open = self.state is State.OPEN
        for answer in answers:
            table_id, decision_id, _ = answer
            seat = self._seats.get(table_id)
            if seat is None:
                continue
            if decision_id == seat.latest:
                if seat.answer is not None:
                    continue
                seat.answer = answer
            elif decision_id in seat.overtaken:
                seat.overtaken.discard(decision_id)
            else:
                continue
            if is_open:
                self._answers.append(answer)

    @property
    def has_requests(self) -> bool:
        """Whether `requests` would give something."""
        match self.state:
            case State.OPENING:
                return self._hello_due
            case State.OPEN:
                return bool(self._answers or self._heartbeat or self._leaving_due or self._log)
            case _:
                return False

    def requests(self) -> Iterator[arena_pb2.PlayRequest]:
        """Take what is to be sent now, cut to the limits of Welcome."""
        while self.has_requests:
            yield self._hello_request() if self.state is State.OPENING else self._next_request()

    def _hello_request(self) -> arena_pb2.PlayRequest:
        self._hello_due = False
        return arena_pb2.PlayRequest(hello=codec.encode_hello(self._hello))

    def _next_request(self) -> arena_pb2.PlayRequest:
        if self._log:
            # By itself, so that it takes no room from the answers.
            log, self._log = self._log, b""
            return arena_pb2.PlayRequest(log=log)
        limit = self._answers_limit()
        batch, self._answers = self._answers[:limit], self._answers[limit:]
        request = arena_pb2.PlayRequest(
            answers=map(codec.answer_fields, batch),  # type: ignore[arg-type]
            heartbeat=self._heartbeat,
            leaving=self._leaving_due,
        )
        self._heartbeat = 0
        self._leaving_due = False
        return request

    def _answers_limit(self) -> int:
        """How many answers surely fit into a request."""
        assert self.welcome is not None
        room = (self.welcome.max_request_bytes - REQUEST_BYTES) // ANSWER_BYTES
        return max(1, min(self.welcome.max_answers, room))

    def receive(self, message: arena_pb2.PlayResponse) -> list[Happening]:
        """Take one message; heartbeats and repeated decisions are dealt with here.

        Raises:
            WireError: the message breaks the protocol or holds numbers that are not known.
        """
        happenings: list[Happening] = []
        self._receive_opening(message, happenings)
        self._receive_started(message, happenings)
        for event in message.events:
            seating = self._seat(event.table_id, "event").seating
            happenings.append(Told(seating, codec.decode_event(event, seating.match)))
        happenings.extend(map(codec.decode_answer_refusal, message.answer_refusals))
        self._receive_decisions(message, happenings)
        for ended in message.ended:
            seating = self._seat(ended.table_id, "end of a match").seating
            del self._seats[ended.table_id]
            happenings.append(Ended(seating, codec.decode_ending(ended)))
        self._receive_closing(message, happenings)
        return happenings

    def _receive_opening(
        self, message: arena_pb2.PlayResponse, happenings: list[Happening]
    ) -> None:
        if message.HasField("refusal"):
            self.state = State.CLOSED
            happenings.append(codec.decode_refusal(message.refusal))
        elif message.HasField("welcome"):
            self._open(codec.decode_welcome(message.welcome))
            assert self.welcome is not None
            happenings.append(self.welcome)
            happenings.extend(self._forget_all_but(message))
        elif self.state is not State.OPEN:
            raise codec.InvalidMessage("the first message is neither Welcome nor Refusal")

    def _open(self, welcome: Welcome) -> None:
        if self.state is not State.OPENING:
            raise codec.InvalidMessage("Welcome came twice on one stream")
        if not self._hello.protocol_min <= welcome.protocol <= self._hello.protocol_max:
            raise codec.InvalidMessage(f"Welcome speaks protocol {welcome.protocol}")
        if welcome.max_answers < 1 or welcome.max_request_bytes < REQUEST_BYTES + ANSWER_BYTES:
            raise codec.InvalidMessage("the limits of Welcome leave no room for an answer")
        self.welcome = welcome
        self.state = State.OPEN

    def _forget_all_but(self, message: arena_pb2.PlayResponse) -> list[Lost]:
        """Drop the seats that the arena does not name again beside Welcome."""
        named = {(started.table_id, started.match_id) for started in message.started}
        lost = [
            seat.seating
            for seat in self._seats.values()
            if (seat.seating.table_id, seat.seating.match_id) not in named
        ]
        for seating in lost:
            del self._seats[seating.table_id]
        return [Lost(seating) for seating in lost]

    def _receive_started(
        self, message: arena_pb2.PlayResponse, happenings: list[Happening]
    ) -> None:
        for started in message.started:
            seating = codec.decode_seating(started)
            known = self._seats.get(seating.table_id)
            if known is None:
                self._seats[seating.table_id] = _Seat(seating)
                happenings.append(seating)
            elif known.seating != seating:
                raise codec.InvalidMessage(
                    f"table {seating.table_id} is in play and cannot start another match"
                )

    def _receive_decisions(
        self, message: arena_pb2.PlayResponse, happenings: list[Happening]
    ) -> None:
        for decision in message.decisions:
            seat = self._seat(decision.table_id, "decision")
            number = decision.decision_id
            if number == seat.latest:
                if seat.answer is not None:
                    self._answers.append(seat.answer)
            elif number not in seat.overtaken:
                seat.ask(number)
                view = codec.decode_decision(decision, seat.seating.match)
                happenings.append(Asked(seat.seating, number, view))

    def _receive_closing(
        self, message: arena_pb2.PlayResponse, happenings: list[Happening]
    ) -> None:
        if message.heartbeat:
            self._heartbeat = message.heartbeat
        if message.HasField("draining"):
            happenings.append(codec.decode_draining(message.draining))
        if message.HasField("goodbye"):
            self.state = State.CLOSED
            happenings.append(codec.decode_goodbye(message.goodbye))

    def _seat(self, table_id: int, what: str) -> _Seat:
        try:
            return self._seats[table_id]
        except KeyError:
            raise codec.InvalidMessage(
                f"{what} for table {table_id}, which has not started"
            ) from None
