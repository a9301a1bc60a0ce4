"""A person's place at a practice table, looked at.

Made from the person's own line alone, so that nothing that the seat may not know can get in.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from kozel.rules import Action, ActionKind, Card, Move, Question, View, cards_of
from kozel.wire.values import Ending
from kozel_arena.runtime.practice_table import PracticeTable
from kozel_arena.runtime.practice_values import Note
from kozel_arena.web.practice_place import (
    CardShown,
    ChoiceShown,
    EndShown,
    MoveShown,
    Place,
    PlayerShown,
    SideShown,
)
from kozel_arena.wording import (
    DO,
    Teller,
    action_words,
    card_sign,
    card_words,
    end_sentence,
    question_words,
    score_word,
    suit_word,
)

MS: Final = 1e6
BARE_QUESTIONS: Final = (Question.CLAIM, Question.TAKE_WIDOW, Question.NAME_TRUMP)
"""Questions whose answers are few and need no choice of cards."""


def place_of(table: PracticeTable, now_ns: int) -> Place:
    """The person's place now."""
    line, view = table.line, table.line.view if table.line else None
    assert line is not None
    teller = Teller(table.plan.rules, table.plan.seat, tuple(table.names))
    ending = line.ending
    is_asked = line.is_asked and ending is None and view is not None
    state: Literal["waiting", "asked", "over"] = "asked" if is_asked else "waiting"
    limit_ms, bank_ms = _time_left(view, now_ns - line.asked_ns) if view else (None, None)
    moves, taker = line.last_trick or ((), None)
    asked = view if is_asked else None
    actions = asked.legal_actions if asked else ()
    log = [
        entry.text if isinstance(entry, Note) else teller.sentence(entry) for _, entry in line.log
    ]
    return Place(
        version=line.version,
        state="over" if ending else state,
        match_id=table.match_id,
        commitment=table.commitment,
        ruleset=table.plan.rules.ruleset,
        options=dict(table.plan.rules.options),
        seat=table.plan.seat,
        deal=view.deal if view else 1,
        trump=_trump(view),
        score_word=score_word(table.plan.rules),
        players=_players(teller, view, line.chosen),
        sides=_sides(teller, view, ending),
        hand=() if ending or view is None else _hand(view, actions, line.chosen),
        trick=() if ending or view is None else _trick(teller, view, line.chosen),
        last_trick=tuple(
            _move(teller, view, move, is_winning=move.seat == taker) for move in moves
        ),
        last_taker=None if taker is None else teller.who(taker),
        table=() if view is None else tuple(_facts(teller, view)),
        widow=tuple(_card(view, card) for card in view.widow) if view and not ending else (),
        question=question_words(asked) if asked else None,
        decision_id=line.decision_id if asked else None,
        choices=tuple(
            ChoiceShown(
                index=index,
                kind=str(action.kind),
                cards=tuple(map(str, action.cards)),
                text=action_words(action),
            )
            for index, action in enumerate(actions)
        ),
        how=_how(asked),
        limit_ms=limit_ms if asked else None,
        bank_ms=bank_ms,
        log=tuple(log),
        news=_news(teller, log, asked, ending),
        end=None if ending is None else _end(teller, ending, has_record=bool(table.record)),
    )


def index_of(view: View, kind: str, cards: Sequence[str]) -> int | None:
    """The index of the legal action of that kind with these cards; None if it is not legal."""
    wanted = sorted(cards)
    for index, action in enumerate(view.legal_actions):
        if str(action.kind) == kind and sorted(map(str, action.cards)) == wanted:
            return index
    return None


def _time_left(view: View, passed_ns: int) -> tuple[float, float]:
    over_ns = max(0, passed_ns - view.limit_ns)
    return max(0, view.limit_ns - passed_ns) / MS, max(0, view.bank_ns - over_ns) / MS


def _trump(view: View | None) -> str | None:
    """The trump suit; in widow the trumps are always the same, and of every suit."""
    if view is None or view.trump is None or view.match.ruleset == "widow":
        return None
    return suit_word(view.trump)


def _how(view: View | None) -> Literal["cards", "pick", "buttons"]:
    if view is None or view.question in BARE_QUESTIONS:
        return "buttons"
    are_single = all(a.kind is ActionKind.PLAY and len(a.cards) == 1 for a in view.legal_actions)
    return "cards" if are_single else "pick"


def _card(
    view: View | None, card: Card, *, index: int | None = None, legal: bool = False
) -> CardShown:
    return CardShown(
        name=str(card),
        sign=card_sign(card),
        words=card_words(card),
        is_trump=view is not None and view.is_trump(card),
        index=index,
        is_legal=legal,
    )


