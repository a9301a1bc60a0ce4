"""What every ruleset is made of: a deal in play, what lasts between deals, and the bound rules.

This is the frame that the families (`follow`, `bura`) fill; it knows no single ruleset.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Self

from kozel.rules.actions import CARDS_MASK
from kozel.rules.cards import CARD_POINTS, Card, Suit
from kozel.rules.chance import Chance
from kozel.rules.events import Acted, DealStarted, DealVoided, MatchEnded
from kozel.rules.moves import Question, card_count
from kozel.rules.options import OptionValue


class Deal(ABC):
    """One deal in play: mutable, made for speed, and unchecked. `Match` checks before it applies.

    Attributes:
        hands: masks by seat.
        turn: the seat whose action is applied next.
        leader: the seat that leads, or led, the trick on the table.
        trump: the trump suit, None until it is named.
        history: packed moves in order, with all cards (see `moves.pack_move`).
        trick_start: index into `history` of the first move of the trick on the table.
        trick_winners: the seat that took each completed trick.
        taken: card points taken, by team (see `team`).
        team: index into `taken` by seat.
        is_over: whether the deal is played out.
    """

    __slots__ = (
        "hands",
        "history",
        "is_over",
        "leader",
        "taken",
        "team",
        "trick_start",
        "trick_winners",
        "trump",
        "turn",
    )
    hands: list[int]
    turn: int
    leader: int
    trump: Suit | None
    history: list[int]
    trick_start: int
    trick_winners: list[int]
    taken: list[int]
    team: tuple[int, ...]
    is_over: bool
    has_throws: ClassVar[bool] = False
    """Whether cards can be thrown face down in this game (B6)."""

    @abstractmethod
    def legal(self) -> Sequence[int]:
        """Codes of the legal actions of `turn`, ascending."""

    @abstractmethod
    def apply(self, code: int) -> None:
        """Let `turn` act. The code must be one of `legal()`: it is not checked here."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, for search and playouts."""

    @abstractmethod
    def question(self, seat: int) -> Question:
        """What the seat is asked; for a seat that is not asked, what the table is doing."""

    def deciders(self) -> tuple[int, ...]:
        """The seats that must act now, in the order in which their actions are applied."""
        return () if self.is_over else (self.turn,)

    def legal_for(self, seat: int) -> Sequence[int]:
        """Codes of the legal actions of one of the deciders, ascending."""
        return self.legal() if seat == self.turn else ()

    def history_for(self, seat: int) -> tuple[tuple[int, ...], int]:
        """The history as a seat may know it, and where in it the trick on the table starts."""
        return tuple(self.history), self.trick_start

    def acted_events(self, seat: int, code: int) -> tuple[Acted, ...]:
        """What is to be told now that a seat has acted."""
        return (Acted(seat, code, card_count(code)),)

    def public_points(self) -> tuple[int, ...]:
        """Card points per side as everybody knows them; empty where they are hidden."""
        return self.side_points()

    def side_points(self) -> tuple[int, ...]:
        """Card points per side taken so far: side s is counted by its first seat, s (C0.2)."""
        taken, team = self.taken, self.team
        if len(team) == 4:
            return taken[team[0]], taken[team[1]]
        return tuple([taken[at] for at in team])

    def widow_for(self, seat: int) -> int:
        """Mask of the widow as far as the seat may know it (W3)."""
        return 0

    @property
    def stock_size(self) -> int:
        """Cards left in the stock, the turn-up included (B11)."""
        return 0


@dataclass(frozen=True, slots=True)
class Standing:
    """What a match carries from one deal to the next."""

    score: tuple[int, ...]
    """Per side: penalties, or chips in pot scoring."""
    active: int
    """Mask of the seats still in."""
    owner: int | None = None
    """Classic: who owns the next cycle (K4)."""
    dealer: int | None = None
    """Shokha, pot: who deals next (B3, P4)."""
    pairing: tuple[Suit, ...] = ()
    """Miner: the suit of each seat, once it is fixed (M4)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal that stands, with the void ones before it."""

    voided: tuple[DealVoided, ...]
    started: DealStarted
    deal: Deal
    standing: Standing


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal that was scored. Tuples are per side."""

    points: tuple[int, ...]
    change: tuple[int, ...]
    standing: Standing
    ended: MatchEnded | None


class Rules(ABC):
    """A ruleset bound to its options; never changes.

    Attributes:
        ruleset: its name.
        options: every option with its value.
        given: only the options that differ from their defaults, as records keep them.
        players: number of seats.
        sides: number of sides: 2 with four seats, else one a seat (C0.2).
        deck: every card of the game, ascending.
    """

    players_fixed: ClassVar[int] = 4

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, OptionValue],
        given: Mapping[str, OptionValue],
    ) -> None:
        self.ruleset = ruleset
        self.options: Mapping[str, OptionValue] = MappingProxyType(dict(options))
        self.given = dict(given)
        self.players = self.number("players") if "players" in options else self.players_fixed
        self.sides = 2 if self.players == 4 else self.players
        self.deck: tuple[Card, ...] = self.make_deck()

    # What a family or a ruleset says.

    @abstractmethod
    def make_deck(self) -> tuple[Card, ...]:
        """Every card of the game, ascending."""

    @abstractmethod
    def opening(self, chance: Chance) -> Standing:
        """How a match begins."""

    @abstractmethod
    def start_deal(self, standing: Standing, number: int, chance: Chance) -> Dealt:
        """Deal number `number` (from 1), dealt again until it stands."""

    @abstractmethod
    def settle(self, standing: Standing, deal: Deal, number: int) -> Settled:
        """Score a deal that is over, and say whether the match is too."""

    @abstractmethod
    def strength(self, trump: Suit | None, card: int) -> int:
        """How strong a card is, 0 the weakest; every trump is above every plain card."""

    @abstractmethod
    def is_trump(self, trump: Suit | None, card: int) -> bool:
        """Whether a card is a trump."""

    @abstractmethod
    def winning_seat(self, trump: Suit | None, trick: Sequence[int]) -> int | None:
        """The seat winning a trick, given as packed moves; None when nobody has led."""

    @abstractmethod
    def wins(self, trump: Suit | None, trick: Sequence[int], code: int) -> bool:
        """Whether an action would take over a trick, given as packed moves."""

    def default(self, deal: Deal, seat: int, number: int, chance: Chance) -> int:
        """The code that silence chooses (C0.8): here, the cheapest of the legal actions."""
        return min(deal.legal_for(seat), key=lambda code: self.cheapness(deal.trump, code))

    # What all share.

    def cheapness(self, trump: Suit | None, code: int) -> tuple[int, int, int]:
        """Order of silence for single cards: fewest points, weakest, then C S H D."""
        card = (code & CARDS_MASK).bit_length() - 1
        return CARD_POINTS[card], self.strength(trump, card), card

    def number(self, name: str) -> int:
        """The value of an option that is a whole number."""
        value = self.options[name]
        assert isinstance(value, int)
        return value

    def is_on(self, name: str) -> bool:
        """The value of a switch; False where the ruleset has no such option."""
        return self.options.get(name) is True

    @property
    def reveal_discards(self) -> str:
        """Who sees thrown cards: the option of shokha and pot, `never` elsewhere."""
        return str(self.options.get("reveal_discards", "never"))

    def side_of(self, seat: int) -> int:
        """The side of a seat (C0.2)."""
        return seat & 1 if self.players == 4 else seat

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side (C0.2)."""
        return (side, side + 2) if self.players == 4 else (side,)
