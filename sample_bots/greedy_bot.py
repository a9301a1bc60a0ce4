"""A sensible opponent on one page: takes points cheaply, protects its tens and aces.

Against an arena:  python sample_bots/greedy_bot.py --server localhost:50051 --token TOKEN
In this process:   kozel play --ruleset miner --bots greedy random
"""

from kozel import Action, ActionKind, Bot, Question, Rank, View, run

WORTH_TAKING = 3
"""Card points on the table from which a trick is worth a strong card."""


class GreedyBot(Bot):
    """Looks at the trick on the table and no further; plays all five rulesets."""

    name = "greedy"

    def choose(self, view: View) -> Action:
        match view.question:
            case Question.LEAD:
                return lead(view)
            case Question.FOLLOW:
                return follow(view)
            case Question.BURY:
                return max(view.legal_actions, key=lambda action: safe_points(view, action))
            case Question.NAME_TRUMP:
                return max(view.legal_actions, key=lambda action: length(view, action))
            case Question.CLAIM | Question.TAKE_WIDOW:
                # A claim wins the lead; a taken widow can be buried again as it was.
                wanted = (ActionKind.CLAIM, ActionKind.TAKE)
                return min(view.legal_actions, key=lambda action: action.kind not in wanted)


def lead(view: View) -> Action:
    """An ace that no plain card beats, else the cheapest cards."""
    aces = [action for action in view.legal_actions if is_plain_ace(view, action)]
    return aces[0] if aces else cheapest(view, view.legal_actions)


def follow(view: View) -> Action:
    """Last to act: win with points, or give them to the partner. Before that: win what pays."""
    is_last = len(view.trick) == view.active_seats.bit_count() - 1
    if is_friend(view, view.winning_seat):
        return richest(view, view.legal_actions) if is_last else cheapest(view, view.legal_actions)
    winning = [action for action in view.legal_actions if view.wins(action)]
    plain = [action for action in winning if not any(map(view.is_trump, action.cards))]
    if is_last and plain:
        return richest(view, plain)
    if winning and sum(card.points for move in view.trick for card in move.cards) >= WORTH_TAKING:
        return (min if is_last else max)(winning, key=lambda action: strength(view, action))
    return cheapest(view, view.legal_actions)


def cheapest(view: View, actions: tuple[Action, ...] | list[Action]) -> Action:
    """The action that gives away the fewest points, then the least strength."""
    return min(actions, key=lambda action: (action.points, strength(view, action)))


def richest(view: View, actions: tuple[Action, ...] | list[Action]) -> Action:
    """The action with the most points, then the least strength."""
    return max(actions, key=lambda action: (action.points, -strength(view, action)))


def strength(view: View, action: Action) -> int:
    return sum(map(view.strength, action.cards))


def is_friend(view: View, seat: int | None) -> bool:
    """The partner; in widow the defenders play together against the soloist, the owner."""
    if view.match.ruleset == "widow":
        return view.owner not in (seat, view.seat)
    return seat == view.partner


def is_plain_ace(view: View, action: Action) -> bool:
    return [card.rank for card in action.cards] == [Rank.ACE] and not view.is_trump(action.cards[0])


def safe_points(view: View, action: Action) -> int:
    """Points that only burying makes safe: aces win tricks by themselves, trumps win others'."""
    kept = (card for card in action.cards if view.is_trump(card) or card.rank is Rank.ACE)
    return action.points - 20 * len(list(kept))


def length(view: View, action: Action) -> int:
    """How many cards of the suit that would be trump are in hand."""
    return sum(card.suit == action.suit for card in view.hand)


if __name__ == "__main__":
    run(GreedyBot())