def _hand(view: View, actions: Sequence[Action], chosen: Action | None) -> tuple[CardShown, ...]:
    """The hand, trumps first and every suit from strong to weak, less what is on its way."""
    singles = {
        action.cards[0]: index
        for index, action in enumerate(actions)
        if action.kind is ActionKind.PLAY and len(action.cards) == 1
    }
    legal = {card for action in actions for card in action.cards}
    gone = chosen.cards if chosen else ()
    cards = [card for card in cards_of(view.hand_mask) if card not in gone]
    cards.sort(
        key=lambda card: (not view.is_trump(card), _suit_order(view, card), -view.strength(card))
    )
    return tuple(_card(view, card, index=singles.get(card), legal=card in legal) for card in cards)


def _suit_order(view: View, card: Card) -> int:
    """Trumps lie together whatever is printed on them."""
    return -1 if view.is_trump(card) else (0, 2, 1, 3)[card.suit]


def _trick(teller: Teller, view: View, chosen: Action | None) -> tuple[MoveShown, ...]:
    """The trick on the table, with the person's own cards as soon as they are chosen."""
    moves = [move for move in view.trick if move.count and move.kind is not ActionKind.BURY]
    winning = view.winning_seat
    shown = [_move(teller, view, move, is_winning=move.seat == winning) for move in moves]
    if chosen and chosen.kind in (ActionKind.PLAY, ActionKind.BEAT, ActionKind.THROW):
        own = Move(view.seat, chosen.kind, chosen.cards, len(chosen.cards))
        shown.append(_move(teller, view, own, is_winning=False))
    return tuple(shown)


def _move(teller: Teller, view: View | None, move: Move, *, is_winning: bool) -> MoveShown:
    return MoveShown(
        seat=move.seat,
        player=teller.who(move.seat),
        kind=DO[move.kind][move.seat != teller.seat],
        cards=tuple(_card(view, card) for card in move.cards),
        hidden=move.count - len(move.cards),
        is_winning=is_winning,
    )


def _players(teller: Teller, view: View | None, chosen: Action | None) -> tuple[PlayerShown, ...]:
    rules, own = teller.rules, teller.seat
    sizes = list(view.hand_sizes) if view else None
    if sizes and chosen:
        sizes[own] -= len(chosen.cards)
    return tuple(
        PlayerShown(
            seat=seat,
            name=teller.who(seat),
            side=rules.side_of(seat),
            is_you=seat == own,
            is_partner=seat != own and rules.side_of(seat) == rules.side_of(own),
            cards=sizes[seat] if sizes else None,
            roles=tuple(_roles(teller, view, seat)) if view else (),
        )
        for seat in range(rules.players)
    )


def _roles(teller: Teller, view: View, seat: int) -> Iterable[str]:
    if not view.active_seats >> seat & 1:
        yield "out"
    if seat == view.owner:
        yield "soloist" if teller.rules.ruleset == "widow" else "owner"
    if seat == view.dealer:
        yield "dealer"
    if view.pairing:
        yield suit_word(view.pairing[seat])


def _sides(teller: Teller, view: View | None, ending: Ending | None) -> tuple[SideShown, ...]:
    rules = teller.rules
    score = view.score if view else (0,) * rules.sides
    if ending is not None and ending.ended.score:
        score = ending.ended.score
    points = view.points if view and not ending else ()
    return tuple(
        SideShown(
            side=side,
            name=teller.side(side),
            score=score[side],
            points=points[side] if points else None,
            is_yours=side == rules.side_of(teller.seat),
        )
        for side in range(rules.sides)
    )


def _facts(teller: Teller, view: View) -> Iterable[str]:
    """What lies open beside the trick."""
    if view.turn_up is not None:
        yield f"turn-up {card_sign(view.turn_up)}"
        yield f"{view.stock_size} cards in the stock"
    if view.pot:
        yield f"{view.pot} chips in the pot"
    if view.marker is not None:
        role = "soloist" if teller.rules.ruleset == "widow" else "owner"
        yield f"{card_sign(view.marker)} makes the {role}"


def _news(teller: Teller, log: list[str], asked: View | None, ending: Ending | None) -> str:
    """The last lines of the log and what is to be done now, for who cannot see the table."""
    last = log[-4:]
    if ending is not None:
        return " ".join([*last, _end(teller, ending, has_record=False).sentence])
    if asked is None:
        return ""
    return " ".join([*last, f"Your turn: {question_words(asked)}."])


def _end(teller: Teller, ending: Ending, *, has_record: bool) -> EndShown:
    return EndShown(
        verdict=str(ending.verdict),
        sentence=end_sentence(
            teller,
            ending.ended,
            charged=ending.charged_seats,
            has_result=ending.verdict.is_rated,
        ),
        score=ending.ended.score,
        winners=ending.ended.winners,
        losers=ending.ended.losers,
        seed=ending.seed,
        has_record=has_record,
    )
