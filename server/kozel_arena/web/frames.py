"""The frames of a replay: what lies where after each thing that happened, as values for a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Played:
    """Cards that a seat put on the table; `hidden` counts those that may not be seen."""

    seat: int
    """Who played them, from 0."""
    verb: str
    """`plays`, `beats`, `throws` or `claims`."""
    cards: tuple[str, ...]
    """Those that may be seen, such as `TS`."""
    hidden: int
    """How many lie face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One picture. Tuples are by seat, but `points` and `score` are by side."""

    deal: int
    """Number of the deal, from 1."""
    step: int
    """Number of the frame in its deal, from 0: the deal itself."""
    trick: int
    """Number of the trick on the table in its deal, from 1; 0 before the first."""
    text: str
    """What has just happened, in words."""
    seat: int | None
    """Who did it, from 0; None where nobody did anything."""
    hands: tuple[tuple[str, ...], ...]
    """Cards in hand that may be seen, such as `TS`."""
    hidden: tuple[int, ...]
    """Cards in hand that are not shown."""
    table: tuple[Played, ...]
    """The trick on the table, in the order in which it was played."""
    taken_by: int | None
    """Seat that took the trick on the table; None while it is not complete."""
    tricks: tuple[int, ...]
    """Tricks of the deal that the seat has taken."""
    trump: str | None
    """The trump suit, as a letter; None while it is not named."""
    turn_up: str | None
    """Shokha, pot: the card that shows the trump; None in other games."""
    stock: int
    """Cards in the stock, the turn-up included."""
    widow: tuple[str, ...]
    """Widow: its cards while they lie on the table and may be seen."""
    widow_hidden: int
    """Widow: its cards while they lie on the table and may not be seen."""
    owner: int | None
    """Owner of the cycle (miner, classic), soloist (widow); None in shokha and pot."""
    dealer: int | None
    """Shokha, pot: who deals; None in other games."""
    pot: int
    """Pot: chips in the pot when the deal began."""
    points: tuple[int, ...]
    """Card points of the deal so far; where they are hidden, nothing until the deal ends."""
    score: tuple[int, ...]
    """The match's score before the deal, after it in the frame that ends it."""
    milliseconds: float | None
    """Time that the seat took; None where nobody chose, the arena did, or the seat that looks
    may not know."""
    by_arena: str | None
    """Why the arena chose the action: `timeout`, `illegal`, `gone` or `house`; else None."""
