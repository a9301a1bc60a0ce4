"""Pairs of worlds: a match as it was played, and others that could have looked just so to a seat.

A twin is played anew from other hidden cards. The watched seat does in it exactly what it did;
the others do in public what they did, and in secret what they like: other cards thrown or buried,
claims passed or made in vain, other thinking times, silence, blunders.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kozel.rules import (
    Match,
    Question,
    match_seed,
)
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.game import Rules
from kozel.rules.moves import card_count
from tests.wire.deals import Deals, exchanged
from tests.wire.knowledge import Fact, cards_by_deal, known_to
from tests.wire.streams import SECOND, Play, Streams, Watched

HIDDEN_KINDS = (ActionKind.THROW, ActionKind.BURY)
SHOWING_KINDS = (ActionKind.PLAY, ActionKind.BEAT, ActionKind.CLAIM)


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment at which the watched seat has just received something to answer, or the end."""

    decisions: int
    """How many decisions it has received, this one included."""
    messages: int
    plays: int
    happened: int
    state: Match
    others_asked: tuple[int, ...]
    facts: list[Fact]
    """What the watched seat may know then."""


class World(ABC):
    """A match on real streams, driven seat by seat; subclasses choose for the seats."""

    def __init__(
        self, rules: Rules, deals: Deals, *, seed: str, seat: int, listeners: Collection[int]
    ) -> None:
        self.chance = random.Random(seed)
        self.match = Watched(rules, deals)
        self.seat = seat
        self.streams = Streams(self.match, seed=match_seed(seed, 0), seat=seat, listeners=listeners)
        self.received = 0
        """Decisions that the watched seat has received."""
        self.answers_due: dict[int, int] = {}

    def start(self) -> None:
        self.streams.start()
        self._schedule()

    @property
    def is_over(self) -> bool:
        return self.streams.table.is_over

    def think_ns(self, seat: int) -> int:
        """The watched seat thinks equally long in every world, the others as they like."""
        if seat == self.seat:
            return 1_000_000 + self.received % 5 * SECOND // 3
        return self.chance.randrange(1_000, SECOND * 9 // 10)

    @abstractmethod
    def choose(self, seat: int) -> int:
        """The code that a seat answers with."""

    @property
    def others_asked(self) -> tuple[int, ...]:
        """How many decisions each other seat has been asked."""
        asked = self.streams.asked
        return tuple(asked[: self.seat] + asked[self.seat + 1 :])

    def step(self) -> None:
        """Let the next seat answer that is ready to."""
        seat = min(self.answers_due, key=lambda seat: self.answers_due[seat])
        code = self.choose(seat)
        at = self.answers_due.pop(seat)
        self.streams.advance(at)
        self.reply(seat, code)
        self._schedule()

    def reply(self, seat: int, code: int) -> None:
        """Give a seat's answer to the table."""
        self.streams.answer(seat, self.match.legal(seat).index(code))

    def _schedule(self) -> None:
        """Whoever has received a decision begins to think."""
        streams = self.streams
        while not streams.open and not self.is_over:
            streams.advance_to_next()
        for seat, (_, at) in streams.open.items():
            if seat not in self.answers_due:
                self.received += seat == self.seat
                self.answers_due[seat] = at + self.think_ns(seat)


class Original(World):
    """The world in which everybody plays at random; it remembers its moments."""

    def __init__(self, rules: Rules, deals: Deals, *, seed: str, **at: object) -> None:
        super().__init__(rules, deals, seed=seed, **at)  # type: ignore[arg-type]
        self.deals = deals
        self.moments: list[Moment] = []
        self.own_codes: list[int] = []

    def choose(self, seat: int) -> int:
        legal = self.match.legal(seat)
        if self.match.question(seat) is Question.CLAIM:
            code = self.chance.choices(legal, (1, 4))[0]
        else:
            code = self.chance.choice(legal)
        if seat == self.seat:
            self.own_codes.append(code)
        return code

    def play(self, deals: int) -> None:
        """Play a number of deals, or to the end."""
        self.start()
        while True:
            if len(self.moments) < self.received:
                self._remember()
            if self.is_over or self.match.deal_number > deals:
                break
            self.step()
        if self.is_over:
            self._remember()

    def _remember(self) -> None:
        self.moments.append(
            Moment(
                self.received,
                len(self.streams.messages),
                len(self.match.plays),
                len(self.match.happened),
                self.match.copy(),
                self.others_asked,
                known_to(self.seat, self.match.rules, self.match.happened),
            )
        )


class CannotBe(Exception):
    """In this twin somebody cannot do what all saw him do."""


class AskedElsewhere(Exception):
    """All has happened, and yet it is another seat that is asked."""


class Twin(World):
    """A world in which everything that the watched seat may know happens again."""

    def __init__(self, original: Original, moment: Moment, deals: Deals, *, seed: str) -> None:
        streams = original.streams
        super().__init__(
            original.match.rules,
            deals,
            seed=seed,
            seat=original.seat,
            listeners=streams.listeners,
        )
        self.original = original
        self.moment = moment
        self.plays = original.match.plays[: moment.plays]
        self.shown_after = shown_after(self.plays)
        self.silences = 0

    def play(self) -> None:
        """Play up to the moment.

        Raises:
            CannotBe: it cannot have been like this.
        """
        self.start()
        is_last = self.moment.state.outcome is not None
        with suppress(AskedElsewhere):
            while not self.is_over and (is_last or self.received < self.moment.decisions):
                self.step()

    def choose(self, seat: int) -> int:
        if seat == self.seat:
            return self._allowed(seat, self.original.own_codes[self.received - 1])
        at = len(self.match.plays)
        if self.match.question(seat) is Question.CLAIM:
            return self._answer_claim(seat, self.plays[at] if at < len(self.plays) else None)
        if at >= len(self.plays):
            raise AskedElsewhere
        play = self.plays[at]
        if play.seat != seat:
            raise CannotBe
        if play.kind in HIDDEN_KINDS:
            return self._hide(seat, play, at)
        return self._allowed(seat, play.code)

    def reply(self, seat: int, code: int) -> None:
        """Another seat may be clumsy, or its silence may do what it did."""
        if seat != self.seat and len(self.streams.open) == 1:
            if self.chance.random() < 0.1:
                self.streams.blunder(seat)
            if code == self.match.default(seat) and self.chance.random() < 0.5:
                self.silences += 1
                self.streams.fall_silent(seat)
                return
        super().reply(seat, code)

    def _allowed(self, seat: int, code: int) -> int:
        if code not in self.match.legal(seat):
            raise CannotBe
        return code

    def _answer_claim(self, seat: int, play: Play | None) -> int:
        """Who led a special hand claims it; the others may have claimed in vain, or passed."""
        claim, decline = self.match.legal(seat)
        if play is None or play.kind != ActionKind.CLAIM:
            return decline
        return claim if play.seat == seat or self.chance.random() < 0.5 else decline

    def _hide(self, seat: int, play: Play, at: int) -> int:
        """Other cards face down than in the original, but none that all see later."""
        kept = self.shown_after[at].get(seat, 0)
        legal = [
            code
            for code in self.match.legal(seat)
            if code >> KIND_SHIFT == play.kind
            and card_count(code) == play.count
            and not code & CARDS_MASK & kept
        ]
        if not legal:
            raise CannotBe
        return self.chance.choice(legal)


def shown_after(plays: Sequence[Play]) -> list[dict[int, int]]:
    """By index of a play: by seat, mask of the cards that it shows after it in the same deal."""
    shown: dict[int, int] = {}
    deal = 0
    found: list[dict[int, int]] = []
    for play in reversed(plays):
        if play.deal != deal:
            deal, shown = play.deal, {}
        found.append(dict(shown))
        if play.kind in SHOWING_KINDS:
            shown[play.seat] = shown.get(play.seat, 0) | play.cards
    return found[::-1]


def other_deals(original: Original, moment: Moment, chance: random.Random) -> Deals:
    """The original's deals with some cards exchanged that the watched seat has not seen by then."""
    happened = original.match.happened[: moment.happened]
    deal = chance.randint(1, moment.state.deal_number)
    return exchanged(
        original.deals,
        rules=original.match.rules,
        happened=happened,
        seen=cards_by_deal(moment.facts)[deal],
        deal=deal,
        chance=chance,
    )
