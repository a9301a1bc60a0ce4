"""What the page of a table that is played shows: public facts, as old as the organiser wants."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from kozel.rules import Acted, ActionKind, Card, PublicView, Rules, cards_of
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS
from kozel.rules.moves import COUNT_SHIFT, SEAT_SHIFT, seat_of
from kozel.rules.options import format_value
from kozel_arena.runtime.connection import NS_PER_SECOND
from kozel_arena.runtime.spectators import Spectators
from kozel_arena.web import sentences
from kozel_arena.web.camera import VERBS
from kozel_arena.web.frames import Frame, Played
from kozel_arena.wording import score_word


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTable:
    """A match in play as spectators see it. No hand and no time of a decision is in it."""

    match_id: str
    """Such as `t1-5`; a match that is played again after a void has `t1-5.1`."""
    tournament_id: str
    """Id of its tournament, such as `t1`."""
    tournament: str
    """Name of its tournament."""
    ruleset: str
    """The game, such as `miner`."""
    options: dict[str, str]
    """Table options that differ from their defaults, as texts by name."""
    score_word: str
    """What the score counts: `penalties`, `chips` (pot) or `marks` (widow)."""
    seats: tuple[str, ...]
    """Names of the bots by seat."""
    started: datetime
    """When it began, in UTC."""
    commitment: str
    """Hex SHA-256 of the seed, a colon and the id; the seed is told after the match."""
    delay_seconds: float
    """How old what is shown is."""
    wait_seconds: float
    """How long until there is something old enough; 0 as soon as there is."""
    frame: Frame | None
    """The table as it was, all hands face down; None until there is something old enough."""
    is_over: bool
    """Whether nothing more will be seen."""
    has_result: bool
    """Whether it is over with a result, so that its replay can be had."""


class TableReadings:
    """Reads tables in play; the methods run on the loop of the arena and never wait."""

    def __init__(self, spectators: Spectators) -> None:
        self._spectators = spectators

    def table(self, match_id: str) -> LiveTable:
        """A table as spectators see it.

        Raises:
            NotWatchable: it cannot be watched.
        """
        sight = self._spectators.look(match_id)
        match, tournament = sight.match, sight.match.tournament
        rules = tournament.rules
        return LiveTable(
            match_id=match_id,
            tournament_id=tournament.running.id,
            tournament=tournament.name,
            ruleset=rules.ruleset,
            options={name: format_value(value) for name, value in rules.given.items()},
            score_word=score_word(rules),
            seats=tuple(player.name for player in match.host.players),
            started=match.started,
            commitment=match.host.commitment,
            delay_seconds=sight.delay_ns / NS_PER_SECOND,
            wait_seconds=sight.wait_ns / NS_PER_SECOND,
            frame=None if sight.view is None else public_frame(sight.view, rules),
            is_over=sight.is_over,
            has_result=sight.is_over and match.verdict is not None and match.verdict.is_rated,
        )


def public_frame(view: PublicView, rules: Rules) -> Frame:
    """A picture of what everybody at a table knows."""
    tricks = Counter(view.trick_winners)
    trick = view.moves[view.trick_start :]
    is_complete = not trick and bool(view.trick_winners)
    if is_complete:
        trick = view.moves[-view.active_seats.bit_count() :]
    played = tuple(map(_played, trick)) if all(map(_verb, trick)) else ()
    last = view.moves[-1] if view.moves else None
    ended = view.ended
    return Frame(
        deal=view.deal,
        step=len(view.moves),
        trick=len(view.trick_winners) + (not is_complete and bool(trick)),
        text=_text(view, rules),
        seat=None if last is None or ended else seat_of(last),
        hands=((),) * rules.players,
        hidden=view.hand_sizes,
        table=played,
        taken_by=view.trick_winners[-1] if is_complete and played else None,
        tricks=tuple(tricks[seat] for seat in range(rules.players)),
        trump=None if view.trump is None else str(view.trump),
        turn_up=_name(view.turn_up),
        stock=view.stock_size,
        widow=(),
        widow_hidden=_widow(view, rules),
        owner=view.owner,
        dealer=view.dealer,
        pot=view.pot,
        points=view.points,
        score=view.score,
        milliseconds=None,
        by_arena=None,
    )


def _text(view: PublicView, rules: Rules) -> str:
    if view.ended is not None:
        return sentences.match_ends(view.ended)
    if not view.moves:
        return f"Deal {view.deal} begins."
    text = sentences.action(_acted(view.moves[-1]))
    if view.trick_winners and len(view.moves) == view.trick_start:
        text += f" Seat {view.trick_winners[-1]} takes the trick."
    return text


def _acted(move: int) -> Acted:
    return Acted(seat_of(move), move & (1 << SEAT_SHIFT) - 1, move >> COUNT_SHIFT)


def _verb(move: int) -> str | None:
    return VERBS.get(KINDS[move >> KIND_SHIFT & 15])


def _played(move: int) -> Played:
    cards = tuple(map(str, cards_of(move & CARDS_MASK)))
    return Played(seat_of(move), _verb(move) or "", cards, 0 if cards else move >> COUNT_SHIFT)


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _widow(view: PublicView, rules: Rules) -> int:
    """How many cards of the widow lie on the table: all of them until it is taken."""
    if rules.ruleset != "widow" or any(
        KINDS[move >> KIND_SHIFT & 15] is ActionKind.TAKE for move in view.moves
    ):
        return 0
    return (
        len(rules.deck)
        - sum(view.hand_sizes)
        - sum(move >> COUNT_SHIFT for move in view.moves if _verb(move))
    )
