"""The frames of a replay: what lies where after each thing that happened, as values for a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Played:
    """Cards that a seat put on the table; `hidden` counts those that may not be seen."""

    seat: int
    verb: str
    """`plays`, `beats`, `throws` or `claims`."""
    cards: tuple[str, ...]
    hidden: int


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
    """Who did it, where somebody did."""
    hands: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]
    """Cards in hand that are not shown."""
    table: tuple[Played, ...]
    taken_by: int | None
    """Who took the trick on the table, once it is complete."""
    tricks: tuple[int, ...]
    """Tricks of the deal that the seat has taken."""
    trump: str | None
    """A suit letter."""
    turn_up: str | None
    """Shokha, pot: the card that shows the trump."""
    stock: int
    """Cards in the stock, the turn-up included."""
    widow: tuple[str, ...]
    """Widow: its cards while they lie on the table and may be seen."""
    widow_hidden: int
    """Widow: its cards while they lie on the table and may not be seen."""
    owner: int | None
    """Owner of the cycle (miner, classic), soloist (widow); None in shokha and pot."""
    dealer: int | None
    """Shokha, pot: who deals."""
    pot: int
    """Pot: chips in the pot when the deal began."""
    points: tuple[int, ...]
    """Card points of the deal so far; where they are hidden, nothing until the deal ends."""
    score: tuple[int, ...]
    """The match's score before the deal, after it in the frame that ends it."""
    milliseconds: float | None
    """Time that the seat took; None where the action was forced or the arena's."""
    by_arena: str | None
    """Why the arena chose the action: `timeout`, `illegal`, `gone` or `house`; else None."""
