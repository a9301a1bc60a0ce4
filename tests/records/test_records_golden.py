"""Every golden match is read, verified, written and replayed without a difference."""

import json

import pytest

from kozel.records import (
    Recorder,
    format_record,
    parse_record,
    read_records,
    replay,
    verify_record,
)
from kozel.rules import bind
from tests.records import golden

NUMBERS = range(1, len(golden.lines()) + 1)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_golden_match_is_verified(number: int) -> None:
    verify_record(parse_record(golden.lines()[number - 1]), line=number)


def test_reading_what_was_written_gives_the_same_record() -> None:
    for record in read_records(golden.lines()):
        assert parse_record(format_record(record)) == record


def test_writing_what_was_read_gives_the_same_facts() -> None:
    for line in golden.lines():
        written = json.loads(format_record(parse_record(line)))
        assert _in_any_order(written) == _in_any_order(json.loads(line))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_replayed_match_gives_the_same_record_again(number: int) -> None:
    """The recorder, fed by a real match on the record's cards, writes what stands there."""
    record = parse_record(golden.lines()[number - 1])
    recorder = Recorder(bind(record.ruleset, record.options), with_legal=True)
    for step in replay(record):
        if step.action is not None:
            recorder.act(step.action.seat, step.action.code, legal=step.action.legal)
        recorder.events(step.events)
    again = json.loads(format_record(recorder.record()))
    assert again.pop("rules_version") == 1
    assert _in_any_order(again) == _in_any_order(json.loads(format_record(record)))


def _in_any_order(value: object) -> object:
    """The JSON with lists of cards and legal sets sorted; `stock` keeps its order."""
    if isinstance(value, dict):
        return {key: item if key == "stock" else _in_any_order(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    items = [_in_any_order(item) for item in value]
    if all(isinstance(item, str) for item in items):
        return sorted(items, key=str)
    if all(isinstance(item, dict) and "seat" not in item and "hands" not in item for item in items):
        return sorted(items, key=str)
    return items
