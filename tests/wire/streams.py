"""A table as the bots at it meet it: one outbox a seat, and every message as the bytes of a stream.

The referee, the outboxes and the encoders are the arena's own; time is a number. Nothing here
knows why a seat acts as it does.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kozel.records import Recorder
from kozel.rules import Acted, Chance, DealStarted, Event, Match, MatchEnded, commitment
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT
from kozel.rules.game import Rules
from kozel.rules.view import MatchInfo
from kozel.table import Ask, Effect, Finish, Refuse, Table, Tell, TimeControl
from kozel.wire.values import AnswerRefusal, Ending, Seating
from kozel_arena.rpc.encoding import encode_batch
from kozel_arena.runtime.outbox import Outbox, Pending, Told
from tests.wire.knowledge import Happened

SECOND = 1_000_000_000
CLOCK = TimeControl(move_limit_ns=SECOND, bank_ns=3600 * SECOND, strikes=1_000_000)
MATCH_ID = "1-0"
TABLE_ID = 1


@dataclass(frozen=True, slots=True)
class Play:
    """An action that is no secret as such: any but a pass and a claim made in vain."""

    deal: int
    seat: int
    kind: int
    cards: int
    count: int

    @property
    def code(self) -> int:
        return self.kind << KIND_SHIFT | self.cards


class Watched(Match):
    """A match that keeps all that happens in it, whoever listens."""

    tells_moves = property(lambda self: True, lambda self, is_wanted: None)

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.happened: list[Happened] = []
        self.plays: list[Play] = []
        self._dealt = 0
        super().__init__(rules, chance)

    def take_events(self) -> list[Event]:
        events = super().take_events()
        if events:
            hands = tuple(self.deal.hands)
            self.happened.append(Happened(tuple(events), hands, self.deal.leader))
        for event in events:
            self._dealt += isinstance(event, DealStarted)
            if isinstance(event, Acted) and not event.is_private:
                kind, cards = event.code >> KIND_SHIFT, event.code & CARDS_MASK
                self.plays.append(Play(self._dealt, event.seat, kind, cards, event.count))
        return events


class Streams:
    """One table, and the stream of each seat; the bytes of one of them are kept."""

    def __init__(self, match: Watched, *, seed: str, seat: int, listeners: Collection[int]) -> None:
        self.match = match
        self.seed = seed
        self.seat = seat
        self.listeners = listeners
        self.now_ns = 0
        self.messages: list[bytes] = []
        """What the stream of `seat` carried, in order."""
        self.asked = [0] * match.rules.players
        """By seat: how many decisions it has been asked."""
        self.open: dict[int, tuple[Pending, int]] = {}
        """By seat: the decision that it has received, and when."""
        self.table = Table(
            match=match,
            match_id=MATCH_ID,
            time_control=CLOCK,
            recorder=Recorder(match.rules),
            listeners=listeners,
        )
        self.outboxes = tuple(Outbox() for _ in range(match.rules.players))
        self.commitment = commitment(seed, MATCH_ID)

    def start(self) -> None:
        """Seat everybody and begin, in one go as the arena does."""
        rules = self.match.rules
        for seat, outbox in enumerate(self.outboxes):
            info = MatchInfo(rules.ruleset, rules.options, rules.players, seat)
            outbox.start(Seating(TABLE_ID, MATCH_ID, info, CLOCK, "1", self.commitment), 0)
        self._carry_out(self.table.start(0))
        self.advance(0)

    def advance(self, until_ns: int) -> None:
        """Let the writers write what is due by then."""
        while (due := self._next_write()) is not None and due[0] <= until_ns:
            at, seat = due
            self.now_ns = max(self.now_ns, at)
            self._write(seat)
        self.now_ns = max(self.now_ns, until_ns)

    def advance_to_next(self) -> None:
        """Let time pass until something that is held goes out."""
        due = self._next_write()
        assert due is not None
        self.advance(max(self.now_ns, due[0]))

    def answer(self, seat: int, index: int) -> None:
        """A seat answers its open decision now."""
        decision, _ = self.open.pop(seat)
        self.outboxes[seat].answered([decision.key])
        self._carry_out(self.table.answer(seat, decision.decision_id, index, self.now_ns))
        self.advance(self.now_ns)

    def fall_silent(self, seat: int) -> None:
        """A seat lets all its time pass."""
        deadline = self.table.next_deadline()
        assert deadline is not None
        del self.open[seat]
        self.advance(deadline)
        self._carry_out(self.table.expire(deadline))
        self.advance(deadline)

    def blunder(self, seat: int) -> None:
        """A seat answers what it was never asked, then out of range, and drops its connection."""
        decision, _ = self.open[seat]
        number = decision.decision_id
        for effects in (
            self.table.answer(seat, number + 1, 0, self.now_ns),
            self.table.answer(seat, number, 1_000_000, self.now_ns),
        ):
            self._carry_out(effects)
        self.table.left(seat, self.now_ns)
        self._carry_out(self.table.back(seat, self.now_ns))
        self.advance_to_next()

    def _next_write(self) -> tuple[int, int] | None:
        """When the next message goes out, and to whom."""
        ready = [(box.ready_at(), seat) for seat, box in enumerate(self.outboxes)]
        return min(((at, seat) for at, seat in ready if at is not None), default=None)

    def _write(self, seat: int) -> None:
        batch = self.outboxes[seat].take(self.now_ns)
        if seat == self.seat:
            self.messages.append(self._without_seed(encode_batch(batch)))
        for decision in batch.decisions:
            self.table.sent(decision.seat, decision.decision_id, self.now_ns)
            self.open[seat] = decision, self.now_ns

    def _without_seed(self, message: bytes) -> bytes:
        """Other cards come from another seed, so it differs, and so does the promise of it.

        These two are the only bytes that may: the promise before the match, the seed after it.
        """
        for secret in (self.commitment, self.seed):
            message = message.replace(secret.encode(), b"-" * len(secret))
        return message

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Ask(seat, number, view):
                    self.asked[seat] = max(self.asked[seat], number)
                    decision = Pending(
                        self.table, seat=seat, table_id=TABLE_ID, decision_id=number, view=view
                    )
                    self.outboxes[seat].ask(decision, self.now_ns)
                case Tell(seat, deal, event):
                    self.outboxes[seat].tell(Told(TABLE_ID, seat, deal, event), self.now_ns)
                case Refuse(seat, number, reason, text):
                    refusal = AnswerRefusal(TABLE_ID, number, reason, text)
                    self.outboxes[seat].refuse(refusal, self.now_ns)
                case Finish(result):
                    ended = MatchEnded(result.score, result.winners, result.losers)
                    for outbox in self.outboxes:
                        ending = Ending(
                            TABLE_ID, result.verdict, ended, result.charged_seats, self.seed
                        )
                        outbox.end(ending, self.now_ns)
