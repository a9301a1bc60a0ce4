"""A match as a value: what one line of kozel-record/1 holds, and nothing that can be derived.

Knows neither JSON nor the rules; sdk/RECORDS.md describes the format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kozel.rules.actions import Action, action_of
from kozel.rules.cards import Card, Suit
from kozel.rules.view import OptionValue

UNRATED_VERDICTS: Final = ("no_show", "infra_error", "aborted")
"""The verdicts of a match that was stopped and has no result."""
FORFEIT_VERDICTS: Final = ("timeout", "illegal", "disconnect", "protocol_error")
"""The verdicts of a match in which the arena took a seat over."""


class ActionRecord(NamedTuple):
    """One action, in the order in which the rules ask for them.

    A NamedTuple, because one is made for every action of every match.
    """

    seat: int
    code: int
    """The action's number (see `kozel.rules.actions`)."""
    legal: tuple[int, ...] | None = None
    """Codes of all legal actions at that point, in any order; None when not recorded."""
    ms: float | None = None
    """Milliseconds from the question to the answer."""
    by: str | None = None
    """`arena` when the arena chose for a silent seat (C0.8)."""
    why: str | None = None
    """Why the arena chose: `timeout`, `illegal` or `gone`, each with the default action, or
    `house`: a house player sat in the chair of a bot that was taken over."""

    @property
    def action(self) -> Action:
        """The action as a value."""
        return action_of(self.code)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal. Sets of cards are masks; tuples of numbers are per side."""

    hands: tuple[int, ...]
    """Mask per seat; shokha and pot: the dealt four cards of the seats still in, in seat order."""
    actions: tuple[ActionRecord, ...]
    trump: Suit | None
    """None only when the match was cut short before the trump was named."""
    owner: int | None
    """Owner of the cycle, first leader (shokha, pot) or soloist (widow)."""
    points: tuple[int, ...] | None = None
    """Card points; None, like `change` and `score`, for a deal that was cut short."""
    change: tuple[int, ...] | None = None
    """Penalties, in pot chips, of this deal."""
    score: tuple[int, ...] | None = None
    """The match's score after this deal."""
    thrown: tuple[tuple[int, ...], ...] = ()
    """The hands of each void deal right before this one (M2, K2)."""
    drawn_trump: Suit | None = None
    """Classic named, from cycle 2: the suit drawn before the deal (K3)."""
    widow: int = 0
    """Widow: mask of its three cards (W2)."""
    stock: tuple[Card, ...] = ()
    """Shokha, pot: in drawing order, the turn-up last (B3)."""


@dataclass(frozen=True, slots=True)
class Record:
    """One match. The fields after `losers` are there when the record comes from an arena."""

    ruleset: str
    options: Mapping[str, OptionValue]
    """Only the given options that differ from the defaults."""
    deals: tuple[DealRecord, ...]
    score: tuple[int, ...]
    winners: tuple[int, ...]
    """Sides; empty when the match was stopped and has no result."""
    losers: tuple[int, ...]
    first_dealer: int | None = None
    """Shokha, pot: the seat that deals first (B3)."""
    id: str | None = None
    tournament: str | None = None
    seats: tuple[str, ...] = ()
    """Bot names by seat."""
    seed: str | None = None
    """What every random choice came from (C0.6)."""
    commitment: str | None = None
    """SHA-256 of seed and id, as published before the match."""
    time_control: Mapping[str, float] = field(default_factory=dict)
    """Numbers by name, such as `move_limit_ms`, `bank_ms` and `strikes`."""
    started: str | None = None
    """RFC 3339."""
    ended: str | None = None
    """RFC 3339."""
    verdict: str | None = None
    """One of `kozel.records.reader.VERDICTS`; see sdk/RECORDS.md."""
    rules_version: int | None = None
    """The rules version under which the match was played; None in older records: 1."""
    forfeit: tuple[int, ...] = ()
    """Sides that lost because the match ended with the last strike of one of their seats."""

    @property
    def is_aborted(self) -> bool:
        """Whether the match was stopped and has no result."""
        return self.verdict in UNRATED_VERDICTS

    @property
    def is_cut(self) -> bool:
        """Whether the match was cut short: then its last deal may lack an end."""
        return self.is_aborted or bool(self.forfeit)
