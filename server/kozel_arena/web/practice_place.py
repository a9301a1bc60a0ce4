"""What a person's place at a practice table shows, as frozen values: for the page and for JSON."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A card."""

    name: str
    """As in records: `TS`."""
    sign: str
    words: str
    is_trump: bool = False
    index: int | None = None
    """Of the legal action that plays this card and no other; None where there is none."""
    is_legal: bool = False
    """Whether some legal action has this card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """What a seat put on the table."""

    seat: int
    player: str
    kind: str
    cards: tuple[CardShown, ...]
    hidden: int
    """Cards of it that lie face down."""
    is_winning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceShown:
    """A legal action; the answer is its index."""

    index: int
    kind: str
    cards: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShown:
    """A player."""

    seat: int
    name: str
    side: int
    is_you: bool
    is_partner: bool
    cards: int | None
    """In hand; None before the first deal is seen."""
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShown:
    """A side."""

    side: int
    name: str
    score: int
    points: int | None
    """Card points of this deal so far; None where the rules hide them."""
    is_yours: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown:
    """How the match ended."""

    verdict: str
    sentence: str
    score: tuple[int, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    seed: str
    """Gives all deals of the match again; with the match id it fits the commitment."""
    has_record: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A person's place at a practice table, now."""

    version: int
    """Rises whenever something here but the time changes."""
    state: Literal["waiting", "asked", "over"]
    match_id: str
    commitment: str
    ruleset: str
    options: dict[str, bool | int | str]
    seat: int
    deal: int
    trump: str | None
    score_word: str
    players: tuple[PlayerShown, ...]
    sides: tuple[SideShown, ...]
    hand: tuple[CardShown, ...]
    trick: tuple[MoveShown, ...]
    last_trick: tuple[MoveShown, ...]
    last_taker: str | None
    table: tuple[str, ...]
    """Other public facts, as phrases."""
    widow: tuple[CardShown, ...]
    question: str | None
    decision_id: int | None
    choices: tuple[ChoiceShown, ...]
    how: Literal["cards", "pick", "buttons"]
    """How it is answered best: with one card, with several, or with a word."""
    limit_ms: float | None
    """Left for this decision before the bank is touched; None while nothing is asked."""
    bank_ms: float | None
    log: tuple[str, ...]
    news: str
    """What is new since the decision before, in one text."""
    end: EndShown | None
