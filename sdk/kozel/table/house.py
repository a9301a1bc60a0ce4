"""The house player: takes the chair of a bot that is gone, so that the others have a game.

A pure function of the view that the absent bot would have had. It plays soundly and simply: it
takes what is worth taking with the least that does it, and gives away little otherwise.
"""

from collections.abc import Sequence
from typing import Final

from kozel.rules import Action, ActionKind, Question, View

WORTH_TAKING: Final = 3
"""Card points on the table from which a trick is worth winning before the last seat."""


def house_code(view: View) -> int:
    """The code of the action that the house plays: one of `view.legal_codes`."""
    return _choose(view).code


def _choose(view: View) -> Action:
    actions = view.legal_actions
    match view.question:
        case Question.FOLLOW:
            return _follow(view, actions)
        case Question.NAME_TRUMP:
            return max(actions, key=lambda action: _length(view, action))
        case Question.BURY:
            return max(actions, key=lambda action: action.points - _strength(view, action))
        case Question.CLAIM | Question.TAKE_WIDOW:
            # A claim wins a lead; a widow needs a plan, and the house has none.
            wanted = (ActionKind.CLAIM, ActionKind.REFUSE)
            return min(actions, key=lambda action: action.kind not in wanted)
        case _:
            return _cheapest(view, actions)


def _follow(view: View, actions: Sequence[Action]) -> Action:
    is_last = len(view.trick) == view.active_seats.bit_count() - 1
    if _is_friend(view, view.winning_seat):
        return max(actions, key=_points_of) if is_last else _cheapest(view, actions)
    winning = [action for action in actions if view.wins(action)]
    on_table = sum(card.points for move in view.trick for card in move.cards)
    if winning and (on_table >= WORTH_TAKING or (is_last and on_table)):
        return min(winning, key=lambda action: _strength(view, action))
    return _cheapest(view, actions)


def _is_friend(view: View, seat: int | None) -> bool:
    """The partner; in widow the defenders play together against the soloist, the owner."""
    if view.match.ruleset == "widow":
        return view.owner not in (seat, view.seat)
    return seat is not None and seat == view.partner


def _cheapest(view: View, actions: Sequence[Action]) -> Action:
    return min(actions, key=lambda action: (action.points, _strength(view, action)))


def _points_of(action: Action) -> int:
    return action.points


def _strength(view: View, action: Action) -> int:
    return sum(map(view.strength, action.cards))


def _length(view: View, action: Action) -> int:
    """How many cards of the suit that would be trump are in hand."""
    return sum(card.suit == action.suit for card in view.hand)
