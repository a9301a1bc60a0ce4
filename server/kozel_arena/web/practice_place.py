"""What a person's place at a practice table shows, as frozen values: for the page and for JSON."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A card."""

    name: str
    """As in records: `TS`."""
    sign: str
    """Such as `10♠`."""
    words: str
    """Such as `ten of spades`."""
    is_trump: bool = False
    """Whether it is a trump now."""
    index: int | None = None
    """Of the choice that plays this card and no other; None where there is none."""
    is_legal: bool = False
    """Whether some choice has this card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """What a seat put on the table."""

    seat: int
    """Whose it is, from 0."""
    player: str
    """The seat as the subject of a sentence: `You`, or a name."""
    kind: str
    """What the seat did, as a verb: `plays`, `beats with`, `throws`; `play` if it was you."""
    cards: tuple[CardShown, ...]
    """Those that you may see."""
    hidden: int
    """Cards of it that lie face down."""
    is_winning: bool = False
    """Whether it takes the trick, or would as it is now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceShown:
    """A legal action; the answer is its index."""

    index: int
    """Its place among the choices, from 0."""
    kind: str
    """`play`, `beat`, `throw`, `claim`, `pass`, `name`, `take`, `refuse` or `bury`."""
    cards: tuple[str, ...]
    """As in records, such as `TS`; empty where it needs none."""
    text: str
    """What you would do, such as `Throw 6♣ 7♣ face down`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShown:
    """A player."""

    seat: int
    """Its number, from 0 clockwise."""
    name: str
    """As the subject of a sentence: `You`, or a name."""
    side: int
    """Number of the side, from 0."""
    is_you: bool
    """Whether it is your seat."""
    is_partner: bool
    """Whether it is on your side, and not you."""
    cards: int | None
    """How many are in hand; None before the first deal is seen."""
    roles: tuple[str, ...]
    """What else the player is now: `owner`, `soloist`, `dealer`, `out`, or a suit (miner)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShown:
    """A side."""

    side: int
    """Its number, from 0."""
    name: str
    """Who it is, as the subject of a sentence: `You and alice`."""
    score: int
    """Of the match so far, in `score_word`."""
    points: int | None
    """Card points of this deal so far; None where the rules hide them."""
    is_yours: bool
    """Whether you belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown:
    """How the match ended."""

    verdict: str
    """As in records; `aborted` and `infra_error` are no result."""
    sentence: str
    """What that means for you, with the score."""
    score: tuple[int, ...]
    """By side; empty where the arena failed."""
    winners: tuple[int, ...]
    """Sides that have won; several share the win. Empty without a result."""
    losers: tuple[int, ...]
    """Sides that have lost. Empty without a result."""
    seed: str
    """Gives all deals of the match again; with the match id it fits the commitment. Empty
    without a result."""
    has_record: bool
    """Whether a record of the match can be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A person's place at a practice table, now."""

    version: int
    """Rises whenever something here but the time changes."""
    state: Literal["waiting", "asked", "over"]
    """`waiting` for others, `asked` for a decision of yours, or `over`."""
    match_id: str
    """Id of the match; it is in no list."""
    commitment: str
    """Hex SHA-256 of `seed:match_id`: the deals were fixed before the match."""
    ruleset: str
    """The game, such as `miner`."""
    options: dict[str, bool | int | str]
    """Every table option by name."""
    seat: int
    """Yours, from 0 clockwise."""
    deal: int
    """Number of the deal, from 1; void deals do not count."""
    trump: str | None
    """The trump suit, such as `hearts`; None while it is open, and in widow."""
    score_word: str
    """What the score counts: `penalties`, `chips` (pot) or `marks` (widow)."""
    players: tuple[PlayerShown, ...]
    """By seat."""
    sides: tuple[SideShown, ...]
    """By number of the side."""
    hand: tuple[CardShown, ...]
    """Your cards, trumps first, without those that you have just played; empty at the end."""
    trick: tuple[MoveShown, ...]
    """What lies on the table, in the order in which it was played."""
    last_trick: tuple[MoveShown, ...]
    """The trick before; empty before there was one."""
    last_taker: str | None
    """Who took it, as the subject of a sentence; None before there was one."""
    table: tuple[str, ...]
    """Other public facts, as phrases."""
    widow: tuple[CardShown, ...]
    """Its cards, while you may know them."""
    question: str | None
    """What you are to do, such as `beat or throw`; None while nothing is asked."""
    decision_id: int | None
    """To be given with your answer; None while nothing is asked."""
    choices: tuple[ChoiceShown, ...]
    """What you may do; empty while nothing is asked."""
    how: Literal["cards", "pick", "buttons"]
    """How it is answered best: with one card, with several, or with a word (`buttons`)."""
    limit_ms: float | None
    """Left for this decision before the bank is touched, in milliseconds; None while nothing is
    asked."""
    bank_ms: float | None
    """Left in your bank while you are asked, in milliseconds; None before your first decision."""
    log: tuple[str, ...]
    """What happened, in sentences, the oldest first; at most the last 300."""
    news: str
    """What is new since the decision before, in one text."""
    end: EndShown | None
    """How the match ended; None while it is played."""
