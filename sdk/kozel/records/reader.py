"""From lines of JSON to records: form only. Whether a record follows the rules, `audit` tells.

Unknown keys are ignored, another `format` is refused; every error is a `RecordError`.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, NoReturn

from kozel.records.errors import FORMAT, Damage, RecordError
from kozel.records.fields import (
    Fields,
    amount_of,
    amounts_of,
    cards_in_order,
    hands_of,
    list_of,
    number_of,
    number_or_none,
    numbers_of,
    object_of,
    one_of,
    optional,
    options_of,
    required,
    set_of_cards,
    suit_of,
    suit_or_none,
    text_of,
    texts_of,
    void_deals_of,
    wrong_type,
)
from kozel.records.model import (
    FORFEIT_VERDICTS,
    UNRATED_VERDICTS,
    ActionRecord,
    DealRecord,
    Record,
)
from kozel.rules.actions import KIND_SHIFT, ActionKind
from kozel.rules.errors import shortened

VERDICTS: Final = ("normal", *FORFEIT_VERDICTS, *UNRATED_VERDICTS)
REASONS: Final = ("timeout", "illegal", "gone", "house")

_KINDS: Final = {str(kind): kind for kind in ActionKind}
_FLAGS: Final = (ActionKind.PASS, ActionKind.TAKE, ActionKind.REFUSE)
_OUTCOME: Final = ("points", "change", "score")


def read_records(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """The records of a `.jsonl` text, one a line; blank lines are skipped.

    Raises:
        RecordError: a line is damaged; the error names the line, counted from 1.
    """
    for number, text in enumerate(lines, 1):
        if text.strip():
            yield parse_record(text, line=number)


def parse_record(text: str | bytes, *, line: int | None = None) -> Record:
    """Read one record; the reverse of `format_record`.

    Args:
        text: one JSON object, UTF-8 when given as bytes.
        line: where it stands in its file, for the error.

    Raises:
        RecordError: it is not a kozel-record/1, or a key is missing or of the wrong type.
    """
    try:
        return _record(_load(text))
    except RecordError as error:
        raise error.placed(line=line) from None


def _load(text: str | bytes) -> Fields:
    try:
        raw = json.loads(
            text if isinstance(text, str) else text.decode("utf-8"), parse_constant=_no_constant
        )
    except RecursionError:
        raise RecordError("the JSON is nested too deeply", damage=Damage.UNREADABLE) from None
    except json.JSONDecodeError as error:
        where = f"{error.msg.removesuffix(' at')} at column {error.colno}"
        raise RecordError(f"this is not whole JSON: {where}", damage=Damage.UNREADABLE) from None
    except ValueError as error:
        raise RecordError(f"this cannot be read: {error}", damage=Damage.UNREADABLE) from None
    if not isinstance(raw, dict):
        raise RecordError("a record is one JSON object", damage=Damage.UNREADABLE)
    return raw


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _record(raw: Fields) -> Record:
    if raw.get("format") != FORMAT:
        problem = f"the format is {shortened(raw.get('format'))}; this reader knows only {FORMAT}"
        raise RecordError(problem, damage=Damage.FOREIGN_FORMAT)
    verdict = optional(raw, "verdict", partial(one_of, VERDICTS))
    forfeit = optional(raw, "forfeit", numbers_of) or ()
    is_cut = bool(forfeit) or verdict in UNRATED_VERDICTS
    return Record(
        ruleset=required(raw, "ruleset", text_of),
        options=required(raw, "options", options_of),
        deals=_deals(required(raw, "deals", list_of), is_cut=is_cut),
        score=required(raw, "score", numbers_of),
        winners=required(raw, "winners", numbers_of),
        losers=required(raw, "losers", numbers_of),
        first_dealer=optional(raw, "first_dealer", number_of),
        id=optional(raw, "id", text_of),
        tournament=optional(raw, "tournament", text_of),
        seats=optional(raw, "seats", texts_of) or (),
        seed=optional(raw, "seed", text_of),
        commitment=optional(raw, "commitment", text_of),
        time_control=optional(raw, "time_control", amounts_of) or {},
        started=optional(raw, "started", text_of),
        ended=optional(raw, "ended", text_of),
        verdict=verdict,
        rules_version=optional(raw, "rules_version", number_of),
        forfeit=forfeit,
    )


def _deals(raw: list[object], *, is_cut: bool) -> tuple[DealRecord, ...]:
    deals = []
    for number, item in enumerate(raw, 1):
        try:
            deals.append(_deal(item, may_lack_end=is_cut and number == len(raw)))
        except RecordError as error:
            raise error.placed(deal=number) from None
    return tuple(deals)


def _deal(raw: object, *, may_lack_end: bool) -> DealRecord:
    fields = object_of("a deal", raw)
    has_end = not may_lack_end or any(key in fields for key in _OUTCOME)
    ends = [required(fields, key, numbers_of) if has_end else None for key in _OUTCOME]
    return DealRecord(
        hands=required(fields, "hands", hands_of),
        actions=_actions(required(fields, "actions", list_of)),
        trump=required(fields, "trump", suit_or_none),
        owner=required(fields, "owner", number_or_none),
        points=ends[0],
        change=ends[1],
        score=ends[2],
        thrown=optional(fields, "thrown", void_deals_of) or (),
        drawn_trump=optional(fields, "drawn_trump", suit_or_none),
        widow=optional(fields, "widow", set_of_cards) or 0,
        stock=optional(fields, "stock", cards_in_order) or (),
    )


def _actions(raw: list[object]) -> tuple[ActionRecord, ...]:
    actions = []
    for item in raw:
        try:
            actions.append(_action(item))
        except RecordError as error:
            raise error.placed(action=len(actions) + 1) from None
    return tuple(actions)


def _action(raw: object) -> ActionRecord:
    fields = object_of("an action", raw)
    seat = required(fields, "seat", number_of)
    code = _code(fields)
    if len(fields) == 2:
        return ActionRecord(seat, code)
    return ActionRecord(
        seat,
        code,
        legal=optional(fields, "legal", _legal),
        ms=optional(fields, "ms", amount_of),
        by=optional(fields, "by", partial(one_of, ("arena",))),
        why=optional(fields, "why", partial(one_of, REASONS)),
    )


def _code(raw: Fields) -> int:
    """The code of the one choice that stands in an action or in a legal set."""
    code = -1
    for word, value in raw.items():
        kind = _KINDS.get(word)
        if kind is None:
            continue
        if code >= 0:
            raise wrong_type("an action", f"exactly one of {', '.join(_KINDS)}")
        code = kind << KIND_SHIFT | _payload(word, kind, value)
    if code < 0:
        problem = f"an action needs one of the keys {', '.join(_KINDS)}"
        raise RecordError(problem, damage=Damage.MISSING_KEY)
    return code


def _payload(word: str, kind: ActionKind, value: object) -> int:
    if kind is ActionKind.NAME:
        return 1 << suit_of(word, value)
    if kind not in _FLAGS:
        return set_of_cards(word, value)
    if value is not True:
        raise wrong_type(word, "true")
    return 0


def _legal(key: str, raw: object) -> tuple[int, ...]:
    return tuple(_code(object_of(key, item)) for item in list_of(key, raw))
