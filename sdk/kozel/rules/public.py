"""What everybody at a table knows, and so a spectator may: an allow-list, like a seat's view."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kozel.rules.actions import ActionKind
from kozel.rules.cards import Card, Suit
from kozel.rules.events import MatchEnded
from kozel.rules.match import Match
from kozel.rules.moves import hide_cards, kind_of

COUNTED: Final = frozenset({ActionKind.THROW, ActionKind.BURY})
"""What is announced without its cards (see `events.seen_by`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """A table as somebody sees it who looks into no hand. Tuples are by seat or by side."""

    deal: int
    """Number of the deal, from 1."""
    hand_sizes: tuple[int, ...]
    """By seat."""
    moves: tuple[int, ...]
    """Packed moves of the deal (see `pack_move`) as every seat knows them: no passes and failed
    claims, and no cards of throws and buried cards."""
    trick_start: int
    """Index into `moves` of the first move of the trick on the table."""
    trick_winners: tuple[int, ...]
    """Seat that took each completed trick of this deal."""
    score: tuple[int, ...]
    """By side, before this deal."""
    points: tuple[int, ...]
    """By side, card points of this deal so far; empty where they are hidden."""
    active_seats: int
    """Mask of the seats still in the match."""
    trump: Suit | None
    owner: int | None
    dealer: int | None
    turn_up: Card | None
    stock_size: int
    pot: int
    void_deals: int
    """How many void deals came right before this deal."""
    ended: MatchEnded | None
    """How the match ended, None while it is played."""


def public_view(match: Match) -> PublicView:
    """What everybody at a table knows now."""
    deal, started, standing = match.deal, match.started, match.standing
    seats = range(match.rules.players)
    histories = [deal.history_for(seat) for seat in seats]
    own, trick_start = histories[0]
    moves = tuple(_shared(own, [set(history) for history, _ in histories[1:]]))
    return PublicView(
        deal=match.deal_number,
        hand_sizes=tuple(map(int.bit_count, deal.hands)),
        moves=moves,
        # Of the trick on the table everybody knows every move, if not every card.
        trick_start=len(moves) - (len(own) - trick_start),
        trick_winners=tuple(deal.trick_winners),
        score=standing.score,
        points=deal.public_points(),
        active_seats=standing.active,
        trump=deal.trump,
        owner=started.owner,
        dealer=started.dealer,
        turn_up=started.turn_up,
        stock_size=deal.stock_size,
        pot=started.pot,
        void_deals=match.void_deals,
        ended=match.outcome,
    )


def _shared(own: tuple[int, ...], others: list[set[int]]) -> Iterator[int]:
    """One seat's history less what others do not know of it."""
    for move in own:
        if all(move in history for history in others):
            yield move
        elif kind_of(move) in COUNTED:
            yield hide_cards(move)
