"""From records to lines of JSON; the reverse of `reader`.

A record is thousands of small choices that repeat from match to match, so a choice's text is made
once and kept; what can hold any text goes through the JSON library.
"""

import json
from collections.abc import Iterable
from functools import lru_cache

from kozel.records.errors import FORMAT
from kozel.records.model import ActionRecord, DealRecord, Record
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS, ActionKind
from kozel.rules.cards import CARDS, SUIT_LETTERS, cards_of

_CARD_TEXTS = tuple(f'"{card}"' for card in CARDS)
_SUITS = tuple(0b111_111_111 << 9 * suit for suit in range(len(SUIT_LETTERS)))
"""The cards of each suit as a mask, lowest first."""


def format_record(record: Record) -> str:
    """One line of JSON without a line break; the reverse of `parse_record`.

    The keys are those of sdk/RECORDS.md; what is not there has no key.
    """
    deals = ",".join(map(_deal_text, record.deals))
    end = {"score": record.score, "winners": record.winners, "losers": record.losers}
    return f'{_json(_head(record))[:-1]},"deals":[{deals}],{_json(end)[1:]}'


_json = json.JSONEncoder(separators=(",", ":")).encode


def _head(record: Record) -> dict[str, object]:
    """What stands before the deals."""
    optional = {
        "rules_version": record.rules_version,
        "id": record.id,
        "tournament": record.tournament,
        "seats": list(record.seats) or None,
        "seed": record.seed,
        "commitment": record.commitment,
        "time_control": dict(record.time_control) or None,
        "started": record.started,
        "ended": record.ended,
        "verdict": record.verdict,
        "forfeit": record.forfeit or None,
        "first_dealer": record.first_dealer,
    }
    present = {key: value for key, value in optional.items() if value is not None}
    options = dict(record.options)
    return {"format": FORMAT, "ruleset": record.ruleset, "options": options, **present}


def _deal_text(deal: DealRecord) -> str:
    parts = []
    if deal.thrown:
        voids = ",".join(_hands_text(hands) for hands in deal.thrown)
        parts.append(f'"thrown":[{voids}]')
    if deal.drawn_trump is not None:
        parts.append(f'"drawn_trump":"{deal.drawn_trump!s}"')
    parts.append(f'"hands":{_hands_text(deal.hands)}')
    if deal.widow:
        parts.append(f'"widow":{_mask_text(deal.widow)}')
    if deal.stock:
        parts.append(f'"stock":{_cards_text(deal.stock)}')
    trump = "null" if deal.trump is None else f'"{deal.trump!s}"'
    owner = "null" if deal.owner is None else deal.owner
    parts.append(f'"trump":{trump},"owner":{owner}')
    parts.append(f'"actions":[{",".join(map(_action_text, deal.actions))}]')
    if deal.points is not None:
        for name, numbers in (
            ("points", deal.points),
            ("change", deal.change),
            ("score", deal.score),
        ):
            parts.append(f'"{name}":{_numbers_text(numbers)}')
    return f"{{{','.join(parts)}}}"


def _action_text(action: ActionRecord) -> str:
    seat, code, legal, ms, by, why = action
    # 1.0 is written differently from 1, and yet is the same key.
    if legal is None and by is None and why is None and (ms is None or type(ms) is int):
        return _usual_action_text(seat, code, ms)
    text = f'{{"seat":{seat},{_choice_text(code)}'
    if legal is not None:
        choices = ",".join([f"{{{_choice_text(choice)}}}" for choice in legal])
        text += f',"legal":[{choices}]'
    if ms is not None:
        text += f',"ms":{ms}'
    if by is not None:
        text += f',"by":{_json(by)}'
    if why is not None:
        text += f',"why":{_json(why)}'
    return text + "}"


@lru_cache(maxsize=1 << 14)
def _usual_action_text(seat: int, code: int, ms: int | None) -> str:
    """An action that the seat itself chose, or that was forced."""
    time = "" if ms is None else f',"ms":{ms}'
    return f'{{"seat":{seat},{_choice_text(code)}{time}}}'


@lru_cache(maxsize=4096)
def _choice_text(code: int) -> str:
    """A choice's key and value, such as `"play":["8D"]` or `"name":"H"`."""
    kind = KINDS[code >> KIND_SHIFT]
    mask = code & CARDS_MASK
    if kind is ActionKind.NAME:
        return f'"{kind!s}":"{SUIT_LETTERS[mask.bit_length() - 1]}"'
    return f'"{kind!s}":{_mask_text(mask)}' if mask else f'"{kind!s}":true'


def _hands_text(hands: Iterable[int]) -> str:
    return f"[{','.join(map(_mask_text, hands))}]"


def _mask_text(mask: int) -> str:
    """A set of cards: the cards of each suit, of which there are few sets, one after another."""
    suits = [_suit_text(mask & cards) for cards in _SUITS if mask & cards]
    return f"[{','.join(suits)}]"


@lru_cache(maxsize=len(_SUITS) << 9)
def _suit_text(mask: int) -> str:
    """The cards of a set of cards of one suit, between commas."""
    return ",".join([_CARD_TEXTS[card] for card in cards_of(mask)])


@lru_cache(maxsize=1 << 12)
def _numbers_text(numbers: tuple[int, ...] | None) -> str:
    """Numbers by side."""
    return _json(numbers)


def _cards_text(cards: Iterable[int]) -> str:
    return f"[{','.join([_CARD_TEXTS[card] for card in cards])}]"
