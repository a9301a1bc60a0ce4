"""From records to lines of JSON; the reverse of `reader`."""

import json
from functools import lru_cache

from kozel.records.errors import FORMAT
from kozel.records.model import ActionRecord, DealRecord, Record
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, KINDS, ActionKind
from kozel.rules.cards import CARDS, SUIT_LETTERS, cards_of

Fields = dict[str, object]

_NAMES = tuple(str(card) for card in CARDS)


def format_record(record: Record) -> str:
    """One line of JSON without a line break; the reverse of `parse_record`."""
    return json.dumps(record_fields(record), separators=(",", ":"))


def record_fields(record: Record) -> Fields:
    """The record as the JSON object of sdk/RECORDS.md; what is not there has no key."""
    fields: Fields = {"format": FORMAT, "ruleset": record.ruleset, "options": dict(record.options)}
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
        "first_dealer": record.first_dealer,
    }
    fields.update((key, value) for key, value in optional.items() if value is not None)
    fields["deals"] = [_deal_fields(deal) for deal in record.deals]
    fields["score"] = record.score
    fields["winners"] = record.winners
    fields["losers"] = record.losers
    return fields


def _deal_fields(deal: DealRecord) -> Fields:
    fields: Fields = {}
    if deal.thrown:
        fields["thrown"] = [[_names(hand) for hand in hands] for hands in deal.thrown]
    if deal.drawn_trump is not None:
        fields["drawn_trump"] = str(deal.drawn_trump)
    fields["hands"] = [_names(hand) for hand in deal.hands]
    if deal.widow:
        fields["widow"] = _names(deal.widow)
    if deal.stock:
        fields["stock"] = [_NAMES[card] for card in deal.stock]
    fields["trump"] = None if deal.trump is None else str(deal.trump)
    fields["owner"] = deal.owner
    fields["actions"] = [_action_fields(action) for action in deal.actions]
    if deal.points is not None:
        fields.update(points=deal.points, change=deal.change, score=deal.score)
    return fields


def _action_fields(action: ActionRecord) -> Fields:
    fields: Fields = {"seat": action.seat, **choice_fields(action.code)}
    if action.legal is not None:
        fields["legal"] = [choice_fields(code) for code in action.legal]
    if action.ms is not None:
        fields["ms"] = action.ms
    if action.by is not None:
        fields["by"] = action.by
    if action.why is not None:
        fields["why"] = action.why
    return fields


def choice_fields(code: int) -> Fields:
    """One choice as a record writes it, such as `{"play": ["8D"]}` or `{"name": "H"}`."""
    word, value = _choice(code)
    return {word: list(value) if isinstance(value, tuple) else value}


@lru_cache(maxsize=4096)
def _choice(code: int) -> tuple[str, tuple[str, ...] | str | bool]:
    """Kept, because most choices of a match are one of few: this halves the time of a record."""
    kind = KINDS[code >> KIND_SHIFT]
    cards = code & CARDS_MASK
    if kind is ActionKind.NAME:
        return str(kind), SUIT_LETTERS[cards.bit_length() - 1]
    return str(kind), tuple(_names(cards)) if cards else True


def _names(mask: int) -> list[str]:
    return [_NAMES[card] for card in cards_of(mask)]
